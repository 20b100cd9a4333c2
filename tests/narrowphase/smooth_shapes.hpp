// Random cylinders, cones and ellipsoids, and what a test knows of them without the engine: which points they hold.
#pragma once

#include <firstcontact/separation.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "random_shapes.hpp"

namespace firstcontact::test {

enum class Smooth { cylinder, cone, ellipsoid };

/// The shape about its origin, axis Y; a cone's base at -half_height.
struct SmoothSample {
  Smooth kind = Smooth::cylinder;
  double radius = 0.0, half_height = 0.0;  // m
  Vec3 semi_axes{0.0};                     // m, of an ellipsoid
  ConvexShape shape;

  /// How far (about, m) `p` lies outside: not positive within.
  [[nodiscard]] double outside(const Vec3& p) const {
    const double across = std::hypot(p.x, p.z);
    if (kind == Smooth::cylinder) {
      return std::max(across - radius, std::abs(p.y) - half_height);
    }
    if (kind == Smooth::cone) {
      const double slant = std::hypot(radius, 2.0 * half_height);
      const double beyond_side = (2.0 * half_height * across + radius * (p.y - half_height)) / slant;
      return std::max(beyond_side, -half_height - p.y);
    }
    const Vec3 scaled = p / semi_axes;
    const double size = glm::length(scaled);
    return (size - 1.0) * std::min({semi_axes.x, semi_axes.y, semi_axes.z});
  }

  /// How far (m) it reaches along a unit vector, by the closed form of each kind.
  [[nodiscard]] double reach(const Vec3& n) const {
    const double across = std::hypot(n.x, n.z);
    if (kind == Smooth::cylinder) {
      return radius * across + half_height * std::abs(n.y);
    }
    if (kind == Smooth::cone) {
      return std::max(radius * across - half_height * n.y, half_height * n.y);
    }
    return glm::length(semi_axes * n);
  }

  /// A point of the surface, by two numbers in [0, 1).
  [[nodiscard]] Vec3 surface_point(double u, double v) const {
    const double angle = 6.283185307179586 * u;
    const Vec3 round(std::sin(angle), 0.0, std::cos(angle));
    if (kind == Smooth::cylinder) {
      return radius * round + Vec3(0.0, v < 0.5 ? -half_height : half_height, 0.0);
    }
    if (kind == Smooth::cone) {
      return v < 0.01 ? Vec3(0.0, half_height, 0.0) : radius * round - Vec3(0.0, half_height, 0.0);
    }
    const double height = 2.0 * v - 1.0;
    return semi_axes * (std::sqrt(1.0 - height * height) * round + Vec3(0.0, height, 0.0));
  }
};

inline SmoothSample cylinder_sample(double radius, double half_height) {
  const Vec3 top(0.0, half_height, 0.0);
  return {Smooth::cylinder, radius, half_height, Vec3(0.0), make_cylinder(-top, top, radius)};
}
inline SmoothSample cone_sample(double radius, double half_height) {
  const Vec3 top(0.0, half_height, 0.0);
  return {Smooth::cone, radius, half_height, Vec3(0.0), make_cone(-top, top, radius)};
}
inline SmoothSample ellipsoid_sample(const Vec3& s) {
  return {Smooth::ellipsoid, 0.0, 0.0, s,
          make_ellipsoid({Vec3(0.0), {Vec3(s.x, 0.0, 0.0), Vec3(0.0, s.y, 0.0), Vec3(0.0, 0.0, s.z)}})};
}

/// Wheels, coins, rods, tips, lenses; about a metre across.
inline SmoothSample random_smooth(Random& random) {
  const double kind = random.between(0.0, 3.0);
  const double first = random.between(0.02, 0.6);
  const double second = random.between(0.02, 0.6);
  const double third = random.between(0.02, 0.6);
  if (kind < 1.0) {
    return cylinder_sample(first, second);
  }
  return kind < 2.0 ? cone_sample(first, second) : ellipsoid_sample({first, second, third});
}

}  // namespace firstcontact::test
