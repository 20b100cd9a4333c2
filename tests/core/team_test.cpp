// A team's stages: each piece once, one stage after the other, whoever comes to help.
#include "core/team.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace firstcontact {
namespace {

std::vector<std::uint32_t> equal_shares(std::uint32_t first, std::uint32_t end, std::uint32_t members) {
  std::vector<std::uint32_t> bounds;
  add_equal_shares(first, end, members, bounds);
  return bounds;
}

TEST(Team, SharesAreAsEqualAsCanBe) {
  EXPECT_EQ(equal_shares(10, 20, 3), (std::vector<std::uint32_t>{10, 13, 16, 20}));
  EXPECT_EQ(equal_shares(4, 6, 4), (std::vector<std::uint32_t>{4, 4, 5, 5, 6}));
  EXPECT_EQ(equal_shares(3, 3, 2), (std::vector<std::uint32_t>{3, 3, 3}));
}

// Every stage mixes what others wrote in the one before: a piece left out, done twice or too early shows in the end.
std::vector<std::uint64_t> mixed(Team& team, int stages) {
  constexpr std::uint32_t count = 37;
  std::vector<std::uint64_t> now(count);
  std::vector<std::uint64_t> next(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    now[i] = i;
  }
  const std::vector<std::uint32_t> bounds = equal_shares(0, count, team.size());
  for (int stage = 0; stage < stages; ++stage) {
    team.visit_shares(bounds, [&](std::uint32_t i) {
      next[i] += 6364136223846793005ULL * now[(5 * i + 3) % count] + now[(7 * i + 1) % count];
    });
    std::swap(now, next);
  }
  return now;
}

TEST(Team, StagesComeOneAfterTheOther) {
  constexpr int stages = 20000;
  Team one(1);
  const std::vector<std::uint64_t> expected = mixed(one, stages);
  Threads arena(4);
  arena.execute([&] {
    for (const int threads : {2, 4}) {
      Team team(threads);
      EXPECT_EQ(team.size(), static_cast<std::uint32_t>(threads));
      EXPECT_EQ(mixed(team, stages), expected) << threads;
    }
  });
}

TEST(Team, WaitsForNobodyWhoDoesNotCome) {
  Team one(1);
  const std::vector<std::uint64_t> expected = mixed(one, 500);
  Threads alone(1);
  alone.execute([&] {
    Team team(8);
    EXPECT_EQ(mixed(team, 500), expected);
  });
}

TEST(Team, AMemberMayHaveNothingOrAllToDo) {
  Threads arena(3);
  arena.execute([&] {
    Team team(3);
    const std::vector<std::vector<std::uint32_t>> shares{
        {0, 0, 0, 50}, {0, 50, 50, 50}, {0, 0, 50, 50}, {7, 7, 7, 7}, {49, 49, 50, 50}};
    for (const std::vector<std::uint32_t>& bounds : shares) {
      std::vector<std::atomic<int>> visits(50);
      team.visit_shares(bounds, [&](std::uint32_t i) { ++visits[i]; });
      for (std::uint32_t i = 0; i < visits.size(); ++i) {
        EXPECT_EQ(visits[i], i >= bounds.front() && i < bounds.back() ? 1 : 0) << i;
      }
    }
  });
}

}  // namespace
}  // namespace firstcontact
