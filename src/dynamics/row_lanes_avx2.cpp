#include "dynamics/row_lanes_passes.hpp"

namespace firstcontact::avx2 {

const FineLanes::Passes fine_passes = passes_of<FineLanes, 4>;
const CoarseLanes::Passes coarse_passes = passes_of<CoarseLanes, 8>;

}  // namespace firstcontact::avx2
