#include "core/short_list.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace firstcontact {
namespace {

// Beside a vector, through the number at which its elements move; and copied, moved and filled again.
TEST(ShortList, HoldsWhatAVectorDoes) {
  ShortList<int, 2> list;
  for (const int count : {5, 1, 3, 2}) {
    std::vector<int> expected;
    list.clear();
    EXPECT_TRUE(list.empty());
    for (int i = 0; i < count; ++i) {
      list.push_back(10 * count + i);
      expected.push_back(10 * count + i);
      EXPECT_EQ(std::vector<int>(list.begin(), list.end()), expected);
      EXPECT_EQ(list.front(), expected.front());
    }
    ShortList<int, 2> copy = list;
    EXPECT_EQ(std::vector<int>(copy.begin(), copy.end()), expected);
    const ShortList<int, 2> moved = std::move(copy);
    EXPECT_EQ(std::vector<int>(moved.begin(), moved.end()), expected);
    EXPECT_EQ(list.size(), expected.size());
  }
}

}  // namespace
}  // namespace firstcontact
