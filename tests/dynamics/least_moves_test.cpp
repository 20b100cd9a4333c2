// The least moves that give every gap, against closed forms and the conditions that say they are the least.
#include "dynamics/least_moves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

const Vec3 stands(0.0);
const Vec3 goes_anywhere(1.0);

double still_missing(const GapRow& row, const LeastMoves& found) {
  return row.missing - glm::dot(row.normal, found.moves[row.b] - found.moves[row.a]);
}

std::vector<GapRow> row_of(std::uint32_t count, const Vec3& direction) {
  std::vector<GapRow> rows;
  for (std::uint32_t i = 0; i + 1 < count; ++i) {
    rows.push_back({i, i + 1, direction, 1.0, 1.0});
  }
  return rows;
}

TEST(LeastMoves, ARowGrowsBothWaysAboutItsMiddle) {
  const Vec3 direction(0.48, -0.6, 0.64);
  for (const std::uint32_t count : {2U, 3U, 10U, 57U, 400U}) {
    const LeastMoves found = least_moves(row_of(count, direction), std::vector<Vec3>(count, goes_anywhere));
    ASSERT_TRUE(found.jam.empty());
    for (std::uint32_t i = 0; i < count; ++i) {
      const double wanted = i - 0.5 * (count - 1);
      const Vec3 off = found.moves[i] - wanted * direction;
      EXPECT_LT(std::sqrt(squared_length(off)), (count < 100 ? 1e-3 : 3e-3) * count) << i << " of " << count;
    }
  }
}

TEST(LeastMoves, AStackGrowsUpwardsFromWhatStands) {
  std::vector<Vec3> freedom(30, goes_anywhere);
  freedom[0] = stands;
  const LeastMoves found = least_moves(row_of(30, {0.0, 1.0, 0.0}), freedom);
  for (std::size_t i = 0; i < found.moves.size(); ++i) {
    EXPECT_NEAR(found.moves[i].y, static_cast<double>(i), 1e-2);
  }
}

// Moves that are sums of pushes, none of which is negative or without need: for a convex problem these are the least.
TEST(LeastMoves, MeetTheConditionsOfTheLeast) {
  Random random(45);
  for (int trial = 0; trial < 60; ++trial) {
    const auto count = static_cast<std::size_t>(3 + trial);
    std::vector<Vec3> at(count);
    std::generate(at.begin(), at.end(), [&] { return random.vector(1.0); });
    std::vector<Vec3> freedom(count, goes_anywhere);
    freedom[0] = stands;
    freedom[1].y = 0.0;
    std::vector<GapRow> rows;
    for (std::size_t k = 0; k < 2 * count; ++k) {
      const auto a = static_cast<std::uint32_t>(random.next() % count);
      const auto b = static_cast<std::uint32_t>(random.next() % count);
      if (a != b) {
        rows.push_back({a, b, glm::normalize(at[b] - at[a]), random.between(-0.3, 1.0), 1.0});
      }
    }
    const LeastMoves found = least_moves(rows, freedom);
    ASSERT_TRUE(found.jam.empty());
    std::vector<Vec3> sums(count, Vec3(0.0));
    double in_vain = 0.0;
    double squares = 0.0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      EXPECT_LE(still_missing(rows[k], found), 1.001e-4);
      EXPECT_GE(found.pushes[k], 0.0);
      sums[rows[k].a] -= freedom[rows[k].a] * found.pushes[k] * rows[k].normal;
      sums[rows[k].b] += freedom[rows[k].b] * found.pushes[k] * rows[k].normal;
      in_vain += found.pushes[k] * still_missing(rows[k], found);
    }
    for (std::size_t body = 0; body < count; ++body) {
      EXPECT_LT(std::sqrt(squared_length(sums[body] - found.moves[body])), 1e-9);
      squares += squared_length(found.moves[body]);
    }
    EXPECT_LE(std::abs(in_vain), 1.001e-4 * squares);
  }
}

TEST(LeastMoves, WhatIsInEachOthersWayIsNamedAndNothingElse) {
  std::vector<GapRow> rows = row_of(100, {1.0, 0.0, 0.0});
  std::vector<Vec3> freedom(103, goes_anywhere);
  freedom[101] = freedom[102] = stands;
  rows.push_back({101, 100, {0.0, 1.0, 0.0}, 1.0, 1.0});  // a plug in its slot,
  rows.push_back({100, 102, {0.0, 1.0, 0.0}, 1.0, 1.0});
  rows.push_back({99, 100, {1.0, 0.0, 0.0}, 1.0, 1.0});  // at the end of a row that has all the room it wants
  const LeastMoves found = least_moves(rows, freedom);
  ASSERT_EQ(found.jam.size(), rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const bool is_of_plug = k == 99 || k == 100;
    EXPECT_EQ(found.jam[k] > 0.0, is_of_plug) << k;
  }
}

TEST(LeastMoves, NearlyParallelWallsAreNoRoom) {
  // Out of a wedge of 1e-6 rad: a million gaps away there would be room.
  const std::vector<GapRow> rows{{0, 1, {1e-6, 1.0, 0.0}, 1.0, 1.0}, {1, 2, {-1e-6, 1.0, 0.0}, 1.0, 1.0}};
  EXPECT_FALSE(least_moves(rows, std::vector<Vec3>{stands, goes_anywhere, stands}).jam.empty());
  // An axis that is locked is no way out, whatever rounding makes of the direction.
  const std::vector<GapRow> locked{{0, 1, {1e-17, 1.0, 0.0}, 1.0, 1.0}};
  EXPECT_FALSE(least_moves(locked, std::vector<Vec3>{stands, {1.0, 0.0, 1.0}}).jam.empty());
}

}  // namespace
}  // namespace firstcontact
