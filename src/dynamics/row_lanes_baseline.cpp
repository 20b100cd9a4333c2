#include "dynamics/row_lanes_passes.hpp"

namespace firstcontact::baseline {

const RowPasses row_passes = row_passes_of<2>;

}  // namespace firstcontact::baseline
