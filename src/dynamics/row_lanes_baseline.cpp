#include "dynamics/row_lanes_passes.hpp"

namespace firstcontact::baseline {

void prepare(const LaneView& view, PairRange range) { prepare_lanes<2>(view, range); }
void aim(const LaneView& view, PairRange range, const LaneAim& aim) { aim_lanes<2>(view, range, aim); }
void warm_start(const LaneView& view, PairRange range) { warm_start_lanes<2>(view, range); }
void sweep_with_push(const LaneView& view, PairRange range, LaneChange& change) {
  sweep_with_push_lanes<2>(view, range, change);
}
void sweep_normals(const LaneView& view, PairRange range, LaneChange& change) {
  sweep_normals_lanes<2>(view, range, change);
}
void sweep_friction(const LaneView& view, PairRange range, LaneChange& change) {
  sweep_friction_lanes<2>(view, range, change);
}
void advance(const LaneView& view, PairRange range, double duration) { advance_lanes<2>(view, range, duration); }
void add_up(const LaneView& view, PairRange range) { add_up_lanes<2>(view, range); }

}  // namespace firstcontact::baseline
