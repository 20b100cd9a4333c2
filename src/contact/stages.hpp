// The two stages of a piece. Stage I are the impulses at its start: what has met stops or bounces, and what would use
// up its room at once is slowed down. Stage II are the forces over the piece: they hold up what rests and drive what is
// driven, so that the displacement leaves every gap as it should be; friction dissipates the most along the way.
#pragma once

#include "contact/contact_problem.hpp"

namespace firstcontact {

/// From the velocities before, or on from what was found, with rows that were added since.
enum class Solving : std::uint8_t { anew, on };

/// Stage I: V- to V+, of all bodies.
void apply_impulses(ContactProblem& problem, Solving solving);
/// Stage II: from V+ on, and from the loads that the rows have. Fills in Vd, push and moment of every body; where a
/// motor is overloaded, nothing but the loads that say so.
void apply_loads(ContactProblem& problem, Solving solving);

}  // namespace firstcontact
