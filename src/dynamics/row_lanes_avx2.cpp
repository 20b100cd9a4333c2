#include "dynamics/row_lanes_passes.hpp"

namespace firstcontact::avx2 {

const RowPasses row_passes = row_passes_of<4>;

}  // namespace firstcontact::avx2
