// Belts, rolling and spinning friction, against closed forms.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <cmath>

#include "calendar/small_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

constexpr double gravity = 9.81;  // m/s^2

BodyDefinition belt(double speed) {
  BodyDefinition ground = floor_body();
  ground.name = "belt";
  ground.surface_velocity_local = {speed, 0.0, 0.0};
  return ground;
}

// Slips under mu g until it goes with the belt, after v / (mu g) and having lost v^2 / (2 mu g) on it.
TEST(SurfaceVelocity, ABeltTakesACrateAlong) {
  World world{WorldDefinition{}};
  add(world, belt(1.5));
  const BodyIndex crate = add(world, body("crate", box(Vec3(0.25)), {0.0, 0.25, 0.0}));
  run(world, 0.2);
  EXPECT_NEAR(world.state(crate).linear_velocity.x, 0.5 * gravity * 0.2, 0.005 * 0.981);
  run(world, 1.8);
  EXPECT_NEAR(world.state(crate).linear_velocity.x, 1.5, 1e-4);
  const double lost = 1.5 * 1.5 / (2.0 * 0.5 * gravity);
  EXPECT_NEAR(world.state(crate).pose.position.x, 1.5 * 2.0 - lost, 0.005 * lost + 1.5 / 480.0);
  EXPECT_NEAR(world.state(crate).linear_velocity.z, 0.0, 1e-9);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

// A stack on the belt is solved by the other solver, and goes along too: at 0.1 g, under which it does not tip.
TEST(SurfaceVelocity, AStackRidesOnTheBelt) {
  World world{WorldDefinition{}};
  BodyDefinition ground = belt(0.5);
  ground.friction = 0.02;
  add(world, ground);
  BodyIndex top = 0;
  for (int i = 0; i < 5; ++i) {
    top = add(world, body("crate", box(Vec3(0.25)), {0.0, 0.25 + 0.5 * i, 0.0}));
  }
  run(world, 0.25);
  EXPECT_NEAR(world.state(top).linear_velocity.x, 0.1 * gravity * 0.25, 0.02 * 0.1 * gravity * 0.25);
  run(world, 2.75);
  EXPECT_NEAR(world.state(top).linear_velocity.x, 0.5, 1e-3);
  EXPECT_NEAR(world.state(top).pose.position.y, 2.25, 5e-3);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

// The belt's frame is its body's: turned by a quarter about y, what ran along x runs along -z.
TEST(SurfaceVelocity, ABeltTurnsWithItsBody) {
  World world{WorldDefinition{}};
  BodyDefinition turned = belt(1.0);
  turned.mesh_pose.orientation = quaternion_from_rotation_vector({0.0, 0.5 * 3.14159265358979323846, 0.0});
  add(world, turned);
  const BodyIndex crate = add(world, body("crate", box(Vec3(0.25)), {0.0, 0.25, 0.0}));
  run(world, 1.0);
  EXPECT_NEAR(world.state(crate).linear_velocity.z, -1.0, 1e-4);
  EXPECT_NEAR(world.state(crate).linear_velocity.x, 0.0, 1e-4);
}

// An impact feels the belt as well: a ball that drops on it gets at most mu (1 + e) v of it, here all that friction can
// give.
TEST(SurfaceVelocity, AnImpactIsCarriedToo) {
  World world{WorldDefinition{}};
  BodyDefinition ground = belt(100.0);
  ground.friction = 0.1;
  ground.restitution = 1.0;
  add(world, ground);
  BodyDefinition ball = body("ball", make_sphere_collider(0.1).value(), {0.0, 1.1, 0.0});
  ball.friction = 0.1;
  ball.restitution = 1.0;
  const BodyIndex index = add(world, ball);
  run(world, 0.5);
  const double landing = std::sqrt(2.0 * gravity * 1.0);  // m/s
  EXPECT_NEAR(world.state(index).linear_velocity.x, 0.1 * 2.0 * landing, 1e-3 * landing);
}

BodyDefinition ball(double radius) {
  BodyDefinition definition = body("ball", make_sphere_collider(radius).value(), {0.0, radius, 0.0});
  definition.restitution = 0.0;
  return definition;
}

// m v' = -F and I w' = F r - c N with v = w r: v' = -c g / (r (1 + I / (m r^2))) = -c g / (1.4 r).
TEST(RollingFriction, ARollingBallSlowsDownAsItsMomentSays) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  const double radius = 0.5;
  BodyDefinition rolling = ball(radius);
  rolling.linear_velocity = {2.0, 0.0, 0.0};
  rolling.angular_velocity = {0.0, 0.0, -2.0 / radius};
  rolling.rolling_friction = 0.02;
  const BodyIndex index = add(world, rolling);
  const double deceleration = 0.02 * gravity / (1.4 * radius);
  run(world, 4.0);
  EXPECT_NEAR(world.state(index).linear_velocity.x, 2.0 - 4.0 * deceleration, 0.005 * 4.0 * deceleration);
  EXPECT_NEAR(world.state(index).angular_velocity.z * radius, -world.state(index).linear_velocity.x, 2e-3);
  run(world, 6.0);
  EXPECT_NEAR(world.state(index).pose.position.x, 2.0 * 2.0 / (2.0 * deceleration), 0.005 * 2.0 / deceleration);
  EXPECT_LT(glm::length(world.state(index).linear_velocity), 1e-6);
  EXPECT_LT(glm::length(world.state(index).angular_velocity), 1e-6);
}

// Without it a ball rolls on: 0 is the default.
TEST(RollingFriction, IsNoneUnlessAskedFor) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  BodyDefinition rolling = ball(0.5);
  rolling.linear_velocity = {2.0, 0.0, 0.0};
  rolling.angular_velocity = {0.0, 1.0, -4.0};
  const BodyIndex index = add(world, rolling);
  run(world, 4.0);
  EXPECT_NEAR(world.state(index).linear_velocity.x, 2.0, 2e-3);
  EXPECT_NEAR(world.state(index).angular_velocity.y, 1.0, 1e-9);
}

// A ball stays on a slope as long as its moment about the contact, m g r sin, is no more than c N = c m g cos; beyond,
// it rolls with v' = (g sin - g cos c / r) / 1.4. So near the limit half the gap that it floats on, which lengthens r,
// tells; and the first substep goes before there is a load that friction could be measured by.
TEST(RollingFriction, HoldsABallOnASlopeUpToItsAngle) {
  const double radius = 0.5;
  const double lever = 0.02;
  const double limit = std::atan(lever / radius);
  for (const double share : {0.95, 1.05}) {
    WorldDefinition definition;
    const double angle = share * limit;
    definition.gravity = {gravity * std::sin(angle), -gravity * std::cos(angle), 0.0};
    World world{definition};
    add(world, floor_body());
    BodyDefinition held = ball(radius);
    held.rolling_friction = lever;
    const BodyIndex index = add(world, held);
    run(world, 4.0);
    const double arm = 0.5 * (radius + world.state(index).pose.position.y);
    const double acceleration = gravity * (std::sin(angle) - lever / arm * std::cos(angle)) / 1.4;
    const double way = share > 1.0 ? 0.5 * acceleration * 16.0 : 0.0;
    EXPECT_NEAR(world.state(index).pose.position.x, way, 3e-4 + 0.005 * way) << share;
  }
}

// I w' = -c N: w' = -c g / (0.4 r^2).
TEST(SpinningFriction, ASpinningBallSlowsDownAsItsMomentSays) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  const double radius = 0.5;
  BodyDefinition spinning = ball(radius);
  spinning.angular_velocity = {0.0, 3.0, 0.0};
  spinning.spinning_friction = 0.01;
  const BodyIndex index = add(world, spinning);
  const double deceleration = 0.01 * gravity / (0.4 * radius * radius);
  run(world, 2.0);
  EXPECT_NEAR(world.state(index).angular_velocity.y, 3.0 - 2.0 * deceleration, 0.005 * 2.0 * deceleration);
  run(world, 2.0);
  EXPECT_LT(glm::length(world.state(index).angular_velocity), 1e-9);
  EXPECT_LT(glm::length(world.state(index).linear_velocity), 1e-9);
}

// Two balls pressed together, which may move along their common axis only: what one's spin about it loses the other's
// wins, until both have half of it; and energy only falls.
TEST(SpinningFriction, TakesEnergyAndKeepsAngularMomentum) {
  World world{testing_support::weightless()};
  BodyDefinition left = ball(0.5);
  left.mesh_pose.position = {-0.5, 0.0, 0.0};
  left.angular_velocity = {4.0, 0.0, 0.0};
  left.locked = {false, true, true, false, false, false};
  left.spinning_friction = 0.1;
  BodyDefinition right = ball(0.5);
  right.name = "right";
  right.locked = left.locked;
  right.mesh_pose.position = {0.501, 0.0, 0.0};
  const BodyIndex a = add(world, left);
  const BodyIndex b = add(world, right);
  const Totals before = world.totals();
  double energy = total_energy(world);
  for (int step = 0; step < 180; ++step) {  // 4 rad/s at twice 0.1 m * 500 N / (0.4 * 523.6 kg * 0.25 m^2) take 2.1 s
    world.apply_force(a, {500.0, 0.0, 0.0});
    world.apply_force(b, {-500.0, 0.0, 0.0});
    world.step();
    const double won_by_closing = step < 10 ? 2.0 * 500.0 * 1e-3 : 0.0;  // J: the balls start a millimetre apart
    EXPECT_LE(total_energy(world), energy + won_by_closing + 1e-9 * before.kinetic_energy) << step;
    energy = total_energy(world);
  }
  const Totals after = world.totals();
  EXPECT_NEAR(after.angular_momentum.x, before.angular_momentum.x, 1e-12 * before.angular_momentum.x);
  EXPECT_NEAR(world.state(a).angular_velocity.x, 2.0, 1e-6);
  EXPECT_NEAR(world.state(b).angular_velocity.x, 2.0, 1e-6);
}

TEST(Materials, BadOnesAreRefused) {
  World world{WorldDefinition{}};
  BodyDefinition sticky = ball(0.5);
  sticky.rolling_friction = -1.0;
  EXPECT_NE(world.add_body(sticky).error().message.find("rolling"), std::string::npos);
  BodyDefinition endless = ball(0.5);
  endless.surface_velocity_local.x = INFINITY;
  EXPECT_NE(world.add_body(endless).error().message.find("surface"), std::string::npos);
}

}  // namespace
}  // namespace firstcontact
