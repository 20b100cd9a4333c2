// The velocity solver of contacts that persist: soft constraints, one substep at a time (Catto, 'Solver2D', 2023; the
// variants measured are in resting.md). It proposes motions; nothing moves before they are certified.
#pragma once

#include <span>
#include <vector>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

struct ContactSolution {
  std::vector<Velocity> motion;  // what the bodies are to move with: push toward the rest gap included
};

/// Solves the points for one substep of `duration` seconds, starting from the impulses they hold. The responders enter
/// with their velocity, gravity's kick included, and leave with the state's velocity, the push taken out again
/// (relaxed). Points above their rest gap may close it just in time; points below are pushed back at a bounded speed.
[[nodiscard]] ContactSolution solve_contacts(std::span<ContactPoint> points, std::span<Responder> responders,
                                             double duration);

/// One bound on the relative normal speed of a pair, on the motions the solver proposed: normal speed >= `least_speed`.
struct RepairRow {
  ContactPoint point;
  double least_speed = 0.0;  // m/s
};

/// Sweeps over `rows`, changing `movers` velocities by equal and opposite impulses until no row is violated or the
/// sweeps are used up. Rows accumulate their impulses, so calling again continues.
void repair(std::span<RepairRow> rows, std::span<Responder> movers);

/// Takes from the velocities what the rows that had to push did not let the motions do: plastic, so that no energy is
/// made. A row that lifts only stops the approach.
void stop_approach(std::span<const RepairRow> rows, std::span<Responder> responders);

}  // namespace firstcontact
