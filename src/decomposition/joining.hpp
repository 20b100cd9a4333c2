// Joining pieces again wherever the hull of several keeps within the tolerance.
#pragma once

#include "decomposition/splitting.hpp"

namespace firstcontact {

/// Pieces under one hull.
struct Group {
  std::vector<Index> atoms;  // the pieces, numbers in ascending order
  Chunk chunk;               // of them all
};

/// False when the hull of both surely reaches too far out: they are far apart, or some line between them crosses what
/// is forbidden. A hundred times cheaper than making the hull.
[[nodiscard]] bool may_fit(const Piece& a, const Piece& b, const Clearance& clearance);

/// Every piece in exactly one group; each group's hull keeps within the tolerance when those of `pieces` do, and no two
/// groups near each other could be one, unless there are hundreds of them.
[[nodiscard]] std::vector<Group> join(const std::vector<Chunk>& pieces, const Workshop& workshop);

/// Joins groups beyond the tolerance, those first whose hull sticks out least, until at most `max_hulls` are left.
[[nodiscard]] std::vector<Group> join_further(std::vector<Group> groups, std::size_t max_hulls,
                                              const Workshop& workshop);

}  // namespace firstcontact
