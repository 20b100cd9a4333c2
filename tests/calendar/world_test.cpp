#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "calendar/small_worlds.hpp"
#include "core/tolerances.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

TEST(World, AFallingBodyFollowsTheParabolaExactly) {
  World world{WorldDefinition{}};
  BodyDefinition stone = body("stone", box(Vec3(0.1)), {0, 100, 0});
  stone.linear_velocity = {3, 4, 0};
  const BodyIndex index = add(world, stone);
  run(world, 2.0);
  const BodyState state = world.state(index);
  EXPECT_NEAR(state.pose.position.x, 6.0, 1e-12);
  EXPECT_NEAR(state.pose.position.y, 100.0 + 8.0 - 0.5 * 9.81 * 4.0, 1e-11);
  EXPECT_NEAR(state.linear_velocity.y, 4.0 - 9.81 * 2.0, 1e-12);
}

TEST(World, HeadOnElasticBodiesMeetAtTheirTime) {
  World world{weightless()};
  BodyDefinition a = body("a", box(Vec3(0.5)), {-2, 0, 0});
  a.mass = 1.0;
  a.restitution = 1.0;
  a.friction = 0.0;
  a.linear_velocity = {2, 0, 0};
  BodyDefinition b = a;
  b.name = "b";
  b.mass = 3.0;
  b.mesh_pose.position = {2, 0, 0};
  b.linear_velocity = Vec3(0.0);
  const BodyIndex index_a = add(world, a);
  const BodyIndex index_b = add(world, b);
  run(world, 1.5);
  EXPECT_TRUE(world.statistics().events == 0 || world.time() >= 1.499);
  run(world, 0.5);
  EXPECT_NEAR(world.state(index_a).linear_velocity.x, -1.0, 1e-12);
  EXPECT_NEAR(world.state(index_b).linear_velocity.x, 1.0, 1e-12);
  EXPECT_EQ(world.statistics().events, 1U);
}

TEST(World, ADroppedCrateComesToRestAndStays) {
  World world{sleepless()};
  add(world, floor_body());
  BodyDefinition crate = body("crate", box(Vec3(0.5)), {0, 2, 0});
  crate.mesh_pose.orientation = quaternion_from_rotation_vector({0.2, 0.3, 0.1});
  const BodyIndex index = add(world, crate);
  run(world, 5.0);
  const BodyState rested = world.state(index);
  EXPECT_LT(glm::length(rested.linear_velocity), 1e-3);
  EXPECT_LT(glm::length(rested.angular_velocity), 1e-3);
  EXPECT_LT(rested.pose.position.y - 0.5, 1e-3);  // no more than 1/1000 of its size above the floor
  EXPECT_GT(rested.pose.position.y - 0.5, 0.0);
  run(world, 10.0);
  EXPECT_LT(glm::length(world.state(index).pose.position - rested.pose.position), 1e-4);
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

TEST(World, EnergyNeverGrowsWhenACrateLands) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  BodyDefinition crate = body("crate", box(Vec3(0.5)), {0, 1.5, 0});
  crate.mesh_pose.orientation = quaternion_from_rotation_vector({0.4, 0.0, 0.7});
  crate.angular_velocity = {1, 2, 3};
  add(world, crate);
  double before = total_energy(world);
  const double scale = before;
  for (int i = 0; i < 300; ++i) {
    world.step();
    EXPECT_LE(total_energy(world), before + 1e-9 * scale) << "step " << i;
    before = total_energy(world);
  }
}

TEST(World, ElasticBouncesKeepTheirEnergy) {
  World world{WorldDefinition{}};
  BodyDefinition ground = floor_body();
  ground.restitution = 1.0;
  ground.friction = 0.0;
  add(world, ground);
  BodyDefinition ball = body("ball", make_sphere_collider(0.25).value(), {0, 1.25, 0});
  ball.restitution = 1.0;
  ball.friction = 0.0;
  add(world, ball);
  const double before = total_energy(world);
  run(world, 10.0);
  EXPECT_GT(world.statistics().events, 8U);
  EXPECT_NEAR(total_energy(world) / before, 1.0, 1e-11);
}

// Scenes put a box exactly on a table, and the next exactly on it.
TEST(World, BodiesThatStartTouchingAreSetApartAndStay) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  std::vector<BodyIndex> tower;
  for (int i = 0; i < 5; ++i) {
    tower.push_back(add(world, body("box", box(Vec3(0.5)), {0.0, 0.5 + i, 0.0})));
  }
  world.step();
  EXPECT_TRUE(world.initial_overlaps().empty());
  EXPECT_GT(world.statistics().min_gap.value(), 1e-5);
  run(world, 5.0);
  for (std::size_t i = 0; i < tower.size(); ++i) {
    const BodyState state = world.state(tower[i]);
    const double lifted = static_cast<double>(i + 1) * tolerances::rest_gap * tolerances::skin_per_size;  // of 1 m
    EXPECT_LT(glm::length(state.pose.position - Vec3(0.0, 0.5 + static_cast<double>(i) + lifted, 0.0)), 1e-6) << i;
    EXPECT_LT(glm::length(state.linear_velocity), 1e-3) << i;
  }
  EXPECT_EQ(world.statistics().events, 0U);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

// A shelf 0.3 mm above a tower of two: no room for three rest gaps, but for smaller ones.
TEST(World, SettingApartPushesNobodyIntoANeighbour) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  add(world, body("lower", box(Vec3(0.5)), {0.0, 0.5, 0.0}));
  add(world, body("upper", box(Vec3(0.5)), {0.0, 1.5, 0.0}));
  add(world, fixed_body("shelf", box(Vec3(0.5)), {0.2, 2.5003, 0.0}));
  world.step();
  EXPECT_TRUE(world.initial_overlaps().empty());
  EXPECT_GT(world.statistics().min_gap.value(), 1e-6);
}

// x = v^2 / (2 mu g), t = v / (mu g): reference.json, 'sliding_brick_stops'. The solver's velocities are first order in
// its substep h, so the way is up to v h / 2 out; gap and friction hold it to the rest.
TEST(World, ASlidingBrickStopsWhereCoulombSays) {
  World world{WorldDefinition{}};
  BodyDefinition ground = floor_body();
  ground.friction = 0.3;
  add(world, ground);
  BodyDefinition brick = body("brick", box({0.5, 0.25, 0.5}), {0.0, 0.25, 0.0});
  brick.friction = 0.3;
  brick.linear_velocity = {5.0, 0.0, 0.0};
  const BodyIndex index = add(world, brick);
  run(world, 1.5);
  const double speed = 5.0 - 0.3 * 9.81 * world.time();
  EXPECT_NEAR(world.state(index).linear_velocity.x, speed, 1e-3);
  run(world, 1.5);
  const double h = 1.0 / 480.0;
  EXPECT_NEAR(world.state(index).pose.position.x, 25.0 / (2.0 * 0.3 * 9.81), 0.5 * 5.0 * h + 1e-3);
  EXPECT_LT(glm::length(world.state(index).linear_velocity), 1e-6);
}

TEST(World, BodiesOfOneGroupPassThroughEachOther) {
  World world{weightless()};
  BodyDefinition a = body("a", box(Vec3(0.5)), {-2, 0, 0});
  a.linear_velocity = {4, 0, 0};
  a.group = 7;
  BodyDefinition b = body("b", box(Vec3(0.5)), {0, 0, 0});
  b.group = 7;
  const BodyIndex index = add(world, a);
  add(world, b);
  run(world, 1.0);
  EXPECT_NEAR(world.state(index).pose.position.x, 2.0, 1e-12);
}

TEST(World, LockedDegreesOfFreedomStayAtRest) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  BodyDefinition crate = body("crate", box(Vec3(0.5)), {0, 2, 0});
  crate.locked = {false, false, true, true, true, false};
  crate.mesh_pose.orientation = quaternion_from_rotation_vector({0, 0, 0.5});
  crate.linear_velocity = {1, 0, 3};
  crate.angular_velocity = {2, 2, 2};
  const BodyIndex index = add(world, crate);
  run(world, 3.0);
  EXPECT_EQ(world.state(index).pose.position.z, 0.0);
  EXPECT_EQ(world.state(index).angular_velocity.x, 0.0);
  EXPECT_EQ(world.state(index).angular_velocity.y, 0.0);
  EXPECT_LT(std::abs(world.state(index).pose.orientation.x), 1e-15);
}

TEST(World, ABodyThatLeavesTheBoundsIsRemovedWithAnEvent) {
  WorldDefinition definition = weightless();
  definition.bounds = Aabb{Vec3(-1.0), Vec3(1.0)};
  World world{definition};
  BodyDefinition stone = body("stone", box(Vec3(0.1)), {0, 0, 0});
  stone.linear_velocity = {10, 0, 0};
  const BodyIndex index = add(world, stone);
  int removals = 0;
  for (int i = 0; i < 30; ++i) {
    world.step();
    for (const Event& event : world.events()) {
      removals += event.kind == EventKind::removed ? 1 : 0;
    }
  }
  EXPECT_EQ(removals, 1);
  EXPECT_TRUE(world.state(index).removed);
}

TEST(World, TheSameBitsForAnyNumberOfThreads) {
  std::array<std::uint64_t, 2> hashes{};
  for (int threads = 1; threads <= 2; ++threads) {
    WorldDefinition definition;
    definition.threads = threads;
    World world{definition};
    add(world, floor_body());
    Random random(61);
    for (int i = 0; i < 40; ++i) {
      BodyDefinition crate = body("crate", box({0.2, 0.15, 0.25}), Vec3(i % 4, 1 + i / 4, (i / 2) % 3) * 0.6);
      crate.mesh_pose.orientation = random.rotation();
      crate.angular_velocity = random.vector(5.0);
      add(world, crate);
    }
    run(world, 1.5);
    hashes[static_cast<std::size_t>(threads - 1)] = world.state_hash();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(World, BadBodiesAreRefusedByName) {
  World world{WorldDefinition{}};
  const auto message = [&](const auto& spoil) {
    BodyDefinition crate = body("crate 7", box(Vec3(0.5)), Vec3(0.0));
    spoil(crate);
    const auto result = world.add_body(crate);
    return result.ok() ? std::string("accepted") : result.error().message;
  };
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_NE(message([](BodyDefinition& c) { c.collider = nullptr; }).find("'crate 7'"), std::string::npos);
  EXPECT_NE(message([&](BodyDefinition& c) { c.linear_velocity.x = infinite; }).find("velocities"), std::string::npos);
  EXPECT_NE(message([](BodyDefinition& c) { c.density = 0.0; }).find("density"), std::string::npos);
  EXPECT_NE(message([](BodyDefinition& c) { c.restitution = 1.5; }).find("restitution"), std::string::npos);
  EXPECT_NE(message([](BodyDefinition& c) { c.friction = -1.0; }).find("friction"), std::string::npos);
  EXPECT_EQ(world.body_count(), 0U);
}

}  // namespace
}  // namespace firstcontact
