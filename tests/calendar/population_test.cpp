// Bodies that come and go between steps, and worlds that are put back.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <cmath>
#include <string>
#include <vector>

#include "calendar/small_worlds.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

TEST(Population, WhatLayOnARemovedBodyFallsFreely) {
  World world{WorldDefinition{}};
  const BodyIndex floor = add(world, floor_body());
  const BodyIndex crate = add(world, body("crate", box(Vec3(0.5)), {0.0, 0.5, 0.0}));
  run(world, 0.5);
  const double height = world.state(crate).pose.position.y;
  world.remove_body(floor);
  run(world, 1.0);
  EXPECT_TRUE(world.state(floor).removed);
  EXPECT_EQ(world.name(floor), "floor");
  EXPECT_NEAR(world.state(crate).pose.position.y, height - 0.5 * 9.81, 1e-5);
}

TEST(Population, ABodyAddedLateIsMetLikeAnyOther) {
  World world{WorldDefinition{}};
  const BodyIndex crate = add(world, body("crate", box(Vec3(0.5)), {0.0, 1.5, 0.0}));
  run(world, 0.2);
  const BodyIndex floor = add(world, floor_body());
  const BodyIndex second = add(world, body("second", box(Vec3(0.5)), {3.0, 0.6, 0.0}));
  EXPECT_EQ(floor, 1U);
  EXPECT_EQ(second, 2U);
  run(world, 2.0);
  EXPECT_NEAR(world.state(crate).pose.position.y, 0.5, 1e-3);
  EXPECT_NEAR(world.state(second).pose.position.y, 0.5, 1e-3);
  EXPECT_TRUE(world.initial_overlaps().empty());
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

TEST(Population, ABodyAddedIntoAnotherIsReportedAndPushedOut) {
  World world{weightless()};
  const BodyIndex first = add(world, body("first", box(Vec3(0.5)), Vec3(0.0)));
  run(world, 0.1);
  const BodyIndex second = add(world, body("second", box(Vec3(0.5)), {0.9, 0.0, 0.0}));
  run(world, 1.0);
  ASSERT_EQ(world.initial_overlaps().size(), 1U);
  EXPECT_EQ(world.initial_overlaps()[0].a, first);
  EXPECT_EQ(world.initial_overlaps()[0].b, second);
  EXPECT_NEAR(world.initial_overlaps()[0].depth, 0.1, 1e-9);
  EXPECT_GT(world.state(second).pose.position.x - world.state(first).pose.position.x, 1.0);
}

// The direct solver, which holds a stack, knows no push. From the side, and from below, awake and asleep. What overlaps
// is pushed out at half a metre a second, and a crate of that speed slides on by v^2 / (2 mu g) at most.
TEST(Population, AWallAddedIntoAStacksFootPushesItOutAndTheStackStands) {
  for (const bool sleeping : {false, true}) {
    for (const Vec3& place : {Vec3(0.95, 0.25, 0.0), Vec3(0.0, -0.2, 0.0)}) {
      WorldDefinition definition = WorldDefinition{};
      definition.sleeping = sleeping;
      World world{definition};
      add(world, floor_body());
      for (int i = 0; i < 10; ++i) {
        add(world, body("crate " + std::to_string(i), box(Vec3(0.5)), {0.0, 0.5 + i, 0.0}));
      }
      run(world, 1.0);
      BodyDefinition wall = body("wall", box({0.5, 0.25, 0.5}), place);
      wall.type = BodyType::fixed;
      add(world, wall);
      run(world, 4.0);
      const Vec3 foot = world.state(1).pose.position;
      const Vec3 top = world.state(10).pose.position;
      EXPECT_TRUE(place.y < 0.0 ? foot.y > 0.55 : foot.x < -0.05) << foot.x << ", " << foot.y;
      constexpr double pushed_out = 0.052;  // m
      constexpr double slides_on = 0.5 * 0.5 / (2.0 * 0.5 * 9.81);
      EXPECT_LT(glm::length(foot - Vec3(0.0, 0.5, 0.0)), pushed_out);
      EXPECT_GT(top.y - foot.y, 9.0);
      EXPECT_LT(top.y - foot.y, 9.009);  // gaps of a thousandth of a crate
      EXPECT_LT(std::abs(top.x), pushed_out + slides_on);
      EXPECT_EQ(world.statistics().time_lost, 0.0);
    }
  }
}

TEST(Population, ABodyAddedExactlyOnAnotherStays) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  run(world, 0.1);
  const BodyIndex crate = add(world, body("crate", box(Vec3(0.5)), {0.0, 0.5, 0.0}));
  run(world, 2.0);
  EXPECT_NEAR(world.state(crate).pose.position.y, 0.5, 1e-3);
  EXPECT_GT(world.state(crate).pose.position.y, 0.5);
  EXPECT_LT(glm::length(world.state(crate).linear_velocity), 1e-3);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

TEST(Population, RemovedBodiesKeepTheirNumbersAndRefuseOrders) {
  World world{weightless()};
  const BodyIndex first = add(world, body("first", box(Vec3(0.5)), Vec3(0.0)));
  world.remove_body(first);
  const BodyIndex second = add(world, body("second", box(Vec3(0.5)), Vec3(0.0)));
  EXPECT_NE(first, second);
  EXPECT_EQ(world.body_count(), 2U);
  const auto complaint = [&](const auto& act) {
    try {
      act();
    } catch (const ContractViolation& violation) {
      return std::string(violation.what());
    }
    return std::string();
  };
  EXPECT_EQ(complaint([&] { world.remove_body(first); }), "World::remove_body: body 0 'first' was removed");
  EXPECT_EQ(complaint([&] { world.apply_impulse(first, Vec3(1.0)); }),
            "World::apply_impulse: body 0 'first' was removed");
  EXPECT_EQ(complaint([&] { world.remove_body(9); }), "World::remove_body: there is no body 9, the world has had 2");
  run(world, 0.5);
  EXPECT_TRUE(world.initial_overlaps().empty());  // with the removed one, that is
}

// Crates rain into four heaps, from which every third is taken out again: nothing is lost or met late.
TEST(Population, ComingsAndGoingsInACrowdKeepThePromise) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  Random random(71);
  std::vector<BodyIndex> crates;
  for (int i = 0; i < 24; ++i) {
    BodyDefinition crate = body("crate", box({0.2, 0.15, 0.25}), {0.5 * (i % 4), 3.0, 0.0});
    crate.mesh_pose.orientation = random.rotation();
    crate.linear_velocity.y = -4.0;
    crates.push_back(add(world, crate));
    run(world, 0.1);
    if (i % 3 == 2) {
      world.remove_body(crates[crates.size() - 3]);
    }
  }
  run(world, 1.0);
  EXPECT_TRUE(world.initial_overlaps().empty());
  EXPECT_GT(world.statistics().min_gap.value(), 1e-9);  // none is trapped where every impact halves what is left
  for (std::size_t place = 1; place < world.body_count(); ++place) {
    EXPECT_GT(world.state(world.body_at(place)).pose.position.y, 0.1);
  }
}

TEST(Snapshots, ALaterWorldCanBePutBackAndGoesTheSameWayAgain) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  Random random(72);
  for (int i = 0; i < 12; ++i) {
    BodyDefinition crate = body("crate", box({0.2, 0.15, 0.25}), {0.1 * (i % 2), 0.5 + 0.5 * i, 0.0});
    crate.mesh_pose.orientation = random.rotation();
    add(world, crate);
  }
  run(world, 1.0);
  const Snapshot middle = world.snapshot();
  const std::uint64_t hash_at_middle = world.state_hash();
  run(world, 1.0);
  const std::uint64_t hash = world.state_hash();
  const std::uint64_t queries = world.statistics().toi_queries;
  world.remove_body(3);
  world.restore(middle);
  EXPECT_EQ(world.state_hash(), hash_at_middle);
  EXPECT_EQ(world.time(), middle.time());
  run(world, 1.0);
  EXPECT_EQ(world.state_hash(), hash);
  EXPECT_EQ(world.statistics().toi_queries, queries);  // the caches are as they were, too

  WorldDefinition elsewhere;
  elsewhere.gravity = Vec3(1.0);
  elsewhere.threads = 2;
  World other{elsewhere};
  other.restore(middle);
  run(other, 1.0);
  EXPECT_EQ(other.state_hash(), hash);
  EXPECT_EQ(other.statistics().toi_queries, queries);
}

}  // namespace
}  // namespace firstcontact
