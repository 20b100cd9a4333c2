// Cylinders, cones and ellipsoids in motion against closed forms: wheels, coins, rockers; and what rests, rests.
#include <gtest/gtest.h>
#include <firstcontact/separation.hpp>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "calendar/slopes.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

double cylinder_volume(double radius, double half_height) { return pi * radius * radius * 2.0 * half_height; }

// A wheel on its rim, its axle turned by `yaw` from z towards x.
BodyDefinition wheel(double radius, double half_height, double yaw) {
  const double gap = rest_gap(cylinder_volume(radius, half_height));
  BodyDefinition definition =
      body("wheel", make_cylinder_collider(radius, half_height).value(), {0.0, radius + gap, 0.0});
  const Quat lying = quaternion_from_rotation_vector({0.5 * pi, 0.0, 0.0});
  definition.mesh_pose.orientation = quaternion_from_rotation_vector({0.0, yaw, 0.0}) * lying;
  return definition;
}

struct Roll {
  double radius, half_height, speed, time_step, yaw;
};

TEST(SmoothBody, AWheelRollsOn) {
  for (const Roll& roll : {Roll{0.2, 0.3, 1.5, 1.0 / 60.0, 0.0}, Roll{0.2, 0.02, 1.5, 1.0 / 60.0, 0.4},
                           Roll{0.01, 0.02, 0.2, 1.0 / 60.0, 1.1}, Roll{1.5, 0.1, 8.0, 1.0 / 30.0, 2.5},
                           Roll{0.35, 0.1, 20.0, 1.0 / 120.0, 4.0}, Roll{0.2, 0.3, 0.01, 1.0 / 60.0, 0.1}}) {
    WorldDefinition rules = sleepless();
    rules.time_step = roll.time_step;
    World world{rules};
    BodyDefinition ground = rough_floor(0.5);
    ground.collider = box({200.0, 0.5, 200.0});
    add(world, ground);
    BodyDefinition definition = wheel(roll.radius, roll.half_height, roll.yaw);
    const Vec3 axle = rotate(definition.mesh_pose.orientation, Vec3(0.0, 1.0, 0.0));
    const Vec3 forward = glm::cross(Vec3(0.0, 1.0, 0.0), axle);
    definition.linear_velocity = roll.speed * forward;
    definition.angular_velocity = (-roll.speed / roll.radius) * axle;
    const BodyIndex index = add(world, definition);
    const Vec3 start = world.state(index).pose.position;
    run(world, 5.0, roll.time_step);
    const BodyState state = world.state(index);
    const double taken = world.time();
    EXPECT_NEAR(glm::dot(state.linear_velocity, forward), roll.speed, 1e-3 * roll.speed) << roll.radius;
    EXPECT_NEAR(glm::length(state.pose.position - start), roll.speed * taken, 1e-3 * roll.speed * taken) << roll.radius;
    EXPECT_NEAR(std::abs(glm::dot(rotate(state.pose.orientation, Vec3(0.0, 1.0, 0.0)), axle)), 1.0, 1e-6);
  }
}

// a = g sin / (1 + I / (m r^2)) = 2/3 g sin, at any angle and whatever part of its side points down first.
TEST(SmoothBody, AWheelRollsDownASlope) {
  for (const double degrees : {0.5, 3.0, 7.0, 15.0, 30.0}) {
    const double angle = degrees * pi / 180.0;
    World world{leaning(angle)};
    add(world, rough_floor(0.5));
    BodyDefinition definition = wheel(0.1, 0.2, 0.0);
    definition.mesh_pose.orientation =
        quaternion_from_rotation_vector({0.0, 0.0, 0.3 * degrees}) * definition.mesh_pose.orientation;
    const BodyIndex index = add(world, definition);
    run(world, 2.0);
    const double speed = 2.0 / 3.0 * gravity * std::sin(angle) * world.time();
    EXPECT_NEAR(world.state(index).linear_velocity.x, speed, 1e-3 * speed) << degrees;
    EXPECT_NEAR(world.state(index).pose.position.x, 0.5 * speed * world.time(), 1e-2 * speed) << degrees;
  }
}

// A coin that leans and rolls on its edge with its centre at rest, thickness included: with the lean a between its
// plane and the floor, W^2 sin a (I1 cos a - I3 h/r sin a) = m g (r cos a - h sin a). Thin: W^2 sin a = 4 g / r. The
// steps are short, because its lowest point goes round by 0.2 rad in a substep of a 60th, and it loses energy for that.
TEST(SmoothBody, ACoinOnItsEdgePrecessesAsEulersDiskDoes) {
  constexpr double radius = 0.1;
  constexpr double half_height = 0.004;
  for (const double degrees : {8.0, 15.0, 30.0}) {
    const double lean = degrees * pi / 180.0;
    const double sine = std::sin(lean);
    const double cosine = std::cos(lean);
    WorldDefinition rules = sleepless();
    rules.time_step = 1.0 / 960.0;
    World world{rules};
    add(world, rough_floor(0.8));
    const double height = radius * sine + half_height * cosine + rest_gap(cylinder_volume(radius, half_height));
    BodyDefinition coin = body("coin", make_cylinder_collider(radius, half_height).value(), {0.0, height, 0.0});
    coin.mesh_pose.orientation = quaternion_from_rotation_vector({0.0, 0.0, -lean});
    coin.restitution = 0.0;
    const double across = (3.0 * radius * radius + 4.0 * half_height * half_height) / 12.0;  // of 1 kg
    const double along = 0.5 * radius * radius;
    const double precession = std::sqrt(gravity * (radius * cosine - half_height * sine) /
                                        (sine * (across * cosine - along * half_height / radius * sine)));
    const Vec3 to_edge(cosine, -sine, 0.0);
    const Vec3 axis(sine, cosine, 0.0);
    coin.angular_velocity = (-precession * sine) * to_edge + (precession * sine * half_height / radius) * axis;
    const BodyIndex index = add(world, coin);
    const double energy = total_energy(world);
    double turned = 0.0;
    Vec3 last = axis;
    while (world.time() < 0.5) {
      world.step();
      const Vec3 now = rotate(world.state(index).pose.orientation, Vec3(0.0, 1.0, 0.0));
      turned += std::atan2(last.z * now.x - last.x * now.z, last.x * now.x + last.z * now.z);
      last = now;
    }
    EXPECT_NEAR(turned, precession * world.time(), 0.01 * precession * world.time()) << degrees;
    EXPECT_NEAR(last.y, cosine, 0.03 * sine) << degrees;
    EXPECT_NEAR(total_energy(world), energy, 0.005 * std::abs(energy)) << degrees;
  }
}

// An ellipsoid on its side rocks about its lowest point: w^2 = g (R - a) / (k^2 + a^2), where a is half its height and
// R = c^2 / a the radius of its curve.
TEST(SmoothBody, AnEllipsoidRocksAtItsOwnPace) {
  const Vec3 semi_axes(0.3, 0.2, 0.25);
  const double a = semi_axes.y;
  const double c = semi_axes.x;
  World world{sleepless()};
  add(world, rough_floor(0.8));
  const double gap = rest_gap(4.0 / 3.0 * pi * semi_axes.x * semi_axes.y * semi_axes.z);
  constexpr double tilt = 0.02;
  const double height = std::hypot(a * std::cos(tilt), c * std::sin(tilt)) + gap;
  BodyDefinition definition = body("egg", make_ellipsoid_collider(semi_axes).value(), {0.0, height, 0.0});
  definition.mesh_pose.orientation = quaternion_from_rotation_vector({0.0, 0.0, tilt});
  definition.restitution = 0.0;
  const BodyIndex index = add(world, definition);
  const double pace = std::sqrt(gravity * (c * c / a - a) / ((a * a + c * c) / 5.0 + a * a));
  double last = tilt;
  std::vector<double> crossings;
  while (world.time() < 4.0) {
    world.step();
    const Vec3 x = rotate(world.state(index).pose.orientation, Vec3(1.0, 0.0, 0.0));
    if ((x.y > 0.0) != (last > 0.0)) {
      crossings.push_back(world.time() - x.y / (x.y - last) / 60.0);
    }
    last = x.y;
  }
  ASSERT_GE(crossings.size(), 4U);
  const double half_period = (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
  EXPECT_NEAR(half_period, pi / pace, 0.005 * pi / pace);
}

// What lies or stands on a flat stays where it is, and sleeps.
TEST(SmoothBody, WhatStandsStands) {
  World world{WorldDefinition{}};
  add(world, rough_floor(0.5));
  std::vector<BodyIndex> all;
  double height = 0.0;
  for (int i = 0; i < 6; ++i) {
    const double half = 0.1 + 0.02 * (i % 3);
    const double radius = 0.2 - 0.02 * (i % 2);
    height += half + rest_gap(cylinder_volume(radius, half));
    BodyDefinition drum = body("drum", make_cylinder_collider(radius, half).value(), {0.01 * (i % 2), height, 0.0});
    drum.mesh_pose.orientation = quaternion_from_rotation_vector({0.0, 0.7 * i, 0.0});
    all.push_back(add(world, drum));
    height += half;
  }
  all.push_back(add(world, body("cone", make_cone_collider(0.2, 0.2).value(), {1.0, 0.2 + 1e-4, 0.0})));
  BodyDefinition roller = wheel(0.2, 0.3, 0.3);
  roller.mesh_pose.position.x = 3.0;
  all.push_back(add(world, roller));
  all.push_back(add(world, body("egg", make_ellipsoid_collider({0.3, 0.1, 0.2}).value(), {5.0, 0.1 + 1e-4, 0.0})));
  std::vector<Vec3> places;
  for (const BodyIndex index : all) {
    places.push_back(world.state(index).pose.position);
  }
  run(world, 4.0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const BodyState state = world.state(all[i]);
    EXPECT_LT(glm::length(state.pose.position - places[i]), 1e-3) << i;
    EXPECT_LT(glm::length(state.linear_velocity), 1e-3) << i;
  }
}

// Thrown together: nothing overlaps, and no energy is made.
TEST(SmoothBody, ACrowdOfAllKindsStaysApart) {
  World world{WorldDefinition{}};
  add(world, rough_floor(0.5));
  for (int i = 0; i < 24; ++i) {
    const Vec3 place(0.5 * (i % 3), 0.4 + 0.5 * (i / 6), 0.5 * ((i / 3) % 2));
    const auto collider = i % 4 == 0   ? make_cylinder_collider(0.15, 0.1)
                          : i % 4 == 1 ? make_cone_collider(0.15, 0.12)
                          : i % 4 == 2 ? make_ellipsoid_collider({0.2, 0.1, 0.15})
                                       : make_box_collider({0.1, 0.12, 0.14});
    BodyDefinition definition = body("body", collider.value(), place);
    definition.mesh_pose.orientation = quaternion_from_rotation_vector({0.3 * i, 1.1 * i, 0.7});
    add(world, definition);
  }
  double last = total_energy(world);
  for (int i = 0; i < 120; ++i) {
    world.step();
    const double energy = total_energy(world);
    EXPECT_LE(energy, last + 1e-6 * std::abs(last)) << i;
    last = energy;
  }
  for (BodyIndex a = 0; a < world.body_count(); ++a) {
    for (BodyIndex b = a + 1; b < world.body_count(); ++b) {
      const Separation apart = separation({&world.collider(a)->shapes[0], world.state(a).pose},
                                          {&world.collider(b)->shapes[0], world.state(b).pose});
      EXPECT_GT(apart.lower_bound, 0.0) << a << ' ' << b;
    }
  }
}

}  // namespace
}  // namespace firstcontact
