// Rolling and spinning friction of one contact point, as the sweeps of the contact solver apply it.
#pragma once

#include <span>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

[[nodiscard]] bool has_turning_friction(const ContactPoint& point);

/// A moment against the spin of one body over the other, no greater than the point's present normal impulse allows.
/// Being no greater than what stops the spin, it only takes energy.
void solve_turning(ContactPoint& point, std::span<Responder> responders);

}  // namespace firstcontact
