// Bodies that fall on each other and slide off: they turn round each other so fast that impacts come closer and closer,
// with less and less of the gap left.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "calendar/small_worlds.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

World column(std::uint64_t seed, double friction) {
  World world{sleepless()};
  BodyDefinition ground = floor_body();
  ground.friction = friction;
  add(world, ground);
  Random random(seed);
  for (int i = 0; i < 6; ++i) {
    const Vec3 half{random.between(0.1, 0.3), random.between(0.1, 0.3), random.between(0.1, 0.3)};
    BodyDefinition brick = body("brick " + std::to_string(i), box(half),
                                {random.between(-0.1, 0.1), 0.8 + 1.15 * i, random.between(-0.1, 0.1)});
    brick.mesh_pose.orientation = random.rotation();
    brick.friction = friction;
    add(world, brick);
  }
  return world;
}

void expect_to_slide_off(std::uint64_t seed, double friction) {
  World world = column(seed, friction);
  const double scale = world.totals().kinetic_energy + world.totals().potential_energy;
  double last = scale;
  double energy = scale;
  for (int step = 0; step < 100; ++step) {
    world.step();
    const double now = world.totals().kinetic_energy + world.totals().potential_energy;
    // What rests on what it met for the remainder of a substep is given its fall in the next.
    ASSERT_LE(now, std::max(last, energy) + 1e-9 * scale) << "column " << seed << ", step " << step;
    last = energy;
    energy = now;
  }
  EXPECT_EQ(world.statistics().time_lost, 0.0) << "column " << seed;
  EXPECT_GT(world.statistics().min_gap.value(), 1e-7) << "column " << seed;
}

// Left to impacts alone, one column of 25 had two of its bodies wedged with no gap to speak of, and stand still.
TEST(Columns, LoseNoTimeAndKeepTheirGaps) {
  constexpr std::array friction{0.1, 0.5, 0.0, 0.5};
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    expect_to_slide_off(seed, friction[seed % 4]);
  }
}

// With no friction nothing but the rebound itself wins a gap back. Shared with the neighbours, it did not: five of
// these stood still for a moment, and one for good while its energy grew.
TEST(Columns, LoseNoTimeWithoutFriction) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    expect_to_slide_off(seed, 0.0);
  }
}

std::vector<BodyState> states_of(const World& world) {
  std::vector<BodyState> states;
  for (BodyIndex index = 0; index < world.body_count(); ++index) {
    states.push_back(world.state(index));
  }
  return states;
}

// Nothing changed its way along the floor.
bool glides(const BodyState& before, const BodyState& after) {
  const Vec3 change = after.linear_velocity - before.linear_velocity;
  return std::hypot(change.x, change.z) < 1e-6;
}

// What the repair lifts is paid for by cutting what it pushes, not by holding those back who slide: with no friction
// nothing else would tell that they stood for a moment.
TEST(Columns, SlideAsFarAsTheirVelocitiesTakeThem) {
  constexpr double dt = 1.0 / 60.0;
  int gliding = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    World world = column(seed, 0.0);
    for (int step = 0; step < 120; ++step) {
      const std::vector<BodyState> before = states_of(world);
      world.step();
      const std::vector<BodyState> after = states_of(world);
      for (BodyIndex index = 1; index < world.body_count(); ++index) {
        const BodyState& from = before[index];
        const Vec3 missed = after[index].pose.position - from.pose.position - dt * from.linear_velocity;
        if (glides(from, after[index])) {
          ++gliding;
          ASSERT_LT(std::hypot(missed.x, missed.z), 1e-3)
              << "column " << seed << ", step " << step << ", body " << index;
        }
      }
    }
  }
  EXPECT_GT(gliding, 10000);
}

}  // namespace
}  // namespace firstcontact
