// An impact of one pair of bodies, at one point or at several, answered by a law with a name (docs/impacts.md).
#pragma once

#include <firstcontact/impact_law.hpp>

#include <span>

#include "dynamics/contact_point.hpp"
#include "dynamics/impact_reflection.hpp"

namespace firstcontact {

/// Answers the round by the law, friction included, where all that approaches are points of one pair with friction and
/// one normal: adds its impulses to the points' and changes the responders' velocities. Of several points it answers
/// where the pressure is that stops them, and each gets its share of the impulse. Kinetic energy never grows by
/// Stronge's law, impulses never pull, friction keeps within its cones. Belts run on. False, and nothing is done,
/// elsewhere. `stopped`: the impulses that would just stop the approach without friction.
bool answer_by_law(std::span<ContactPoint> points, const Reflection& stopped, ImpactLaw law,
                   std::span<Responder> responders);

}  // namespace firstcontact
