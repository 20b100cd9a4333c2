// The soft solver's rounds, against what Coulomb and a falling stone do.
#include "dynamics/contact_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dynamics/contact_rows.hpp"

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

// The way is that of the speed it ends with, however many the rounds. To half a percent: a few sweeps of a soft contact
// are not exact.
TEST_P(Rounds, SlideAsCoulombSays) {
  Crate it = crate({3.0, 0.0, 0.0}, rest_gap, 0.5);
  for (ContactPoint& point : it.points) {
    point.normal_impulse = 0.25 * mass * gravity * duration;
  }
  const auto motions = solve_contacts(it.points, it.bodies, it.kicks, {duration, GetParam()});
  const double braking = 0.5 * gravity * duration;
  EXPECT_NEAR(it.bodies[1].velocity.linear.x, 3.0 - braking, 0.005 * braking);
  EXPECT_NEAR(motions.pushed[1].linear.x, 3.0 - braking, 0.005 * braking);
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

// What parts keeps nothing of the impulses that it was remembered with, not a bit.
TEST_P(Rounds, LeaveNotABitOnWhoIsNotPressed) {
  Crate it = crate({0.3, 0.5, -0.2}, 0.6 * rest_gap, 0.5);
  it.bodies[1].velocity.angular = {0.0, 0.7, 0.0};
  for (ContactPoint& point : it.points) {
    point.normal_impulse = 1e-3;  // remembered
  }
  const Velocity before = it.bodies[1].velocity;
  static_cast<void>(solve_contacts(it.points, it.bodies, it.kicks, {duration, GetParam()}));
  for (const ContactPoint& point : it.points) {
    ASSERT_FALSE(is_pressed(point));
  }
  EXPECT_EQ(it.bodies[1].velocity.linear, before.linear);
  EXPECT_EQ(it.bodies[1].velocity.angular, before.angular);
}

// Nearer than the lift gap it is pushed up, and its velocity knows nothing of that; but not where nobody can pay for
// it.
TEST_P(Rounds, LiftWhatIsTooNearWhereTheyAreAskedTo) {
  const auto solved = [](bool lifts) {
    Crate it = crate({0.0, 0.0, 0.0}, 0.3 * rest_gap, 0.5);
    for (ContactPoint& point : it.points) {
      point.normal_impulse = 0.25 * mass * gravity * duration;
    }
    const auto motions = solve_contacts(it.points, it.bodies, it.kicks, {duration, GetParam(), 1, lifts});
    EXPECT_NEAR(it.bodies[1].velocity.linear.y, 0.0, 1e-6);
    return motions.pushed[1].linear.y * duration;
  };
  EXPECT_GT(solved(true), 2e-3 * rest_gap);  // a stiffly damped spring, and more by the round
  EXPECT_NEAR(solved(false), 0.0, 1e-5 * rest_gap);
}

// A rod that hangs by two points on a rail and swings about them, `swing` rad from its rest. It has the frame of its
// length: at rest the points are above its centre by `hang`.
struct Swing {
  static constexpr double hang = 0.3;     // m
  static constexpr double inertia = 0.1;  // kg m^2
  double angle = 0.3;                     // rad, about z
  Velocity velocity;

  void take_substep(double length, int rounds) {
    std::vector<Responder> bodies(2);
    bodies[1].inverse_mass = Vec3(1.0 / mass);
    bodies[1].inverse_inertia = Mat3(1.0 / inertia);
    std::vector<Velocity> kicks(2);
    kicks[1].linear = {0.0, -gravity * length, 0.0};
    bodies[1].velocity = {velocity.linear + kicks[1].linear, velocity.angular};
    std::vector<ContactPoint> points;
    for (const double z : {-0.2, 0.2}) {
      ContactPoint point;
      point.a = 0;
      point.b = 1;
      point.normal = {0.0, 1.0, 0.0};
      point.arm_b = {-hang * std::sin(angle), hang * std::cos(angle), z};
      point.separation = rest_gap;
      point.rest_gap = rest_gap;
      point.lift_gap = 0.5 * rest_gap;
      point.friction = 2.0;  // it does not slide
      point.normal_impulse = 0.5 * mass * gravity * length;
      points.push_back(point);
    }
    const auto motions = solve_contacts(points, bodies, kicks, {length, rounds});
    velocity = bodies[1].velocity;
    angle += length * motions.pushed[1].angular.z;
  }
};

// Moved by the mean of the rounds' turning it would swing higher by 3 % each time that it comes back: its arms are
// those of the substep's start, so that what turns it back always comes too late.
TEST_P(Rounds, LetNothingSwingHigher) {
  Swing swing;
  const double length = 1.0 / 120.0;
  double highest_late = 0.0;
  for (int substep = 0; substep < 1200; ++substep) {
    swing.take_substep(length, GetParam());
    highest_late = substep >= 1000 ? std::max(highest_late, std::abs(swing.angle)) : 0.0;
  }
  EXPECT_LT(highest_late, 0.3 * 1.002);
  EXPECT_GT(highest_late, 0.3 * 0.9);
}

/// Crates side by side that stand, each with its weight remembered: too many points for a few.
Crate standing_crates(std::uint32_t count) {
  Crate many;
  many.bodies.resize(1);
  many.kicks.resize(1);
  for (std::uint32_t i = 1; i <= count; ++i) {
    const Crate one = crate({0.0, 0.0, 0.0}, rest_gap, 0.5);
    many.bodies.push_back(one.bodies[1]);
    many.kicks.push_back(one.kicks[1]);
    for (ContactPoint point : one.points) {
      point.b = i;
      point.normal_impulse = 0.25 * mass * gravity * duration;
      many.points.push_back(point);
    }
  }
  return many;
}

double pressed_with(const Crate& it) {
  double sum = 0.0;
  for (const ContactPoint& point : it.points) {
    sum += point.normal_impulse;
  }
  return sum;
}

// They bear their weight for the whole span, though one round is like the other and need not be gone through.
TEST_P(Rounds, BearWhatStandsStillForAllOfTheSpan) {
  constexpr std::uint32_t count = 10;
  Crate it = standing_crates(count);
  const auto motions = solve_contacts(it.points, it.bodies, it.kicks, {duration, GetParam(), 1, true, true});
  const double weight = count * mass * gravity * duration;
  EXPECT_NEAR(pressed_with(it), weight, 1e-9 * weight);
  for (std::uint32_t i = 1; i <= count; ++i) {
    EXPECT_LT(glm::length(it.bodies[i].velocity.linear), 1e-9);
    EXPECT_LT(glm::length(motions.pushed[i].linear), 1e-9);
    EXPECT_LT(glm::length(motions.relaxed[i].linear), 1e-9);
  }
}

// What is left of a motion, a nanometre in a second, is worth as much impulse as it is changed by, to the last digit.
TEST_P(Rounds, KeepMomentumWhereAllStandStill) {
  constexpr std::uint32_t count = 10;
  Crate it = standing_crates(count);
  for (std::uint32_t i = 1; i <= count; ++i) {
    it.bodies[i].velocity.linear.y -= 1e-9 * i;
  }
  const double before = it.bodies[count].velocity.linear.y;
  static_cast<void>(solve_contacts(it.points, it.bodies, it.kicks, {duration, GetParam(), 1, true, true}));
  double pressed = 0.0;
  for (const ContactPoint& point : it.points) {
    pressed += point.b == count ? point.normal_impulse : 0.0;
  }
  EXPECT_NEAR(it.bodies[count].velocity.linear.y, before + pressed / mass, 1e-15);
  EXPECT_LT(std::abs(it.bodies[count].velocity.linear.y), 2e-8);
}

// Where one moves, or is about to, nothing is left out: what slides is braked in all of them, what has been stopped
// is not stopped again, and what nothing bears falls.
TEST_P(Rounds, AreAllGoneThroughWhereOneMoves) {
  constexpr std::uint32_t count = 10;
  const auto solve = [](Crate& it) {
    return solve_contacts(it.points, it.bodies, it.kicks, {duration, GetParam(), 1, true, true});
  };
  Crate sliding = standing_crates(count);
  sliding.bodies[1].velocity.linear.x = 3.0;
  static_cast<void>(solve(sliding));
  const double braking = 0.5 * gravity * duration;
  EXPECT_NEAR(sliding.bodies[1].velocity.linear.x, 3.0 - braking, 0.005 * braking);

  Crate stopping = standing_crates(count);
  stopping.bodies[1].velocity.linear.x = 1e-3;
  stopping.bodies[1].inverse_inertia = Mat3(0.0);  // it stands after the first round
  Vec3 friction(0.0);
  static_cast<void>(solve(stopping));
  for (const ContactPoint& point : stopping.points) {
    friction += point.friction_impulse;
  }
  EXPECT_NEAR(friction.x, -mass * 1e-3, 1e-6 * mass * 1e-3);

  Crate falling = standing_crates(count);
  for (ContactPoint& point : falling.points) {
    point.separation += point.b == 1 ? 1.0 : 0.0;
    point.normal_impulse = point.b == 1 ? 0.0 : point.normal_impulse;
  }
  const double n = GetParam();
  Crate as_in_rounds = falling;
  const auto motions = solve(falling);
  EXPECT_NEAR(falling.bodies[1].velocity.linear.y, -gravity * duration, 1e-12);
  EXPECT_NEAR(motions.pushed[1].linear.y, -gravity * duration * (n + 1.0) / (2.0 * n), 1e-12);
  // Nothing is left of having tried.
  static_cast<void>(
      solve_contacts(as_in_rounds.points, as_in_rounds.bodies, as_in_rounds.kicks, {duration, GetParam()}));
  for (std::size_t i = 0; i < falling.points.size(); ++i) {
    ASSERT_EQ(falling.points[i].normal_impulse, as_in_rounds.points[i].normal_impulse);
    ASSERT_EQ(falling.points[i].friction_impulse, as_in_rounds.points[i].friction_impulse);
  }
}

// Contacts nearer than the lift gap are lifted, and give way to their load, as fast in a span at once as in eight
// rounds.
TEST(ContactSolver, IsAsStiffAtOnceAsInRounds) {
  const auto pushed_in_a_sweep = [](double share, double length, int alike) {
    Crate it = standing_crates(1);
    for (ContactPoint& point : it.points) {
      point.separation = 0.4 * rest_gap;
    }
    it.bodies[1].velocity.linear *= share;
    ContactRows rows(it.points, it.bodies, RowOrder::coloured, share);
    rows.aim(length, true, alike);
    rows.take_velocities();
    rows.warm_start();
    static_cast<void>(rows.sweep_with_push());
    rows.give_velocities();
    return it.bodies[1].velocity.linear.y;
  };
  const double in_rounds = pushed_in_a_sweep(1.0 / 8.0, duration / 8.0, 1);
  EXPECT_GT(std::abs(in_rounds), 1e-6);
  EXPECT_NEAR(pushed_in_a_sweep(1.0, duration, 8), in_rounds, 1e-9 * std::abs(in_rounds));
}

INSTANTIATE_TEST_SUITE_P(ContactSolver, Rounds, testing::Values(1, 2, 8));

}  // namespace
}  // namespace firstcontact
