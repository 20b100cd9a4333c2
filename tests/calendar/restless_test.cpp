// What moves, however slowly, or is pushed, stays awake.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "calendar/small_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

/// A body that moves, however slowly, or is pushed.
struct Restless {
  std::string name;
  std::function<BodyIndex(World&)> make;
  std::function<void(World&, BodyIndex)> before_step;

  friend std::ostream& operator<<(std::ostream& out, const Restless& restless) { return out << restless.name; }
};

class RestlessBodies : public testing::TestWithParam<Restless> {};

BodyIndex floating(World& world, const Vec3& velocity, const Vec3& spin) {
  BodyDefinition definition = body("it", make_sphere_collider(0.5).value(), {0.0, 5.0, 0.0});
  definition.gravity = Vec3(0.0);
  definition.linear_velocity = velocity;
  definition.angular_velocity = spin;
  return add(world, definition);
}

BodyIndex lying(World& world, const std::function<void(BodyDefinition&)>& change) {
  BodyDefinition definition = body("it", box(Vec3(0.5)), {0.0, 0.5, 0.0});
  change(definition);
  return add(world, definition);
}

BodyIndex on_mover(World& world, const Vec3& velocity) {
  BodyDefinition table = body("table", box({2.0, 0.5, 2.0}), {0.0, 1.5, 0.0});
  table.type = BodyType::kinematic;
  table.linear_velocity = velocity;
  add(world, table);
  return add(world, body("it", box(Vec3(0.5)), {0.0, 2.51, 0.0}));
}

BodyIndex on_belt(World& world) {
  BodyDefinition belt = fixed_body("belt", box({2.0, 0.5, 2.0}), {0.0, 1.5, 0.0});
  belt.surface_velocity_local = Vec3(1e-3, 0.0, 0.0);
  add(world, belt);
  // A wall stops what the belt carries: it stands still, and is pushed all the time.
  add(world, fixed_body("wall", box({0.1, 1.0, 1.0}), {0.61, 3.0, 0.0}));
  return add(world, body("it", box(Vec3(0.5)), {0.0, 2.501, 0.0}));
}

BodyIndex ball_on_floor(World& world, const Vec3& velocity, const Vec3& spin) {
  BodyDefinition ball = body("it", make_sphere_collider(0.5).value(), {0.0, 0.501, 0.0});
  ball.linear_velocity = velocity;
  ball.angular_velocity = spin;
  return add(world, ball);
}

// Twice round in every step: at the end of each it looks the same, and its quaternion is.
constexpr double turns_in_a_step = 60.0 * 4.0 * 3.14159265358979323846;  // rad/s

void nothing(World& /*world*/, BodyIndex /*body*/) {}

INSTANTIATE_TEST_SUITE_P(
    Sleep, RestlessBodies,
    testing::Values(
        Restless{"Creeps",
                 [](World& w) {
                   return floating(w, {1e-5, 0.0, 0.0}, Vec3(0.0));
                 },
                 nothing},
        Restless{"TurnsSlowly",
                 [](World& w) {
                   return floating(w, Vec3(0.0), {0.0, 2e-5, 0.0});
                 },
                 nothing},
        Restless{"SpinsFast",
                 [](World& w) {
                   return floating(w, Vec3(0.0), {0.0, 100.0, 0.0});
                 },
                 nothing},
        Restless{"RollsSlowly",
                 [](World& w) {
                   return ball_on_floor(w, {5e-6, 0.0, 0.0}, {0.0, 0.0, -1e-5});
                 },
                 nothing},
        Restless{"SpinsTwiceInAStep",
                 [](World& w) {
                   return ball_on_floor(w, Vec3(0.0), {0.0, turns_in_a_step, 0.0});
                 },
                 nothing},
        Restless{"CreepsOnALoweringTable",
                 [](World& w) {
                   return on_mover(w, {0.0, -1e-5, 0.0});
                 },
                 nothing},
        Restless{"LiesOnATableThatGoesAside",
                 [](World& w) {
                   return on_mover(w, {1e-7, 0.0, 0.0});
                 },
                 nothing},
        Restless{"IsPressedByABelt", on_belt, nothing},
        Restless{"IsPushedByALastingForce",
                 [](World& w) { return lying(w, [](BodyDefinition& it) { it.force = Vec3(1e-3, 0.0, 0.0); }); },
                 nothing},
        Restless{"IsTwistedByALastingTorque",
                 [](World& w) { return lying(w, [](BodyDefinition& it) { it.torque = Vec3(0.0, 1e-3, 0.0); }); },
                 nothing},
        Restless{"IsPushedInEveryStep", [](World& w) { return lying(w, [](BodyDefinition&) {}); },
                 [](World& w, BodyIndex it) { w.apply_force(it, Vec3(1e-3, 0.0, 0.0)); }},
        Restless{"IsItselfABelt",
                 [](World& w) {
                   return lying(w, [](BodyDefinition& it) { it.surface_velocity_local = Vec3(1e-9, 0.0, 0.0); });
                 },
                 nothing},
        Restless{"IsASensor",
                 [](World& w) {
                   BodyDefinition sensor = body("it", box(Vec3(0.5)), {0.0, 5.0, 0.0});
                   sensor.is_sensor = true;
                   sensor.gravity = Vec3(0.0);
                   return add(w, sensor);
                 },
                 nothing}),
    [](const testing::TestParamInfo<Restless>& of) { return of.param.name; });

TEST_P(RestlessBodies, NeverSleep) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  const BodyIndex it = GetParam().make(world);
  for (int i = 0; i < 180; ++i) {
    GetParam().before_step(world, it);
    world.step();
    ASSERT_FALSE(world.state(it).asleep) << world.time();
  }
}

TEST(Sleep, ABodyAtTheTopOfALongFlightStaysAwake) {
  WorldDefinition moon;
  moon.gravity = Vec3(0.0, -1e-6, 0.0);
  World world{moon};
  BodyDefinition thrown = body("thrown", box(Vec3(0.5)), {0.0, 5.0, 0.0});
  thrown.linear_velocity = Vec3(0.0, 1e-6, 0.0);  // on its top after a second, 5e-7 m higher
  const BodyIndex it = add(world, thrown);
  const std::vector<Event> events = run_with_events(world, 5.0);
  EXPECT_TRUE(events.empty());
  EXPECT_NEAR(world.state(it).linear_velocity.y, -4e-6, 1e-12);
}

}  // namespace
}  // namespace firstcontact
