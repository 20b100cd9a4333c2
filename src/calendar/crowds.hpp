// Which bodies stand in a crowd: many that touch, or may soon, or a few with a gap among them that is used up.
#pragma once

#include <vector>

#include "calendar/world_state.hpp"

namespace firstcontact {

/// Says of each body whether it is in a crowd, a pressed one, a tight one, from `time` to the end of the substep; which
/// pairs are active is known by then. `farthest`: farthest_of_each.
void mark_crowds(WorldState& world, double time, const std::vector<double>& farthest);

}  // namespace firstcontact
