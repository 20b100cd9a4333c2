// What sweeps of loads left undone, solved at once with its neighbours.
#pragma once

#include "contact/rows_at_once.hpp"

namespace firstcontact {

/// Changes loads and Vd around what is undone, in rounds of larger patches, until nothing is.
void solve_patches(ContactProblem& problem, Places& places);

}  // namespace firstcontact
