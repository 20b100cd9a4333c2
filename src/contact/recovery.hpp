// Opening contacts that are too near.
#pragma once

#include "contact/row_islands.hpp"

namespace firstcontact {

/// Gives the island's pressed bodies recovery velocities that open points below the lift gap, by a tenth of a skin at
/// most, as far as `budget` (J: what the island loses in this piece) pays for the height. Velocities stay.
void recover_gaps(ContactProblem& problem, const RowIsland& island, double budget);

}  // namespace firstcontact
