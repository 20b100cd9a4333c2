// A large heap: it falls, collapses and comes to rest.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "calendar/small_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

constexpr int crates = 90;

// Bricks of many sizes dropped into a pit, three abreast; the first at that speed, m/s.
World heap(WorldDefinition definition, double speed = 0.0, int count = crates) {
  World world{definition};
  add(world, fixed_body("floor", box({2.0, 0.5, 2.0}), {0.0, -0.5, 0.0}));
  for (const double side : {-1.0, 1.0}) {
    add(world, fixed_body("wall x" + std::to_string(side), box({0.5, 8.0, 2.0}), {1.5 * side, 8.0, 0.0}));
    add(world, fixed_body("wall z" + std::to_string(side), box({2.0, 8.0, 0.5}), {0.0, 8.0, 1.5 * side}));
  }
  for (int i = 0; i < count; ++i) {
    const double turn = 2.0 + 0.7 * i;
    BodyDefinition brick = body("brick " + std::to_string(i), box({0.15 + 0.001 * i, 0.12, 0.2}),
                                {0.6 * (i % 3 - 1), 0.4 + 0.25 * i, 0.3 * std::sin(turn)});
    brick.mesh_pose.orientation = Quat(std::cos(turn), 0.0, std::sin(turn), 0.0);
    brick.linear_velocity.x = i == 0 ? speed : 0.0;
    add(world, brick);
  }
  return world;
}

double energy(const World& world) { return world.totals().kinetic_energy + world.totals().potential_energy; }

// Sweeps that push what nobody can pay for, and take the push back again, would leave a little of it in the velocities,
// for ever: 1e-9 J or more in each of ten courses. As it is, two of three courses are at rest after eight seconds.
TEST(Heap, ComesToRestToRounding) {
  bool any_rests = false;
  for (int course = 0; course < 4 && !any_rests; ++course) {
    World world = heap(sleepless(), 1e-3 * course);
    run(world, 8.0);
    any_rests = world.totals().kinetic_energy < 1e-12;
  }
  EXPECT_TRUE(any_rests);
}

TEST(Heap, FallsWithoutWinningEnergyOrLosingTimeAndComesToRest) {
  World world = heap(sleepless());
  const double scale = std::abs(energy(world));
  double before = energy(world);
  for (int step = 0; step < 480; ++step) {
    world.step();
    const double now = energy(world);
    ASSERT_LE(now, before + 1e-9 * scale) << "in step " << step << " by " << (now - before) / scale;
    before = now;
  }
  EXPECT_EQ(world.statistics().time_lost, 0.0);
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
  EXPECT_LT(world.totals().kinetic_energy, 1e-3);
  // Nobody has left the pit, which is 2 m wide and has no lid.
  for (BodyIndex index = 5; index < world.body_count(); ++index) {
    const Vec3 at = world.state(index).pose.position;
    EXPECT_LT(std::max(std::abs(at.x), std::abs(at.z)), 1.0);
    EXPECT_GT(at.y, 0.0);
  }
}

// What is left with next to no gap fails its certificate again in every substep, and is repaired again: where the
// repair used gaps up, there were thirty questions a brick and step while the bricks fall on each other, half of them
// in repair.
TEST(Heap, CollapsesWithoutBeingRepairedForEver) {
  World world = heap(sleepless());
  run(world, 1.5);
  const std::uint64_t before = world.statistics().toi_queries;
  run(world, 1.0);
  EXPECT_LT(static_cast<double>(world.statistics().toi_queries - before), 20.0 * 60.0 * crates);
}

// Enough of them for everything that is shared out among threads (core/parallel.hpp), but for the sweeps.
TEST(Heap, IsTheSameForTwoThreadsAndFromASnapshot) {
  constexpr int many = 180;
  WorldDefinition definition = sleepless();
  World one = heap(definition, 0.0, many);
  definition.threads = 2;
  World two = heap(definition, 0.0, many);
  run(one, 2.0);
  run(two, 2.0);
  ASSERT_EQ(one.state_hash(), two.state_hash());
  World third{WorldDefinition{}};
  third.restore(one.snapshot());
  run(one, 0.25);
  run(two, 0.25);
  run(third, 0.25);
  EXPECT_EQ(one.state_hash(), two.state_hash());
  EXPECT_EQ(one.state_hash(), third.state_hash());
}

}  // namespace
}  // namespace firstcontact
