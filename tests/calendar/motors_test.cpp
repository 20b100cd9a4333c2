// Kinematic bodies by chords: they have all the strength that what they push asks for, and no more. Where there is no
// room only they wait, and what they press on is not driven apart.
#include <firstcontact/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "calendar/small_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

constexpr double gravity = 9.81;  // m/s^2
constexpr double half = 0.2;      // m, of every crate

WorldDefinition chords() {
  WorldDefinition definition = sleepless();
  return definition;
}

BodyDefinition mover(const std::string& name, const Vec3& half_extents, const Vec3& position, const Vec3& velocity) {
  BodyDefinition definition = body(name, box(half_extents), position);
  definition.type = BodyType::kinematic;
  definition.linear_velocity = velocity;
  definition.restitution = 0.0;
  return definition;
}

BodyDefinition crate_at(const Vec3& position) {
  BodyDefinition crate = body("crate", box(Vec3(half)), position);
  crate.restitution = 0.0;
  return crate;
}

// s: summed over the crates. Nobody but movers may wait.
double lost_by_crates(const World& world) { return world.statistics().time_lost - world.statistics().time_waited; }

// A press that follows a row of crates at `speed`: it stands at x = -1.2 in the beginning.
BodyIndex add_press(World& world, double speed) {
  return add(world, mover("press", {0.1, 0.5, 1.0}, {-1.2, 0.55, 0.0}, {speed, 0.0, 0.0}));
}

void add_row(World& world, int crates) {
  for (int i = 0; i < crates; ++i) {
    add(world, crate_at({-0.4 + 0.5 * i, half + 3e-4, 0.0}));
  }
}

// What is locked takes no load from who runs into it, and stops it all the same, with its gap left.
TEST(Motors, WhatGivesWayToNothingIsWaitedForBeforeIt) {
  for (const double speed : {0.01, 2.0, 50.0}) {
    World world{chords()};
    BodyDefinition post = body("post", box(Vec3(half)), Vec3(0.0));
    post.locked = {true, true, true, true, true, true};
    add(world, post);
    const BodyIndex press = add(world, mover("press", Vec3(half), {-2.0 * half - 0.001, 0.0, 0.0}, {speed, 0.0, 0.0}));
    for (int i = 0; i < 120; ++i) {
      world.step();
    }
    EXPECT_GT(world.statistics().time_waited, 1.5);
    EXPECT_EQ(lost_by_crates(world), 0.0);
    EXPECT_GT(world.statistics().min_gap.value_or(0.0), 1e-4) << speed;
    EXPECT_LT(world.state(press).pose.position.x, -2.0 * half);
  }
}

// The gate rises at 0.1 m/s, and its lower edge is above the crates 3.5 s from the start.
TEST(Motors, APressWaitsBeforeAGateAndGoesOnWhenItOpens) {
  for (const double speed : {0.25, 0.5, 2.0}) {
    World world{chords()};
    add(world, floor_body());
    const BodyIndex press = add_press(world, speed);
    BodyDefinition gate = mover("gate", {0.2, 0.6, 1.0}, {1.5, 0.65, 0.0}, {0.0, 0.1, 0.0});
    gate.friction = 0.0;
    add(world, gate);
    add_row(world, 3);
    const double blocked = 1.5 - 0.2 - 3 * 2.0 * half - 0.1;  // m: where the press comes to a stand
    run(world, 3.4);
    const double stood = world.state(press).pose.position.x;
    EXPECT_LT(stood, blocked) << speed;
    EXPECT_GT(stood, std::min(blocked - 6e-3, -1.2 + 3.4 * speed - 1e-9)) << speed;
    run(world, 3.6);
    EXPECT_GT(world.state(press).pose.position.x, stood + speed * (3.6 - 0.1 - 0.6)) << speed;
    EXPECT_NEAR(world.state(press).linear_velocity.x, speed, 1e-12) << speed;
    EXPECT_NEAR(world.statistics().time_waited, 7.0 - (world.state(press).pose.position.x + 1.2) / speed, 1e-9);
    EXPECT_EQ(lost_by_crates(world), 0.0) << speed;
    EXPECT_GT(world.statistics().min_gap.value(), 0.0) << speed;
  }
}

TEST(Motors, WhatIsPushedAndLiftedIsWaitedForByNobody) {
  for (const double speed : {0.5, 2.0}) {
    for (const double load : {1.0, 300.0}) {
      World world{chords()};
      add(world, floor_body());
      const BodyIndex press = add_press(world, speed);
      add_row(world, 6);
      BodyDefinition heavy = crate_at({2.7, half + 3e-4, 0.0});
      heavy.density *= load;
      add(world, heavy);
      const BodyIndex lift = add(world, mover("lift", {0.5, 0.1, 0.5}, {0.0, 0.15, 3.0}, {0.0, speed, 0.0}));
      BodyDefinition cargo = crate_at({0.0, 0.25 + half + 3e-4, 3.0});
      cargo.density *= load;
      add(world, cargo);
      run(world, 3.0);
      EXPECT_NEAR(world.state(press).pose.position.x, -1.2 + 3.0 * speed, 1e-9) << speed << ' ' << load;
      EXPECT_NEAR(world.state(lift).pose.position.y, 0.15 + 3.0 * speed, 1e-9) << speed << ' ' << load;
      EXPECT_EQ(world.statistics().time_lost, 0.0) << speed << ' ' << load;
      EXPECT_GT(world.statistics().min_gap.value(), 0.0) << speed << ' ' << load;
    }
  }
}

// A row of thirty sleeps in front of it: each wakes as it is pressed, before the motor is asked whether it can.
TEST(Motors, SleepersDoNotHoldThemUp) {
  WorldDefinition definition = chords();
  definition.sleeping = true;
  World world{definition};
  add(world, floor_body());
  const BodyIndex press = add_press(world, 0.5);
  add_row(world, 30);
  run(world, 6.0);
  EXPECT_NEAR(world.state(press).pose.position.x, -1.2 + 6.0 * 0.5, 1e-9);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
}

// A channel with a pile of crates in it that stand askew, and a press that closes it.
struct PressedPile {
  World world;
  BodyIndex press = 0;
  double mass = 0.0;  // kg, of all crates
};

PressedPile pressed_pile(int crates, double speed) {
  PressedPile pile{World{chords()}};
  World& world = pile.world;
  add(world, floor_body());
  add(world, fixed_body("wall", box({0.5, 2.0, 1.2}), {2.5, 2.0, 0.0}));
  for (const double side : {-1.0, 1.0}) {
    add(world, fixed_body("side", box({4.0, 2.0, 0.2}), {0.0, 2.0, 1.0 * side}));
  }
  pile.press = add(world, mover("press", {0.1, 1.2, 0.75}, {-0.9, 1.25, 0.0}, {speed, 0.0, 0.0}));
  for (int i = 0; i < crates; ++i) {
    BodyDefinition crate = crate_at({-0.3 + 0.6 * (i % 4), 0.4 + 0.6 * (i / 8), -0.35 + 0.7 * ((i / 4) % 2)});
    crate.mesh_pose.orientation =
        glm::normalize(Quat(std::cos(0.1 * i), 0.6 * std::sin(0.1 * i), 0.8 * std::sin(0.1 * i), 0.0));
    pile.mass += 1000.0 * 8.0 * half * half * half;
    add(world, crate);
  }
  return pile;
}

TEST(Motors, APressedPileDoesNotExplode) {
  for (const double speed : {0.5, 1.0}) {
    for (const int crates : {8, 12}) {
      PressedPile pile = pressed_pile(crates, speed);
      World& world = pile.world;
      while (world.time() < 1.0 + 2.5 / speed) {
        const double before = world.totals().kinetic_energy + world.totals().potential_energy;
        world.step();
        const double won = world.totals().kinetic_energy + world.totals().potential_energy - before;
        const double given = 8.0 * pile.mass * speed * (2.0 * speed + (gravity + speed) / 60.0);
        ASSERT_LT(won, given) << speed << ' ' << crates << ' ' << world.time();
      }
      EXPECT_LT(world.totals().kinetic_energy, 0.1 * pile.mass * speed * speed) << speed << ' ' << crates;
      EXPECT_GT(world.statistics().time_waited, 0.1) << speed << ' ' << crates;
      EXPECT_EQ(lost_by_crates(world), 0.0) << speed << ' ' << crates;
      EXPECT_GT(world.statistics().min_gap.value(), 0.0) << speed << ' ' << crates;
    }
  }
}

// Both walls wait alike, so that the crate stays between them; told to go back, one does so at once.
TEST(Motors, WallsThatCloseOnACrateStopAlikeAndGoBackWhenTold) {
  for (const double speed : {0.3, 1.0, 5.0}) {
    World world{chords()};
    add(world, floor_body());
    const BodyIndex left = add(world, mover("left", {0.1, 1.0, 1.0}, {-1.6, 1.01, 0.0}, {speed, 0.0, 0.0}));
    const BodyIndex right = add(world, mover("right", {0.1, 1.0, 1.0}, {1.6, 1.01, 0.0}, {-speed, 0.0, 0.0}));
    const BodyIndex crate = add(world, crate_at({0.0, half + 3e-4, 0.0}));
    run(world, 1.0 + 1.3 / speed);
    const double room = world.state(right).pose.position.x - world.state(left).pose.position.x - 0.2;
    EXPECT_GT(room, 2.0 * half) << speed;
    EXPECT_LT(room, 2.0 * half + 6e-3) << speed;
    EXPECT_NEAR(world.state(crate).pose.position.x, 0.0, 2e-3) << speed;
    EXPECT_LT(glm::length(world.state(crate).linear_velocity), 1e-2) << speed;
    EXPECT_EQ(lost_by_crates(world), 0.0) << speed;
    const double before = world.state(right).pose.position.x;
    world.set_kinematic_velocity(right, {speed, 0.0, 0.0}, Vec3(0.0));
    run(world, 1.0);
    EXPECT_NEAR(world.state(right).pose.position.x, before + speed, 1e-9) << speed;
    EXPECT_GT(world.state(left).pose.position.x, room - before + speed * 0.6 - 0.5) << speed;
    EXPECT_GT(world.statistics().min_gap.value(), 0.0) << speed;
  }
}

}  // namespace
}  // namespace firstcontact
