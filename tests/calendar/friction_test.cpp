// Friction against closed forms: slopes, stopping ways, a pushed book, a spinning coin.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <utility>

#include "calendar/slopes.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

BodyDefinition resting_box(const Vec3& half_extents, double friction) {
  const double height = half_extents.y + rest_gap(8.0 * half_extents.x * half_extents.y * half_extents.z);
  BodyDefinition definition = body("box", box(half_extents), {0.0, height, 0.0});
  definition.friction = friction;
  definition.restitution = 0.0;
  return definition;
}

// Which of the two bodies is asked for first must not matter: the floor's normal counts, whoever is the pair's a.
struct Slope {
  const char* name;
  double friction;
  Vec3 half_extents;
  bool floor_first;

  friend std::ostream& operator<<(std::ostream& out, const Slope& slope) { return out << slope.name; }
};

class Slopes : public ::testing::TestWithParam<Slope> {
 protected:
  // A world whose slope is at `share` of the friction angle, with the box on it.
  static std::pair<World, BodyIndex> world_at(double share) {
    const Slope& slope = GetParam();
    World world{leaning(share * std::atan(slope.friction))};
    if (slope.floor_first) {
      add(world, rough_floor(slope.friction));
    }
    const BodyIndex index = add(world, resting_box(slope.half_extents, slope.friction));
    if (!slope.floor_first) {
      add(world, rough_floor(slope.friction));
    }
    return {std::move(world), index};
  }
};

// tan(0.98 atan mu) < mu: it stands, and creeps less than 0.1 mm in 10 s.
TEST_P(Slopes, HoldBelowTheFrictionAngle) {
  auto [world, index] = world_at(0.98);
  run(world, 10.0);
  const BodyState start = world.state(index);
  EXPECT_LT(std::abs(start.pose.position.x), 1e-4);
  EXPECT_LT(std::abs(start.pose.position.z), 1e-4);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

// a = g (sin - mu cos) of 1.02 atan mu, over two seconds and over the last of them.
TEST_P(Slopes, LetGoAboveTheFrictionAngle) {
  const double mu = GetParam().friction;
  const double angle = 1.02 * std::atan(mu);
  const double acceleration = gravity * (std::sin(angle) - mu * std::cos(angle));
  auto [world, index] = world_at(1.02);
  run(world, 1.0);
  const double halfway = world.state(index).linear_velocity.x;
  run(world, 1.0);
  const double end = world.state(index).linear_velocity.x;
  EXPECT_NEAR(end, 2.0 * acceleration, 0.01 * 2.0 * acceleration);
  EXPECT_NEAR(end - halfway, acceleration, 1e-4 * acceleration);
  EXPECT_NEAR(world.state(index).pose.position.x, 0.5 * acceleration * 4.0, 0.01 * 0.5 * acceleration * 4.0);
}

INSTANTIATE_TEST_SUITE_P(Friction, Slopes,
                         ::testing::Values(Slope{"FlatBrick", 0.3, {0.5, 0.25, 0.5}, true},
                                           Slope{"Cube", 0.5, {0.5, 0.5, 0.5}, true},
                                           Slope{"CubeAsTheFirstOfThePair", 0.5, {0.5, 0.5, 0.5}, false},
                                           Slope{"SmallSlab", 1.0, {0.05, 0.01, 0.05}, false}),
                         [](const auto& slope) { return std::string(slope.param.name); });

// A box that falls flat on a slope at its friction angle loses mu times the normal impulse, and that is all its speed
// along the slope: m v_t = mu m v_n.
TEST(Landing, FrictionStopsABoxThatLandsAtItsFrictionAngle) {
  const double mu = 0.5;
  World world{leaning(std::atan(mu))};
  add(world, rough_floor(1.002 * mu));
  BodyDefinition cube = resting_box(Vec3(0.5), mu);
  cube.friction = 1.002 * mu;
  cube.mesh_pose.position.y += 0.05;
  const BodyIndex index = add(world, cube);
  run(world, 1.0);
  // It falls to the impact gap and sinks to the rest gap: less than half a skin each way, along the slope as well.
  EXPECT_NEAR(world.state(index).pose.position.x, 0.05 * mu, 0.5 * tolerances::skin_per_size);
  EXPECT_LT(glm::length(world.state(index).linear_velocity), 1e-6);
}

// s = v^2 / (2 mu g), t = v / (mu g).
TEST(Stopping, ASlidingBlockStopsAfterVSquaredOverTwoMuG) {
  for (const double mu : {0.2, 0.5}) {
    for (const double speed : {3.0, 8.0}) {
      World world{WorldDefinition{}};
      add(world, rough_floor(mu));
      BodyDefinition brick = resting_box({0.5, 0.25, 0.5}, mu);
      brick.linear_velocity = {speed, 0.0, 0.0};
      const BodyIndex index = add(world, brick);
      run(world, speed / (mu * gravity) + 0.1);
      const double way = speed * speed / (2.0 * mu * gravity);
      EXPECT_NEAR(world.state(index).pose.position.x, way, 0.005 * way) << mu << " " << speed;
      EXPECT_LT(glm::length(world.state(index).linear_velocity), 1e-9) << mu << " " << speed;
      EXPECT_LT(std::abs(world.state(index).pose.position.z), 1e-6) << mu << " " << speed;
    }
  }
}

// A finger pushes a book at 2 m/s for half a second and stops: the book is as far as the finger pushed it, and then
// goes on by v^2 / (2 mu g).
TEST(Book, SlidesOnWhenTheFingerThatPushesItStops) {
  const double mu = 0.4;
  World world{WorldDefinition{}};
  add(world, rough_floor(mu));
  BodyDefinition finger = body("finger", box({0.02, 0.01, 0.02}), {-0.13, 0.015, 0.0});
  finger.type = BodyType::kinematic;
  finger.linear_velocity = {2.0, 0.0, 0.0};
  finger.restitution = 0.0;
  finger.friction = 0.0;
  const BodyIndex pushing = add(world, finger);
  const BodyIndex book = add(world, resting_box({0.1, 0.015, 0.075}, mu));
  run(world, 0.5);
  world.set_kinematic_velocity(pushing, Vec3(0.0), Vec3(0.0));
  const double pushed_to = world.state(pushing).pose.position.x + 0.02 + 0.1;
  EXPECT_NEAR(world.state(book).pose.position.x, pushed_to, 1e-4);
  run(world, 1.0);
  const double way = 2.0 * 2.0 / (2.0 * mu * gravity);
  EXPECT_NEAR(world.state(book).pose.position.x - pushed_to, way, 0.005 * way);
  EXPECT_LT(std::abs(world.state(book).pose.position.z), 1e-4);
}

// A force of 1.5 mu m g at the centre: a = 0.5 mu g; 0.9 mu m g moves nothing.
TEST(Book, MovesWhenThePushIsMoreThanFriction) {
  const double mu = 0.4;
  World world{WorldDefinition{}};
  add(world, rough_floor(mu));
  const BodyIndex book = add(world, resting_box({0.1, 0.015, 0.075}, mu));
  const double limit = mu * world.mass(book) * gravity;
  const auto push = [&](double force) {
    for (int step = 0; step < 60; ++step) {
      world.apply_force(book, {force, 0.0, 0.0});
      world.step();
    }
  };
  push(0.9 * limit);
  EXPECT_LT(std::abs(world.state(book).pose.position.x), 1e-4);
  push(1.5 * limit);
  EXPECT_NEAR(world.state(book).linear_velocity.x, 0.5 * mu * gravity, 1e-3 * 0.5 * mu * gravity);
}

// Over the table's edge it goes when its centre does: the moment of its weight about the edge changes sign there.
TEST(Book, TipsOverTheEdgeWhenItsCentreIsBeyond) {
  for (const double beyond : {-0.003, 0.003}) {
    World world{WorldDefinition{}};
    add(world, fixed_body("table", box({1.0, 0.5, 1.0}), {-1.0, -0.5, 0.0}));
    BodyDefinition book = resting_box({0.1, 0.015, 0.075}, 0.5);
    book.mesh_pose.position.x = beyond;
    const BodyIndex index = add(world, book);
    run(world, 3.0);
    EXPECT_EQ(world.state(index).pose.position.y<-0.1, beyond> 0.0) << beyond;
  }
}

constexpr double coin_radius = 0.1;  // m

// A coin that spins at 20 rad/s where it lies.
BodyDefinition spinning_coin(double friction) {
  const double half_height = 0.005;
  const double gap = rest_gap(pi * coin_radius * coin_radius * 2.0 * half_height);
  BodyDefinition coin =
      body("coin", make_cylinder_collider(coin_radius, half_height).value(), {0.0, half_height + gap, 0.0});
  coin.friction = friction;
  coin.restitution = 0.0;
  coin.angular_velocity = {0.0, 20.0, 0.0};
  return coin;
}

// A coin with a raised rim bears at its rim: I w' = -mu m g R. The corners of the rim, R from the middle, are what the
// contact bears on; the moment does not depend on how they share the weight.
TEST(Coin, ASpinningCoinStopsAsTheFrictionAtItsRimSays) {
  const double mu = 0.3;
  World world{WorldDefinition{}};
  add(world, rough_floor(mu));
  const BodyIndex index = add(world, spinning_coin(mu));
  const Vec3& moments = world.inertia(index).principal_moments;
  const double about_the_axis = std::max({moments.x, moments.y, moments.z});
  const double deceleration = mu * world.mass(index) * gravity * coin_radius / about_the_axis;
  const double half_time = 0.5 * 20.0 / deceleration;
  run(world, half_time);
  EXPECT_NEAR(world.state(index).angular_velocity.y, 20.0 - deceleration * world.time(), 0.01 * 10.0);
  run(world, half_time + 0.1);
  EXPECT_LT(glm::length(world.state(index).angular_velocity), 1e-6);
  EXPECT_LT(std::hypot(world.state(index).pose.position.x, world.state(index).pose.position.z), 1e-4);
}

// The same coin with spinning friction c of its own besides: I w' = -(mu R + c) m g.
TEST(Coin, SpinningFrictionComesOnTop) {
  const double mu = 0.1;
  const double lever = 0.02;
  World world{WorldDefinition{}};
  add(world, rough_floor(mu));
  BodyDefinition coin = spinning_coin(mu);
  coin.spinning_friction = lever;
  const BodyIndex index = add(world, coin);
  const Vec3& moments = world.inertia(index).principal_moments;
  const double about_the_axis = std::max({moments.x, moments.y, moments.z});
  const double deceleration = (mu * coin_radius + lever) * world.mass(index) * gravity / about_the_axis;
  run(world, 0.2);
  EXPECT_NEAR(world.state(index).angular_velocity.y, 20.0 - 0.2 * deceleration, 0.01 * 0.2 * deceleration);
}

}  // namespace
}  // namespace firstcontact
