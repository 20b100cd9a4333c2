// By how much a row's impulse or load is not what it should be.
#pragma once

#include <span>

#include "contact/contact_problem.hpp"

namespace firstcontact {

/// m: the share of its gap that a row may use up in a piece; and that, or all of it down to a quarter of a skin.
[[nodiscard]] double share_of_its_gap(const ContactConstraint& row);
[[nodiscard]] double loss_allowed(const ContactConstraint& row);
/// m: by how much the row's gap would be closed beyond its room, with what that stage has found so far.
[[nodiscard]] double loss_in(const ContactProblem& problem, const ContactConstraint& row, Stage stage);
/// That, of the loss allowed: over 1, what is left undone would use up too much of the gap. Nothing where the row does
/// not give way, or bears no load.
[[nodiscard]] double undone(const ContactProblem& problem, const ContactConstraint& row, Stage stage);
/// True where a row's friction is all that it may be in that stage.
[[nodiscard]] bool slides(const ContactConstraint& row, Stage stage);
/// m/s: what pushes leaves the room that it has, no more and no less, and does not slip where friction could hold it;
/// what does not push closes no faster than it may. The most that one of the rows is off from that.
[[nodiscard]] double missed_speed(const ContactProblem& problem, std::span<const std::uint32_t> rows, Stage stage);

}  // namespace firstcontact
