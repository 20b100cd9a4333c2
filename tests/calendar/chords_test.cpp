// Lasting contact by chords: against closed forms, and that it makes no energy and loses no time.
#include <firstcontact/separation.hpp>
#include <firstcontact/world.hpp>

#include <gtest/gtest.h>

#include "calendar/small_worlds.hpp"
#include "core/doors.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

constexpr double gravity = 9.81;  // m/s^2

WorldDefinition chords() {
  WorldDefinition definition = sleepless();
  return definition;
}

// A block on a plane, at its rest gap, that slides along x at `speed`.
World sliding_block(double speed, double friction, double tilt, double time_step) {
  WorldDefinition definition = chords();
  definition.gravity = {gravity * std::sin(tilt), -gravity * std::cos(tilt), 0.0};
  definition.time_step = time_step;
  World world{definition};
  BodyDefinition ground = floor_body();
  ground.friction = friction;
  add(world, ground);
  const double skin = 8e-4 * std::cbrt(0.5 * 0.4 * 0.6);
  BodyDefinition block = body("block", box({0.25, 0.2, 0.3}), {-10.0, 0.2 + 0.8 * skin, 0.0});
  block.friction = friction;
  block.linear_velocity.x = speed;
  add(world, block);
  return world;
}

double way_of(World& world, double duration) {
  const double start = world.state(1).pose.position.x;
  while (world.time() < duration - 1e-9) {
    world.step();
  }
  return world.state(1).pose.position.x - start;
}

TEST(Chords, ABlockStopsWhereFrictionHasTakenItsSpeed) {
  const double theory = 2.0 * 2.0 / (2.0 * 0.5 * gravity);
  World world = sliding_block(2.0, 0.5, 0.0, 1.0 / 60.0);
  EXPECT_NEAR(way_of(world, 1.5), theory, 2e-3 * theory);
  EXPECT_LT(glm::length(world.state(1).linear_velocity), 1e-10);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

TEST(Chords, ABlockOnASlopeSlidesAsTheoryHasIt) {
  const double tilt = std::atan(1.02 * 0.5);
  const double pull = gravity * (std::sin(tilt) - 0.5 * std::cos(tilt));
  const double theory = 0.5 * pull * 2.0 * 2.0;
  World coarse = sliding_block(0.0, 0.5, tilt, 1.0 / 15.0);
  World fine = sliding_block(0.0, 0.5, tilt, 1.0 / 60.0);
  const double off = std::abs(way_of(coarse, 2.0) - theory);
  EXPECT_LT(off, 4e-3 * theory);
  EXPECT_LT(std::abs(way_of(fine, 2.0) - theory), off / 3.0) << "and little is left of it with a quarter of the step";
}

TEST(Chords, ABlockOnATurntableStaysWhereItIs) {
  World world{chords()};
  BodyDefinition table = body("table", make_cylinder_collider(2.0, 0.1).value(), {0.0, -0.1, 0.0});
  table.type = BodyType::kinematic;
  table.angular_velocity = {0.0, 1.0, 0.0};
  table.friction = 0.5;
  add(world, table);
  BodyDefinition block = body("block", box(Vec3(0.1)), {1.0, 0.1 + 0.8 * 8e-4 * 0.2, 0.0});
  block.linear_velocity = {0.0, 0.0, -1.0};
  block.angular_velocity = {0.0, 1.0, 0.0};
  block.friction = 0.5;
  add(world, block);
  run(world, 20.0);
  const Vec3 at = world.state(1).pose.position;
  EXPECT_NEAR(std::hypot(at.x, at.z), 1.0, 1e-4);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

TEST(Chords, RollingAndSpinningFrictionTakeTheirMoments) {
  World world{chords()};
  BodyDefinition ground = floor_body();
  ground.rolling_friction = 0.01;
  add(world, ground);
  BodyDefinition ball = body("ball", make_sphere_collider(0.2).value(), {-5.0, 0.2 + 0.8 * 8e-4 * 0.2 * 1.6, 0.0});
  ball.linear_velocity = {2.0, 0.0, 0.0};
  ball.angular_velocity = {0.0, 0.0, -10.0};
  add(world, ball);
  // m a = -F, I w' = F r - M, v = w r: a = -M r / (m r^2 + I), with M = arm m g.
  const double slowing = 0.01 * gravity * 0.2 / (0.2 * 0.2 * 1.4);
  run(world, 1.0);
  EXPECT_NEAR(world.state(1).linear_velocity.x, 2.0 - slowing * 1.0, 2e-3);
}

World stack(int height) {
  World world{chords()};
  add(world, floor_body());
  for (int i = 0; i < height; ++i) {
    add(world, body("box " + std::to_string(i), box(Vec3(0.25)), {0.0, 0.2503 + 0.50032 * i, 0.0}));
  }
  return world;
}

TEST(Chords, AStackStands) {
  World world = stack(10);
  run(world, 1.0);
  const double top = world.state(10).pose.position.y;
  run(world, 5.0);
  EXPECT_NEAR(world.state(10).pose.position.y, top, 1e-9);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

World heap(std::uint64_t seed, double restitution) {
  World world{chords()};
  add(world, floor_body());
  Random random(seed);
  for (int i = 0; i < 10; ++i) {
    BodyDefinition one =
        body("body " + std::to_string(i), nullptr, {0.2 * random.between(-1.0, 1.0), 0.6 + 0.75 * i, 0.0});
    one.collider = i % 3 == 0   ? make_sphere_collider(random.between(0.1, 0.25)).value()
                   : i % 3 == 1 ? make_capsule_collider(0.1, random.between(0.05, 0.2)).value()
                                : box({random.between(0.1, 0.3), random.between(0.1, 0.3), random.between(0.1, 0.3)});
    one.mesh_pose.orientation = random.rotation();
    one.angular_velocity = random.vector(4.0);
    one.restitution = restitution;
    add(world, one);
  }
  return world;
}

double least_gap(const World& world) {
  double least = 1e9;
  for (BodyIndex a = 0; a < world.body_count(); ++a) {
    for (BodyIndex b = a + 1; b < world.body_count(); ++b) {
      const Separation apart = separation({&world.collider(a)->shapes[0], world.state(a).pose},
                                          {&world.collider(b)->shapes[0], world.state(b).pose});
      least = std::min(least, apart.distance - apart.depth);
    }
  }
  return least;
}

class ChordHeaps : public ::testing::TestWithParam<int> {};

TEST_P(ChordHeaps, WinNoEnergyLoseNoTimeAndNeverMeet) {
  World world = heap(static_cast<std::uint64_t>(GetParam()), 0.2 * (GetParam() % 4));
  const double start = total_energy(world);
  double before = start;
  for (int step = 0; step < 240; ++step) {
    world.step();
    const double now = total_energy(world);
    ASSERT_LE(now - before, 1e-11 * start) << "in step " << step;
    before = now;
    ASSERT_GT(least_gap(world), 0.0) << "after step " << step;
  }
  EXPECT_EQ(world.statistics().time_lost, 0.0);
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
}

INSTANTIATE_TEST_SUITE_P(Of, ChordHeaps, ::testing::Range(1, 9));

TEST(Chords, AreTheSameBitsForAnyNumberOfThreadsAndFromASnapshotOn) {
  World world = heap(3, 0.3);
  run(world, 1.0);
  const Snapshot there = world.snapshot();
  run(world, 1.0);
  WorldDefinition definition = chords();
  definition.threads = 2;
  World other{definition};
  other.restore(there);
  run(other, 1.0);
  EXPECT_EQ(world.state_hash(), other.state_hash());
}

TEST(Chords, FallAsleepAndWakeWhenTheyAreStruck) {
  WorldDefinition definition = chords();
  definition.sleeping = true;
  World world{definition};
  add(world, floor_body());
  const BodyIndex below = add(world, body("below", box(Vec3(0.25)), {0.0, 0.2503, 0.0}));
  run(world, 2.0);
  ASSERT_TRUE(world.state(below).asleep);
  const BodyIndex above = add(world, body("above", box(Vec3(0.25)), {0.1, 1.5, 0.0}));
  run(world, 0.6);
  EXPECT_FALSE(world.state(below).asleep);
  run(world, 4.0);
  EXPECT_TRUE(world.state(below).asleep && world.state(above).asleep);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

TEST(Chords, BodiesThatOverlapAtTheStartArePushedApart) {
  World world{chords()};
  add(world, floor_body());
  add(world, body("low", box(Vec3(0.25)), {0.0, 0.2503, 0.0}));
  add(world, body("high", box(Vec3(0.25)), {0.05, 0.68, 0.0}));
  run(world, 3.0);
  EXPECT_GT(least_gap(world), 0.0);
}

// A brick that may not turn about x, thrown on its edges: whatever presses it, it never does.
TEST(Chords, WhatIsLockedDoesNotTurnWhileItIsPressed) {
  World world{chords()};
  add(world, floor_body());
  BodyDefinition brick = body("brick", box({0.3, 0.1, 0.2}), {0.0, 0.8, 0.0});
  brick.mesh_pose.orientation = quaternion_from_rotation_vector({0.3, 0.5, 0.9});
  brick.locked[3] = true;
  brick.angular_velocity = {0.0, 9.0, 5.0};
  const BodyIndex it = add(world, brick);
  double most = 0.0;
  for (int i = 0; i < 180; ++i) {
    world.step();
    most = std::max(most, std::abs(world.state(it).angular_velocity.x));
  }
  EXPECT_LT(most, 1e-12);
  EXPECT_GT(world.statistics().events, 3U);
}

// Elastic rods that fly into each other in empty space. Who meets its partner at once at another corner bounces there,
// too; some stood still for seconds, like walls to all others.
TEST(Chords, ElasticRodsInEmptySpaceNeverStandStill) {
  for (std::uint64_t seed = 50; seed < 56; ++seed) {
    WorldDefinition definition = chords();
    definition.gravity = Vec3(0.0);
    World world{definition};
    Random random(seed);
    double momenta = 0.0;
    for (int i = 0; i < 27; ++i) {
      const Vec3 at(2.0 * (i % 3) - 2.0, 2.0 * ((i / 3) % 3) - 2.0, 2.0 * (i / 9) - 2.0);
      BodyDefinition rod = body("rod", box({0.5, 0.08, 0.12}), at);
      rod.restitution = 1.0;
      rod.friction = 0.4;
      rod.linear_velocity = -2.0 * at + random.vector(1.0);
      rod.angular_velocity = random.vector(8.0);
      momenta += glm::length(rod.linear_velocity) * world.mass(add(world, rod));
    }
    const Totals before = world.totals();
    run(world, 3.0);
    EXPECT_GT(world.statistics().events, 50U) << seed;
    EXPECT_EQ(world.statistics().time_lost, 0.0) << seed;
    EXPECT_LT(glm::length(world.totals().momentum - before.momentum), 1e-12 * momenta) << seed;
    EXPECT_LT(world.totals().kinetic_energy, before.kinetic_energy * (1.0 + 1e-12)) << seed;
  }
}

// Sweeps pass what a thousand times its weight does to it on and on: it hopped by 118 mm.
TEST(Chords, ALightCrateUnderAFallingHeavyOneDoesNotHop) {
  World world{chords()};
  BodyDefinition ground = floor_body();
  ground.restitution = 0.0;
  add(world, ground);
  BodyDefinition low = body("low", box(Vec3(0.5)), {0.0, 0.5007, 0.0});
  BodyDefinition high = body("high", box(Vec3(5.0)), {0.0, 6.5, 0.0});
  low.restitution = high.restitution = 0.0;
  const BodyIndex light = add(world, low);
  add(world, high);
  for (int step = 0; step < 60; ++step) {
    world.step();
    ASSERT_NEAR(world.state(light).pose.position.y, 0.5007, 0.005) << world.time();
  }
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

// Each that landed on a heap had all of the heap solved anew: a pile of a thousand took a second a step. What rebounds
// still meets in its own time.
TEST(Chords, WhoComesToStopOnAStackCutsNobodysMotionInASubstep) {
  for (const double restitution : {0.0, 0.5}) {
    World world{chords()};
    add(world, floor_body());
    for (int i = 0; i < 4; ++i) {
      const double height = i < 3 ? 0.5008 + 1.0005 * i : 4.0;
      BodyDefinition crate = body("crate " + std::to_string(i), box(Vec3(0.5)), {0.0, height, 0.0});
      crate.restitution = restitution;
      add(world, crate);
    }
    const double substep = chords().time_step / 8.0;
    double farthest = 0.0;  // of a substep: from the next one's start
    for (int step = 0; step < 60; ++step) {
      world.step();
      for (const MotionSegment& segment : world.segments()) {
        const double substeps = segment.start_time / substep;
        farthest = segment.body == 1 ? std::max(farthest, std::abs(substeps - std::round(substeps))) : farthest;
      }
    }
    EXPECT_EQ(farthest < 1e-6, restitution == 0.0) << farthest;
    EXPECT_EQ(world.statistics().time_lost, 0.0);
    EXPECT_NEAR(world.state(4).pose.position.y, 3.505, 0.01);
  }
}

}  // namespace
}  // namespace firstcontact
