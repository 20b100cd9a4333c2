// Steps in which all stand still take no substeps: they must be found, and must end when anything is about to move.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include "calendar/small_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

constexpr double dt = 1.0 / 60.0;  // s

BodyIndex add_crate(World& world, double x, double height, double restitution) {
  BodyDefinition crate = body("crate at " + std::to_string(x), box(Vec3(0.5)), {x, 0.5 + height, 0.0});
  crate.mass = 2.0;
  crate.friction = 0.5;
  crate.restitution = restitution;
  return add(world, crate);
}

// A body in lasting contact gets a segment for every substep.
std::ptrdiff_t substeps_of(const World& world, BodyIndex body) {
  return std::count_if(world.segments().begin(), world.segments().end(),
                       [&](const MotionSegment& segment) { return segment.body == body; });
}

TEST(Stillness, ATowerAtRestTakesOneSubstepAndStaysToTheBit) {
  for (const double restitution : {0.0, 0.3, 0.8}) {
    World world{sleepless()};
    add(world, floor_body());
    const BodyIndex low = add_crate(world, 0.0, 0.0, restitution);
    const BodyIndex high = add_crate(world, 0.1, 1.0, restitution);
    run(world, 2.0);
    const Vec3 at = world.state(high).pose.position;
    for (int step = 0; step < 600; ++step) {
      world.step();
      ASSERT_EQ(substeps_of(world, low), 1) << "restitution " << restitution << ", step " << step;
      ASSERT_EQ(substeps_of(world, high), 1);
    }
    EXPECT_LT(glm::length(world.state(high).pose.position - at), 1e-9);
    EXPECT_LT(world.totals().kinetic_energy, 1e-16);
    EXPECT_EQ(world.statistics().time_lost, 0.0);
  }
}

// The kick of a long step is no approach that would have to be swept: eight sweeps of a kick do not go through twenty
// crates, and what they leave had to be repaired every few steps.
TEST(Stillness, AHighTowerStandsInLongSteps) {
  WorldDefinition definition = sleepless();
  definition.time_step = 1.0 / 30.0;
  World world{definition};
  add(world, floor_body());
  for (int i = 0; i < 20; ++i) {
    add_crate(world, 0.01 * (i % 2), i, 0.0);
  }
  run(world, 3.0, definition.time_step);
  for (int step = 0; step < 60; ++step) {
    world.step();
    ASSERT_EQ(substeps_of(world, 1), 1) << "step " << step;
    ASSERT_LT(world.totals().kinetic_energy, 1e-16) << "step " << step;
  }
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

// Nothing but symmetry holds the small crate: what is pressed a thousandfold slides off on any tilt.
TEST(Stillness, IsNotForAHeavyCrateOnALightOne) {
  WorldDefinition definition = sleepless();
  definition.time_step = 0.01;
  World world{definition};
  BodyDefinition ground = floor_body();
  ground.friction = 0.0;
  add(world, ground);
  BodyDefinition low = body("low", box(Vec3(0.5)), {0.0, 0.6, 0.0});
  BodyDefinition high = body("high", box(Vec3(5.0)), {0.0, 6.5, 0.0});
  for (BodyDefinition* const crate : {&low, &high}) {
    crate->friction = 0.0;
    crate->restitution = 0.0;
  }
  const BodyIndex index = add(world, low);
  add(world, high);
  run(world, 10.0, definition.time_step);
  const Vec3 at = world.state(index).pose.position;
  EXPECT_LT(std::abs(at.x) + std::abs(at.z), 1e-6);
}

// Side by side they are each other's candidates, and neither bears the other; nor does a heavy one that carries a
// light.
TEST(Stillness, IsForALightCrateBesideAHeavyOneAndOnIt) {
  World world{sleepless()};
  add(world, floor_body());
  BodyDefinition light = body("light", box(Vec3(0.5)), {0.0, 0.5, 0.0});
  light.mass = 1.0;
  BodyDefinition heavy = body("heavy", box(Vec3(0.5)), {1.0005, 0.5, 0.0});
  heavy.mass = 50.0;
  BodyDefinition high = body("high", box(Vec3(0.25)), {1.0, 1.25, 0.0});
  high.mass = 1.0;
  const BodyIndex beside = add(world, light);
  add(world, heavy);
  const BodyIndex above = add(world, high);
  run(world, 3.0);
  EXPECT_EQ(substeps_of(world, beside), 1);
  EXPECT_EQ(substeps_of(world, above), 1);
}

TEST(Stillness, EndsBeforeAnythingArrives) {
  World world{sleepless()};
  add(world, floor_body());
  const BodyIndex crate = add_crate(world, 0.0, 0.0, 0.0);
  BodyDefinition bullet = body("bullet", box(Vec3(0.1)), {-30.0, 5.5, 0.0});
  bullet.linear_velocity = {30.0, 0.0, 0.0};
  add(world, bullet);
  bool stood = false;
  bool was_hit = false;
  while (!was_hit && world.time() < 2.0) {
    world.step();
    was_hit = std::any_of(world.events().begin(), world.events().end(),
                          [&](const Event& event) { return event.kind == EventKind::impact && event.a == crate; });
    stood = stood || substeps_of(world, crate) == 1;
    const double speed = glm::length(world.state(crate).linear_velocity);
    EXPECT_TRUE(was_hit ? speed > 0.1 : speed < 1e-6) << speed << " m/s";
  }
  EXPECT_TRUE(stood);
  EXPECT_TRUE(was_hit);
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

// m: how far a crate slides in a second that is pulled by its own weight from the start, or once it stands.
double way_of_pulled_crate(bool is_standing) {
  World world{sleepless()};
  add(world, floor_body());
  const BodyIndex crate = add_crate(world, 0.0, 0.0, 0.0);
  run(world, 1.0);
  if (!is_standing) {
    world.remove_body(add_crate(world, 8.0, 5.0, 0.0));  // anything that happens ends the stillness
  }
  const double before = world.state(crate).pose.position.x;
  for (int step = 0; step < 60; ++step) {
    world.apply_force(crate, {2.0 * 9.81, 0.0, 0.0});
    world.step();
  }
  return world.state(crate).pose.position.x - before;
}

TEST(Stillness, EndsWithAUsersForce) {
  const double way = way_of_pulled_crate(true);
  EXPECT_NEAR(way, 0.5 * 9.81 * 0.5, 0.01);  // (1 - mu) g t^2 / 2
  EXPECT_EQ(way, way_of_pulled_crate(false));
}

TEST(Stillness, EndsWhenASupportIsTakenAway) {
  World world{sleepless()};
  add(world, floor_body());
  const BodyIndex left = add_crate(world, -0.6, 0.0, 0.0);
  const BodyIndex right = add_crate(world, 0.6, 0.0, 0.0);
  BodyDefinition plank = body("plank", box({1.2, 0.05, 0.4}), {0.0, 1.05, 0.0});
  plank.mass = 3.0;
  const BodyIndex lying = add(world, plank);
  run(world, 1.0);
  ASSERT_EQ(substeps_of(world, lying), 1);
  world.remove_body(left);
  world.step();
  EXPECT_GE(substeps_of(world, right), 8);
  run(world, 1.0 - dt);
  EXPECT_LT(world.state(lying).pose.position.y, 1.0) << "tipped off the crate that is left";
}

TEST(Stillness, EndsWhenTheGroundMoves) {
  World world{sleepless()};
  BodyDefinition lift = body("lift", box({2.0, 0.1, 2.0}), {0.0, -0.1, 0.0});
  lift.type = BodyType::kinematic;
  const BodyIndex ground = add(world, lift);
  const BodyIndex crate = add_crate(world, 0.0, 0.0, 0.0);
  run(world, 1.0);
  ASSERT_EQ(substeps_of(world, crate), 1);
  const double height = world.state(crate).pose.position.y;
  world.set_kinematic_velocity(ground, {0.0, 0.25, 0.0}, Vec3(0.0));
  run(world, 1.0);
  EXPECT_NEAR(world.state(crate).pose.position.y, height + 0.25, 1e-3);
}

}  // namespace
}  // namespace firstcontact
