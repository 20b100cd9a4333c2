// Fewer groups by letting them overlap: every piece must lie in some group's hull, but may lie in several.
#pragma once

#include "decomposition/joining.hpp"

namespace firstcontact {

/// Groups that hold every piece exactly once, at most as many as `groups`. Each of their hulls keeps within the
/// tolerance when those of `pieces` do.
[[nodiscard]] std::vector<Group> cover(const std::vector<Chunk>& pieces, std::vector<Group> groups,
                                       const Workshop& workshop);

}  // namespace firstcontact
