#include "dynamics/whirl.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace firstcontact {

namespace {

// Of the radius: far above the rounding of all that is computed here, and of the attitudes that it is about.
constexpr double padding = 1e-9;
// The same of a squared sine.
constexpr double square_padding = 1e-13;
// Of the radius: a cylinder that is hardly shorter or slimmer than the ball is no help.
constexpr double most_of_ball = 0.8;

struct Range {
  double low = 0.0, high = 1.0;
};

// Of the axis k, of least or of greatest moment, with l the direction of L in principal axes: the conserved quantities
// sum l_i^2 = 1 and sum l_i^2 / I_i leave sum over i != k of l_i^2 (1/I_i - 1/I_k) as it is; and all terms have one
// sign. So l_i^2 + l_j^2, the squared sine of the angle between k and L, lies between that sum by its greatest
// coefficient and by its least.
Range squared_sines(const Vec3& moments, const Vec3& momentum, int k) {
  const int i = (k + 1) % 3;
  const int j = (k + 2) % 3;
  const double of_i = (moments[k] - moments[i]) / moments[i];
  const double of_j = (moments[k] - moments[j]) / moments[j];
  if (!(of_i * of_j > 0.0)) {
    return {};
  }
  const double conserved = momentum[i] * momentum[i] * std::abs(of_i) + momentum[j] * momentum[j] * std::abs(of_j);
  const double least = std::min(std::abs(of_i), std::abs(of_j));
  const double greatest = std::max(std::abs(of_i), std::abs(of_j));
  return {std::max(0.0, conserved / greatest - square_padding), std::min(1.0, conserved / least + square_padding)};
}

// Where the axis may come to be square to L it may turn over.
Nutation nutation_about(const Vec3& axis_local, const Range& squares) {
  Nutation nutation;
  nutation.axis_local = axis_local;
  nutation.greatest_sine = std::sqrt(squares.high);
  nutation.greatest_cosine = std::sqrt(1.0 - squares.low);
  nutation.least_cosine = squares.high < 1.0 ? std::sqrt(1.0 - squares.high) : -nutation.greatest_cosine;
  return nutation;
}

// m: no point of the shape is further from the line along `axis` through the origin. An ellipsoid's greatest squared
// reach across it is the greatest eigenvalue of what its columns' parts across make, at most the greatest row sum.
double greatest_orbit(const ConvexShape& shape, const Vec3& axis) {
  double orbit = 0.0;
  for (const Vec3& vertex : shape.core.vertices) {
    orbit = std::max(orbit, glm::length(glm::cross(vertex, axis)));
  }
  for (const Ellipsoid& ellipsoid : shape.ellipsoids) {
    std::array<Vec3, 3> across;
    for (int i = 0; i < 3; ++i) {
      across[static_cast<std::size_t>(i)] = glm::cross(ellipsoid.semi_axes[i], axis);
    }
    double squared = 0.0;
    for (const Vec3& p : across) {
      squared = std::max(squared, std::abs(glm::dot(p, across[0])) + std::abs(glm::dot(p, across[1])) +
                                      std::abs(glm::dot(p, across[2])));
    }
    orbit = std::max(orbit, glm::length(glm::cross(ellipsoid.center, axis)) + std::sqrt(squared));
  }
  return orbit + shape.rounding;
}

// m: the greatest height along the line, of a shape that reaches `reach` along its own axis, or `back` against it.
double greatest_height(double reach, double back, const Nutation& nutation, double orbit) {
  const double along = std::max({reach * nutation.least_cosine, reach * nutation.greatest_cosine,
                                 -back * nutation.least_cosine, -back * nutation.greatest_cosine});
  return along + nutation.greatest_sine * orbit;
}

ConvexShape solid_of_revolution(const ConvexShape& shape, const Nutation& nutation) {
  const double pad = padding * shape.radius;
  const double orbit = greatest_orbit(shape, nutation.axis_local);
  const double up = reach_of(shape, nutation.axis_local);
  const double down = reach_of(shape, -nutation.axis_local);
  const double top = greatest_height(up, down, nutation, orbit) + pad;
  const double bottom = -greatest_height(down, up, nutation, orbit) - pad;
  const double leaning = nutation.greatest_sine * std::max(std::abs(up), std::abs(down));
  const double radius = std::min(orbit + leaning, shape.radius) + pad;
  const double most = most_of_ball * shape.radius;
  if (top > bottom && (top - bottom < 2.0 * most || radius < most)) {
    return make_cylinder(bottom * nutation.axis, top * nutation.axis, radius);
  }
  return make_sphere(Vec3(0.0), shape.radius + pad);
}

}  // namespace

Nutation nutation_of(const MotionSegment& segment, const InertiaFrame& inertia) {
  const Vec3& moments = inertia.principal_moments;
  const bool is_round = moments.x == moments.y && moments.y == moments.z;
  const Quat& orientation = segment.pose.orientation;
  Nutation nutation;
  if (segment.kind == FlowKind::screw || is_round || segment.angular_velocity == Vec3(0.0)) {
    const Vec3 axis = normalized_or(segment.angular_velocity, Vec3(0.0, 1.0, 0.0));
    nutation = nutation_about(rotate_inverse(orientation, axis), {0.0, 0.0});
    nutation.axis = axis;
    return nutation;
  }
  const Quat axes = orientation * inertia.principal_axes;
  const Vec3 momentum = normalized_or(moments * rotate_inverse(axes, segment.angular_velocity), Vec3(0.0, 1.0, 0.0));
  Range narrowest;
  for (int k = 0; k < 3; ++k) {
    const Range squares = squared_sines(moments, momentum, k);
    if (squares.high - squares.low < narrowest.high - narrowest.low) {
      Vec3 own(0.0);
      own[k] = std::copysign(1.0, momentum[k]);
      narrowest = squares;
      nutation = nutation_about(rotate(inertia.principal_axes, own), squares);
    }
  }
  nutation.axis = rotate(axes, momentum);
  return nutation;
}

Cover cover_of(const ConvexShape& shape, const MotionSegment& segment, const Nutation& nutation, double begin) {
  Cover cover{solid_of_revolution(shape, nutation), {}};
  const double elapsed = begin - segment.start_time;
  RigidMotion& motion = cover.motion;
  motion.linear_acceleration = segment.linear_acceleration;
  motion.linear_velocity = segment.linear_velocity + elapsed * segment.linear_acceleration;
  motion.start.position =
      segment.pose.position + elapsed * (segment.linear_velocity + (0.5 * elapsed) * segment.linear_acceleration);
  return cover;
}

}  // namespace firstcontact
