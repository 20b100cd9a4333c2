// How a body turns in one piece under the moments that act on it: so that the change of its kinetic energy is exactly
// the moments' work along the way that it turns (Simo and Wong 1991, with the exponential map).
#pragma once

#include "contact/contact_problem.hpp"

namespace firstcontact {

struct Turning {
  Vec3 at_start{0.0};  // rad/s, principal axes
  Vec3 at_end{0.0};    // rad/s, principal axes
  Vec3 mean{0.0};      // rad/s, world: it turns about this for the piece
  bool has_converged = true;
};

/// The turn of `body` from `spin` (rad/s, world) on for `duration` (s), while `moment` (N m s, world, at the start's
/// attitude) acts on it, the user's torque included.
[[nodiscard]] Turning turning_of(const SolverBody& body, const Vec3& spin, const Vec3& moment, double duration);

}  // namespace firstcontact
