// How a step is cut into substeps, at whose starts contacts are found and whose motions are certified.
#include <algorithm>

#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

bool may_bear(const PairRecord& pair) { return pair.resting_speed > 0.0 || pair.overlapping; }

}  // namespace

// Where no candidate pair can have lasting contact, free flight and impacts need no substeps. Where all stand still
// nothing changes from one substep to the next.
int substeps_of_step(const WorldState& world) {
  const bool any_bears = std::any_of(world.pairs.begin(), world.pairs.end(), may_bear);
  return any_bears && !world.stands_still ? tolerances::substeps_with_contact : 1;
}

}  // namespace firstcontact
