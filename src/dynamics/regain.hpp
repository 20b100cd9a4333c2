// Winning a gap back out of a slide: shapes that slide round each other fast use up their gap by ever smaller bounces.
#pragma once

#include <span>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// Gives the bodies at `point` a speed apart of `speed` (m/s) along its normal, and has friction (coefficient
/// `friction`) take what that costs off their sliding: equal and opposite impulses at the one point, after which the
/// kinetic energy is what it was, to rounding (less, where they approached faster than they part), and what a belt put
/// in or took. They slide as surfaces do: what stands on a belt that runs below it slides, and what goes along with one
/// does not. Adds them to the point's impulses and to the responders' velocities. False, and nothing is done, when they
/// part so fast already, or when their sliding cannot pay for it, or only with an impulse beyond the cone.
[[nodiscard]] bool part_out_of_slide(ContactPoint& point, double speed, double friction,
                                     std::span<Responder> responders);

}  // namespace firstcontact
