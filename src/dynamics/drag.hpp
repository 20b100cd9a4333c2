// Drag that is proportional to the velocity: dv/dt = a - c v, in closed form, and with own arithmetic for the same bits
// everywhere.
#pragma once

#include <firstcontact/math.hpp>

namespace firstcontact {

/// With x = c t, for a span of t seconds:
struct Decay {
  double keep = 1.0;    // e^-x: what is left of a velocity
  double mean = 1.0;    // (1 - e^-x) / x: its mean over the span, and what is left of an impulse spread over it
  double second = 0.5;  // (1 - mean) / x: the mean of what a constant acceleration gives, over t
};

/// Accurate to rounding for every x >= 0.
[[nodiscard]] Decay decay(double x);

/// A span of `duration` seconds of free flight under drag.
///
/// Between events a body follows a parabola under its loads, without drag; `take_off` and `land` change its velocity at
/// both ends, so that the velocity at the end of the span is that of the differential equation, and so is the way, but
/// for spans near the top of a flight. A flight never has more energy than its start.
struct DraggedFlight {
  Decay decay;
  double duration = 0.0;  // s

  /// The velocity to fly with, of one that begins the span with `velocity`.
  [[nodiscard]] Vec3 take_off(const Vec3& velocity, const Vec3& acceleration) const;
  /// The velocity after the span, of one that flies with `flown` when it begins.
  [[nodiscard]] Vec3 land(const Vec3& flown, const Vec3& acceleration) const;
};

}  // namespace firstcontact
