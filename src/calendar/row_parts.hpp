// What rows are made of, wherever they are found.
#pragma once

#include "calendar/contact_piece.hpp"

namespace firstcontact {

/// rad: a shorter way out than the face's.
inline constexpr double least_tilt = 1e-4;

/// m, of the two shapes of a row.
struct Roundings {
  double a = 0.0, b = 0.0;
};

/// As the piece has it at its start.
[[nodiscard]] SolverBody solver_body(const RigidBody& body, BodyIndex index, const FlowState& state,
                                     const ContactPiece& piece);
void give_way_to_nothing(SolverBody& body);
/// The body's place in the piece's problem; a body that is not of the piece goes its way, and is added.
[[nodiscard]] std::uint32_t place_of(WorldState& world, ContactStep& step, BodyIndex index, ContactPiece& piece);
void forget_places(ContactStep& step, const ContactPiece& piece);
/// A row of the pair, but for where it is; `a` and `b` are places.
[[nodiscard]] ContactConstraint row_of_pair(const PairRecord& pair, std::uint32_t index, std::uint32_t a,
                                            std::uint32_t b);
[[nodiscard]] Roundings roundings_of(const WorldState& world, const ContactProblem& problem,
                                     const ContactConstraint& row);

}  // namespace firstcontact
