// The way out of a surface: a body that lies across triangles, which have no thickness, overlaps each of them along
// another direction, and most of these lead into the next triangle. One direction must clear them all.
#pragma once

#include <firstcontact/separation.hpp>

#include <vector>

namespace firstcontact {

/// Two shapes that share points.
struct OverlappingShapes {
  PosedShape a, b;
};

struct WayOut {
  Vec3 normal{0.0, 1.0, 0.0};  // unit: b has to go this way, or a the other
  double depth = 0.0;          // m: so far, and every one of the pairs is apart
};

/// True for a triangle of a surface.
[[nodiscard]] bool is_of_surface(const ConvexShape& shape);

/// The shortest way along the triangles' own normals, or their mean one, that parts all pairs, each of which has a
/// triangle of a surface: to the side of it on which the middle of what lies across is. Pure.
[[nodiscard]] WayOut way_out(const std::vector<OverlappingShapes>& pairs);

}  // namespace firstcontact
