#include "dynamics/contact_reaction.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

// Central differences of the impulse, where the point sticks, slips and has let go alike.
TEST(ContactReaction, StiffnessIsTheDerivativeOfTheImpulse) {
  Random random(81);
  std::array<int, 3> seen{};
  for (int trial = 0; trial < 3000; ++trial) {
    ContactPoint point;
    point.normal = glm::normalize(random.vector(1.0));
    point.friction = random.between(0.1, 1.0);
    const ContactLaw law{random.between(0.5, 2.0), random.between(-1.0, 1.0), random.vector(0.5)};
    const Vec3 velocity = random.vector(1.0);
    const Vec3 impulse = impulse_of(point, law, velocity);
    const Mat3 stiffness = stiffness_of(point, law, velocity);
    const double normal = glm::dot(point.normal, impulse);
    const double across = glm::length(impulse - normal * point.normal);
    const bool on_edge = normal > 0.0 && across > (1.0 - 1e-9) * point.friction * normal;
    ++seen[normal == 0.0 ? 0U : on_edge ? 1U : 2U];
    EXPECT_LE(across, point.friction * normal * (1.0 + 1e-12) + 1e-15);
    constexpr double step = 1e-6;
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 ahead = velocity;
      Vec3 behind = velocity;
      ahead[axis] += step;
      behind[axis] -= step;
      const Vec3 derivative = (impulse_of(point, law, ahead) - impulse_of(point, law, behind)) / (2.0 * step);
      EXPECT_LT(glm::length(derivative + stiffness[axis]), 1e-5) << trial << ", axis " << axis;
    }
  }
  EXPECT_GT(seen[0], 100);
  EXPECT_GT(seen[1], 100);
  EXPECT_GT(seen[2], 100);
}

}  // namespace
}  // namespace firstcontact
