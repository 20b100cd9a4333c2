// An impact by its law, no better than it needs to be known.
#pragma once

#include <firstcontact/impact_law.hpp>

namespace firstcontact {

/// As resolve_impact, to a share `precision` of the speed that the bodies meet with: what is asked again and again
/// costs a tenth while it need not be known better. Slip that is slower than that is none.
[[nodiscard]] ImpactOutcome resolve_impact_roughly(const PointImpact& impact, double precision);

}  // namespace firstcontact
