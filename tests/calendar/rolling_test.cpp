// Rolling against closed forms: down slopes, driven, slipping, on edges.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "calendar/slopes.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

BodyDefinition roller(double radius, double half_height, double height) {
  BodyDefinition definition = body("roller", make_capsule_collider(radius, half_height).value(), {0.0, height, 0.0});
  definition.mesh_pose.orientation = quaternion_from_rotation_vector({0.5 * pi, 0.0, 0.0});  // its axis along z
  definition.restitution = 0.0;
  return definition;
}

// m^3
double capsule_volume(double radius, double half_height) {
  return pi * radius * radius * (2.0 * half_height + 4.0 / 3.0 * radius);
}

// A capsule lying on its side rolls as a cylinder does: a = g sin / (1 + I / (m r^2)), without slipping while
// tan < mu (1 + m r^2 / I).
TEST(Rolling, ACylinderRollsDownASlope) {
  const double angle = 10.0 * pi / 180.0;
  const double radius = 0.2;
  World world{leaning(angle)};
  add(world, rough_floor(0.5));
  const double gap = rest_gap(capsule_volume(radius, 0.5));
  const BodyIndex index = add(world, roller(radius, 0.5, radius + gap));
  const Vec3& moments = world.inertia(index).principal_moments;
  const double about_the_axis = std::min({moments.x, moments.y, moments.z});
  const double acceleration =
      gravity * std::sin(angle) / (1.0 + about_the_axis / (world.mass(index) * radius * radius));
  run(world, 2.0);
  EXPECT_NEAR(world.state(index).linear_velocity.x, 2.0 * acceleration, 1e-3 * 2.0 * acceleration);
  EXPECT_NEAR(world.state(index).angular_velocity.z, -world.state(index).linear_velocity.x / radius, 2e-2);
  EXPECT_NEAR(world.state(index).pose.position.x, 2.0 * acceleration, 0.01 * 2.0 * acceleration);
}

// A wheel that a torque T about its axle drives: (I + m r^2) w' = T while it does not slip.
TEST(Rolling, ADrivenWheelRollsAsItsTorqueSays) {
  const double radius = 0.2;
  for (const double share_of_weight : {0.001, 0.01, 0.1, 0.3}) {
    World world{WorldDefinition{}};
    add(world, rough_floor(0.8));
    const double height = radius + rest_gap(capsule_volume(radius, 0.5));
    const BodyIndex index = add(world, roller(radius, 0.5, height));
    const Vec3& moments = world.inertia(index).principal_moments;
    const double about_the_axis = std::min({moments.x, moments.y, moments.z});
    const double mass = world.mass(index);
    const double torque = share_of_weight * mass * gravity * radius;
    const double turning = torque / (about_the_axis + mass * radius * radius);
    for (int step = 0; step < 60; ++step) {
      world.apply_torque(index, {0.0, 0.0, -torque});
      world.step();
    }
    EXPECT_NEAR(world.state(index).angular_velocity.z, -turning, 0.005 * turning) << share_of_weight;
    EXPECT_NEAR(world.state(index).linear_velocity.x, turning * radius, 0.005 * turning * radius) << share_of_weight;
    EXPECT_NEAR(world.state(index).pose.position.y, height, 1e-5) << share_of_weight;  // m; it does not sink
  }
}

// Above the angle of rolling it slips: a = g (sin - mu cos), and I w' = mu m g cos r.
TEST(Rolling, ACylinderSlipsOnASteepSlope) {
  const double angle = 50.0 * pi / 180.0;
  const double mu = 0.2;
  const double radius = 0.2;
  World world{leaning(angle)};
  add(world, rough_floor(mu));
  BodyDefinition definition = roller(radius, 0.5, radius + rest_gap(capsule_volume(radius, 0.5)));
  definition.friction = mu;
  const BodyIndex index = add(world, definition);
  const Vec3& moments = world.inertia(index).principal_moments;
  const double about_the_axis = std::min({moments.x, moments.y, moments.z});
  run(world, 1.0);
  const double acceleration = gravity * (std::sin(angle) - mu * std::cos(angle));
  const double turning = mu * world.mass(index) * gravity * std::cos(angle) * radius / about_the_axis;
  EXPECT_NEAR(world.state(index).linear_velocity.x, acceleration, 1e-3 * acceleration);
  EXPECT_NEAR(world.state(index).angular_velocity.z, -turning, 5e-3 * turning);
}

// A cylinder set down with speed and no spin slides until it rolls, at v / (1 + I / (m r^2)) ... of a sphere 5/7 v.
TEST(Rolling, ASlidingCylinderEndsUpRolling) {
  const double radius = 0.2;
  World world{WorldDefinition{}};
  add(world, rough_floor(0.5));
  BodyDefinition definition = roller(radius, 0.5, radius + rest_gap(capsule_volume(radius, 0.5)));
  definition.linear_velocity = {3.0, 0.0, 0.0};
  const BodyIndex index = add(world, definition);
  const Vec3& moments = world.inertia(index).principal_moments;
  const double ratio = std::min({moments.x, moments.y, moments.z}) / (world.mass(index) * radius * radius);
  run(world, 2.0);
  // Angular momentum about a point of the floor is kept: m v r + I w = m v0 r, with v = w r.
  EXPECT_NEAR(world.state(index).linear_velocity.x, 3.0 / (1.0 + ratio), 3e-3);
}

// With a rolling friction of lever c on top: (m + I/r^2) a = m g (sin - c/r cos).
TEST(Rolling, RollingFrictionSlowsACylinderOnASlope) {
  const double angle = 10.0 * pi / 180.0;
  const double radius = 0.2;
  const double lever = 0.01;
  World world{leaning(angle)};
  add(world, rough_floor(0.5));
  BodyDefinition definition = roller(radius, 0.5, radius + rest_gap(capsule_volume(radius, 0.5)));
  definition.rolling_friction = lever;
  const BodyIndex index = add(world, definition);
  const Vec3& moments = world.inertia(index).principal_moments;
  const double ratio = std::min({moments.x, moments.y, moments.z}) / (world.mass(index) * radius * radius);
  const double acceleration = gravity * (std::sin(angle) - lever / radius * std::cos(angle)) / (1.0 + ratio);
  run(world, 2.0);
  EXPECT_NEAR(world.state(index).linear_velocity.x, 2.0 * acceleration, 0.005 * 2.0 * acceleration);
}

// A prism of n sides loses speed at every edge: w+ = k w-, k = (I + m r^2 cos(2 pi/n)) / (I + m r^2), because the edge
// that lands takes all the angular momentum about it and no other. On a slope that balances what gravity gives from
// edge to edge: (I + m r^2) w-^2 (1 - k^2) / 2 = 2 m g r sin(pi/n) sin(angle). (McGeer 1990, the rimless wheel.)
struct RimlessWheel {
  double sides, angle, radius, mass, about_the_axis;

  [[nodiscard]] double rolling() const { return about_the_axis + mass * radius * radius; }
  [[nodiscard]] double kept() const {
    return (about_the_axis + mass * radius * radius * std::cos(2.0 * pi / sides)) / rolling();
  }
  // rad/s, squared, when the middle is `lean` beyond the edge it turns about, of [-pi/n, pi/n].
  [[nodiscard]] double squared_spin(double lean) const {
    const double unit = 2.0 * mass * gravity * radius / rolling();
    const double won = 2.0 * unit * std::sin(pi / sides) * std::sin(angle);
    const double after_an_edge = won * kept() * kept() / (1.0 - kept() * kept());
    return after_an_edge + unit * (std::cos(angle - pi / sides) - std::cos(angle + lean));
  }
  // rad/s, from edge to edge.
  [[nodiscard]] double mean_spin() const {
    constexpr int slices = 1000;
    double time = 0.0;
    for (int i = 0; i < slices; ++i) {
      const double lean = pi / sides * (2.0 * (i + 0.5) / slices - 1.0);
      time += 2.0 * pi / sides / slices / std::sqrt(squared_spin(lean));
    }
    return 2.0 * pi / sides / time;
  }
};

// A prism along z, one of its sides below.
std::shared_ptr<const Collider> prism(int sides, double radius, double half_length) {
  std::vector<Vec3> corners;
  for (int i = 0; i < sides; ++i) {
    const double turn = 2.0 * pi * (i + 0.5) / sides - 0.5 * pi;
    for (const double end : {-half_length, half_length}) {
      corners.emplace_back(radius * std::cos(turn), radius * std::sin(turn), end);
    }
  }
  return make_hull_collider(corners).value();
}

// Of the way from edge to edge the prism flies two skins' worth, just before and after an edge meets the ground faster
// than contact is slow: that is a hundredth here.
TEST(Rolling, APrismRollsAtTheRimlessWheelsSpeed) {
  RimlessWheel wheel{8.0, 12.0 * pi / 180.0, 0.5, 0.0, 0.0};
  World world{leaning(wheel.angle)};
  add(world, rough_floor(1.0));
  BodyDefinition rolling =
      body("prism", prism(8, wheel.radius, 0.4), {0.0, wheel.radius * std::cos(pi / wheel.sides) + 1e-3, 0.0});
  rolling.friction = 1.0;
  rolling.restitution = 0.0;
  rolling.linear_velocity = {1.5, 0.0, 0.0};
  rolling.angular_velocity = {0.0, 0.0, -3.0};
  const BodyIndex index = add(world, rolling);
  wheel.mass = world.mass(index);
  const double r_squared = wheel.radius * wheel.radius;
  const double sine = std::sin(pi / wheel.sides);
  wheel.about_the_axis = 0.5 * wheel.mass * r_squared * (1.0 - 2.0 / 3.0 * sine * sine);
  run(world, 8.0);
  const double start = world.state(index).pose.position.x;
  run(world, 8.0);
  const double edge_to_edge = 2.0 * wheel.radius * sine;  // m
  const double mean = (world.state(index).pose.position.x - start) / 8.0 / edge_to_edge * 2.0 * pi / wheel.sides;
  EXPECT_NEAR(mean, wheel.mean_spin(), 0.02 * wheel.mean_spin());
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

}  // namespace
}  // namespace firstcontact
