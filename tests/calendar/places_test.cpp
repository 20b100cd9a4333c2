// Bodies by the thousand that come and go: their places are taken again, their handles are not, and nothing of one is
// left for the next.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <bit>
#include <set>
#include <string>
#include <vector>

#include "calendar/small_worlds.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

std::string complaint(const auto& act) {
  try {
    act();
  } catch (const ContractViolation& violation) {
    return violation.what();
  }
  return {};
}

// What a step of a world costs, in what it counts; and a snapshot.
struct Costs {
  std::size_t places = 0, snapshot_bytes = 0;
  std::uint64_t pairs = 0, queries = 0;
  friend bool operator==(const Costs&, const Costs&) = default;
};

Costs costs_of_a_step(World& world) {
  const Statistics before = world.statistics();
  world.step();
  return {world.body_count(), world.snapshot().bytes().size(), world.statistics().pairs_tested - before.pairs_tested,
          world.statistics().toi_queries - before.toi_queries};
}

TEST(Places, FortyThousandThatCameAndWentCostNothingAndHaveHandlesOfTheirOwn) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  const BodyDefinition ball = body("ball", make_sphere_collider(0.1).value(), {0.0, 5.0, 0.0});
  std::set<BodyIndex> handles;
  Costs at_first;
  for (int i = 0; i < 40'000; ++i) {
    const BodyIndex added = add(world, ball);
    ASSERT_TRUE(handles.insert(added).second) << "the handle " << added << " was given twice";
    const Costs costs = costs_of_a_step(world);
    world.remove_body(added);
    at_first = i == 10 ? costs : at_first;
  }
  const BodyIndex last = add(world, ball);
  EXPECT_FALSE(handles.contains(last));
  const Costs at_last = costs_of_a_step(world);
  EXPECT_EQ(at_last.pairs, at_first.pairs);
  EXPECT_EQ(at_last.queries, at_first.queries);
  // A place that has had all the handles it can is left: one for every four thousand bodies.
  EXPECT_LE(at_last.places, at_first.places + 10);
  EXPECT_LT(at_last.snapshot_bytes, at_first.snapshot_bytes + 10 * 1200);
  EXPECT_EQ(world.name(last), "ball");
}

TEST(Places, AnOldHandleIsRefusedWithTheNameOfWhoIsThereNow) {
  World world{weightless()};
  const BodyIndex first = add(world, body("first", box(Vec3(0.5)), Vec3(0.0)));
  world.remove_body(first);
  world.step();
  EXPECT_EQ(world.name(first), "first");  // nobody has taken its place
  EXPECT_TRUE(world.state(first).removed);
  const BodyIndex second = add(world, body("second", box(Vec3(0.5)), Vec3(0.0)));
  EXPECT_NE(first, second);
  EXPECT_EQ(world.body_count(), 1U);
  EXPECT_EQ(world.body_at(0), second);
  EXPECT_FALSE(world.state(second).removed);
  const std::string reason = ": body 0 was removed, and its place is now that of 'second', body 0 of generation 1";
  EXPECT_EQ(complaint([&] { static_cast<void>(world.state(first)); }), "World::state" + reason);
  EXPECT_EQ(complaint([&] { world.remove_body(first); }), "World::remove_body" + reason);
  EXPECT_EQ(complaint([&] { world.apply_impulse(first, Vec3(1.0)); }), "World::apply_impulse" + reason);
  EXPECT_EQ(complaint([&] { world.set_gravity(first, Vec3(1.0)); }), "World::set_gravity" + reason);
  EXPECT_EQ(complaint([&] { world.set_velocity(first, Vec3(1.0), Vec3(0.0)); }), "World::set_velocity" + reason);
  EXPECT_EQ(complaint([&] { world.set_kinematic_velocity(first, Vec3(1.0), Vec3(0.0)); }),
            "World::set_kinematic_velocity" + reason);
  EXPECT_NE(complaint([&] { static_cast<void>(world.name(second + (1U << 20U))); }), "");  // one yet to come
  EXPECT_NE(complaint([&] { static_cast<void>(world.body_at(1)); }), "");
  world.apply_impulse(second, Vec3(1.0));
  world.remove_body(second);
}

TEST(Places, WhatAStepTellsNamesBodiesByTheirHandles) {
  WorldDefinition definition;
  definition.keeps_impulses = true;
  World world{definition};
  const BodyIndex floor = add(world, floor_body());
  world.remove_body(add(world, body("first", box(Vec3(0.5)), {0.0, 2.0, 0.0})));
  world.step();
  const BodyIndex second = add(world, body("second", box(Vec3(0.5)), {0.0, 0.6, 0.0}));
  EXPECT_NE(second, 1U);
  EXPECT_EQ(world.segments().back().body, second);
  std::size_t impacts = 0;
  std::size_t transfers = 0;
  for (int step = 0; step < 30; ++step) {
    world.step();
    for (const Event& event : world.events()) {
      EXPECT_TRUE(event.a == floor || event.a == second);
      EXPECT_EQ(event.b, second);
      impacts += event.kind == EventKind::impact ? 1 : 0;
    }
    for (const MotionSegment& segment : world.segments()) {
      EXPECT_EQ(segment.body, second);
    }
    for (const Transfer& transfer : world.impulses().transfers) {
      EXPECT_EQ(transfer.b, second);
      ++transfers;
    }
  }
  EXPECT_GT(impacts, 0U);
  EXPECT_GT(transfers, 0U);
  const BodyIndex third = add(world, body("third", box(Vec3(0.5)), {0.3, 0.6, 0.0}));
  world.step();
  ASSERT_EQ(world.initial_overlaps().size(), 1U);
  EXPECT_EQ(world.initial_overlaps()[0].a, second);
  EXPECT_EQ(world.initial_overlaps()[0].b, third);
  world.remove_body(second);
  world.step();
  EXPECT_EQ(world.events().front().kind, EventKind::removed);
  EXPECT_EQ(world.events().front().a, second);
}

/// What a body went through: its poses' and velocities' bits, step by step.
using Journey = std::vector<std::uint64_t>;

void note(Journey& journey, const BodyState& state) {
  const Vec3& at = state.pose.position;
  const Quat& turned = state.pose.orientation;
  for (const double number : {at.x, at.y, at.z, turned.w, turned.x, turned.y, turned.z, state.linear_velocity.x,
                              state.linear_velocity.y, state.angular_velocity.z}) {
    journey.push_back(std::bit_cast<std::uint64_t>(number));
  }
}

// Crates asleep beside a post that they do not touch; the post goes, and something else comes and wakes them. In worlds
// that differ in whether it has the post's place.
Journey beside_a_post(bool reuses_places) {
  WorldDefinition definition;
  definition.reuses_places = reuses_places;
  World world{definition};
  add(world, floor_body());
  const BodyIndex crate = add(world, body("crate", box(Vec3(0.5)), {0.0, 0.5, 0.0}));
  BodyDefinition post = body("post", box({0.2, 2.0, 0.2}), {0.7005, 2.0, 0.0});
  post.type = BodyType::fixed;
  const BodyIndex there = add(world, post);
  run(world, 2.0);
  EXPECT_TRUE(world.state(crate).asleep);
  world.remove_body(there);
  run(world, 0.1);
  const BodyIndex ball = add(world, body("ball", make_sphere_collider(0.4).value(), {0.3, 3.0, 0.1}));
  EXPECT_EQ(world.body_count(), reuses_places ? 3U : 4U);
  Journey journey;
  for (int step = 0; step < 120; ++step) {
    world.step();
    note(journey, world.state(ball));
    note(journey, world.state(crate));
  }
  return journey;
}

TEST(Places, NothingOfWhoHadItIsLeftForTheNext) {
  const Journey expected = beside_a_post(false);
  EXPECT_EQ(beside_a_post(true), expected);
}

// Bodies rain, bounce and are taken away at random, some by the world's bounds; sensors watch. What is promised holds,
// and a snapshot in between goes the same way.
TEST(Places, ComingsAndGoingsKeepThePromiseAndSnapshotsKnowTheirPlaces) {
  WorldDefinition definition;
  definition.bounds = Aabb{Vec3(-3.0, -50.0, -3.0), Vec3(3.0, 50.0, 3.0)};
  World world{definition};
  BodyDefinition small_floor = floor_body();
  small_floor.collider = box({2.0, 0.5, 2.0});
  add(world, small_floor);
  BodyDefinition eye = body("eye", box({0.5, 0.5, 0.5}), {0.0, 1.0, 0.0});
  eye.type = BodyType::fixed;
  eye.is_sensor = true;
  add(world, eye);
  Random random(4099);
  std::vector<BodyIndex> present;
  std::set<BodyIndex> handles;
  std::size_t entered = 0;
  std::size_t left = 0;
  for (int step = 0; step < 400; ++step) {
    if (step % 4 == 0) {
      BodyDefinition crate =
          body("crate " + std::to_string(step), box({0.2, 0.15, 0.25}), {0.4 * (step % 12) - 2.0, 3.0, 0.0});
      crate.mesh_pose.orientation = random.rotation();
      crate.linear_velocity = {0.0, -4.0, 2.0};
      const BodyIndex added = add(world, crate);
      EXPECT_TRUE(handles.insert(added).second);
      present.push_back(added);
    }
    if (step % 9 == 8) {
      const std::size_t which = static_cast<std::size_t>(step) % present.size();
      world.remove_body(present[which]);
      present.erase(present.begin() + static_cast<std::ptrdiff_t>(which));
    }
    if (step % 50 == 49) {
      const std::vector<std::shared_ptr<const Collider>> colliders = [&] {
        std::vector<std::shared_ptr<const Collider>> all;
        for (std::size_t place = 0; place < world.body_count(); ++place) {
          all.push_back(world.collider(world.body_at(place)));
        }
        return all;
      }();
      World other{WorldDefinition{}};
      const Result<Snapshot> copy = Snapshot::from_bytes(world.snapshot().bytes(), colliders);
      ASSERT_TRUE(copy.ok()) << copy.error().message;
      other.restore(copy.value());
      world.step();
      other.step();
      EXPECT_EQ(other.state_hash(), world.state_hash());
      const BodyDefinition high = body("high", box(Vec3(0.1)), {0.0, 40.0, 0.0});
      const BodyIndex added = add(world, high);
      EXPECT_EQ(add(other, high), added);
      EXPECT_EQ(other.body_count(), world.body_count());
      world.remove_body(added);
    } else {
      world.step();
    }
    for (const Event& event : world.events()) {
      entered += event.kind == EventKind::enter ? 1 : 0;
      left += event.kind == EventKind::leave ? 1 : 0;
      if (event.kind == EventKind::removed) {
        std::erase(present, event.a);
      }
      EXPECT_TRUE(event.kind == EventKind::removed || !world.name(event.a).empty());
    }
  }
  EXPECT_GT(entered, 0U);
  EXPECT_LE(left, entered);
  EXPECT_LT(world.body_count(), 2U + handles.size() / 2U);
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
}

}  // namespace
}  // namespace firstcontact
