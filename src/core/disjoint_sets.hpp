// Sets that grow together: islands, crowds, patches of a mesh.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace firstcontact {

/// Union-find with path halving (Tarjan, van Leeuwen 1984). The least member of a set is its root, whatever the order
/// of joining: so what is numbered by roots has the same numbers on every machine. Not for concurrent use.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count) : parents_(count), sizes_(count, 1) {
    std::iota(parents_.begin(), parents_.end(), 0U);
  }

  [[nodiscard]] std::uint32_t root(std::uint32_t member) {
    while (parents_[member] != member) {
      parents_[member] = parents_[parents_[member]];
      member = parents_[member];
    }
    return member;
  }

  void join(std::uint32_t a, std::uint32_t b) {
    const auto [least, other] = std::minmax({root(a), root(b)});
    if (least != other) {
      parents_[other] = least;
      sizes_[least] += sizes_[other];
    }
  }

  /// Members of the set that `member` is in.
  [[nodiscard]] std::uint32_t size(std::uint32_t member) { return sizes_[root(member)]; }

 private:
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> sizes_;  // right at roots only
};

}  // namespace firstcontact
