// Who is linked to whom: what searches over islands and matrices go by.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace firstcontact {

/// Two nodes that are neighbours.
struct NodeLink {
  std::uint32_t a = 0, b = 0;
};

/// The neighbours of every node, all in one array. Links may be said twice, and in any order.
class Neighbours {
 public:
  Neighbours(std::size_t node_count, std::span<const NodeLink> links) : begin_(node_count + 1, 0) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
    ends.reserve(2 * links.size());
    for (const NodeLink& link : links) {
      ends.emplace_back(link.a, link.b);
      ends.emplace_back(link.b, link.a);
    }
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    others_.reserve(ends.size());
    for (const auto& [node, other] : ends) {
      ++begin_[node + 1];
      others_.push_back(other);
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  }

  [[nodiscard]] std::size_t node_count() const { return begin_.size() - 1; }
  /// Those of a node, ascending.
  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t node) const {
    return std::span(others_).subspan(begin_[node], begin_[node + 1] - begin_[node]);
  }

 private:
  std::vector<std::uint32_t> begin_;  // per node, and the end: into `others_`
  std::vector<std::uint32_t> others_;
};

}  // namespace firstcontact
