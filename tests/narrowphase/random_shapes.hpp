// Random shapes and motions for the property tests: a printed seed gives the same case everywhere.
#pragma once

#include <firstcontact/time_of_impact.hpp>

#include <cstdint>
#include <vector>

#include "support/random.hpp"

namespace firstcontact::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : numbers_(seed) {}

  double between(double low, double high) { return numbers_.between(low, high); }
  Vec3 in_cube(double half) { return numbers_.vector(half); }
  Vec3 direction() {
    for (;;) {
      const Vec3 v = in_cube(1.0);
      if (squared_length(v) <= 1.0 && squared_length(v) > 0.01) {
        return normalized_or(v, Vec3(1.0, 0.0, 0.0));
      }
    }
  }
  // One random number to an expression: in which order two were drawn would be the compiler's choice.
  Quat orientation() {
    const double angle = between(0.0, 3.0);
    return quaternion_from_rotation_vector(angle * direction());
  }

 private:
  testing_support::Random numbers_;
};

/// A box, a blade, a needle or a random polyhedron, about a metre across.
inline ConvexShape random_polyhedron(Random& random) {
  const double kind = random.between(0.0, 4.0);
  if (kind < 1.0) {
    return make_shape(make_box({random.between(0.1, 0.6), random.between(0.1, 0.6), random.between(0.1, 0.6)}));
  }
  if (kind < 1.5) {
    return make_shape(make_box({random.between(0.3, 0.8), random.between(0.3, 0.8), 0.004}));
  }
  if (kind < 2.0) {
    return make_shape(make_box({0.01, random.between(0.3, 0.8), 0.01}));
  }
  std::vector<Vec3> points;
  const int count = static_cast<int>(random.between(6.0, 20.0));
  for (int i = 0; i < count; ++i) {
    const double far = random.between(0.3, 0.6);
    points.push_back(far * random.direction());
  }
  return make_shape(convex_hull(points).value());
}

/// Any of the three kinds of core.
inline ConvexShape random_shape(Random& random) {
  const double kind = random.between(0.0, 6.0);
  if (kind < 1.0) {
    const double radius = random.between(0.05, 0.5);
    return make_sphere(random.in_cube(0.1), radius);
  }
  if (kind < 2.0) {
    const double radius = random.between(0.05, 0.3);
    const Vec3 end = random.in_cube(0.4);
    return make_capsule(random.in_cube(0.4), end, radius);
  }
  return random_polyhedron(random);
}

/// Two bodies `apart` metres apart at first, on collision course or a little beside it.
struct RandomCase {
  ConvexShape shape_a, shape_b;
  RigidMotion motion_a, motion_b;

  [[nodiscard]] MovingShape a() const { return {&shape_a, motion_a}; }
  [[nodiscard]] MovingShape b() const { return {&shape_b, motion_b}; }
};

inline RandomCase random_case(Random& random, double most_spin, double most_acceleration) {
  RandomCase result;
  result.shape_a = random_shape(random);
  result.shape_b = random_shape(random);
  const Vec3 way = random.direction();
  const double apart = result.shape_a.radius + result.shape_b.radius + random.between(0.02, 0.5);
  result.motion_a.start = {random.in_cube(1.0), random.orientation()};
  result.motion_b.start = {result.motion_a.start.position + apart * way, random.orientation()};
  const Vec3 drift = random.in_cube(1.0);
  result.motion_a.linear_velocity = drift;
  const Vec3 aim = way + random.in_cube(0.4);
  result.motion_b.linear_velocity = drift - random.between(0.3, 2.0) * apart * aim;
  const double spin_a = random.between(0.0, most_spin);
  result.motion_a.angular_velocity = spin_a * random.direction();
  const double spin_b = random.between(0.0, most_spin);
  result.motion_b.angular_velocity = spin_b * random.direction();
  result.motion_a.linear_acceleration = random.in_cube(most_acceleration);
  result.motion_b.linear_acceleration = random.in_cube(most_acceleration);
  return result;
}

}  // namespace firstcontact::test
