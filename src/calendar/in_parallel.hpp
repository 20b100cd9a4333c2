// The same for many things that do not touch each other, by as many threads as the world was given.
#pragma once

#include <oneapi/tbb/parallel_for.h>

#include <cstddef>

#include "calendar/world_state.hpp"

namespace firstcontact {

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

}  // namespace firstcontact
