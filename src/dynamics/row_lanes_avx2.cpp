#include "dynamics/row_lanes_passes.hpp"

namespace firstcontact::avx2 {

void prepare(const LaneView& view, PairRange range) { prepare_lanes<4>(view, range); }
void aim(const LaneView& view, PairRange range, const LaneAim& aim) { aim_lanes<4>(view, range, aim); }
void warm_start(const LaneView& view, PairRange range) { warm_start_lanes<4>(view, range); }
void sweep_with_push(const LaneView& view, PairRange range, LaneChange& change) {
  sweep_with_push_lanes<4>(view, range, change);
}
void sweep_normals(const LaneView& view, PairRange range, LaneChange& change) {
  sweep_normals_lanes<4>(view, range, change);
}
void sweep_friction(const LaneView& view, PairRange range, LaneChange& change) {
  sweep_friction_lanes<4>(view, range, change);
}
void advance(const LaneView& view, PairRange range, double duration) { advance_lanes<4>(view, range, duration); }
void add_up(const LaneView& view, PairRange range) { add_up_lanes<4>(view, range); }

}  // namespace firstcontact::avx2
