// Against loads that do work: what few sweeps leave of a bad start.
#pragma once

#include "contact/contact_problem.hpp"

namespace firstcontact {

/// Per island: as long as its loads, all by one share, are better smaller (they must not do work but through the room
/// that is closed), they are made so, and swept again. Changes loads and Vd.
void search_along_lines(ContactProblem& problem);

}  // namespace firstcontact
