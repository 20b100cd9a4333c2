// The time of impact of two shapes of which one at least is smooth. Certified like that of polyhedra (method 3 to 6):
// the certificates hold for every pair of points, and the support functions are exact.
#pragma once

#include "narrowphase/quick_answers.hpp"

namespace firstcontact {

[[nodiscard]] TimeOfImpact smooth_time_of_impact(const ImpactQuestion& question, AxisCache* cache);

}  // namespace firstcontact
