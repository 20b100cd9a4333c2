// The same for many things that do not touch each other, by as many threads as there may be: those that the
// caller works for (threads.hpp), or itself alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/threads.hpp"

namespace firstcontact {

/// Fewer pairs or bodies are sooner gone through than handed to threads.
inline constexpr std::size_t fewest_parallel = 64;

/// Calls visit(0) to visit(count - 1), at once where the caller has threads. Visits must not write to what another one
/// reads; then no bit depends on it.
template <class Visit>
void visit_at_once(std::size_t count, const Visit& visit) {
  constexpr std::size_t pieces_per_thread = 16;  // few enough to be handed out cheaply, enough to end together
  Threads* const threads = Threads::current();
  if (threads != nullptr && threads->count() > 1 && count > 1) {
    const std::size_t pieces = pieces_per_thread * static_cast<std::size_t>(threads->count());
    threads->for_each(count, std::max<std::size_t>(1, count / pieces), visit);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    visit(i);
  }
}

/// Calls visit(0) to visit(count - 1): at once where there are `fewest` or more and several threads, else in order.
/// Visits must not write to what another one reads; then no bit depends on it.
template <class Visit>
void visit_each(int threads, std::size_t count, std::size_t fewest, const Visit& visit) {
  if (threads > 1 && count >= fewest) {
    visit_at_once(count, visit);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    visit(i);
  }
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
