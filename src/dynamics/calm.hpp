// Energy out of contacts that already hold: what still goes on between bodies that bear on each other is stopped.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// What contacts may lose, and how it is measured.
struct Calming {
  std::function<double()> energy;         // J: kinetic, of the responders that the points act on
  double allowed = 0.0;                   // J: no more is asked of them
  std::span<const std::uint32_t> movers;  // the responders that the points act on
};

/// Sweeps in which every point stops the bodies' motion past each other as far as its impulse can: it pushes only, and
/// friction stays within its cone. At most `tolerances::calming_sweeps`, of which the one with the least energy counts:
/// a contact that presses less rubs less, too, which may make some for a while. Changes the points' impulses and the
/// responders' velocities.
void calm_contacts(std::span<ContactPoint> points, std::span<Responder> responders, const Calming& calming);

}  // namespace firstcontact
