// What is shared out among threads is done once each, in the order that is said.
#include "core/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <vector>

namespace firstcontact {
namespace {

TEST(Parallel, EachIsVisitedOnce) {
  for (const int threads : {1, 3}) {
    std::vector<std::atomic<int>> visits(1000);
    Threads(threads).execute([&] { visit_each(threads, visits.size(), 10, [&](std::size_t i) { ++visits[i]; }); });
    for (const std::atomic<int>& count : visits) {
      EXPECT_EQ(count, 1);
    }
  }
}

TEST(Parallel, NothingIsVisitedWhereNothingIs) {
  visit_each(2, 0, 1, [](std::size_t /*i*/) { ADD_FAILURE(); });
}

TEST(Parallel, WhatIsFoundInPiecesLiesInOrder) {
  for (const int threads : {1, 3}) {
    for (const std::size_t count : {5U, 128U, 1000U}) {
      std::vector<std::size_t> found{7};
      Threads(threads).execute([&] {
        find_in_pieces(
            threads, count, found,
            [](std::size_t i, std::size_t end, std::vector<std::size_t>& piece) { piece.push_back(i < end ? i : 0); },
            [](const std::vector<std::size_t>& piece, std::vector<std::size_t>& all) {
              all.insert(all.end(), piece.begin(), piece.end());
            });
      });
      std::vector<std::size_t> expected{7};
      for (std::size_t i = 0; i < count; ++i) {
        expected.push_back(i);
      }
      EXPECT_EQ(found, expected);
    }
  }
}

}  // namespace
}  // namespace firstcontact
