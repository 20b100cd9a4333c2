// Repaired motions of a block that sinks and one on top that rises, against what bodies that bear on each other do.
#include "dynamics/motion_repair.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace firstcontact {
namespace {

/// Two blocks of 1 kg on the ground (slot 0), as sweeps leave them that do not agree yet: 1 sinks, and presses 2 up.
struct Blocks {
  std::vector<Responder> movers{3};
  std::vector<RepairRow> rows{2};
  std::vector<std::uint32_t> which{0, 1};

  explicit Blocks(double held) {
    for (std::uint32_t i = 0; i < 2; ++i) {
      movers[i + 1].inverse_mass = Vec3(1.0);
      rows[i].point.a = i;
      rows[i].point.b = i + 1;
      rows[i].least_speed = 0.0;
    }
    movers[1].velocity.linear.y = -0.1;
    movers[2].velocity.linear.y = 0.1;
    rows[1].held_impulse = held;
  }
  double speed(std::size_t slot) const { return movers[slot].velocity.linear.y; }
};

TEST(MotionRepair, LiftsWhatSinks) {
  Blocks blocks(0.0);
  repair(blocks.rows, blocks.which, blocks.movers);
  EXPECT_NEAR(blocks.speed(1), 0.0, 1e-12);
  EXPECT_NEAR(blocks.speed(2), 0.1, 1e-12);  // nothing was pressed with that could be taken back
  EXPECT_NEAR(blocks.rows[0].point.normal_impulse, 0.1, 1e-12);
}

// What the lower one no longer loses the upper one does not win: together they do not rise.
TEST(MotionRepair, TakesBackWhatPartsFasterThanWasMeant) {
  Blocks blocks(1.0);
  repair(blocks.rows, blocks.which, blocks.movers);
  EXPECT_NEAR(blocks.speed(1), 0.0, 1e-4);
  EXPECT_NEAR(blocks.speed(2), 0.0, 1e-4);
  EXPECT_LT(blocks.rows[1].point.normal_impulse, -0.09);
}

TEST(MotionRepair, TakesBackNoMoreThanWasPressed) {
  Blocks blocks(0.03);
  repair(blocks.rows, blocks.which, blocks.movers);
  EXPECT_NEAR(blocks.rows[1].point.normal_impulse, -0.03, 1e-12);
  EXPECT_NEAR(blocks.speed(2), 0.07, 1e-12);
  EXPECT_NEAR(blocks.speed(1), 0.0, 1e-12);
}

}  // namespace
}  // namespace firstcontact
