// Bodies that turn thousands to billions of times in a step, in each other's balls: a step ends, nothing meets anything
// unseen, and what a step has no time for is stopped and counted.
#include <firstcontact/separation.hpp>
#include <firstcontact/world.hpp>

#include <gtest/gtest.h>

#include "calendar/small_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

const Vec3 rod{0.5, 0.05, 0.04};

BodyIndex add_rod(World& world, const Vec3& at, const Vec3& spin) {
  BodyDefinition definition = body("rod", box(rod), at);
  definition.angular_velocity = spin;
  return add(world, definition);
}

double gap_between(const World& world) {
  const auto posed = [&](BodyIndex body) {
    return PosedShape{&world.collider(body)->shapes.front(), world.state(body).pose};
  };
  return separation(posed(0), posed(1)).distance;
}

// Two rods that turn about their short axes, one above the other: discs that do not meet, however often they turn.
TEST(Whirls, RodsThatTurnAsDiscsOneAboveTheOtherLoseNothing) {
  for (const double spin : {1e4, 1e6, 1e9, 1e12}) {
    for (const double other : {0.0, -spin}) {
      World world{weightless()};
      add_rod(world, Vec3(0.0), {0.0, 0.0, spin});
      add_rod(world, {0.3, 0.0, 0.09}, {0.0, 0.0, other});
      run(world, 0.05);
      EXPECT_EQ(world.statistics().events, 0U) << spin;
      EXPECT_EQ(world.statistics().time_lost, 0.0) << spin;
      EXPECT_LT(world.statistics().toi_queries, 100U) << spin;  // no turn is looked at on its own
      EXPECT_NEAR(world.state(0).angular_velocity.z, spin, 1e-9 * spin);
    }
  }
}

// One that flies through the other's ball, above the disc.
TEST(Whirls, OneThatFliesPastTheDiscOfTheOtherLosesNothing) {
  World world{weightless()};
  add_rod(world, Vec3(0.0), {0.0, 0.0, 1e8});
  BodyDefinition flyer = body("flyer", box({0.05, 0.05, 0.05}), {-2.0, 0.0, 0.2});
  flyer.linear_velocity = {80.0, 0.0, 0.0};
  flyer.angular_velocity = {0.0, 3e7, 0.0};
  add(world, flyer);
  run(world, 0.05);
  EXPECT_EQ(world.statistics().events, 0U);
  EXPECT_NEAR(world.state(1).pose.position.x, 2.0, 1e-9);
}

// Side by side in each other's reach, a quarter turn apart: as egg beaters they never meet, which no step has the time
// to see at more than some thousand turns. Then it stops them, and counts what it cut off.
TEST(Whirls, EggBeatersAreSeenTurnByTurnOrStoppedAndCounted) {
  for (const double spin : {2e3, 1e6, 1e9, 1e12}) {
    World world{weightless()};
    add_rod(world, Vec3(0.0), {0.0, 0.0, spin});
    BodyDefinition other = body("other", box(rod), {0.0, 0.85, 0.0});
    other.mesh_pose.orientation = quaternion_from_rotation_vector({0.0, 0.0, 1.5707963267948966});
    other.angular_velocity = {0.0, 0.0, spin};
    add(world, other);
    for (int step = 0; step < 3; ++step) {
      world.step();
      EXPECT_GT(gap_between(world), 0.02) << spin;
      EXPECT_NEAR(world.state(0).angular_velocity.z, spin, 1e-9 * spin);
    }
    EXPECT_EQ(world.statistics().time_lost > 0.0, spin > 1e5) << spin;
  }
}

// Tumbling into each other at any spin.
TEST(Whirls, TumblingIntoEachOtherAStepEndsAndTheGapStays) {
  for (const double spin : {1e4, 1e6, 1e9, 1e12}) {
    for (const double distance : {0.5, 0.7, 0.95}) {
      World world{weightless()};
      add_rod(world, Vec3(0.0), spin * Vec3(0.3, 0.6, -0.4));
      add_rod(world, {0.0, distance, 0.0}, spin * Vec3(0.5, 0.6, 0.2));
      for (int step = 0; step < 3; ++step) {
        world.step();
        EXPECT_GT(gap_between(world), 0.0) << spin;
      }
      EXPECT_GT(world.statistics().min_gap.value_or(1.0), 0.0) << spin;
      EXPECT_LT(world.statistics().toi_queries, 30'000U) << spin;
    }
  }
}

}  // namespace
}  // namespace firstcontact
