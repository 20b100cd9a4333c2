// Motions that would bring a pair too near, changed by equal and opposite impulses: bounds on the relative speed of
// contact points, as rows for projected Gauss-Seidel.
#pragma once

#include <cstdint>
#include <span>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// One bound on the relative normal speed of a pair, on the motions the solver proposed: normal speed >= `least_speed`.
struct RepairRow {
  RepairRow() = default;
  explicit RepairRow(const ContactPoint& at, double least = 0.0) : point(at), least_speed(least) {}

  ContactPoint point;
  double least_speed = 0.0;  // m/s
  // Of a contact that the solver held: what it pressed with, of which the repair may take back as much as leaves the
  // normal speed no higher than this.
  double held_impulse = 0.0;  // N s, as it acts on the motions
  double held_speed = 0.0;    // m/s, >= least_speed
  // m: how far the bodies had moved, since the velocities that stop_approach changes, to where the arms were measured
  Vec3 moved_a{0.0}, moved_b{0.0};
  double stopping_impulse = 0.0;  // N s, out of stop_approach: what it took from the velocities
  Vec3 stopping_couple{0.0};      // N m s, on b: what was taken from the spins
};

/// Sweeps over the rows at `which` of `rows`, changing `movers` velocities by equal and opposite impulses until none is
/// violated or the sweeps are used up. Rows accumulate their impulses, so calling again continues. Rows that have no
/// mover in common, not even through others, are swept at once by several threads (those that the caller works for);
/// the bits do not depend on it.
void repair(std::span<RepairRow> rows, std::span<const std::uint32_t> which, std::span<Responder> movers,
            int threads = 1);

/// The same to the end, however many bodies a push has to go through, changing the motions as little as can be (but
/// taking back nothing that `repair` has not): for what sweeps do not agree on. False, with nothing changed, where that
/// would be dear, one of the movers has a locked axis, a kinematic one presses, or there is no end to it.
[[nodiscard]] bool repair_directly(std::span<RepairRow> rows, std::span<const std::uint32_t> which,
                                   std::span<Responder> movers);

/// The row's point seen from where the velocities were that stop_approach changes: from there both arms reach the place
/// of the meeting, or the impulse and its reaction, a way apart, would make angular momentum.
[[nodiscard]] ContactPoint at_start(const RepairRow& row);
/// The point's place and normal alone, with this impulse (N s) along it.
[[nodiscard]] ContactPoint frictionless(const ContactPoint& point, double impulse);
/// m/s: how fast a row that had to push lets the velocities approach. One that lifts only stops the approach.
[[nodiscard]] double stopping_speed(const RepairRow& row);
/// Takes from the velocities what the rows that had to push did not let the motions do: plastic, so that no energy is
/// made.
void stop_approach(std::span<RepairRow> rows, std::span<Responder> responders);
/// The same to the end: what sweeps leave would be falls that cost nothing. False, with nothing changed, where
/// repair_directly would be.
[[nodiscard]] bool stop_approach_directly(std::span<RepairRow> rows, std::span<Responder> responders);

}  // namespace firstcontact
