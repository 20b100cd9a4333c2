// A first guess of the impulses of several points that two bodies touch at: all changed alike. Sweeps that go from
// point to point give the first of them most of it. What flat faces exchange is then right and leaves no spin, and no
// sweep after it has an unevenness to even out, which where the points are more than they need be takes a hundred
// sweeps.
#pragma once

#include <cstddef>
#include <span>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// A point that is to part from its other body with a certain speed at least.
struct WantedSpeed {
  std::size_t point = 0;     // position among the points
  double least_speed = 0.0;  // m/s, along the normal
  double give = 0.0;         // m/s per N s: by so much less when the impulse is that great
  double impulse = 0.0;      // N s, >= 0: what acts already, and in the end
};

/// Changes the impulses of the points of one pair of bodies, which stand next to each other, all by as much, until each
/// pair's points have the speeds wanted on the average. Applies the changes to the responders.
void push_evenly(std::span<const ContactPoint> points, std::span<WantedSpeed> wanted, std::span<Responder> responders);

}  // namespace firstcontact
