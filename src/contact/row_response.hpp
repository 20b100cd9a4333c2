// How a row's bodies give way to it, and how much friction it may give them.
#pragma once

#include "contact/contact_problem.hpp"

namespace firstcontact {

/// Fills in a row's tangents and inverse masses.
void make_ready(const ContactProblem& problem, ContactConstraint& row);

/// Takes friction back that is a rounding beyond what the load allows, as solvers of many rows leave it.
void keep_in_cone(ContactProblem& problem, ContactConstraint& row, Stage stage);

}  // namespace firstcontact
