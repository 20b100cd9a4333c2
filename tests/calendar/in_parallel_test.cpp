// What is shared out among threads is done once each, in the order that is said.
#include "calendar/in_parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <vector>

namespace firstcontact {
namespace {

WorldState world_of(int threads) {
  WorldState world;
  world.definition.threads = threads;
  return world;
}

TEST(InParallel, EachIsVisitedOnce) {
  for (const int threads : {1, 3}) {
    std::vector<std::atomic<int>> visits(1000);
    visit_each(world_of(threads), visits.size(), 10, [&](std::size_t i) { ++visits[i]; });
    for (const std::atomic<int>& count : visits) {
      EXPECT_EQ(count, 1);
    }
  }
}

TEST(InParallel, TheLargestIsVisitedFirstAndOfEqualOnesTheFirst) {
  std::vector<std::size_t> order;
  visit_largest_first(world_of(1), {3, 9, 0, 9, 4}, 1, [&](std::size_t i) { order.push_back(i); });
  EXPECT_EQ(order, (std::vector<std::size_t>{1, 3, 4, 0, 2}));
}

TEST(InParallel, ThreadsTakeEachOfAnySizeOnce) {
  std::vector<std::size_t> sizes(200, 1);
  sizes[137] = 500;
  std::vector<std::atomic<int>> visits(sizes.size());
  visit_largest_first(world_of(2), sizes, 1, [&](std::size_t i) { ++visits[i]; });
  for (const std::atomic<int>& count : visits) {
    EXPECT_EQ(count, 1);
  }
}

TEST(InParallel, NothingIsVisitedWhereNothingIs) {
  visit_largest_first(world_of(2), {}, 1, [](std::size_t /*i*/) { ADD_FAILURE(); });
  visit_each(world_of(2), 0, 1, [](std::size_t /*i*/) { ADD_FAILURE(); });
}

}  // namespace
}  // namespace firstcontact
