// The soft solver's rounds, against what Coulomb and a falling stone do.
#include "dynamics/contact_solver.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace firstcontact {
namespace {

constexpr double duration = 1.0 / 60.0;
constexpr double gravity = 9.81;
constexpr double mass = 2.0;
constexpr double rest_gap = 4e-4;

/// A crate of 1 m on a floor (slot 0), as it enters the solver: with gravity's kick for the whole span.
struct Crate {
  std::vector<Responder> bodies{2};
  std::vector<ContactPoint> points;
  std::vector<Velocity> kicks{2};
};

Crate crate(const Vec3& velocity, double separation, double friction) {
  Crate crate;
  Responder& body = crate.bodies[1];
  body.inverse_mass = Vec3(1.0 / mass);
  body.inverse_inertia = Mat3(6.0 / mass);
  crate.kicks[1].linear = {0.0, -gravity * duration, 0.0};
  body.velocity.linear = velocity + crate.kicks[1].linear;
  for (const double x : {-0.5, 0.5}) {
    for (const double z : {-0.5, 0.5}) {
      ContactPoint point;
      point.a = 0;
      point.b = 1;
      point.normal = {0.0, 1.0, 0.0};
      point.arm_a = {x, 0.0, z};
      point.arm_b = {x, -0.5, z};
      point.separation = separation;
      point.rest_gap = rest_gap;
      point.lift_gap = 0.5 * rest_gap;
      point.friction = friction;
      crate.points.push_back(point);
    }
  }
  return crate;
}

class Rounds : public testing::TestWithParam<int> {};

// v after k of n small steps is v0 - mu g k T / n; the way is their mean. To half a percent: a few sweeps of a soft
// contact are not exact.
TEST_P(Rounds, SlideAsCoulombSays) {
  Crate it = crate({3.0, 0.0, 0.0}, rest_gap, 0.5);
  for (ContactPoint& point : it.points) {
    point.normal_impulse = 0.25 * mass * gravity * duration;
  }
  const auto motions = solve_contacts(it.points, it.bodies, it.kicks, {duration, GetParam()});
  const double n = GetParam();
  const double braking = 0.5 * gravity * duration;
  EXPECT_NEAR(it.bodies[1].velocity.linear.x, 3.0 - braking, 0.005 * braking);
  EXPECT_NEAR(motions.pushed[1].linear.x, 3.0 - braking * (n + 1.0) / (2.0 * n), 0.005 * braking);
  double normal = 0.0;
  double friction = 0.0;
  for (const ContactPoint& point : it.points) {
    normal += point.normal_impulse;
    friction += point.friction_impulse.x;
  }
  EXPECT_NEAR(normal, mass * gravity * duration, 0.005 * mass * gravity * duration);
  EXPECT_NEAR(friction, -mass * braking, 0.005 * mass * braking);
}

// It falls freely until what is above the rest gap is used up, and no further.
TEST_P(Rounds, CloseTheGapAndNoMore) {
  constexpr double excess = 2e-3;
  Crate it = crate({0.0, -0.5, 0.0}, rest_gap + excess, 0.5);
  const auto motions = solve_contacts(it.points, it.bodies, it.kicks, {duration, GetParam()});
  EXPECT_NEAR(motions.pushed[1].linear.y * duration, -excess, 1e-3 * rest_gap);
  const double n = GetParam();
  if (n == 1.0) {
    EXPECT_NEAR(it.bodies[1].velocity.linear.y, -excess / duration, 1e-9);
  } else {
    EXPECT_NEAR(it.bodies[1].velocity.linear.y, 0.0, 1e-9);
  }
}

// What is not reached flies on: n small steps of v += g T / n.
TEST_P(Rounds, LeaveWhatFliesAlone) {
  Crate it = crate({0.0, -0.5, 0.0}, 1.0, 0.5);
  const auto motions = solve_contacts(it.points, it.bodies, it.kicks, {duration, GetParam()});
  const double n = GetParam();
  EXPECT_NEAR(it.bodies[1].velocity.linear.y, -0.5 - gravity * duration, 1e-12);
  EXPECT_NEAR(motions.pushed[1].linear.y, -0.5 - gravity * duration * (n + 1.0) / (2.0 * n), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(ContactSolver, Rounds, testing::Values(1, 2, 8));

}  // namespace
}  // namespace firstcontact
