// Sweeps: row after row, each solved for by itself with what the others give, until little changes.
#pragma once

#include <cstdint>
#include <span>

#include "contact/contact_problem.hpp"

namespace firstcontact {

/// Sweeps impulses at the start, beginning with the bodies that are disturbed, until they agree, or until sweeps have
/// gone on for long and leave nothing undone that would use up a gap.
void sweep_impulses(ContactProblem& problem);
/// The same for loads over the piece.
void sweep_loads(ContactProblem& problem);
/// Sweeps the loads of those rows alone, that often.
void sweep_loads_of(ContactProblem& problem, std::span<const std::uint32_t> rows, int times);

}  // namespace firstcontact
