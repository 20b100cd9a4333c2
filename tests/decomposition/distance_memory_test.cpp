#include <gtest/gtest.h>

#include "decomposition/distance_memory.hpp"

#include <algorithm>
#include <vector>

#include "core/threads.hpp"

namespace firstcontact {
namespace {

TEST(DistanceMemory, KnowsWhatItWasTold) {
  DistanceMemory memory;
  memory.make_room(3);
  DistanceMemory::Eight* const parts = memory.below_leaf(1);
  ASSERT_NE(parts, nullptr);
  for (Index part = 0; part < 8; ++part) {
    EXPECT_FALSE(parts->knows(part));
  }
  parts->keep(5, 0.0);  // the least distance there is
  parts->keep(6, 0.25);
  EXPECT_FALSE(parts->knows(4));
  EXPECT_TRUE(parts->knows(5));
  EXPECT_EQ(parts->distance(5), 0.0);
  EXPECT_EQ(memory.below_leaf(1)->distance(6), 0.25);
}

TEST(DistanceMemory, EachPartHasItsOwn) {
  DistanceMemory memory;
  memory.make_room(2);
  DistanceMemory::Eight* const parts = memory.below_leaf(0);
  parts->keep(3, 1.0);
  memory.below_part(*parts, 3)->keep(3, 2.0);
  EXPECT_EQ(memory.below_leaf(0)->distance(3), 1.0);
  EXPECT_EQ(memory.below_part(*parts, 3)->distance(3), 2.0);
  EXPECT_FALSE(memory.below_part(*parts, 4)->knows(3));
  EXPECT_FALSE(memory.below_leaf(1)->knows(3));
}

TEST(DistanceMemory, ThreadsThatAskAtTheSameTimeFindTheSame) {
  DistanceMemory memory;
  memory.make_room(16);
  std::vector<DistanceMemory::Eight*> found(16'000);
  Threads(4).for_each(found.size(), 1,
                      [&](std::size_t i) { found[i] = memory.below_leaf(static_cast<Index>(i % 16)); });
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i], found[i % 16]) << i;
  }
  std::sort(found.begin(), found.begin() + 16);
  EXPECT_EQ(std::unique(found.begin(), found.begin() + 16), found.begin() + 16);
}

}  // namespace
}  // namespace firstcontact
