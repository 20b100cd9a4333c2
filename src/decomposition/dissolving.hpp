// Fewer groups by handing pieces on.
#pragma once

#include "decomposition/joining.hpp"

namespace firstcontact {

/// Groups of pieces, each within the tolerance, none needless: a group all of whose pieces find room in others goes, be
/// it that one of those others hands a piece on first. Each piece is in one group, before and after. Pure.
[[nodiscard]] std::vector<Group> dissolve(const std::vector<Chunk>& pieces, std::vector<Group> groups,
                                          const Workshop& workshop);

}  // namespace firstcontact
