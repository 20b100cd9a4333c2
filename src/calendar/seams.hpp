// Contact points that would hold a body back at nothing.
//
// A point of contact tells how far two shapes may come along one normal. Shapes that slide over each other's
// borders do not go along it: at a floor's next tile the nearest point is an edge, the way to it leads forward, and the
// point would hold back a body that passes above. It *bites*, and falsely: distance is convex where shapes are, so that
// along one normal there always seems to be less room than there is. How much there is can be seen by going on.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "calendar/pair_record.hpp"
#include "contact/contact_problem.hpp"

namespace firstcontact {

struct WorldState;

/// Takes out a piece's rows from `first` on, all of the same two shapes, if they would bite falsely should both bodies
/// go on as they come until it ends; a false bite of next to nothing is given its room instead.
void leave_out_false_bites(const WorldState& world, PairRecord& pair, std::size_t first, ContactProblem& problem);

}  // namespace firstcontact
