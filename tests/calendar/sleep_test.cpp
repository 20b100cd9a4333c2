// Bodies at rest fall asleep with all they touch.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <vector>

#include "calendar/sleeping_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

TEST(Sleep, AStackAtRestFallsAsleepAsAWholeAndStandsStill) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  const std::vector<BodyIndex> stack = add_stack(world, 5, Vec3(0.0));
  const std::vector<Event> sleeps = of_kind(run_with_events(world, 1.0), EventKind::sleep);
  ASSERT_EQ(sleeps.size(), 5U);
  for (std::size_t i = 0; i < sleeps.size(); ++i) {
    EXPECT_EQ(sleeps[i].a, stack[i]);
    EXPECT_EQ(sleeps[i].b, stack[i]);
    EXPECT_EQ(sleeps[i].time, sleeps[0].time);
    EXPECT_EQ(world.state(stack[i]).linear_velocity, Vec3(0.0));
    EXPECT_EQ(world.state(stack[i]).angular_velocity, Vec3(0.0));
  }
  EXPECT_GE(sleeps[0].time, 0.5);
  EXPECT_TRUE(are_asleep(world, stack));
}

TEST(Sleep, ASleeperHasNoSegmentNoPairAndNoQuery) {
  TwoStacks two;
  const Statistics before = two.world.statistics();
  const std::uint64_t hash = two.world.state_hash();
  for (int i = 0; i < 10; ++i) {
    two.world.step();
    EXPECT_TRUE(two.world.segments().empty());
    EXPECT_TRUE(two.world.events().empty());
  }
  EXPECT_EQ(two.world.statistics().pairs_tested, before.pairs_tested);
  EXPECT_EQ(two.world.statistics().toi_queries, before.toi_queries);
  EXPECT_EQ(two.world.state_hash(), hash);
}

TEST(Sleep, ChangesNothingBeforeTheFirstOneSleeps) {
  WorldDefinition restless;
  restless.sleeping = false;
  World awake{restless};
  World drowsy{WorldDefinition{}};
  for (World* world : {&awake, &drowsy}) {
    add(*world, floor_body());
    add_stack(*world, 4, {0.0, 0.01, 0.0});
  }
  int steps = 0;
  while (drowsy.events().empty() || drowsy.events().back().kind != EventKind::sleep) {
    awake.step();
    drowsy.step();
    ASSERT_LT(++steps, 300);
    if (drowsy.events().empty() || drowsy.events().back().kind != EventKind::sleep) {
      ASSERT_EQ(awake.state_hash(), drowsy.state_hash());
    }
  }
  for (BodyIndex body = 0; body < awake.body_count(); ++body) {
    EXPECT_EQ(awake.state(body).pose.position, drowsy.state(body).pose.position);
  }
  run(awake, 3.0);
  EXPECT_TRUE(are_awake(awake, {1, 2, 3, 4}));
}

TEST(Sleep, AFloatingBodyWithoutAnyMotionSleepsAndAnswersAnImpactLikeOneAwake) {
  std::vector<Vec3> velocities;
  for (const bool sleeping : {false, true}) {
    WorldDefinition definition = weightless();
    definition.sleeping = sleeping;
    World world{definition};
    BodyDefinition target = body("target", box(Vec3(0.5)), Vec3(0.0));
    target.restitution = 1.0;
    BodyDefinition hitter = body("hitter", box(Vec3(0.5)), {-4.0, 0.3, 0.1});
    hitter.restitution = 1.0;
    hitter.linear_velocity = Vec3(2.0, 0.0, 0.0);
    const BodyIndex it = add(world, target);
    add(world, hitter);
    const std::vector<Event> events = run_with_events(world, 2.0);
    velocities.push_back(world.state(it).linear_velocity);
    velocities.push_back(world.state(it).angular_velocity);
    if (sleeping) {
      const std::vector<Event> impacts = of_kind(events, EventKind::impact);
      const std::vector<Event> wakes = of_kind(events, EventKind::wake);
      ASSERT_EQ(of_kind(events, EventKind::sleep).size(), 1U);
      ASSERT_EQ(wakes.size(), 1U);
      ASSERT_EQ(impacts.size(), 1U);
      EXPECT_EQ(wakes[0].time, impacts[0].time);
      EXPECT_EQ(wakes[0].a, it);
    }
  }
  EXPECT_GT(velocities[0].x, 1.0);
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(velocities[0][axis], velocities[2][axis], 1e-12);
    EXPECT_NEAR(velocities[1][axis], velocities[3][axis], 1e-12);
  }
}

}  // namespace
}  // namespace firstcontact
