// The same for many things that do not touch each other, by as many threads as there may be (oneTBB, in the caller's
// arena).
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace firstcontact {

/// Fewer pairs or bodies are sooner gone through than handed to threads.
inline constexpr std::size_t fewest_parallel = 64;

/// Calls visit(0) to visit(count - 1): at once where there are `fewest` or more and several threads, else in order.
/// Visits must not write to what another one reads; then no bit depends on it.
template <class Visit>
void visit_each(int threads, std::size_t count, std::size_t fewest, const Visit& visit) {
  if (threads > 1 && count >= fewest) {
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
void visit_largest_first(int threads, const std::vector<std::size_t>& sizes, std::size_t fewest, const Visit& visit) {
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t k) { return sizes[i] > sizes[k]; });
  const std::size_t largest = order.empty() ? 0 : sizes[order.front()];
  const std::size_t beside = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}) - largest;
  if (threads > 1 && beside >= fewest) {
    const oneapi::tbb::blocked_range<std::size_t> all(0, order.size());
    const auto visit_range = [&](const oneapi::tbb::blocked_range<std::size_t>& range) {
      std::for_each(&order[range.begin()], &order[range.end() - 1] + 1, visit);
    };
    oneapi::tbb::parallel_for(all, visit_range, oneapi::tbb::simple_partitioner());
    return;
  }
  std::for_each(order.begin(), order.end(), visit);
}

/// Calls visit(i, end, found) for i = 0 to count - 1, which puts behind what is in `found` what it finds. Several
/// threads go through pieces of it, to `end`, each with a Found of its own, which add(piece, found) puts behind each
/// other in order: found is the same.
template <class Found, class Visit, class Add>
void find_in_pieces(int threads, std::size_t count, Found& found, const Visit& visit, const Add& add) {
  if (threads == 1 || count < 2 * fewest_parallel) {
    for (std::size_t i = 0; i < count; ++i) {
      visit(i, count, found);
    }
    return;
  }
  std::vector<Found> pieces((count + fewest_parallel - 1) / fewest_parallel);
  visit_each(threads, pieces.size(), 2, [&](std::size_t piece) {
    const std::size_t end = std::min(count, (piece + 1) * fewest_parallel);
    for (std::size_t i = piece * fewest_parallel; i < end; ++i) {
      visit(i, end, pieces[piece]);
    }
  });
  for (const Found& piece : pieces) {
    add(piece, found);
  }
}

}  // namespace firstcontact
