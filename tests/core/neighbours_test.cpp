#include "core/neighbours.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

// Against a set per node: links said twice, the other way round, or of some nodes none.
TEST(Neighbours, AreThoseOfTheLinksOnceAndInOrder) {
  constexpr std::uint32_t count = 30;
  Random random(91);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<NodeLink> links;
    std::vector<std::set<std::uint32_t>> expected(count);
    for (int i = 0; i < 60; ++i) {
      const auto a = static_cast<std::uint32_t>(random.between(0.0, 0.5 * count));
      const auto b = static_cast<std::uint32_t>(random.between(0.5 * count, count));
      links.push_back(i % 2 == 0 ? NodeLink{a, b} : NodeLink{b, a});
      expected[a].insert(b);
      expected[b].insert(a);
    }
    const Neighbours neighbours(count, links);
    ASSERT_EQ(neighbours.node_count(), count);
    for (std::uint32_t node = 0; node < count; ++node) {
      const std::span<const std::uint32_t> found = neighbours.of(node);
      EXPECT_TRUE(std::equal(found.begin(), found.end(), expected[node].begin(), expected[node].end()))
          << "node " << node;
    }
  }
}

}  // namespace
}  // namespace firstcontact
