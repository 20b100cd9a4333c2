#include "dynamics/row_lanes_passes.hpp"

namespace firstcontact::baseline {

const FineLanes::Passes fine_passes = passes_of<FineLanes, 2>;
const CoarseLanes::Passes coarse_passes = passes_of<CoarseLanes, 4>;

}  // namespace firstcontact::baseline
