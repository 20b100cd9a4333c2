// Motions that would bring a pair too near, changed by equal and opposite impulses: bounds on the relative speed of
// contact points, as rows for projected Gauss-Seidel.
#pragma once

#include <cstdint>
#include <span>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// One bound on the relative normal speed of a pair, on the motions the solver proposed: normal speed >= `least_speed`.
struct RepairRow {
  ContactPoint point;
  double least_speed = 0.0;  // m/s
  // Of a contact that the solver held: what it pressed with, of which the repair may take back as much as leaves the
  // normal speed no higher than this.
  double held_impulse = 0.0;  // N s, as it acts on the motions
  double held_speed = 0.0;    // m/s, >= least_speed
  // m: how far the bodies had moved, since the velocities that stop_approach changes, to where the arms were measured
  Vec3 moved_a{0.0}, moved_b{0.0};
  double stopping_impulse = 0.0;  // N s, out of stop_approach: what it took from the velocities
};

/// Sweeps over the rows at `which` of `rows`, changing `movers` velocities by equal and opposite impulses until none is
/// violated or the sweeps are used up. Rows accumulate their impulses, so calling again continues.
void repair(std::span<RepairRow> rows, std::span<const std::uint32_t> which, std::span<Responder> movers);

/// Takes from the velocities what the rows that had to push did not let the motions do: plastic, so that no energy is
/// made. A row that lifts only stops the approach.
void stop_approach(std::span<RepairRow> rows, std::span<Responder> responders);

}  // namespace firstcontact
