// How much of a piece's change of velocity its bodies' displacements have.
#pragma once

#include "contact/contact_problem.hpp"

namespace firstcontact {

/// Between the two stages: what is pressed and stands ends as fast as it goes.
void choose_shares(ContactProblem& problem);
/// After loads were solved: what follows a chord that none of them acts on falls as it would by itself.
void free_what_falls(ContactProblem& problem);

}  // namespace firstcontact
