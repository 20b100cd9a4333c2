// Stage II at once, where sweeps leave something undone: in patches of a few bodies around it; and of whole islands
// that stand, so that they stand exactly.
#pragma once

#include "contact/contact_problem.hpp"

namespace firstcontact {

/// Changes loads and Vd of what is undone after the sweeps, and of islands that stand.
void solve_exactly(ContactProblem& problem);

}  // namespace firstcontact
