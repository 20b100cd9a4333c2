// What contacts bore in the last substep: the next solve starts from it.
#pragma once

#include <vector>

#include "calendar/driven.hpp"

namespace firstcontact {

/// Keeps the impulses of the contacts' points, which stand in their order, in the contacts' pairs.
void remember_impulses(WorldState& world, const std::vector<PairContact>& contacts, const Driven& driven,
                       const std::vector<ContactPoint>& points);
/// Gives the points the impulses of the last substep. A point that is new takes over what bore its body beside it.
void recall_impulses(const WorldState& world, const std::vector<PairContact>& contacts, const Driven& driven,
                     std::vector<ContactPoint>& points);

}  // namespace firstcontact
