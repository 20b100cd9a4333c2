// How a step is cut into substeps, at whose starts contacts are found and whose motions are certified.
#include <algorithm>

#include "calendar/contact_piece.hpp"
#include "calendar/world_state.hpp"
#include "core/disjoint_sets.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

bool may_bear(const PairRecord& pair) { return pair.resting_speed > 0.0 || pair.overlapping; }

// Whether so many bodies press on each other, through others, that they are a heap.
bool is_there_a_heap(const WorldState& world) {
  DisjointSets sets(world.bodies.size());
  for (const PairRecord& pair : world.pairs) {
    if (pair.presses && takes_part(world.bodies[pair.a]) && takes_part(world.bodies[pair.b])) {
      sets.join(pair.a, pair.b);
    }
  }
  return std::any_of(world.movers.begin(), world.movers.end(),
                     [&](BodyIndex body) { return sets.size(body) >= tolerances::fewest_in_heap; });
}

}  // namespace

// Where no candidate pair can have lasting contact, free flight and impacts need no substeps. Where all stand still
// nothing changes from one substep to the next. A heap's sweeps end long before they agree, and finer substeps than
// half as many make nothing of it more exact.
int substeps_of_step(const WorldState& world) {
  if (world.stands_still || std::none_of(world.pairs.begin(), world.pairs.end(), may_bear)) {
    return 1;
  }
  return is_there_a_heap(world) ? tolerances::substeps_of_heap : tolerances::substeps_with_contact;
}

}  // namespace firstcontact
