// A convex cell of space with the part of the mesh's surface that lies in it: what cutting planes leave of the mesh.
//
// Why its hull covers the solid, not only the surface: an extreme point of the solid within a convex cell can move no
// way in it, so that it lies on the surface or is a corner of the cell. Hence the hull of the clipped triangles and of
// those corners that are inside the mesh is the hull of the solid in the cell.
#pragma once

#include "decomposition/clearance.hpp"

#include <array>
#include <span>
#include <vector>

namespace firstcontact {

/// Flat convex polygons, one after the other: clipped triangles.
struct Polygons {
  std::vector<Vec3> corners;
  std::vector<Index> first{0};  // where each begins, and the end

  [[nodiscard]] std::size_t count() const { return first.size() - 1; }
  [[nodiscard]] std::span<const Vec3> operator[](std::size_t i) const {
    return std::span(corners).subspan(first[i], first[i + 1] - first[i]);
  }
  void add(std::span<const Vec3> polygon) {
    corners.insert(corners.end(), polygon.begin(), polygon.end());
    first.push_back(static_cast<Index>(corners.size()));
  }
};

struct Region {
  std::vector<Plane> walls;  // the cell is below all of them
  Polygons surface;
};

/// A plane closer to a corner than this passes through it; lengths are about 1.
inline constexpr double on_plane = 1e-9;

/// The whole of space that matters, and the whole mesh.
[[nodiscard]] Region whole_region(const TriangleMesh& mesh, const Aabb& box);

/// The parts of `region` below and above `plane`. A polygon in the plane goes to the side its solid is on.
[[nodiscard]] std::array<Region, 2> cut(const Region& region, const Plane& plane);

/// The corners of the cell that the mesh's inside reaches.
[[nodiscard]] std::vector<Vec3> solid_corners(const std::vector<Plane>& walls, const Clearance& clearance);

/// The same for those corners of the cell's two halves that lie on `plane`: below, above.
[[nodiscard]] std::vector<Vec3> solid_corners_on(const Plane& plane, const std::vector<Plane>& walls,
                                                 const Clearance& clearance);

/// The hull of what the region holds of the mesh; a little larger where it would have many hundreds of vertices.
[[nodiscard]] Piece piece_of(const Region& region, const Clearance& clearance, double thickness);

}  // namespace firstcontact
