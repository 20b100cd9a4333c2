// What a user does to bodies between steps, against closed forms.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "calendar/small_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

constexpr double step_time = 1.0 / 60.0;  // s

BodyDefinition unit_mass_cube(const std::string& name, const Vec3& position) {
  BodyDefinition cube = body(name, box(Vec3(0.5)), position);
  cube.mass = 1.0;  // moments of inertia 1/6 kg m^2
  return cube;
}

std::string complaint(const std::function<void()>& act) {
  try {
    act();
  } catch (const ContractViolation& violation) {
    return violation.what();
  }
  return "";
}

// x = a t^2 / 2 and v = a t while the force is called for anew, and uniform motion from then on.
TEST(Loads, AForceActsForOneStepAsAParabola) {
  World world{weightless()};
  const BodyIndex cube = add(world, unit_mass_cube("cube", Vec3(0.0)));
  for (int step = 0; step < 30; ++step) {
    world.apply_force(cube, {3.0, 0.0, 0.0});
    world.apply_force(cube, {1.0, 0.0, 0.0});  // forces of one step add up
    world.step();
  }
  EXPECT_NEAR(world.state(cube).pose.position.x, 0.5 * 4.0 * 0.25, 1e-13);
  EXPECT_NEAR(world.state(cube).linear_velocity.x, 4.0 * 0.5, 1e-13);
  run(world, 0.5);
  EXPECT_NEAR(world.state(cube).linear_velocity.x, 2.0, 1e-13);
  EXPECT_NEAR(world.state(cube).pose.position.x, 0.5 + 2.0 * 0.5, 1e-12);
}

// Spin is exact; the angle is first order, because the kick comes at the step's start: a t^2 / 2 + a t dt / 2.
TEST(Loads, ATorqueSpinsUpAFreeBody) {
  World world{weightless()};
  const BodyIndex cube = add(world, unit_mass_cube("cube", Vec3(0.0)));
  for (int step = 0; step < 30; ++step) {
    world.apply_torque(cube, {0.0, 0.0, 0.2});
    world.step();
  }
  const double acceleration = 0.2 * 6.0;  // rad/s^2
  EXPECT_NEAR(world.state(cube).angular_velocity.z, acceleration * 0.5, 1e-13);
  const double angle = 2.0 * std::asin(world.state(cube).pose.orientation.z);
  EXPECT_NEAR(angle, 0.5 * acceleration * 0.25 + 0.5 * acceleration * 0.5 * step_time, 1e-12);
}

TEST(Loads, AForceAtAPointTurnsToo) {
  World world{weightless()};
  const BodyIndex cube = add(world, unit_mass_cube("cube", {5.0, 0.0, 0.0}));
  world.apply_force_at(cube, {0.0, 6.0, 0.0}, {5.5, 0.0, 0.0});
  world.step();
  EXPECT_NEAR(world.state(cube).linear_velocity.y, 6.0 * step_time, 1e-15);
  EXPECT_NEAR(world.state(cube).angular_velocity.z, 0.5 * 6.0 * 6.0 * step_time, 1e-14);
}

TEST(Loads, ImpulsesActAtOnce) {
  World world{weightless()};
  const BodyIndex cube = add(world, unit_mass_cube("cube", Vec3(0.0)));
  world.apply_impulse(cube, {0.0, 0.0, 2.0});
  EXPECT_EQ(world.state(cube).linear_velocity.z, 2.0);
  world.apply_impulse_at(cube, {0.0, 1.0, 0.0}, {0.5, 0.0, 0.0});
  EXPECT_NEAR(world.state(cube).angular_velocity.z, 0.5 * 6.0, 1e-14);
  world.apply_angular_impulse(cube, {0.0, 0.0, -0.5});
  EXPECT_NEAR(world.state(cube).angular_velocity.z, 0.0, 1e-14);
  run(world, 1.0);
  EXPECT_NEAR(world.state(cube).pose.position.z, 2.0, 1e-12);
  EXPECT_NEAR(world.state(cube).pose.position.y, 1.0, 1e-12);
}

// A push of 3 N against 0.5 m g = 4.905 N of friction, then one of 7.905 N: the crate stands, then gains 3 m/s^2.
TEST(Loads, AForceWorksAgainstFriction) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  const BodyIndex crate = add(world, unit_mass_cube("crate", {0.0, 0.5, 0.0}));
  run(world, 0.5);
  const double start = world.state(crate).pose.position.x;
  const auto push = [&](double force) {
    for (int step = 0; step < 60; ++step) {
      world.apply_force(crate, {force, 0.0, 0.0});
      world.step();
    }
  };
  push(3.0);
  EXPECT_NEAR(world.state(crate).pose.position.x, start, 1e-4);
  push(0.5 * 9.81 + 3.0);
  EXPECT_NEAR(world.state(crate).linear_velocity.x, 3.0, 0.005 * 3.0);
  EXPECT_NEAR(world.state(crate).pose.position.x, start + 1.5, 0.005 * 1.5);
}

// A top on a floor without friction, a spindle, feels the torque in contact as it does in the air.
TEST(Loads, ATorqueActsOnceWhoeverMovesTheBody) {
  for (const double height : {0.5, 0.52, 10.0}) {  // resting, landing on the way, in the air
    World world{WorldDefinition{}};
    BodyDefinition ground = floor_body();
    ground.friction = 0.0;
    add(world, ground);
    BodyDefinition cube = unit_mass_cube("cube", {0.0, height, 0.0});
    cube.friction = 0.0;
    cube.restitution = 0.0;
    const BodyIndex index = add(world, cube);
    for (int step = 0; step < 60; ++step) {
      world.apply_torque(index, {0.0, 0.2, 0.0});
      world.step();
    }
    EXPECT_NEAR(world.state(index).angular_velocity.y, 1.2, 1e-6) << height;
  }
}

TEST(Loads, EachBodyMayFallItsOwnWay) {
  World world{WorldDefinition{}};
  BodyDefinition balloon = unit_mass_cube("balloon", Vec3(0.0));
  balloon.gravity = Vec3(0.0, 1.0, 0.0);
  const BodyIndex rising = add(world, balloon);
  const BodyIndex falling = add(world, unit_mass_cube("stone", {5.0, 0.0, 0.0}));
  const double energy = testing_support::total_energy(world);
  run(world, 1.0);
  EXPECT_NEAR(world.state(rising).pose.position.y, 0.5, 1e-12);
  EXPECT_NEAR(world.state(falling).pose.position.y, -0.5 * 9.81, 1e-12);
  EXPECT_NEAR(testing_support::total_energy(world), energy, 1e-11);
  world.set_gravity(falling, Vec3(0.0));
  run(world, 1.0);
  EXPECT_NEAR(world.state(falling).linear_velocity.y, -9.81, 1e-12);
}

// A ball of 1 kg hits the corner of a cube that may only slide along x: the cube answers with its mass along x and with
// nothing along y or about z. Along the normal (1, 1, 0)/sqrt(2): 1/m_ball + n.x^2/m_cube = 1.5.
// On ice a block slides on; where the floor becomes rough again it stops as friction says. What slept on it wakes.
TEST(Surfaces, FrictionCanBeChangedBetweenSteps) {
  World world{WorldDefinition{}};
  BodyDefinition floor = floor_body();
  floor.friction = 0.5;
  const BodyIndex ground = add(world, floor);
  BodyDefinition block = body("block", box(Vec3(0.5)), {0.0, 0.5, 0.0});
  block.friction = 0.5;
  const BodyIndex slider = add(world, block);
  run(world, 2.0);
  ASSERT_TRUE(world.state(slider).asleep);
  world.set_surface(ground, 0.3, 0.0);
  EXPECT_FALSE(world.state(slider).asleep);
  world.set_velocity(slider, {2.0, 0.0, 0.0}, Vec3(0.0));
  run(world, 0.5);
  EXPECT_NEAR(world.state(slider).linear_velocity.x, 2.0, 1e-6);
  world.set_surface(ground, 0.3, 0.5);
  run(world, 0.2);
  EXPECT_NEAR(world.state(slider).linear_velocity.x, 2.0 - 0.5 * 9.81 * 0.2, 0.02);
  run(world, 1.0);
  EXPECT_NEAR(world.state(slider).linear_velocity.x, 0.0, 1e-6);
}

// Crates that lie still keep what was found out about their contacts from step to step, but for this.
TEST(Surfaces, FrictionIsNewForWhatLiesStill) {
  WorldDefinition definition = sleepless();
  definition.gravity = {1.0, -9.81, 0.0};
  World world{definition};
  const BodyIndex ground = add(world, floor_body());
  std::vector<BodyIndex> crates;
  for (int i = 0; i < 20; ++i) {
    crates.push_back(add(world, body("crate", box(Vec3(0.25)), {0.0, 0.25, i - 10.0})));
  }
  run(world, 1.0);
  for (const BodyIndex crate : crates) {
    ASSERT_LT(glm::length(world.state(crate).linear_velocity), 1e-3);
  }
  world.set_surface(ground, 0.3, 0.0);
  run(world, 0.5);
  for (const BodyIndex crate : crates) {
    EXPECT_NEAR(world.state(crate).linear_velocity.x, 0.5, 0.02);
  }
}

TEST(Surfaces, RestitutionCanBeChangedInFlight) {
  World world{sleepless()};
  BodyDefinition floor = floor_body();
  floor.restitution = 0.0;
  const BodyIndex ground = add(world, floor);
  BodyDefinition ball = body("ball", make_sphere_collider(0.25).value(), {0.0, 1.25, 0.0});
  ball.restitution = 0.0;
  const BodyIndex dropped = add(world, ball);
  run(world, 0.3);
  world.set_surface(ground, 1.0, 0.5);
  world.set_surface(dropped, 1.0, 0.5);
  double highest = 0.0;
  for (int step = 0; step < 120; ++step) {
    world.step();
    highest = world.time() > 0.6 ? std::max(highest, world.state(dropped).pose.position.y) : highest;
  }
  EXPECT_NEAR(highest, 1.25, 0.02);
}

TEST(Loads, ALockedAxisTakesNoPartInAnImpact) {
  World world{weightless()};
  BodyDefinition cube = unit_mass_cube("cube", Vec3(0.0));
  cube.mesh_pose.orientation = quaternion_from_rotation_vector({0.0, 0.0, 0.25 * 3.14159265358979323846});
  cube.locked = {false, true, true, true, true, true};
  cube.restitution = 1.0;
  cube.friction = 0.0;
  const BodyIndex slider = add(world, cube);
  BodyDefinition ball = body("ball", make_sphere_collider(0.1).value(), Vec3(-1.2, -1.2, 0.0));
  ball.mass = 1.0;
  ball.restitution = 1.0;
  ball.friction = 0.0;
  ball.linear_velocity = {1.0, 1.0, 0.0};
  const BodyIndex hitting = add(world, ball);
  run(world, 1.5);
  const double speed = std::sqrt(2.0);
  const double impulse = 2.0 * speed / (1.0 + 0.5);  // N s along the normal
  EXPECT_NEAR(world.state(slider).linear_velocity.x, impulse / std::sqrt(2.0), 1e-9);
  EXPECT_EQ(world.state(slider).linear_velocity.y, 0.0);
  EXPECT_EQ(world.state(slider).angular_velocity.z, 0.0);
  EXPECT_NEAR(world.state(hitting).linear_velocity.x, 1.0 - impulse / std::sqrt(2.0), 1e-9);
  EXPECT_NEAR(world.totals().kinetic_energy, 1.0, 1e-12);
}

TEST(Loads, WhatIsLockedFeelsNeitherForceNorImpulse) {
  World world{weightless()};
  BodyDefinition cube = unit_mass_cube("cube", Vec3(0.0));
  cube.locked = {true, false, false, false, false, true};
  const BodyIndex index = add(world, cube);
  world.apply_impulse_at(index, {1.0, 1.0, 0.0}, {0.5, 0.0, 0.0});
  world.apply_force(index, {60.0, 60.0, 0.0});
  world.apply_torque(index, {10.0, 0.0, 10.0});
  world.step();
  EXPECT_EQ(world.state(index).linear_velocity.x, 0.0);
  EXPECT_NEAR(world.state(index).linear_velocity.y, 2.0, 1e-14);
  EXPECT_EQ(world.state(index).angular_velocity.z, 0.0);
  EXPECT_NEAR(world.state(index).angular_velocity.x, 1.0, 1e-14);
}

TEST(Loads, MistakesAreNamed) {
  World world{weightless()};
  add(world, floor_body());
  const BodyIndex cube = add(world, unit_mass_cube("cube", {0.0, 5.0, 0.0}));
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(complaint([&] { world.apply_force(7, Vec3(1.0)); }),
            "World::apply_force: there is no body 7, the world has had 2");
  EXPECT_EQ(complaint([&] { world.apply_impulse(0, Vec3(1.0)); }),
            "World::apply_impulse: body 0 'floor' is not dynamic");
  EXPECT_EQ(complaint([&] { world.apply_torque(cube, Vec3(infinite)); }),
            "World::apply_torque: numbers must be finite");
  EXPECT_NE(complaint([&] { world.set_kinematic_velocity(cube, Vec3(0.0), Vec3(0.0)); }), "");
}

BodyDefinition crossing_cube(std::uint32_t category, std::uint32_t mask) {
  BodyDefinition cube = unit_mass_cube("cube", {-2.0, 0.0, 0.0});
  cube.linear_velocity = {4.0, 0.0, 0.0};
  cube.category = category;
  cube.mask = mask;
  return cube;
}

// Both bodies of a pair have a say, and what they refuse is not even asked about.
TEST(CollisionFilter, PairsCollideWhenBothWantTo) {
  struct Case {
    std::uint32_t category, mask;
    bool collides;
  };
  constexpr std::array cases{Case{1, ~0U, true}, Case{2, ~0U, false}, Case{3, ~0U, true}, Case{1, 2, false},
                             Case{1, 6, true}};
  for (const Case& one : cases) {
    World world{weightless()};
    const BodyIndex moving = add(world, crossing_cube(one.category, one.mask));
    BodyDefinition target = unit_mass_cube("target", Vec3(0.0));
    target.category = 4;
    target.mask = 1;
    add(world, target);
    run(world, 1.0);
    const bool has_passed = std::abs(world.state(moving).pose.position.x - 2.0) < 1e-12;
    EXPECT_EQ(has_passed, !one.collides) << one.category << " " << one.mask;
    EXPECT_EQ(world.statistics().pairs_tested > 0, one.collides);
    EXPECT_EQ(world.statistics().toi_queries > 0, one.collides);
  }
}

}  // namespace
}  // namespace firstcontact
