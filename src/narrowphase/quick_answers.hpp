// The two answers that need no vertex: bounding spheres that pass each other at a distance, and a remembered separation
// that the bodies cannot have used up since it was measured. They come before everything else, because most questions a
// simulation asks are these.
#pragma once

#include <firstcontact/time_of_impact.hpp>

namespace firstcontact {

/// A question as time_of_impact was asked it.
struct ImpactQuestion {
  const MovingShape& a;
  const MovingShape& b;
  const TimeOfImpactOptions& options;
};

/// True when the bounding spheres stay further apart than the target for the whole duration.
[[nodiscard]] bool spheres_stay_apart(const ImpactQuestion& question);

/// True when the separation in `measured` outlasts whatever the bodies have moved since, and all of this motion.
[[nodiscard]] bool measured_separation_lasts(const ImpactQuestion& question, const MeasuredAxis& measured);

/// The part of [0, duration] outside of which the bounding spheres are further apart than target + tolerance.
struct Window {
  double enter = 0.0;  // s
  double leave = 0.0;
};
[[nodiscard]] Window spheres_near(const ImpactQuestion& question);

}  // namespace firstcontact
