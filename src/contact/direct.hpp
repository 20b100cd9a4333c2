// The stages solved at once, where sweeps leave something undone: stage II in patches of a few bodies around it, and
// whole islands that stand, so that they stand exactly.
#pragma once

#include "contact/contact_problem.hpp"

namespace firstcontact {

/// Changes impulses and V+ of islands in which sweeps have left something undone: what is struck between what is heavy.
void solve_impulses_exactly(ContactProblem& problem);
/// Changes loads and Vd of what is undone after the sweeps, and of islands that stand.
void solve_exactly(ContactProblem& problem);

}  // namespace firstcontact
