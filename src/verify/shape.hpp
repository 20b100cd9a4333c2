// The convex shapes of a recording as `verify` sees them: points, how far they reach, and a rigorous support function.
#pragma once

#include <vector>

#include "scene/recording.hpp"
#include "verify/interval_geometry.hpp"

namespace firstcontact::verify {

/// All points within `rounding` of the convex hull of `vertices` and `ellipsoids`; local frame, relative to the body's
/// centre of mass.
struct Shape {
  std::vector<Vec3> vertices;         // m
  std::vector<Ellipsoid> ellipsoids;  // m: center + semi_axes * u for all |u| <= 1
  double rounding = 0.0;              // m
  double radius = 0.0;                // m: no point of the hull is further from the centre of mass
  Vec3 extents{0.0};                  // m: no coordinate of it is greater than these, positive or negative
  Vec3 center{0.0};                   // m, of a ball that holds the hull,
  double ball = 0.0;                  // m, and its radius
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

/// With its bounds.
[[nodiscard]] Shape made_shape(std::vector<Vec3> vertices, std::vector<Ellipsoid> ellipsoids, double rounding);
[[nodiscard]] BodyShape body_shape(const RecordedCollider& collider);

/// At least the greatest d.v over the points v of the hull and every d that `direction` (local frame) holds.
[[nodiscard]] double greatest_along(const Shape& shape, const IntervalVector& direction);
/// A point of the hull that is furthest along `direction`, up to rounding: for guesses.
[[nodiscard]] Vec3 furthest_point(const Shape& shape, const Vec3& direction);
/// m: a point of the hull lies no further than this, in each coordinate, from what `furthest_point` gives.
[[nodiscard]] double point_error(const Shape& shape);

}  // namespace firstcontact::verify
