// The same for many things that do not touch each other, by as many threads as the world was given.
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "calendar/world_state.hpp"

namespace firstcontact {

/// Fewer pairs or bodies are sooner gone through than handed to threads.
inline constexpr std::size_t fewest_parallel = 64;

/// Calls visit(0) to visit(count - 1): at once where there are `fewest` or more and the world has threads (oneTBB, in
/// the caller's arena), else in order. Visits must not write to what another one reads; then no bit depends on it.
template <class Visit>
void visit_each(const WorldState& world, std::size_t count, std::size_t fewest, const Visit& visit) {
  if (world.definition.threads > 1 && count >= fewest) {
    oneapi::tbb::parallel_for(std::size_t{0}, count, visit);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    visit(i);
  }
}

/// The same for things of very different sizes: threads take them one by one, the largest first, so that none is left
/// with it when the others are done. At once where `fewest` or more is beside the largest.
template <class Visit>
void visit_largest_first(const WorldState& world, const std::vector<std::size_t>& sizes, std::size_t fewest,
                         const Visit& visit) {
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t k) { return sizes[i] > sizes[k]; });
  const std::size_t largest = order.empty() ? 0 : sizes[order.front()];
  const std::size_t beside = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}) - largest;
  if (world.definition.threads > 1 && beside >= fewest) {
    const oneapi::tbb::blocked_range<std::size_t> all(0, order.size());
    const auto visit_range = [&](const oneapi::tbb::blocked_range<std::size_t>& range) {
      std::for_each(&order[range.begin()], &order[range.end() - 1] + 1, visit);
    };
    oneapi::tbb::parallel_for(all, visit_range, oneapi::tbb::simple_partitioner());
    return;
  }
  std::for_each(order.begin(), order.end(), visit);
}

}  // namespace firstcontact
