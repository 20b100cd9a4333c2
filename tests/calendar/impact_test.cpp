// Impacts of a world: many at once.
#include <firstcontact/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "small_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

constexpr double radius = 0.1;

BodyDefinition elastic(BodyDefinition body) {
  body.restitution = 1.0;
  body.friction = 0.0;
  return body;
}

// `count` bodies that touch, along `way`, the first at `start`.
std::vector<BodyIndex> add_row(World& world, const std::shared_ptr<const Collider>& shape, int count, const Vec3& start,
                               const Vec3& way) {
  std::vector<BodyIndex> row;
  for (int i = 0; i < count; ++i) {
    row.push_back(add(world, elastic(body("it " + std::to_string(i), shape, start + (2.0 * radius * i) * way))));
  }
  return row;
}

// All come back as they came, whatever they are and however many.
TEST(Rows, ComeBackFromAWallAsTheyCame) {
  const std::vector<std::shared_ptr<const Collider>> shapes{make_sphere_collider(radius).value(), box(Vec3(radius))};
  for (const int count : {2, 3, 6, 10, 24, 40}) {
    for (const auto& shape : shapes) {
      World world{weightless()};
      add(world, elastic(fixed_body("wall", box({0.5, 2.0, 2.0}), {-0.5, 0.0, 0.0})));
      const std::vector<BodyIndex> row = add_row(world, shape, count, {0.15, 0.0, 0.0}, {1.0, 0.0, 0.0});
      for (const BodyIndex index : row) {
        world.set_velocity(index, {-1.0, 0.0, 0.0}, Vec3(0.0));
      }
      const double before = world.totals().kinetic_energy;
      run(world, 1.0);
      for (const BodyIndex index : row) {
        EXPECT_NEAR(world.state(index).linear_velocity.x, 1.0, 1e-9) << count;
        EXPECT_LT(glm::length(world.state(index).angular_velocity), 1e-9) << count;
      }
      EXPECT_NEAR(world.totals().kinetic_energy / before, 1.0, 1e-12) << count;
      EXPECT_EQ(world.statistics().time_lost, 0.0) << count;
    }
  }
}

// Of n balls k swing in, and k swing out.
TEST(Rows, SendOffAsManyAsSwingIn) {
  for (const int count : {5, 24}) {
    for (const int lifted : {1, 2, 4}) {
      World world{weightless()};
      const std::vector<BodyIndex> row =
          add_row(world, make_sphere_collider(radius).value(), count, Vec3(0.0), {0.6, 0.0, 0.8});
      const std::vector<BodyIndex> swung = add_row(world, make_sphere_collider(radius).value(), lifted,
                                                   Vec3(0.6, 0.0, 0.8) * -(0.5 + 0.2 * lifted), {0.6, 0.0, 0.8});
      for (const BodyIndex index : swung) {
        world.set_velocity(index, {0.6, 0.0, 0.8}, Vec3(0.0));
      }
      run(world, 1.0);
      for (int i = 0; i < count; ++i) {
        const double wanted = i >= count - lifted ? 1.0 : 0.0;
        EXPECT_NEAR(glm::length(world.state(row[static_cast<std::size_t>(i)]).linear_velocity), wanted, 1e-9)
            << count << " " << lifted << " " << i;
      }
      EXPECT_EQ(world.statistics().time_lost, 0.0);
    }
  }
}

// A light ball between a heavy one and a wall meets them pi times the root of their masses' ratio.
TEST(Rows, ALightBallMeetsAHeavyOneAndAWallThousandsOfTimes) {
  World world{weightless()};
  add(world, elastic(fixed_body("wall", box({0.5, 2.0, 2.0}), {-0.5, 0.0, 0.0})));
  BodyDefinition light = elastic(body("light", make_sphere_collider(radius).value(), {radius, 0.0, 0.0}));
  light.mass = 1e-3;
  add(world, light);
  BodyDefinition heavy = elastic(body("heavy", make_sphere_collider(radius).value(), {0.4, 0.0, 0.0}));
  heavy.mass = 1e3;
  heavy.linear_velocity = {-1.0, 0.0, 0.0};
  const BodyIndex index = add(world, heavy);
  const double before = world.totals().kinetic_energy;
  run(world, 1.0);
  EXPECT_NEAR(world.totals().kinetic_energy / before, 1.0, 1e-11);
  EXPECT_GT(world.state(index).linear_velocity.x, 0.99);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

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

}  // namespace
}  // namespace firstcontact
