#include "geometry/support_lanes.hpp"

namespace firstcontact::avx2 {

Furthest furthest(const Asked& asked) { return furthest_in_lanes<4>(asked.vertices, asked.direction); }
double reach(const Asked& asked) { return reach_in_lanes<4>(asked.vertices, asked.direction); }
FurthestOfBoth furthest_of_both(const Asked& a, const Asked& b) { return furthest_of_both_in_lanes<4>(a, b); }
double reach_of_both(const Asked& a, const Asked& b) { return reach_of_both_in_lanes<4>(a, b); }
Flush flush(const Asked& asked, double below) { return flush_in_lanes<4>(asked.vertices, asked.direction, below); }
TwoWayReaches reaches(const VertexLanes& vertices, const Directions& along) {
  return reaches_in_lanes<4>(vertices, along);
}

}  // namespace firstcontact::avx2
