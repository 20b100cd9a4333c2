// Kinematic bodies by chords: each goes with a share of its own clock, so that it does no more than it may, and waits
// the rest. The share changes at a piece's start only, so that within a piece it is prescribed. (docs/contact.md)
#pragma once

#include "calendar/contact_piece.hpp"

namespace firstcontact {

/// The share with which a kinematic body goes; none for every other.
[[nodiscard]] double clock_share(const WorldState& world, BodyIndex body);
/// From `time` on it goes with that share, less than before.
void slow_motor(WorldState& world, BodyIndex body, double share, double time);
/// At a substep's start: who waits tries to go on.
void begin_motors(WorldState& world, double begin);
/// At its end: counts what was waited.
void end_motors(WorldState& world, double end);

/// Slows motors that do more than they may, and solves the drive's pieces anew, until none does. Returns the pieces.
std::vector<ContactPiece*> ease_motors(WorldState& world, ContactStep& step, Drive& drive);
/// Stops the motors that press most in a piece in which bodies meet at once whatever is solved. `pair` are these. False
/// when none presses.
[[nodiscard]] bool stop_motors_of(WorldState& world, ContactStep& step, std::uint32_t pair, ContactPiece& piece,
                                  Drive& drive);
/// Stops the motors that press on any of these bodies. True when any did.
[[nodiscard]] bool stop_motors_at(WorldState& world, const std::vector<BodyIndex>& bodies, double time);

}  // namespace firstcontact
