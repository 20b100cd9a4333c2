// A heap falls asleep and is woken: the same for any number of threads, and from a snapshot.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <cmath>
#include <string>

#include "calendar/small_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

/// Fifty bricks dropped over each other, then a ball thrown at them. (Of thirty such heaps, turned otherwise, the last
/// brick falls asleep after 6 to 10 s: docs/guarantees.md.)
World heap(int threads) {
  WorldDefinition definition;
  definition.threads = threads;
  World world{definition};
  add(world, fixed_body("floor", box({60.0, 0.5, 60.0}), {0.0, -0.5, 0.0}));
  for (int i = 0; i < 50; ++i) {
    const double turn = 0.2 + 0.37 * i;
    BodyDefinition it = body("it " + std::to_string(i), box({0.3, 0.2 + 0.002 * i, 0.25}),
                             {0.3 * std::cos(turn), 0.4 + 0.65 * i, 0.3 * std::sin(turn)});
    it.mesh_pose.orientation = Quat(std::cos(turn), 0.0, std::sin(turn), 0.0);
    add(world, it);
  }
  return world;
}

std::size_t count_asleep(const World& world) {
  std::size_t count = 0;
  for (BodyIndex body = 0; body < world.body_count(); ++body) {
    count += world.state(body).asleep ? 1U : 0U;
  }
  return count;
}

void throw_ball(World& world) {
  BodyDefinition ball = body("ball", make_sphere_collider(0.4).value(), {-10.0, 0.5, 0.0});
  ball.linear_velocity = Vec3(15.0, 1.0, 0.0);
  add(world, ball);
}

TEST(Sleep, AHeapFallsAsleepAndABallWakesIt) {
  World world = heap(1);
  run(world, 20.0);  // the last brick comes to rest after 6 to 10, as chance will have it
  EXPECT_EQ(count_asleep(world), 50U);
  throw_ball(world);
  run(world, 1.0);
  EXPECT_LT(count_asleep(world), 50U);
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
}

/// Forty heaps of so many bricks each, dropped in any attitude, far from each other.
World small_heaps(int bricks) {
  World world{WorldDefinition{}};
  add(world, fixed_body("floor", box({200.0, 0.5, 200.0}), {0.0, -0.5, 0.0}));
  for (int i = 0; i < 40; ++i) {
    for (int k = 0; k < bricks; ++k) {
      const double turn = 0.2 + 0.37 * i + k;
      BodyDefinition it = body("it " + std::to_string(i) + " " + std::to_string(k), box({0.3, 0.2 + 0.004 * i, 0.25}),
                               {4.0 * (i % 8) + 0.1 * k, 0.8 + 0.7 * k, 4.0 * std::floor(i / 8.0) + 0.05 * k});
      it.mesh_pose.orientation =
          glm::normalize(Quat(std::cos(turn), 0.3 * std::sin(2.0 * turn), std::sin(turn), 0.2 * std::cos(3.0 * turn)));
      add(world, it);
    }
  }
  return world;
}

// A brick that falls half a metre on its edge has rocked itself out in a second, and sleeps half a second later. Swept
// to the end, the last of forty rocked for four; of forty pairs that leaned on each other one crept for thirty.
TEST(Sleep, WhatRocksIsAtRestSoon) {
  World alone = small_heaps(1);
  run(alone, 2.5);
  EXPECT_EQ(count_asleep(alone), 40U);
  World in_pairs = small_heaps(2);
  run(in_pairs, 4.0);
  EXPECT_EQ(count_asleep(in_pairs), 80U);
}

TEST(Sleep, TheSameBitsForTwoThreadsAndFromASnapshot) {
  World one = heap(1);
  World two = heap(2);
  run(one, 9.0);
  run(two, 9.0);
  ASSERT_GT(count_asleep(one), 10U);
  ASSERT_EQ(one.state_hash(), two.state_hash());
  const Snapshot middle = one.snapshot();
  World third{WorldDefinition{}};
  third.restore(middle);
  EXPECT_EQ(count_asleep(third), count_asleep(one));
  for (World* world : {&one, &two, &third}) {
    throw_ball(*world);
    run(*world, 1.5);
  }
  EXPECT_EQ(one.state_hash(), two.state_hash());
  EXPECT_EQ(one.state_hash(), third.state_hash());
}

}  // namespace
}  // namespace firstcontact
