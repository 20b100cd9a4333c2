// A part of the mesh reduced to what a score of cutting planes needs: few points that stand for many.
#pragma once

#include "decomposition/region.hpp"

#include <array>
#include <vector>

namespace firstcontact {

/// A region with what is known about it.
struct Part {
  Region region;
  Piece piece;
  std::vector<ForbiddenPoint> forbidden;  // within the piece
  int stalled = 0;                        // cuts in a row that changed little
};

/// A part reduced to what a score needs.
struct Sketch {
  std::vector<Plane> walls;
  std::vector<Vec3> cloud;                // corners of small polygons, one for many
  std::vector<Vec3> corners;              // of the cell, inside the mesh
  Polygons large;                         // polygons that are worth clipping
  std::vector<ForbiddenPoint> forbidden;  // within the hull
  std::vector<Vec3> hull;                 // vertices, roughly
  double cost = 0.0;                      // the hull's volume, the forbidden part of it counted several times more
  bool is_empty = true;
};

/// Of a part; at most a few hundred points, however large it is.
[[nodiscard]] Sketch sketch_of(const Part& part, const Clearance& clearance);

/// Its halves below and above the plane.
[[nodiscard]] std::array<Sketch, 2> cut(const Sketch& whole, const Plane& plane, const Clearance& clearance);

/// Those of the points that the piece holds.
[[nodiscard]] std::vector<ForbiddenPoint> held_by(const Piece& piece, const std::vector<ForbiddenPoint>& points);

/// Middle of a sample of what is forbidden, by volume. At least one point.
[[nodiscard]] Vec3 middle_of(const std::vector<ForbiddenPoint>& points);

[[nodiscard]] double forbidden_volume(const Sketch& sketch);

}  // namespace firstcontact
