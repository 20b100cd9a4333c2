// Points of an ellipsoid or elliptic disc: the furthest along a direction, in closed form.
#pragma once

#include <firstcontact/shape.hpp>

#include <cmath>

namespace firstcontact {

/// semi_axes^T d: of which the length is how far the ellipsoid reaches beyond its centre.
inline Vec3 in_semi_axes(const Ellipsoid& ellipsoid, const Vec3& direction) {
  const Mat3& m = ellipsoid.semi_axes;
  return {glm::dot(m[0], direction), glm::dot(m[1], direction), glm::dot(m[2], direction)};
}

/// How far (m) it reaches along `direction`, of any length. (method 11.1)
inline double reach_along(const Ellipsoid& ellipsoid, const Vec3& direction) {
  const Vec3 scaled = in_semi_axes(ellipsoid, direction);
  return glm::dot(ellipsoid.center, direction) + std::sqrt(glm::dot(scaled, scaled));
}

/// A point that reaches so far: of a disc that lies square to the direction, its centre.
inline Vec3 furthest_point(const Ellipsoid& ellipsoid, const Vec3& direction) {
  const Vec3 scaled = in_semi_axes(ellipsoid, direction);
  const double length = std::sqrt(glm::dot(scaled, scaled));
  return length > 0.0 ? ellipsoid.center + ellipsoid.semi_axes * (scaled / length) : ellipsoid.center;
}

/// Unit, square to an elliptic disc; zero for a solid ellipsoid.
[[nodiscard]] Vec3 disc_normal(const Ellipsoid& ellipsoid);

/// Volume, centre and inertia of a smooth core in closed form.
[[nodiscard]] MassProperties smooth_mass(const ConvexShape& shape);

/// The bounds and the symmetry axis of a smooth core: refresh_bounds for the ellipsoids.
void refresh_smooth_bounds(ConvexShape& shape);

}  // namespace firstcontact
