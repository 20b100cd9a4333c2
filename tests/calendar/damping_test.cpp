// Damping, against dv/dt = a - c v in closed form.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <cmath>

#include "calendar/small_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

constexpr double g = 9.81;

WorldDefinition damped(double linear, double angular, double time_step) {
  WorldDefinition definition;
  definition.linear_damping = linear;
  definition.angular_damping = angular;
  definition.time_step = time_step;
  return definition;
}

struct Case {
  double damping, time_step;
};

class Damping : public testing::TestWithParam<Case> {};

// v = E v0 + (1 - E) a / c at every step's end, whatever the step. The way is (v0 - a / c) (1 - E) / c + a t / c where
// the body falls, or rises, faster than it does about the top of its flight: there it is second order.
void expect_flight(const Case& with, const Vec3& start) {
  const auto [c, dt] = with;
  World world{damped(c, 0.0, dt)};
  BodyDefinition thrown = body("thrown", box(Vec3(0.5)), Vec3(0.0));
  thrown.linear_velocity = start;
  thrown.angular_velocity = {1.0, 2.0, 3.0};
  const BodyIndex cube = add(world, thrown);
  const Vec3 limit(0.0, -g / c, 0.0);
  const double x = c * dt;
  double near_top = 0.0;  // m
  for (int step = 1; step <= 50; ++step) {
    const double speed = world.state(cube).linear_velocity.y;
    near_top += speed > -g * dt * std::max(0.4, x * x) && speed < 0.6 * g * dt ? g * dt * dt * std::min(0.5, x) : 0.0;
    world.step();
    const double t = step * dt;
    const double kept = std::exp(-c * t);
    const double passed = -std::expm1(-c * t) / c;
    const Vec3 velocity = kept * start + (1.0 - kept) * limit;
    const Vec3 position = passed * (start - limit) + t * limit;
    const BodyState state = world.state(cube);
    const double lost = near_top > 0.0 ? g * dt * std::min(0.5, x) : 0.0;  // m/s, once
    EXPECT_LT(glm::length(state.linear_velocity - velocity), 1e-11 * (1.0 + glm::length(limit)) + lost) << step;
    EXPECT_LT(glm::length(state.pose.position - position),
              1e-11 * (1.0 + glm::length(position)) + near_top + lost * std::min(t, 1.0 / c))
        << step;
  }
}

TEST_P(Damping, OfFreeFlightIsTheEquationsSolution) {
  const double fast = g * GetParam().time_step * 3.0;
  expect_flight(GetParam(), {3.0, -7.0 - fast, -2.0});
  expect_flight(GetParam(), {3.0, 7.0 + fast, -2.0});
  expect_flight(GetParam(), Vec3(0.0));
}

TEST_P(Damping, EndsAtTheTerminalSpeedExactly) {
  const auto [c, dt] = GetParam();
  World world{damped(c, 0.0, dt)};
  BodyDefinition dropped = body("ball", make_sphere_collider(0.1).value(), Vec3(0.0));
  constexpr double most_steps = 3000.0;
  if (40.0 / (c * dt) > most_steps) {
    dropped.linear_velocity.y = -g / c;  // it would take too long to get there
  }
  const BodyIndex ball = add(world, dropped);
  const int steps = static_cast<int>(std::min(most_steps, 40.0 / (c * dt))) + 2;
  for (int step = 0; step < steps; ++step) {
    world.step();
  }
  const Vec3 before = world.state(ball).pose.position;
  EXPECT_NEAR(world.state(ball).linear_velocity.y, -g / c, 1e-11 * g / c);
  world.step();
  const double way = world.state(ball).pose.position.y - before.y;
  const bool is_exact = c * dt < 1.2;  // beyond, the way is second order
  EXPECT_NEAR(way, -g / c * dt, is_exact ? 1e-12 * std::abs(before.y) + 1e-12 : g * dt * dt);
}

// L' = T - c L, of a ball by its spin.
TEST_P(Damping, OfATorqueIsTheEquationsSolution) {
  const auto [c, dt] = GetParam();
  World world{damped(0.0, c, dt)};
  BodyDefinition turned = body("turned", make_sphere_collider(0.5).value(), Vec3(0.0));
  turned.torque = {0.0, 3.0, 0.0};
  turned.angular_velocity = {0.0, -1.0, 2.0};
  const BodyIndex ball = add(world, turned);
  const double limit = 3.0 / world.inertia(ball).principal_moments.y / c;
  for (int step = 1; step <= 50; ++step) {
    world.step();
    const double kept = std::exp(-c * step * dt);
    const Vec3 spin = world.state(ball).angular_velocity;
    EXPECT_NEAR(spin.y, -kept + (1.0 - kept) * limit, 1e-12 * (1.0 + limit)) << step;
    EXPECT_NEAR(spin.z, 2.0 * kept, 1e-12) << step;
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, Damping,
                         testing::Values(Case{10.0, 1.0 / 60.0}, Case{10.0, 1.0 / 240.0}, Case{0.3, 1.0 / 60.0},
                                         Case{1e-3, 0.01}, Case{10.0, 0.1}, Case{50.0, 0.1}, Case{1e4, 1.0 / 60.0}));

// On a floor with friction mu under a pull that leans: a = gx - mu gy. The way in a step is first order in the step.
TEST(DampingInContact, EndsAtTheTerminalSpeedOfWhatSlides) {
  for (const double c : {3.0, 10.0, 30.0}) {
    WorldDefinition definition = damped(c, 0.0, 1.0 / 60.0);
    definition.gravity = {5.0, -8.0, 0.0};
    World world{definition};
    BodyDefinition floor = fixed_body("floor", box({200.0, 0.5, 20.0}), {0.0, -0.5, 0.0});
    floor.friction = 0.3;
    add(world, floor);
    BodyDefinition slab = body("slab", box({0.5, 0.1, 0.5}), {-100.0, 0.1005, 0.0});
    slab.friction = 0.3;
    const BodyIndex sliding = add(world, slab);
    run(world, 5.0);
    const double terminal = (5.0 - 0.3 * 8.0) / c;
    const double before = world.state(sliding).pose.position.x;
    run(world, 1.0);
    EXPECT_NEAR(world.state(sliding).linear_velocity.x, terminal, 2e-3 * terminal) << c;
    EXPECT_NEAR(world.state(sliding).pose.position.x - before, terminal, 0.5 * 2.6 / 60.0) << c;
  }
}

// What stands still has no drag: its support is its weight.
TEST(DampingInContact, LeavesAWeightAsItIs) {
  WorldDefinition definition = damped(10.0, 10.0, 1.0 / 60.0);
  definition.keeps_impulses = true;
  definition.sleeping = false;
  World world{definition};
  add(world, floor_body());
  const BodyIndex crate = add(world, body("crate", box(Vec3(0.5)), {0.0, 0.5, 0.0}));
  run(world, 2.0);
  double support = 0.0;
  for (int step = 0; step < 60; ++step) {
    world.step();
    for (const Transfer& transfer : world.impulses().transfers) {
      support += transfer.impulse.y;
    }
    for (const ContactLoad& load : world.impulses().loads) {
      support += load.impulse.y;
    }
  }
  EXPECT_NEAR(support, world.mass(crate) * g, 1e-6 * world.mass(crate) * g);
}

TEST(DampingInContact, NeverMakesEnergy) {
  for (const double c : {0.5, 5.0, 50.0}) {
    World world{damped(c, c, 1.0 / 60.0)};
    BodyDefinition floor = floor_body();
    floor.restitution = 1.0;
    add(world, floor);
    for (int i = 0; i < 5; ++i) {
      BodyDefinition ball = body("ball", make_sphere_collider(0.2).value(), {0.45 * i, 0.3 + 0.37 * i, 0.0});
      ball.restitution = 1.0;
      ball.angular_velocity = {0.0, 0.0, 3.0};
      add(world, ball);
    }
    double energy = total_energy(world);
    for (int step = 0; step < 300; ++step) {
      world.step();
      const double now = total_energy(world);
      EXPECT_LE(now, energy + 1e-9 * std::abs(energy)) << c << " at step " << step;
      energy = now;
    }
  }
}

// Free of weight: the first half with 2 / s, the second with none, then the spin alone.
TEST(Damping, CanBeChangedBetweenSteps) {
  WorldDefinition definition = damped(2.0, 0.0, 1.0 / 60.0);
  definition.gravity = Vec3(0.0);
  World world{definition};
  BodyDefinition thrown = body("thrown", box(Vec3(0.5)), Vec3(0.0));
  thrown.linear_velocity = {3.0, 0.0, 0.0};
  thrown.angular_velocity = {0.0, 1.0, 0.0};
  const BodyIndex cube = add(world, thrown);
  run(world, 0.5);
  const double kept = 3.0 * std::exp(-1.0);
  EXPECT_NEAR(world.state(cube).linear_velocity.x, kept, 1e-9);
  EXPECT_NEAR(world.state(cube).angular_velocity.y, 1.0, 1e-12);
  world.set_damping(0.0, 4.0);
  run(world, 0.5);
  EXPECT_NEAR(world.state(cube).linear_velocity.x, kept, 1e-9);
  EXPECT_NEAR(world.state(cube).angular_velocity.y, std::exp(-2.0), 1e-9);
}

}  // namespace
}  // namespace firstcontact
