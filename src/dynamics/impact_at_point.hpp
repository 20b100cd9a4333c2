// One impact at one point, answered by Stronge's law (docs/impacts.md).
#pragma once

#include <span>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// Answers the impact by Stronge's law, friction included: adds its impulses to the point's and changes the responders'
/// velocities. Belts run on.
void answer_at_point(ContactPoint& point, std::span<Responder> responders);

}  // namespace firstcontact
