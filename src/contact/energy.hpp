// What a solved piece is allowed: an island may end with no more energy than it began with and was given. One cap, and
// one lift that is paid from what the island loses.
#pragma once

#include "contact/contact_problem.hpp"

namespace firstcontact {

/// What became of the islands of a piece.
struct EnergySettlement {
  bool is_settled = true;    // false: no share of the loads keeps some island within its energy: the piece is too long
  double least_share = 1.0;  // of any island's loads
  int capped = 0;            // islands
};

/// Takes each island's loads down to the largest share that makes no energy, fills in Vd, Ve, the turns and recovery
/// velocities of every body. After it push and moment are what really acts.
[[nodiscard]] EnergySettlement settle_energy(ContactProblem& problem);

}  // namespace firstcontact
