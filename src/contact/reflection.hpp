// Restitution of what meets at the start of a piece, of all at once.
#pragma once

#include "contact/contact_problem.hpp"

namespace firstcontact {

/// Reflects what would use up its room faster than its resting speed (generalised reflections, dynamics/impact.hpp),
/// with all that it is in touch with; changes V+.
void reflect(ContactProblem& problem);

}  // namespace firstcontact
