// Impacts of a world: restitution, and how bodies come to rest.
#include <firstcontact/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "small_worlds.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

/// What comes to a plastic floor, how fast, and in what steps.
struct PlasticHit {
  std::shared_ptr<const Collider> shape;
  double speed = 0.0;      // m/s
  double time_step = 0.0;  // s
  double phase = 0.0;      // of a step: when it meets
  ContactModel model = ContactModel::kicks;
};

// m/s: the fastest that it goes up afterwards.
double rebound_of(const PlasticHit& hit) {
  WorldDefinition definition = weightless();
  definition.time_step = hit.time_step;
  definition.contact_model = hit.model;
  World world{definition};
  BodyDefinition floor = floor_body();
  floor.friction = 0.0;
  floor.restitution = 0.0;
  add(world, floor);
  const double way = hit.speed * hit.time_step * (2.0 + hit.phase);
  BodyDefinition comer = body("comer", hit.shape, {0.0, 0.2 + way, 0.0});
  comer.friction = 0.0;
  comer.restitution = 0.0;
  comer.linear_velocity = {0.0, -hit.speed, 0.0};
  const BodyIndex index = add(world, comer);
  double fastest = -hit.speed;
  for (int i = 0; i < 12; ++i) {
    world.step();
    fastest = std::max(fastest, world.state(index).linear_velocity.y);
  }
  EXPECT_LT(std::abs(world.state(index).linear_velocity.y), hit.speed) << "has not met it";
  return fastest;
}

// Restitution 0 is none at any speed, whenever in the step.
TEST(Plastic, HitsDoNotComeBackWheneverTheyMeet) {
  constexpr int phases = 40;
  for (const ContactModel model : {ContactModel::kicks, ContactModel::chords}) {
    for (const auto& shape : {make_sphere_collider(0.2).value(), box(Vec3(0.2))}) {
      for (const double time_step : {1.0 / 30.0, 1.0 / 60.0, 1.0 / 240.0, 1.0 / 960.0}) {
        for (int phase = 0; phase < phases; ++phase) {
          for (const double speed : {0.03, 0.3, 1.0, 20.0}) {
            const double rebound = rebound_of({shape, speed, time_step, 1.0 * phase / phases, model});
            EXPECT_LE(rebound, 1e-6 * speed) << speed << " m/s, steps of " << time_step << " s, phase " << phase
                                             << (model == ContactModel::kicks ? ", kicks" : ", chords");
          }
        }
      }
    }
  }
}

// Whatever its restitution, a body that keeps losing energy comes to rest, and falls asleep.
TEST(CubesThatFall, AreAtRestAndAsleepInTime) {
  testing_support::Random random(46);
  for (const double restitution : {0.0, 0.3, 0.5, 0.7, 0.9}) {
    for (int i = 0; i < 8; ++i) {
      World world{WorldDefinition{}};
      BodyDefinition floor = floor_body();
      floor.restitution = restitution;
      add(world, floor);
      BodyDefinition cube = body("cube", box(i % 2 == 0 ? Vec3(0.5) : Vec3(0.5, 0.25, 0.1)), {0.0, 2.0, 0.0});
      cube.restitution = restitution;
      cube.friction = 0.1 + 0.1 * i;
      cube.mesh_pose.orientation = random.rotation();
      cube.angular_velocity = random.vector(3.0);
      const BodyIndex index = add(world, cube);
      std::size_t impacts = 0;
      for (int step = 0; step < 25 * 60 && !world.state(index).asleep; ++step) {
        world.step();
        impacts += of_kind({world.events().begin(), world.events().end()}, EventKind::impact).size();
      }
      EXPECT_TRUE(world.state(index).asleep) << restitution << " " << i;
      EXPECT_LT(impacts, 400U) << restitution << " " << i;
      EXPECT_EQ(world.statistics().time_lost, 0.0) << restitution << " " << i;
    }
  }
}

class BallsWithSpinBy : public ::testing::TestWithParam<ContactModel> {};
INSTANTIATE_TEST_SUITE_P(By, BallsWithSpinBy, ::testing::Values(ContactModel::kicks, ContactModel::chords),
                         name_of_model);

// A ball with topspin, with backspin or with none meets a rough floor: it slips all along, and loses mu (1 + e) of its
// normal speed, or grips, and loses 2/7 of its slip. A super-ball's slip turns round (Garwin 1969): that is elasticity
// along the floor, which no law here has.
TEST_P(BallsWithSpinBy, HopAsTheTextbookSays) {
  constexpr double size = 0.1;  // m
  for (const double spin : {-60.0, -20.0, 0.0, 30.0}) {
    for (const double friction : {0.05, 0.2, 2.0}) {
      World world{with_model(weightless(), GetParam())};
      BodyDefinition floor = floor_body();
      BodyDefinition ball = body("ball", make_sphere_collider(size).value(), {0.0, 0.2, 0.0});
      floor.friction = ball.friction = friction;
      floor.restitution = ball.restitution = 0.8;
      ball.linear_velocity = {2.0, -3.0, 0.0};
      ball.angular_velocity = {0.0, 0.0, spin};
      add(world, floor);
      const BodyIndex index = add(world, ball);
      const std::vector<Event> events = of_kind(run_with_events(world, 0.2), EventKind::impact);
      ASSERT_EQ(events.size(), 1U);
      const double arm = size + 0.5 * events[0].gap;  // they meet in the middle of the gap
      const double levers = 2.5 * arm / (size * size);
      const double slip = 2.0 + spin * arm;
      const double most = friction * 1.8 * 3.0;
      const double lost = std::clamp(slip / (1.0 + arm * levers), -most, most);
      const BodyState state = world.state(index);
      EXPECT_LT(glm::length(state.linear_velocity - Vec3(2.0 - lost, 2.4, 0.0)), 1e-9) << spin << " " << friction;
      EXPECT_LT(glm::length(state.angular_velocity - Vec3(0.0, 0.0, spin - lost * levers)), 1e-8)
          << spin << " " << friction;
    }
  }
}

}  // namespace
}  // namespace firstcontact
