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

}  // namespace firstcontact
