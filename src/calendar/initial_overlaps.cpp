// Who overlaps somebody before a first step.
#include <algorithm>

#include "calendar/places.hpp"
#include "calendar/world_state.hpp"

namespace firstcontact {

void find_initial_overlaps(WorldState& world) {
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    PairRecord& pair = world.pairs[i];
    if (!world.is_new[pair.a] && !world.is_new[pair.b]) {
      continue;
    }
    const FoundPoints contact = pair_contact(world, i, world.time, 0.0);
    if (!contact.points.empty()) {
      pair.overlapping = true;
      world.initial_overlaps.push_back(
          {handle_of(world, pair.a), handle_of(world, pair.b), std::max(0.0, -contact.nearest)});
      note_gap(world, contact.nearest);
    }
  }
  world.is_new.assign(world.bodies.size(), false);
  world.has_new_bodies = false;
}

}  // namespace firstcontact
