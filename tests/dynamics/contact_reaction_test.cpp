#include "dynamics/contact_reaction.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

/// A point with what is asked of it, at random.
struct Case {
  ContactPoint point;
  ContactLaw law;
  Vec3 velocity;  // m/s
};

Case random_case(Random& random) {
  Case one;
  one.point.normal = glm::normalize(random.vector(1.0));
  one.point.friction = random.between(0.1, 1.0);
  one.law = {random.between(0.5, 2.0), random.between(-1.0, 1.0), random.vector(0.5)};
  one.velocity = random.vector(1.0);
  return one;
}

// Central differences of the impulse, where the point sticks, slips and has let go alike.
TEST(ContactReaction, StiffnessIsTheDerivativeOfTheImpulse) {
  Random random(81);
  std::array<int, 3> seen{};
  for (int trial = 0; trial < 3000; ++trial) {
    const auto [point, law, velocity] = random_case(random);
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

// What a line search asks of a point, from a few numbers, against the impulse itself on the way: which point sticks,
// slips and has let go changes on it.
TEST(ContactReaction, AlongALineItsSlopeIsTheImpulseTimesTheChange) {
  Random random(82);
  std::array<int, 3> seen{};
  for (int trial = 0; trial < 3000; ++trial) {
    auto [point, law, velocity] = random_case(random);
    point.friction = trial % 10 == 0 ? 0.0 : point.friction;
    const Vec3 change = random.vector(2.0);
    const ReactionAlong along = reaction_along(point, law, velocity, change);
    for (const double share : {0.0, 0.3, 1.0}) {
      const WantedImpulse wanted = wanted_impulse(point, law, velocity + share * change);
      ++seen[wanted.sticks(point.friction) ? 0U : wanted.lets_go(point.friction) ? 1U : 2U];
      const double slope = -glm::dot(change, impulse_of(point, law, velocity + share * change));
      EXPECT_NEAR(along.slope_at(share), slope, 1e-13 * (1.0 + std::abs(slope))) << trial << ", share " << share;
    }
  }
  EXPECT_GT(seen[0], 100);
  EXPECT_GT(seen[1], 100);
  EXPECT_GT(seen[2], 100);
}

}  // namespace
}  // namespace firstcontact
