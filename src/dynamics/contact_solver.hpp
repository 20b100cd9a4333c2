// The velocity solver of contacts that persist: soft constraints, one substep at a time (Catto, 'Solver2D', 2023;
// docs/lasting.md). It proposes motions; nothing moves before they are certified.
#pragma once

#include <span>
#include <vector>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// A stretch of time to solve, in equal rounds one after the other.
struct SolverSpan {
  double duration = 0.0;  // s
  int rounds = 1;
  int threads = 1;       // the bits do not depend on it
  bool lifts = true;     // what is nearer than the lift gap; else it is held, like what is a little further off
  bool is_slow = false;  // nobody has but what gravity gives him for a moment: impulses are to agree to rounding
};

/// What the bodies move with, per responder: on the average over the span, or as they end it where every round changes
/// their velocity alike.
struct SolvedMotions {
  std::vector<Velocity> pushed;   // push toward the rest gap included
  std::vector<Velocity> relaxed;  // the same without the push: after one round, the state's velocity
};

/// Solves the points, starting from the impulses they hold, which become those of the whole span. The responders enter
/// with their velocity, of which `kicks` (one for each: gravity's and the users' loads' over the span) is a part, and
/// leave with the state's velocity, the push taken out again (relaxed). Points above their rest gap may close it just
/// in time; points below are pushed back at a bounded speed. Rounds follow each other as small steps would, but with
/// the contacts as they were found: arms, normals and inertias stay, and what the motions close is taken from the
/// separations (Macklin et al., 'Small Steps in Physics Simulation', 2019).
[[nodiscard]] SolvedMotions solve_contacts(std::span<ContactPoint> points, std::span<Responder> responders,
                                           std::span<const Velocity> kicks, const SolverSpan& span);

}  // namespace firstcontact
