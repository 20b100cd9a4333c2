// Friction of an impact at several points at once.
#pragma once

#include <span>
#include <vector>

#include "dynamics/impact_reflection.hpp"

namespace firstcontact {

/// Impulses with friction, and the bodies under them.
struct RubbedReflection {
  Reflection reflection;
  std::vector<Responder> moved;
};

/// Friction within its cones, and the normal impulses with which the points part at `rebounds` (m/s, one for each) all
/// the same, solved for together. `moved`: the bodies under the reflection's own impulses.
[[nodiscard]] RubbedReflection rub(std::span<const ContactPoint> points, const std::vector<double>& rebounds,
                                   const Reflection& reflection, std::span<const Responder> moved);

/// Adds friction to a reflection whose impulses act already, as far as there is no more energy in the end than `bound`
/// have, the bodies before the impact or after its reflection. Adds to the points' impulses and to the responders'
/// velocities.
void apply_friction(std::span<ContactPoint> points, Reflection& reflection, std::span<const Responder> bound,
                    std::span<Responder> responders);

}  // namespace firstcontact
