// The convex shapes of a recording as `verify` sees them: points, how far they reach, and a rigorous support function.
#pragma once

#include <vector>

#include "scene/recording.hpp"
#include "verify/interval_geometry.hpp"

namespace firstcontact::verify {

/// All points within `rounding` of the convex hull of `vertices`; local frame, relative to the body's centre of mass.
struct Shape {
  std::vector<Vec3> vertices;  // m
  double rounding = 0.0;       // m
  double radius = 0.0;         // m: no vertex is further from the centre of mass
  Vec3 extents{0.0};           // m: no coordinate of a vertex is greater than these, positive or negative
  Vec3 center{0.0};            // m, of a ball that holds the vertices,
  double ball = 0.0;           // m, and its radius
};

/// Shapes that lie near each other: those whose common ball is far away need no look each.
struct ShapeGroup {
  Shape whole;  // their hull, as in BodyShape
  std::vector<std::uint32_t> members;
};

/// A body's shapes, and the hull of all of them: bodies that are apart as hulls need no look at their parts.
struct BodyShape {
  std::vector<Shape> shapes;
  Shape whole;  // its vertices are all the shapes' (of one shape: its own), its rounding the greatest
  std::vector<ShapeGroup> groups;  // every shape in one of them
};

[[nodiscard]] BodyShape body_shape(const RecordedCollider& collider);

/// At least the greatest d.v over the shape's vertices v and every d that `direction` (local frame) holds.
[[nodiscard]] double greatest_along(const Shape& shape, const IntervalVector& direction);
/// The vertex that is furthest along `direction`, up to rounding: for guesses.
[[nodiscard]] const Vec3& furthest_vertex(const Shape& shape, const Vec3& direction);

}  // namespace firstcontact::verify
