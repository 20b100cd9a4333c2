// A large heap: its contacts are found twice in a step, and what they do to each other in between is the solver's
// rounds.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

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

// Every substep gives each body that touches another a segment: two in a step, once nobody falls any more.
TEST(Heap, FallsWithoutWinningEnergyAndComesToRestInTwoSubstepsAStep) {
  World world = heap(sleepless());
  const double scale = std::abs(energy(world));
  double before = energy(world);
  for (int step = 0; step < 480; ++step) {
    world.step();
    const double now = energy(world);
    ASSERT_LE(now, before + 1e-9 * scale) << "in step " << step << " by " << (now - before) / scale;
    before = now;
    if (step >= 240) {
      ASSERT_LE(world.segments().size(), 2U * crates) << "in step " << step;
    }
  }
  EXPECT_GE(world.segments().size(), static_cast<std::size_t>(crates));
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

constexpr double spun_skin = 5e-4;  // m

// Crates in a row, a millimetre apart, and one that spins on them without Coulomb friction. Returns its spin after two
// seconds, rad/s.
double spin_left(int row) {
  constexpr double half = 0.25;
  WorldDefinition definition = sleepless();
  definition.skin = spun_skin;
  World world{definition};
  add(world, fixed_body("floor", box({40.0, 0.5, 2.0}), {0.0, -0.5, 0.0}));
  for (int i = 0; i < row; ++i) {
    add(world, body("crate " + std::to_string(i), box(Vec3(half)), {(2.0 * half + 1e-3) * i, half + 5e-4, 0.0}));
  }
  BodyDefinition top = body("top", box(Vec3(half)), {0.0, 3.0 * half + 1e-3, 0.0});
  top.friction = 0.0;
  top.angular_velocity = {0.0, 0.5, 0.0};
  const BodyIndex index = add(world, top);
  run(world, 2.0);
  return world.state(index).angular_velocity.y;
}

// In a heap a contact resists turning with an arm twice as long as the gap that it rests at, 0.8 of the skin: a crate
// of side s is braked by 1.6 skin m g / (m s^2 / 6). In fewer bodies than make a heap nothing is added to Coulomb.
TEST(Heap, ResistsTurningWithAnArmTwiceAsLongAsItsGap) {
  const double braking = 1.6 * spun_skin * 9.81 / (0.5 * 0.5 / 6.0);
  EXPECT_NEAR(spin_left(70), 0.5 - 2.0 * braking, 0.02 * braking);
  EXPECT_NEAR(spin_left(10), 0.5, 1e-4);
}

/// A crate of a row that slides on a floor: in skins above it, and in m/s.
struct Slide {
  double gap = 0.0;
  double speed = 0.0;
};

// Crates of half a metre close to each other in a row, which land on a floor while all slide across it at 2 m/s. How
// one of them lies after half a second, and after three more.
std::pair<Slide, Slide> slide_of_row(int row) {
  constexpr double half = 0.25;
  WorldDefinition definition = sleepless();
  definition.skin = spun_skin;
  World world{definition};
  BodyDefinition floor = fixed_body("floor", box({40.0, 0.5, 20.0}), {0.0, -0.5, 0.0});
  floor.friction = 0.1;
  add(world, floor);
  for (int i = 0; i < row; ++i) {
    BodyDefinition crate =
        body("crate " + std::to_string(i), box(Vec3(half)), {(2.0 * half + 5e-4) * i - 20.0, half + 1e-2, 0.0});
    crate.friction = 0.1;
    crate.linear_velocity = {0.0, 0.0, 2.0};
    add(world, crate);
  }
  const auto slide = [&] {
    const BodyState crate = world.state(1 + static_cast<BodyIndex>(row) / 2);
    return Slide{(crate.pose.position.y - half) / spun_skin, crate.linear_velocity.z};
  };
  run(world, 0.5);
  const Slide sliding = slide();
  run(world, 3.0);
  return {sliding, slide()};
}

// In a heap, what moves past each other stops earlier by a quarter of the way that it moves across in a substep, here
// of 1/120 s, until it rests. Fewer bodies have shorter substeps and do without.
TEST(Heap, WhatSlidesKeepsRoomUntilItRests) {
  const auto [sliding, resting] = slide_of_row(70);
  EXPECT_GT(sliding.speed, 1.4);
  EXPECT_NEAR(sliding.gap, 0.8 + 0.25 * sliding.speed / 120.0 / spun_skin, 0.1);
  EXPECT_NEAR(resting.gap, 0.8, 0.05);
  EXPECT_NEAR(slide_of_row(12).first.gap, 0.8, 0.05);
}

// Motion segments in a step of so many crates that slide over a floor at 2 m/s, each by itself.
std::size_t segments_of_sliding(int count) {
  World world{sleepless()};
  BodyDefinition floor = fixed_body("floor", box({80.0, 0.5, 20.0}), {0.0, -0.5, 0.0});
  floor.friction = 0.1;
  add(world, floor);
  for (int i = 0; i < count; ++i) {
    BodyDefinition crate = body("crate " + std::to_string(i), box(Vec3(0.25)), {2.0 * i - 70.0, 0.251, 0.0});
    crate.friction = 0.1;
    crate.linear_velocity = {0.0, 0.0, 2.0};
    add(world, crate);
  }
  run(world, 0.25);
  return world.segments().size();
}

// What makes a heap is how many bodies the soft solver holds: a thousand that begin to land, a few here and a few
// there, are as dear to find and to certify as those that lie on each other.
TEST(Heap, IsHowManyAreHeldAndNotHowManyTouch) {
  EXPECT_EQ(segments_of_sliding(70), 2U * 70U);
  EXPECT_EQ(segments_of_sliding(12), 8U * 12U);
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
