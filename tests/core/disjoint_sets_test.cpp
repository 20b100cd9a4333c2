#include "core/disjoint_sets.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

// Against labels that are all written anew at every joining.
TEST(DisjointSets, HaveTheirLeastMemberForRootWhateverTheOrder) {
  constexpr std::uint32_t count = 60;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    DisjointSets sets(count);
    std::vector<std::uint32_t> labels(count);
    std::iota(labels.begin(), labels.end(), 0U);
    for (int joining = 0; joining < 40; ++joining) {
      const auto a = static_cast<std::uint32_t>(random.between(0.0, count));
      const auto b = static_cast<std::uint32_t>(random.between(0.0, count));
      sets.join(a, b);
      const std::uint32_t least = std::min(labels[a], labels[b]);
      const std::uint32_t other = std::max(labels[a], labels[b]);
      std::replace(labels.begin(), labels.end(), other, least);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      EXPECT_EQ(sets.root(i), labels[i]);
      EXPECT_EQ(sets.size(i), std::count(labels.begin(), labels.end(), labels[i]));
    }
  }
}

}  // namespace
}  // namespace firstcontact
