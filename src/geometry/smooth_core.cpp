// Cylinders, cones and ellipsoids: how they are made, what they weigh, how far they reach.
#include "geometry/smooth_core.hpp"

#include "core/arithmetic_mode.hpp"
#include "geometry/shape_bounds.hpp"

#include <algorithm>

namespace firstcontact {

namespace {

constexpr double pi = 3.14159265358979323846;
// Bounds err outward by this part: a few roundings of sums and roots.
constexpr double outward = 1.0 + 1e-15;
// Semi-axes that differ by less are those of a body of revolution: less than the slack of every query.
constexpr double same = 1e-15;

double length_of(const Vec3& v) { return std::sqrt(squared_length(v)); }

bool is_size(double metres) { return std::isfinite(metres) && metres > 0.0; }

// Two semi-axes of a disc square to the unit vector `axis`. Along one of the frame's own axes they are exact.
Mat3 disc_about(const Vec3& axis, double radius) {
  const Vec3 right = any_perpendicular(axis);
  return {radius * right, Vec3(0.0), radius * glm::cross(axis, right)};
}

double longest_semi_axis(const Mat3& axes) {
  return std::sqrt(std::max({squared_length(axes[0]), squared_length(axes[1]), squared_length(axes[2])}));
}

// The part of `v` in the span of the semi-axes.
Vec3 within_span(const Mat3& axes, const Vec3& v) {
  Vec3 part(0.0);
  for (int i = 0; i < 3; ++i) {
    const double square = squared_length(axes[i]);
    part += square > 0.0 ? (glm::dot(axes[i], v) / square) * axes[i] : Vec3(0.0);
  }
  return part;
}

// The furthest point from the origin: exact for balls, for discs whose rim is a circle, and about the origin.
double radius_of(const Ellipsoid& ellipsoid) {
  const Vec3 within = within_span(ellipsoid.semi_axes, ellipsoid.center);
  const double along = length_of(within) + longest_semi_axis(ellipsoid.semi_axes);
  return std::sqrt(squared_length(ellipsoid.center - within) + along * along) * outward;
}

double extent_along(const Ellipsoid& ellipsoid, int axis) {
  const Mat3& m = ellipsoid.semi_axes;
  const Vec3 row(m[0][axis], m[1][axis], m[2][axis]);
  const double largest = std::max({std::abs(row.x), std::abs(row.y), std::abs(row.z)});
  const double whole = length_of(row);
  return std::abs(ellipsoid.center[axis]) + (whole <= largest ? largest : whole * outward);
}

// True when turning about the unit vector `axis` leaves the ellipsoid what it is.
bool is_round_about(const Ellipsoid& ellipsoid, const Vec3& axis) {
  const Vec3 right = any_perpendicular(axis);
  const Vec3 up = glm::cross(axis, right);
  const Vec3 p = in_semi_axes(ellipsoid, right);
  const Vec3 q = in_semi_axes(ellipsoid, up);
  const Vec3 r = in_semi_axes(ellipsoid, axis);
  const double size = same * longest_semi_axis(ellipsoid.semi_axes) * longest_semi_axis(ellipsoid.semi_axes);
  return std::abs(squared_length(p) - squared_length(q)) <= 4.0 * size && std::abs(glm::dot(p, q)) <= 4.0 * size &&
         std::abs(glm::dot(p, r)) <= 4.0 * size && std::abs(glm::dot(q, r)) <= 4.0 * size &&
         length_of(glm::cross(ellipsoid.center, axis)) <= same * std::sqrt(size / same);
}

bool is_symmetry_axis(const ConvexShape& shape, const Vec3& axis) {
  const auto on_axis = [&](const Vec3& vertex) {
    return length_of(glm::cross(vertex, axis)) <= same * (shape.radius + length_of(vertex));
  };
  const auto is_round = [&](const Ellipsoid& ellipsoid) { return is_round_about(ellipsoid, axis); };
  return std::all_of(shape.core.vertices.begin(), shape.core.vertices.end(), on_axis) &&
         std::all_of(shape.ellipsoids.begin(), shape.ellipsoids.end(), is_round);
}

Vec3 find_symmetry_axis(const ConvexShape& shape) {
  const Mat3& m = shape.ellipsoids.front().semi_axes;
  for (int i = 0; i < 3; ++i) {
    const Vec3 across = glm::cross(m[(i + 1) % 3], m[(i + 2) % 3]);
    const Vec3 axis = normalized_or(across, Vec3(0.0));
    if (axis != Vec3(0.0) && is_symmetry_axis(shape, axis)) {
      return axis;
    }
  }
  return Vec3(0.0);
}

// Integrals of x x^T over the solid, about its centre of mass, make the inertia.
MassProperties of_moments(double volume, const Vec3& center, const Mat3& second) {
  return {volume, center, Mat3(second[0][0] + second[1][1] + second[2][2]) - second};
}

double area_of_disc(const Mat3& axes) {
  const Vec3 sum = glm::cross(axes[0], axes[1]) + glm::cross(axes[1], axes[2]) + glm::cross(axes[2], axes[0]);
  return pi * length_of(sum);  // two of the three products are zero
}

}  // namespace

Vec3 disc_normal(const Ellipsoid& ellipsoid) {
  const Mat3& m = ellipsoid.semi_axes;
  for (int i = 0; i < 3; ++i) {
    if (m[i] == Vec3(0.0)) {
      return normalized_or(glm::cross(m[(i + 1) % 3], m[(i + 2) % 3]), Vec3(0.0));
    }
  }
  return Vec3(0.0);
}

// M M^T is what the semi-axes give of x x^T. A solid ellipsoid has V/5 of it, a cylinder V/4 and its length's twelfth,
// a cone, whose centre of mass is a quarter of its height above the base, 3 V/20 and 3 V/80 of its height.
MassProperties smooth_mass(const ConvexShape& shape) {
  const Ellipsoid& first = shape.ellipsoids.front();
  const Mat3 across = first.semi_axes * glm::transpose(first.semi_axes);
  if (shape.ellipsoids.size() == 2) {
    const Vec3 along = shape.ellipsoids.back().center - first.center;
    const double volume = area_of_disc(first.semi_axes) * length_of(along);
    return of_moments(volume, first.center + 0.5 * along,
                      (volume / 4.0) * across + (volume / 12.0) * glm::outerProduct(along, along));
  }
  const Vec3 along = shape.core.vertices.front() - first.center;
  if (along == Vec3(0.0)) {
    const double volume = 4.0 / 3.0 * pi * std::abs(glm::determinant(first.semi_axes));
    return of_moments(volume, first.center, (volume / 5.0) * across);
  }
  const double volume = area_of_disc(first.semi_axes) * length_of(along) / 3.0;
  return of_moments(volume, first.center + 0.25 * along,
                    (volume * 0.15) * across + (volume * 0.0375) * glm::outerProduct(along, along));
}

void refresh_smooth_bounds(ConvexShape& shape) {
  double radius = shape.radius - shape.rounding;
  Vec3 extents = shape.half_extents - Vec3(shape.rounding);
  for (const Ellipsoid& ellipsoid : shape.ellipsoids) {
    radius = std::max(radius, radius_of(ellipsoid));
    for (int axis = 0; axis < 3; ++axis) {
      extents[axis] = std::max(extents[axis], extent_along(ellipsoid, axis));
    }
  }
  shape.radius = radius + shape.rounding;
  shape.half_extents = extents + Vec3(shape.rounding);
  shape.symmetry_axis = find_symmetry_axis(shape);
}

double reach_of(const ConvexShape& shape, const Vec3& direction_local) {
  double reach = -std::numeric_limits<double>::infinity();
  for (const Vec3& vertex : shape.core.vertices) {
    reach = std::max(reach, glm::dot(vertex, direction_local));
  }
  for (const Ellipsoid& ellipsoid : shape.ellipsoids) {
    reach = std::max(reach, reach_along(ellipsoid, direction_local));
  }
  return reach + shape.rounding;
}

ConvexShape make_smooth_shape(std::vector<Vec3> vertices, std::vector<Ellipsoid> ellipsoids) {
  const ArithmeticMode mode;
  require(!vertices.empty() && !ellipsoids.empty(), "make_smooth_shape: a vertex and an ellipsoid are expected");
  ConvexShape shape;
  shape.core.vertices = std::move(vertices);
  shape.ellipsoids = std::move(ellipsoids);
  refresh_bounds(shape);
  return shape;
}

ConvexShape make_cylinder(const Vec3& a, const Vec3& b, double radius) {
  const ArithmeticMode mode;
  require(is_finite(a) && is_finite(b) && is_size(radius), "make_cylinder: ends and radius must be finite, radius > 0");
  const Vec3 axis = normalized_or(b - a, Vec3(0.0));
  require(axis != Vec3(0.0), "make_cylinder: its ends are the same point");
  const Mat3 disc = disc_about(axis, radius);
  return make_smooth_shape({a, b}, {{a, disc}, {b, disc}});
}

ConvexShape make_cone(const Vec3& base, const Vec3& apex, double radius) {
  const ArithmeticMode mode;
  require(is_finite(base) && is_finite(apex) && is_size(radius), "make_cone: must be finite, radius > 0");
  const Vec3 axis = normalized_or(apex - base, Vec3(0.0));
  require(axis != Vec3(0.0), "make_cone: its apex lies in its base");
  return make_smooth_shape({apex, base}, {{base, disc_about(axis, radius)}});
}

ConvexShape make_ellipsoid(const Ellipsoid& ellipsoid) {
  const ArithmeticMode mode;
  const Mat3& m = ellipsoid.semi_axes;
  bool is_sound = is_finite(ellipsoid.center);
  for (int i = 0; i < 3; ++i) {
    const double product = length_of(m[i]) * length_of(m[(i + 1) % 3]);
    is_sound = is_sound && is_finite(m[i]) && std::abs(glm::dot(m[i], m[(i + 1) % 3])) <= 1e-12 * product;
    is_sound = is_sound && is_size(product);
  }
  require(is_sound, "make_ellipsoid: three semi-axes at right angles, finite and > 0, are expected");
  return make_smooth_shape({ellipsoid.center}, {ellipsoid});
}

}  // namespace firstcontact
