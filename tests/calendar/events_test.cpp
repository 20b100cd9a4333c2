// Contact as events: what begins, what meets, what ends, in time order and with the right numbers.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "calendar/small_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

// A crate of 1 kg falls 1 m flat onto the floor without rebound, is thrown off at t = 1 s, and lands again.
TEST(ContactEvents, BeginImpactAndEndComeInOrderWithTheirNumbers) {
  World world{sleepless()};
  BodyDefinition ground = floor_body();
  ground.restitution = 0.0;
  const BodyIndex floor = add(world, ground);
  BodyDefinition crate = body("crate", box(Vec3(0.5)), {0.0, 1.5, 0.0});
  crate.mass = 1.0;
  crate.restitution = 0.0;
  const BodyIndex index = add(world, crate);
  std::vector<Event> events = run_with_events(world, 1.0);
  world.apply_impulse(index, {0.0, 2.0, 0.0});
  const std::vector<Event> later = run_with_events(world, 1.0);
  events.insert(events.end(), later.begin(), later.end());

  ASSERT_EQ(events.size(), 5U);
  const double landing = std::sqrt(2.0 / 9.81);  // s
  EXPECT_EQ(events[0].kind, EventKind::impact);
  EXPECT_NEAR(events[0].time, landing, 3e-4);  // a gap of 0.7 mm at 4.43 m/s
  EXPECT_LE(events[0].time, landing);
  EXPECT_NEAR(events[0].approach_speed, 9.81 * events[0].time, 1e-12);
  EXPECT_NEAR(events[0].normal_impulse, 9.81 * events[0].time, 1e-9);
  EXPECT_EQ(events[1].kind, EventKind::begin);
  EXPECT_GE(events[1].time, events[0].time);
  EXPECT_LE(events[1].time, events[0].time + 2.0 / 480.0);  // a substep goes by while it sinks to its rest gap
  EXPECT_NEAR(events[1].point.y, 0.0, 1e-3);
  EXPECT_NEAR(events[1].normal.y, 1.0, 1e-9);
  EXPECT_GT(events[1].normal_impulse, 0.0);
  EXPECT_EQ(events[2].kind, EventKind::end);
  EXPECT_NEAR(events[2].time, 1.0 + 1.0 / 480.0, 1.0 / 480.0 + 1e-9);
  EXPECT_EQ(events[3].kind, EventKind::impact);
  EXPECT_EQ(events[4].kind, EventKind::begin);
  for (const Event& event : events) {
    EXPECT_EQ(event.a, floor);
    EXPECT_EQ(event.b, index);
  }
}

// Twenty crates fall into each other's way: every contact begins before it ends and ends before it begins again, and
// the events of each step are in time order.
TEST(ContactEvents, BeginAndEndAlternateForEveryPair) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  for (int i = 0; i < 20; ++i) {
    BodyDefinition crate = body("crate", box({0.25, 0.2, 0.3}), {0.2 * (i % 3), 0.5 + 0.7 * i, 0.15 * (i % 2)});
    crate.angular_velocity = {0.3 * i, 1.0, 0.1};
    add(world, crate);
  }
  std::vector<std::pair<BodyIndex, BodyIndex>> touching;
  std::size_t begun = 0;
  double last = 0.0;
  for (const Event& event : run_with_events(world, 6.0)) {
    EXPECT_GE(event.time, last);
    last = event.time;
    const auto known = std::find(touching.begin(), touching.end(), std::pair(event.a, event.b));
    if (event.kind == EventKind::begin) {
      EXPECT_EQ(known, touching.end());
      touching.emplace_back(event.a, event.b);
      ++begun;
    } else if (event.kind == EventKind::end) {
      ASSERT_NE(known, touching.end());
      touching.erase(known);
    }
  }
  EXPECT_GT(begun, 30U);
  EXPECT_GE(touching.size(), 20U);  // all of them lie by now
}

TEST(ContactEvents, AnElasticGasHasImpactsOnly) {
  World world{weightless()};
  for (const double side : {-1.0, 1.0}) {
    BodyDefinition wall = fixed_body("wall", box(Vec3(0.5)), {side * 1.5, 0.0, 0.0});
    wall.restitution = 1.0;
    add(world, wall);
  }
  BodyDefinition ball = body("ball", make_sphere_collider(0.1).value(), Vec3(0.0));
  ball.restitution = 1.0;
  ball.linear_velocity = {10.0, 0.0, 0.0};
  add(world, ball);
  const std::vector<Event> events = run_with_events(world, 1.0);
  EXPECT_GE(events.size(), 5U);
  EXPECT_EQ(of_kind(events, EventKind::impact).size(), events.size());
}

TEST(ContactEvents, WhatIsTakenAwayEndsItsContacts) {
  World world{WorldDefinition{}};
  const BodyIndex floor = add(world, floor_body());
  const BodyIndex crate = add(world, body("crate", box(Vec3(0.5)), {0.0, 0.5, 0.0}));
  EXPECT_EQ(of_kind(run_with_events(world, 0.5), EventKind::begin).size(), 1U);
  world.remove_body(floor);
  world.step();
  ASSERT_EQ(world.events().size(), 2U);
  EXPECT_EQ(world.events()[0].kind, EventKind::removed);
  EXPECT_EQ(world.events()[0].a, floor);
  EXPECT_EQ(world.events()[1].kind, EventKind::end);
  EXPECT_EQ(world.events()[1].b, crate);
  EXPECT_EQ(world.events()[1].time, world.events()[0].time);
}

}  // namespace
}  // namespace firstcontact
