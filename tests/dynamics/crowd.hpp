// Bodies that touch at random points, for the soft solver's tests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/perpendicular.hpp"
#include "dynamics/contact_point.hpp"
#include "support/random.hpp"

namespace firstcontact::testing_support {

/// Bodies that touch at random points; the first two cannot move.
struct Crowd {
  std::vector<Responder> bodies;
  std::vector<ContactPoint> points;
};

inline Responder random_body(Random& random) {
  Responder body;
  body.velocity = {random.vector(1.0), random.vector(1.0)};
  body.inverse_mass = Vec3(random.between(0.5, 2.0));
  const Mat3 turn = glm::mat3_cast(random.rotation());
  const Mat3 principal(random.between(2.0, 9.0), 0.0, 0.0, 0.0, random.between(2.0, 9.0), 0.0, 0.0, 0.0,
                       random.between(2.0, 9.0));
  body.inverse_inertia = turn * principal * glm::transpose(turn);
  return body;
}

inline ContactPoint random_point(Random& random, const Vec3& normal, double friction) {
  ContactPoint point;
  point.normal = normal;
  point.arm_a = 0.5 * normal + random.vector(0.3);
  point.arm_b = -0.5 * normal + random.vector(0.3);
  point.separation = random.between(0.0, 1e-3);
  point.rest_gap = 8e-4;
  point.lift_gap = 5e-4;
  point.friction = friction;
  point.normal_impulse = std::max(0.0, random.between(-0.5, 0.5));
  point.friction_impulse = 0.3 * point.normal_impulse * any_perpendicular(normal);
  return point;
}

/// Who lies before a body touches it in steps of 1 to `spread`: the wider, the fewer.
inline Crowd random_crowd(std::uint64_t seed, std::size_t count, double friction, std::uint64_t spread = 7) {
  Random random(seed);
  Crowd crowd;
  crowd.bodies.resize(2);
  while (crowd.bodies.size() < count) {
    crowd.bodies.push_back(random_body(random));
  }
  for (std::uint32_t b = 2; b < count; ++b) {
    std::uint64_t a = random.next() % 2;
    for (; a < b; a += 1 + random.next() % spread) {
      const Vec3 normal = glm::normalize(random.vector(1.0) + Vec3(0.0, 2.0, 0.0));
      for (std::uint64_t i = random.next() % 4 + 1; i > 0; --i) {
        crowd.points.push_back(random_point(random, normal, friction));
        crowd.points.back().a = static_cast<std::uint32_t>(a);
        crowd.points.back().b = b;
      }
    }
  }
  return crowd;
}

}  // namespace firstcontact::testing_support
