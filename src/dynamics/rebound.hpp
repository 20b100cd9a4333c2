// Giving contact points a speed apart without making energy: what restitution asks for, as far as a budget pays.
#pragma once

#include <cstddef>
#include <span>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// The speed at which a point's bodies are to part.
struct Rebound {
  std::size_t point = 0;   // position among the points
  double speed = 0.0;      // m/s
  double removable = 0.0;  // N s, >= 0: of the point's impulse, what may be taken off again if it parts faster
  double impulse = 0.0;    // N s, out: what was applied
};

/// What rebounds may cost.
struct ReboundBudget {
  double kinetic = 0.0;  // J, >= 0: of kinetic energy
  /// J, >= 0: of that and of what the bodies are then raised by, with `weights` (N s, one for each responder): the work
  /// against gravity per speed. Without weights nobody is raised.
  double in_all = 0.0;
  std::span<const Vec3> weights = {};
};

/// Pushes the points of `rebounds` apart until each parts at its speed at least (projected Gauss-Seidel), but no
/// further than `budget` pays for: energy along the impulses is a parabola, and they are scaled to stay on it. Adds to
/// the points' normal impulses and to the responders' velocities. Returns what is left of the kinetic budget, J, >= 0.
double give_rebounds(std::span<ContactPoint> points, std::span<Rebound> rebounds, const ReboundBudget& budget,
                     std::span<Responder> responders);

}  // namespace firstcontact
