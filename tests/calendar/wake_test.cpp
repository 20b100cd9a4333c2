// Sleepers wake exactly when they must, all that fell asleep together and nobody else.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "calendar/sleeping_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

TEST(Sleep, ABallWakesTheStackItHitsAtTheVeryImpactAndNoOther) {
  TwoStacks two;
  ASSERT_TRUE(are_asleep(two.world, two.left));
  ASSERT_TRUE(are_asleep(two.world, two.right));
  BodyDefinition ball = body("ball", make_sphere_collider(0.3).value(), {-6.0, 2.5, 0.0});
  ball.gravity = Vec3(0.0);
  ball.linear_velocity = Vec3(8.0, 0.0, 0.0);
  const BodyIndex thrown = add(two.world, ball);
  std::vector<Event> events;
  while (of_kind(events, EventKind::wake).empty()) {
    two.world.step();
    events.assign(two.world.events().begin(), two.world.events().end());
    ASSERT_LT(two.world.time(), 4.0);
  }
  const std::vector<Event> wakes = of_kind(events, EventKind::wake);
  const std::vector<Event> impacts = of_kind(events, EventKind::impact);
  ASSERT_EQ(wakes.size(), 3U);
  ASSERT_FALSE(impacts.empty());
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(wakes[i].a, two.left[i]);
    EXPECT_EQ(wakes[i].time, impacts[0].time);
  }
  EXPECT_EQ(impacts[0].a, two.left[2]);
  EXPECT_EQ(impacts[0].b, thrown);
  EXPECT_GT(two.world.state(two.left[2]).linear_velocity.x, 0.1);
  EXPECT_TRUE(are_asleep(two.world, two.right));
  run(two.world, 0.3);
  EXPECT_TRUE(are_asleep(two.world, two.right));
  EXPECT_EQ(two.world.statistics().time_lost, 0.0);
  EXPECT_GT(two.world.statistics().min_gap.value(), 0.0);
}

TEST(Sleep, AnImpactOnASleeperKeepsMomentumAndMakesNoEnergy) {
  WorldDefinition definition = weightless();
  World world{definition};
  const std::vector<BodyIndex> row = add_stack(world, 3, Vec3(0.0));  // they float, and touch
  BodyDefinition ball = body("ball", make_sphere_collider(0.3).value(), {-2.0, 20.5, 0.1});
  ball.linear_velocity = Vec3(1.0, -10.0, 0.0);
  add(world, ball);
  const Totals before = world.totals();
  const std::vector<Event> events = run_with_events(world, 2.5);
  EXPECT_EQ(of_kind(events, EventKind::wake).size(), 3U);
  const Totals after = world.totals();
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(after.momentum[axis], before.momentum[axis], 1e-9);
  }
  EXPECT_LT(after.kinetic_energy, before.kinetic_energy);
  EXPECT_LT(world.state(row[0]).linear_velocity.y, -0.05);  // the shock went through all three
}

TEST(Sleep, AStackWhoseSupportIsTakenAwayFallsAndAnotherSleepsOn) {
  World world{WorldDefinition{}};
  const BodyIndex shelf = add(world, fixed_body("shelf", box({1.0, 0.1, 1.0}), {-2.0, 4.9, 0.0}));
  const BodyIndex other_shelf = add(world, fixed_body("other shelf", box({1.0, 0.1, 1.0}), {2.0, 4.9, 0.0}));
  const std::vector<BodyIndex> left = add_stack(world, 2, {-2.0, 5.0, 0.0});
  const std::vector<BodyIndex> right = add_stack(world, 2, {2.0, 5.0, 0.0});
  run(world, 1.0);
  ASSERT_TRUE(are_asleep(world, left));
  ASSERT_TRUE(are_asleep(world, right));
  const double height = world.state(left[1]).pose.position.y;
  const double time = world.time();
  world.remove_body(shelf);
  EXPECT_TRUE(are_awake(world, left));
  world.step();
  const std::vector<Event> events(world.events().begin(), world.events().end());
  ASSERT_EQ(of_kind(events, EventKind::wake).size(), 2U);
  EXPECT_EQ(of_kind(events, EventKind::wake)[0].time, time);
  run(world, 0.5 - 1.0 / 60.0);
  EXPECT_NEAR(world.state(left[1]).pose.position.y, height - 0.5 * 9.81 * 0.25, 1e-4);
  EXPECT_TRUE(are_asleep(world, right));
  world.remove_body(other_shelf);
  run(world, 0.1);
  EXPECT_LT(world.state(right[0]).linear_velocity.y, -0.9);
}

TEST(Sleep, ABodyTakenFromTheMiddleWakesItsStackInTheStepInWhichItFellAsleep) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  const std::vector<BodyIndex> stack = add_stack(world, 3, Vec3(0.0));
  while (!world.state(stack[0]).asleep) {
    world.step();
    ASSERT_LT(world.time(), 2.0);
  }
  world.remove_body(stack[1]);
  run(world, 1.0);
  EXPECT_NEAR(world.state(stack[2]).pose.position.y, 1.5, 2e-3);
  run(world, 1.0);
  EXPECT_TRUE(are_asleep(world, {stack[0], stack[2]}));
}

TEST(Sleep, ALiftThatStartsWakesWhoStandsOnItAndNobodyBeside) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  BodyDefinition lift = body("lift", box({1.0, 0.2, 1.0}), {0.0, 1.0, 0.0});
  lift.type = BodyType::kinematic;
  const BodyIndex mover = add(world, lift);
  const std::vector<BodyIndex> on_it = add_stack(world, 2, {0.0, 1.2, 0.0});
  const std::vector<BodyIndex> beside = add_stack(world, 2, {1.51, 0.0, 0.0});
  run(world, 1.0);
  ASSERT_TRUE(are_asleep(world, on_it));
  ASSERT_TRUE(are_asleep(world, beside));
  world.set_kinematic_velocity(mover, Vec3(0.0), Vec3(0.0));
  EXPECT_TRUE(are_asleep(world, on_it));
  world.set_kinematic_velocity(mover, {0.0, 0.5, 0.0}, Vec3(0.0));
  run(world, 1.0);
  EXPECT_NEAR(world.state(on_it[1]).linear_velocity.y, 0.5, 1e-6);
  EXPECT_TRUE(are_asleep(world, beside));
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

TEST(Sleep, AMoverThatRunsIntoSleepersWakesThem) {
  for (const double speed : {0.01, 3.0}) {
    World world{WorldDefinition{}};
    add(world, floor_body());
    const std::vector<BodyIndex> stack = add_stack(world, 1, Vec3(0.0));
    BodyDefinition ram = body("ram", box({0.5, 0.3, 0.3}), {-1.2, 0.5, 0.0});
    ram.type = BodyType::kinematic;
    const BodyIndex mover = add(world, ram);
    run(world, 1.0);
    ASSERT_TRUE(are_asleep(world, stack));
    world.set_kinematic_velocity(mover, {speed, 0.0, 0.0}, Vec3(0.0));
    run(world, 0.1);
    EXPECT_EQ(world.state(stack[0]).asleep, speed < 1.0);
    run(world, 0.3 / speed - 0.1);
    EXPECT_FALSE(world.state(stack[0]).asleep);
    EXPECT_GT(world.state(stack[0]).pose.position.x, 0.09);
    EXPECT_EQ(world.statistics().time_lost, 0.0);
    EXPECT_GT(world.statistics().min_gap.value(), 0.0);
  }
}

TEST(Sleep, AUsersActsWakeAndTheirNothingsDoNot) {
  const Vec3 none(0.0);
  const Vec3 some(0.0, 1e-3, 0.0);
  const std::vector<std::function<void(World&, BodyIndex, const Vec3&)>> acts{
      [](World& w, BodyIndex b, const Vec3& v) { w.apply_force(b, v); },
      [](World& w, BodyIndex b, const Vec3& v) { w.apply_force_at(b, v, Vec3(0.1)); },
      [](World& w, BodyIndex b, const Vec3& v) { w.apply_torque(b, v); },
      [](World& w, BodyIndex b, const Vec3& v) { w.apply_impulse(b, v); },
      [](World& w, BodyIndex b, const Vec3& v) { w.apply_impulse_at(b, v, Vec3(0.1)); },
      [](World& w, BodyIndex b, const Vec3& v) { w.apply_angular_impulse(b, v); },
      [](World& w, BodyIndex b, const Vec3& v) { w.set_velocity(b, v, Vec3(0.0)); },
      [](World& w, BodyIndex b, const Vec3& v) { w.set_velocity(b, Vec3(0.0), v); },
      [](World& w, BodyIndex b, const Vec3& v) { w.set_gravity(b, Vec3(0.0, -9.81, 0.0) + v); }};
  TwoStacks two;
  const Snapshot asleep = two.world.snapshot();
  for (const auto& act : acts) {
    two.world.restore(asleep);
    act(two.world, two.left[1], none);
    EXPECT_TRUE(are_asleep(two.world, two.left));
    act(two.world, two.left[1], some);
    EXPECT_TRUE(are_awake(two.world, two.left));
    EXPECT_TRUE(are_asleep(two.world, two.right));
    two.world.step();
    EXPECT_EQ(of_kind({two.world.events().begin(), two.world.events().end()}, EventKind::wake).size(), 3U);
    run(two.world, 0.2);
    EXPECT_NEAR(two.world.state(two.left[2]).pose.position.y, 2.5, 3e-3);
  }
}

TEST(Sleep, ANewWallWakesWhomItOverlapsAndNobodyElse) {
  TwoStacks two;
  add(two.world, fixed_body("apart", box(Vec3(0.5)), {-3.2, 0.5, 0.0}));
  EXPECT_TRUE(are_asleep(two.world, two.left));
  add(two.world, fixed_body("into it", box(Vec3(0.5)), {-2.95, 0.45, 0.0}));
  EXPECT_TRUE(are_awake(two.world, two.left));
  EXPECT_TRUE(are_asleep(two.world, two.right));
  run(two.world, 1.0);
  ASSERT_EQ(two.world.initial_overlaps().size(), 1U);
}

TEST(Sleep, ANewBodyInsideASleeperWakesIt) {
  TwoStacks two;
  add(two.world, body("into it", box(Vec3(0.3)), {-2.7, 0.5, 0.0}));
  run(two.world, 0.5);
  EXPECT_TRUE(are_awake(two.world, two.left));
  EXPECT_TRUE(are_asleep(two.world, two.right));
  EXPECT_EQ(two.world.initial_overlaps().size(), 1U);
}

// Put down so slowly that no impact tells of it: the sleeper gives way with its own mass, not like a wall.
TEST(Sleep, WhoIsPressedSlowlyGivesWayWithItsMass) {
  WorldDefinition definition = weightless();
  World world{definition};
  const BodyIndex it = add(world, body("it", box(Vec3(0.5)), Vec3(0.0)));
  BodyDefinition heavy = body("heavy", box(Vec3(0.5)), {-1.05, 0.0, 0.0});
  heavy.density = 9000.0;
  heavy.restitution = 0.0;
  heavy.linear_velocity = Vec3(0.04, 0.0, 0.0);
  const BodyIndex slow = add(world, heavy);
  const std::vector<Event> events = run_with_events(world, 2.0);
  EXPECT_EQ(of_kind(events, EventKind::sleep).size(), 1U);
  EXPECT_EQ(of_kind(events, EventKind::wake).size(), 1U);
  EXPECT_NEAR(9000.0 * world.state(slow).linear_velocity.x + 1000.0 * world.state(it).linear_velocity.x, 360.0, 1e-9);
  EXPECT_GT(world.state(it).linear_velocity.x, 0.035);
}

// Near from the start: the solver answers, at the rest gap, and the calendar need not wait until half of it is gone.
TEST(Sleep, APressFromCloseByWakesBeforeTheGapIsUsedUp) {
  TwoStacks two;
  const double gap = 6.4e-4;  // m: the rest gap of crates of 1 m
  BodyDefinition beside = body("beside", box(Vec3(0.5)), {-1.0 + gap, 0.5 + gap, 0.0});
  beside.linear_velocity = Vec3(-0.02, 0.0, 0.0);
  beside.friction = 0.0;
  add(two.world, beside);
  const double time = two.world.time();
  const std::vector<Event> wakes = of_kind(run_with_events(two.world, 0.2), EventKind::wake);
  ASSERT_EQ(wakes.size(), 3U);
  EXPECT_EQ(wakes[0].time, time);
  EXPECT_GT(two.world.statistics().min_gap.value(), 0.7 * gap);
}

// Two bullets in one substep, each on another crate of an island: the second crate is awake by the first bullet, though
// nothing has pushed it, and the second bullet must not miss it.
TEST(Sleep, WhoWokeWithoutAPushIsMetInTheSameSubstep) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  const double half_gap = 8.5e-4;  // m: in the solver's reach and out of a shock's
  const BodyIndex first = add(world, body("first", box(Vec3(0.5)), {-0.5 - half_gap, 0.5, 0.0}));
  const BodyIndex second = add(world, body("second", box(Vec3(0.5)), {0.5 + half_gap, 0.5, 0.0}));
  run(world, 1.0);
  ASSERT_TRUE(are_asleep(world, {first, second}));
  const double begin = world.time() + 1.0 / 60.0;
  for (const double side : {-1.0, 1.0}) {
    const double arrival = side < 0.0 ? 1.0 / 60.0 + 4e-4 : 1.0 / 60.0 + 1.2e-3;  // s
    BodyDefinition bullet =
        body("bullet", make_sphere_collider(0.05).value(), {0.5 * side, 1.05 + 100.0 * arrival, 0.0});
    bullet.gravity = Vec3(0.0);
    bullet.linear_velocity = Vec3(0.0, -100.0, 0.0);
    add(world, bullet);
  }
  const std::vector<Event> events = run_with_events(world, 0.1);
  const std::vector<Event> wakes = of_kind(events, EventKind::wake);
  const std::vector<Event> impacts = of_kind(events, EventKind::impact);
  ASSERT_EQ(wakes.size(), 2U);
  ASSERT_GE(impacts.size(), 2U);
  EXPECT_NEAR(wakes[1].time, begin + 4e-4, 2e-5);
  const bool is_met = std::any_of(impacts.begin(), impacts.end(), [&](const Event& event) {
    return event.a == second && std::abs(event.time - begin - 1.2e-3) < 2e-5;
  });
  EXPECT_TRUE(is_met);
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
}

// Within the reach of lasting contact, which is 2 mm, and beyond that of a shock, 1.4 mm.
TEST(Sleep, ANeighbourThatIsNearAndDoesNotTouchSleepsOn) {
  TwoStacks two;
  const BodyIndex near = add(two.world, body("near", box(Vec3(0.5)), {-0.9983, 0.51, 0.0}));
  std::vector<Event> events = run_with_events(two.world, 2.0);
  EXPECT_TRUE(of_kind(events, EventKind::wake).empty());
  EXPECT_TRUE(two.world.state(near).asleep);
  // And it is woken alone.
  two.world.apply_impulse(near, {0.0, 0.0, 2000.0});
  EXPECT_TRUE(are_asleep(two.world, two.left));
  events = run_with_events(two.world, 1.0);
  EXPECT_EQ(of_kind(events, EventKind::wake).size(), 1U);
}

TEST(Sleep, AFeatherWakesAHighStackWhichStandsAsBefore) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  const std::vector<BodyIndex> stack = add_stack(world, 10, Vec3(0.0));
  run(world, 1.5);
  ASSERT_TRUE(are_asleep(world, stack));
  const Vec3 before = world.state(stack[9]).pose.position;
  BodyDefinition feather = body("feather", make_sphere_collider(0.02).value(), {-0.6, 5.5, 0.0});
  feather.mass = 1e-6;
  feather.gravity = Vec3(0.0);
  feather.linear_velocity = Vec3(0.5, 0.0, 0.0);
  add(world, feather);
  const std::vector<Event> events = run_with_events(world, 1.0);
  EXPECT_EQ(of_kind(events, EventKind::wake).size(), 10U);
  const Vec3 moved = world.state(stack[9]).pose.position - before;
  EXPECT_LT(std::sqrt(glm::dot(moved, moved)), 1e-6);
  EXPECT_EQ(of_kind(events, EventKind::begin).size(), 0U);  // their contacts lasted
  EXPECT_EQ(of_kind(events, EventKind::end).size(), 0U);
}

TEST(Sleep, ASensorKeepsWhoSleepsInIt) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  BodyDefinition room = fixed_body("room", box(Vec3(2.0)), {0.0, 2.0, 0.0});
  room.is_sensor = true;
  const BodyIndex sensor = add(world, room);
  const std::vector<BodyIndex> stack = add_stack(world, 2, Vec3(0.0));
  std::vector<Event> events = run_with_events(world, 1.5);
  ASSERT_TRUE(are_asleep(world, stack));
  EXPECT_EQ(of_kind(events, EventKind::enter).size(), 2U);
  EXPECT_TRUE(of_kind(events, EventKind::leave).empty());
  world.set_velocity(stack[1], {20.0, 5.0, 0.0}, Vec3(0.0));
  events = run_with_events(world, 0.5);
  ASSERT_EQ(of_kind(events, EventKind::leave).size(), 1U);
  EXPECT_EQ(of_kind(events, EventKind::leave)[0].b, stack[1]);
  EXPECT_TRUE(of_kind(events, EventKind::enter).empty());
  run(world, 1.5);
  ASSERT_TRUE(world.state(stack[0]).asleep);
  world.remove_body(sensor);
  world.step();
  events.assign(world.events().begin(), world.events().end());
  ASSERT_EQ(of_kind(events, EventKind::leave).size(), 1U);
  EXPECT_EQ(of_kind(events, EventKind::leave)[0].b, stack[0]);
  EXPECT_TRUE(of_kind(events, EventKind::wake).empty());
}

TEST(Sleep, ANewSensorFindsWhoSleepsInItAndWakesNobody) {
  TwoStacks two;
  BodyDefinition room = fixed_body("room", box(Vec3(1.2)), {-2.0, 1.3, 0.0});
  room.is_sensor = true;
  const BodyIndex sensor = add(two.world, room);
  const double time = two.world.time();
  std::vector<Event> events = run_with_events(two.world, 0.1);
  ASSERT_EQ(events.size(), 3U);  // the highest is in it by half a metre
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(events[i].kind, EventKind::enter);
    EXPECT_EQ(events[i].a, sensor);
    EXPECT_EQ(events[i].b, two.left[i]);
    EXPECT_EQ(events[i].time, time);
  }
  two.world.remove_body(two.left[2]);
  events = run_with_events(two.world, 0.1);
  ASSERT_EQ(of_kind(events, EventKind::leave).size(), 1U);
  EXPECT_EQ(of_kind(events, EventKind::leave)[0].b, two.left[2]);
}

}  // namespace
}  // namespace firstcontact
