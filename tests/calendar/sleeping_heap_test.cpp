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
/// brick falls asleep after 7 to 14 s: docs/guarantees.md.)
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
  run(world, 20.0);  // the last brick comes to rest after 7 to 14, as chance will have it
  EXPECT_EQ(count_asleep(world), 50U);
  throw_ball(world);
  run(world, 1.0);
  EXPECT_LT(count_asleep(world), 50U);
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
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
