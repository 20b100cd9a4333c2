// Repaired motions of a block that sinks and one on top that rises, against what bodies that bear on each other do.
#include "dynamics/motion_repair.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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

// Columns of all heights side by side on one ground, their rows in any order: what has nothing but the ground in common
// is swept at once.
TEST(MotionRepair, IsTheSameForSeveralThreads) {
  std::vector<Responder> movers(1);
  std::vector<RepairRow> rows;
  for (std::uint32_t column = 0; column < 40; ++column) {
    std::uint32_t below = 0;
    for (std::uint32_t level = 0; level <= column % 7; ++level) {
      Responder& block = movers.emplace_back();
      block.inverse_mass = Vec3(1.0 + 0.1 * level);
      block.velocity.linear.y = 0.07 * level - 0.01 * column;
      RepairRow& row = rows.emplace_back();
      row.point.a = below;
      row.point.b = below = static_cast<std::uint32_t>(movers.size() - 1);
      row.least_speed = -0.001 * column;
    }
  }
  std::vector<std::uint32_t> which;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    which.push_back(static_cast<std::uint32_t>((i * 61ULL) % rows.size()));
  }
  ASSERT_NE(rows.size() % 61, 0U);
  std::vector<RepairRow> shared_rows = rows;
  std::vector<Responder> shared_movers = movers;
  repair(rows, which, movers);
  repair(shared_rows, which, shared_movers, 3);
  std::size_t pushing = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].point.normal_impulse, shared_rows[i].point.normal_impulse) << i;
    pushing += rows[i].point.normal_impulse > 0.0 ? 1U : 0U;
  }
  EXPECT_GT(pushing, 50U);
  for (std::size_t i = 0; i < movers.size(); ++i) {
    EXPECT_EQ(movers[i].velocity.linear, shared_movers[i].velocity.linear) << i;
  }
}

// Three bodies of any inertia that meet each other off their centres.
TEST(MotionRepair, KeepsBothMomentaWhereverTheBodiesMeet) {
  const std::vector<Vec3> places{{0.0, 0.0, 0.0}, {1.0, 0.3, -0.2}, {0.4, 1.1, 0.5}};
  const std::vector<double> masses{1.0, 2.0, 0.5};
  const std::vector<Mat3> inertias{Mat3(0.3, 0.02, 0.0, 0.02, 0.2, 0.01, 0.0, 0.01, 0.4),
                                   Mat3(0.9, 0.0, 0.1, 0.0, 0.7, 0.0, 0.1, 0.0, 0.5), Mat3(0.1)};
  std::vector<Responder> movers(3);
  for (std::size_t i = 0; i < 3; ++i) {
    movers[i].inverse_mass = Vec3(1.0 / masses[i]);
    movers[i].inverse_inertia = glm::inverse(inertias[i]);
    movers[i].velocity = {-0.5 * places[i], {0.3 - static_cast<double>(i), 0.2, 0.7}};
  }
  std::vector<RepairRow> rows(3);
  for (std::uint32_t i = 0; i < 3; ++i) {
    ContactPoint& point = rows[i].point;
    point.a = i;
    point.b = (i + 1) % 3;
    const Vec3 at = 0.5 * (places[point.a] + places[point.b]) + Vec3(0.1, -0.2, 0.15);
    point.arm_a = at - places[point.a];
    point.arm_b = at - places[point.b];
    point.normal = normalized_or(places[point.b] - places[point.a], Vec3(0.0));
  }
  const auto linear = [&] {
    return masses[0] * movers[0].velocity.linear + masses[1] * movers[1].velocity.linear +
           masses[2] * movers[2].velocity.linear;
  };
  const auto angular = [&] {
    Vec3 sum(0.0);
    for (std::size_t i = 0; i < 3; ++i) {
      sum += inertias[i] * movers[i].velocity.angular + glm::cross(places[i], masses[i] * movers[i].velocity.linear);
    }
    return sum;
  };
  const Vec3 linear_before = linear();
  const Vec3 angular_before = angular();
  repair(rows, std::vector<std::uint32_t>{0, 1, 2}, movers);
  double pushed = 0.0;
  for (const RepairRow& row : rows) {
    EXPECT_GE(glm::dot(row.point.normal, velocity_between(row.point, movers)), -1e-3);
    pushed += row.point.normal_impulse;
  }
  EXPECT_GT(pushed, 0.1);
  EXPECT_LT(glm::length(linear() - linear_before), 1e-14);
  EXPECT_LT(glm::length(angular() - angular_before), 1e-14);
}

/// A column on the ground (slot 0) that sinks at 0.1 m/s: blocks of 100 kg and, every fourth, a plank of 0.1 kg.
struct Column {
  static constexpr std::uint32_t height = 40;
  std::vector<Responder> movers{height + 1};
  std::vector<RepairRow> rows{height};
  std::vector<std::uint32_t> which;

  Column() {
    for (std::uint32_t i = 0; i < height; ++i) {
      Responder& block = movers[i + 1];
      const double mass = i % 4 == 2 ? 0.1 : 100.0;
      block.inverse_mass = Vec3(1.0 / mass);
      block.inverse_inertia = Mat3(1.0 / mass);
      block.velocity.linear.y = -0.1;
      rows[i].point.a = i;
      rows[i].point.b = i + 1;
      which.push_back(i);
    }
  }
  double speed(std::size_t slot) const { return movers[slot].velocity.linear.y; }
  double momentum() const {
    double sum = 0.0;
    for (const Responder& mover : movers) {
      sum += mover.inverse_mass.y > 0.0 ? mover.velocity.linear.y / mover.inverse_mass.y : 0.0;
    }
    return sum;
  }
  bool is_as_it_was() const {
    return std::all_of(
               rows.begin(), rows.end(),
               [](const RepairRow& row) { return row.point.normal_impulse == 0.0 && row.stopping_impulse == 0.0; }) &&
           std::all_of(movers.begin() + 1, movers.end(),
                       [](const Responder& mover) { return mover.velocity.linear.y == -0.1; });
  }
};

// Sweeps hand a push on by one block each: they leave most of it undone.
TEST(MotionRepair, StopsAColumnAtOnce) {
  Column swept;
  repair(swept.rows, swept.which, swept.movers);
  EXPECT_LT(swept.speed(Column::height / 2), -0.05);

  Column column;
  const double before = column.momentum();
  ASSERT_TRUE(repair_directly(column.rows, column.which, column.movers));
  double carried = 0.0;  // by the row above
  for (std::uint32_t i = Column::height; i > 0; --i) {
    EXPECT_NEAR(column.speed(i) - column.speed(i - 1), 0.0, 1e-6 * 0.1) << i;
    const double mass = 1.0 / column.movers[i].inverse_mass.y;
    EXPECT_NEAR(column.rows[i - 1].point.normal_impulse, carried + 0.1 * mass, 1e-6 * -before) << i;
    carried = column.rows[i - 1].point.normal_impulse;
  }
  EXPECT_NEAR(column.momentum() - before, carried, 1e-9 * -before);  // the ground's push, and nothing else
}

TEST(MotionRepair, StopsWhatAColumnApproachesWith) {
  Column column;
  for (RepairRow& row : column.rows) {
    row.point.normal_impulse = 1.0;  // had to push
  }
  const double before = column.momentum();
  ASSERT_TRUE(stop_approach_directly(column.rows, column.movers));
  for (std::uint32_t i = 1; i <= Column::height; ++i) {
    EXPECT_NEAR(column.speed(i) - column.speed(i - 1), 0.0, 1e-6 * 0.1) << i;
  }
  EXPECT_NEAR(column.rows[0].stopping_impulse, column.momentum() - before, 1e-9 * -before);
}

// Not even of bodies that cannot be turned, which it otherwise leaves to sweeps.
TEST(MotionRepair, HasNothingToStopWhereNothingWasHeldBack) {
  Blocks blocks(0.0);
  EXPECT_TRUE(stop_approach_directly(blocks.rows, blocks.movers));
  EXPECT_EQ(blocks.speed(1), -0.1);
  EXPECT_EQ(blocks.speed(2), 0.1);
  blocks.rows[0].point.normal_impulse = 1.0;
  EXPECT_FALSE(stop_approach_directly(blocks.rows, blocks.movers));
}

// Who is pushed by what gives way to nobody, or cannot be turned, is left to sweeps.
TEST(MotionRepair, LeavesWhatPressesToSweeps) {
  Column pressed;
  pressed.movers[0].velocity.linear.y = 1.0;
  EXPECT_FALSE(repair_directly(pressed.rows, pressed.which, pressed.movers));
  EXPECT_TRUE(pressed.is_as_it_was());

  Column locked;
  locked.movers[7].inverse_inertia = Mat3(0.0);
  EXPECT_FALSE(repair_directly(locked.rows, locked.which, locked.movers));
  EXPECT_TRUE(locked.is_as_it_was());
}

}  // namespace
}  // namespace firstcontact
