// How a body turns under moments: the change of its energy is their work, whatever they are.
#include "contact/turning.hpp"

#include <gtest/gtest.h>

#include "dynamics/flow.hpp"
#include "dynamics/free_rotation.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

SolverBody body_of(Random& random) {
  SolverBody body;
  body.is_dynamic = body.turns_freely = true;
  body.mass = 1.0;
  const double a = random.between(0.1, 1.0);
  const double b = random.between(0.1, 1.0);
  body.inertia.principal_moments = {a, b, random.between(1.01 * std::abs(a - b), 0.99 * (a + b))};
  body.inertia.principal_axes = random.rotation();
  body.pose.orientation = random.rotation();
  const Quat axes = body.pose.orientation * body.inertia.principal_axes;
  const Mat3 turn = rotation_matrix(axes);
  const Vec3 inverse = 1.0 / body.inertia.principal_moments;
  body.inverse_inertia = Mat3(turn[0] * inverse.x, turn[1] * inverse.y, turn[2] * inverse.z) * glm::transpose(turn);
  return body;
}

double energy_of(const SolverBody& body, const Vec3& spin) {
  return 0.5 * glm::dot(body.inertia.principal_moments * spin, spin);
}

TEST(Turning, WinsWhatTheMomentDoesAlongItsWay) {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const SolverBody body = body_of(random);
    const double duration = 0.01;
    const Vec3 spin = random.vector(30.0);
    const Vec3 moment = random.vector(0.5);
    const Turning turning = turning_of(body, spin, moment, duration);
    ASSERT_TRUE(turning.has_converged);
    const double won = energy_of(body, turning.at_end) - energy_of(body, turning.at_start);
    // At a share of 1/2 just the moment's work along the mean spin is won; beyond that no more, however it wobbles, and
    // no less than a body loses that does not turn.
    const double rounding = 1e-12 * (1.0 + energy_of(body, turning.at_start));
    const Vec3 given = rotate_inverse(body.pose.orientation * body.inertia.principal_axes, moment);
    const double beyond = (body.share - 0.5) * std::abs(glm::dot(given, turning.at_end - turning.at_start));
    EXPECT_LE(won, glm::dot(moment, turning.mean) + rounding);
    EXPECT_GE(won, glm::dot(moment, turning.mean) - beyond - rounding);
  }
}

TEST(Turning, WithoutAMomentIsTheFreeRotationToThirdOrder) {
  Random random(8);
  for (int i = 0; i < 50; ++i) {
    const SolverBody body = body_of(random);
    const Vec3 spin = random.vector(5.0);
    double before = 0.0;
    for (const double duration : {0.02, 0.01}) {
      const Turning turning = turning_of(body, spin, Vec3(0.0), duration);
      const FreeRotation free = rotate_freely({body.pose.orientation, spin}, body.inertia, duration);
      const Quat turned = quaternion_from_rotation_vector(turning.mean * duration) * body.pose.orientation;
      const Vec3 end = rotate(turned * body.inertia.principal_axes, turning.at_end);
      const double off = std::sqrt(squared_length(end - free.angular_velocity));
      EXPECT_NEAR(energy_of(body, turning.at_end), energy_of(body, turning.at_start),
                  1e-12 * (1.0 + squared_length(spin)));
      if (duration < 0.02) {
        EXPECT_LT(off, 0.3 * before + 1e-12) << "half the time, an eighth of the error of one piece";
      }
      before = off;
    }
  }
}

TEST(Turning, OfALockedBodyIsThatOfItsFreeAxes) {
  Random random(9);
  SolverBody body = body_of(random);
  body.turns_freely = false;
  body.inverse_inertia = Mat3(0.0);
  body.inverse_inertia[1][1] = 2.0;
  const Turning turning = turning_of(body, {0.0, 3.0, 0.0}, {5.0, 1.0, 7.0}, 0.1);
  EXPECT_NEAR(turning.mean.y, 3.0 + body.share * 2.0, 1e-15);
  EXPECT_EQ(turning.mean.x, 0.0);
}

}  // namespace
}  // namespace firstcontact
