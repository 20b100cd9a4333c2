// Opening contacts that are too near.
#pragma once

#include <span>

#include "contact/row_islands.hpp"

namespace firstcontact {

/// An island, and what it loses in this piece, J: what it may spend on height.
struct IslandToLift {
  RowIsland island;
  double budget = 0.0;
};

/// Gives pressed bodies of these islands recovery velocities that open points below the lift gap, by a tenth of a skin
/// at most, as far as the budgets pay for the height. Velocities stay.
void recover_gaps(ContactProblem& problem, std::span<const IslandToLift> islands);

}  // namespace firstcontact
