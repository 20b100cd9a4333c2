// Who is linked to whom: what searches over islands and matrices go by.
#pragma once

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
  Neighbours(std::size_t node_count, std::span<const NodeLink> links)
      : begin_(ends_before(node_count, links)), others_(2 * links.size()) {
    std::vector<std::uint32_t> end = begin_;
    std::vector<std::uint32_t> as_said(others_.size());
    for (const NodeLink& link : links) {
      as_said[end[link.a]++] = link.b;
      as_said[end[link.b]++] = link.a;
    }
    put_in_order(as_said);
    drop_repeated();
  }

  [[nodiscard]] std::size_t node_count() const { return begin_.size() - 1; }
  /// Those of a node, ascending.
  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t node) const {
    return std::span(others_).subspan(begin_[node], begin_[node + 1] - begin_[node]);
  }

 private:
  // Per node, and the end: how many ends of links the nodes before it have.
  static std::vector<std::uint32_t> ends_before(std::size_t node_count, std::span<const NodeLink> links) {
    std::vector<std::uint32_t> before(node_count + 1, 0);
    for (const NodeLink& link : links) {
      ++before[link.a];
      ++before[link.b];
    }
    std::exclusive_scan(before.begin(), before.end(), before.begin(), 0U);
    return before;
  }

  // Everybody in turn tells his neighbours of himself: so each hears of his own in order.
  void put_in_order(const std::vector<std::uint32_t>& as_said) {
    std::vector<std::uint32_t> end(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t node = 0; node < node_count(); ++node) {
      for (std::uint32_t i = begin_[node]; i < begin_[node + 1]; ++i) {
        others_[end[as_said[i]]++] = node;
      }
    }
  }

  void drop_repeated() {
    std::uint32_t kept = 0;
    for (std::size_t node = 0; node < node_count(); ++node) {
      const std::uint32_t first = std::exchange(begin_[node], kept);
      for (std::uint32_t i = first; i < begin_[node + 1]; ++i) {
        if (i == first || others_[i] != others_[i - 1]) {
          others_[kept++] = others_[i];
        }
      }
    }
    begin_.back() = kept;
    others_.resize(kept);
  }

  std::vector<std::uint32_t> begin_;  // per node, and the end: into `others_`
  std::vector<std::uint32_t> others_;
};

}  // namespace firstcontact
