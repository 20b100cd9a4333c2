// Contact points made ready for sweeps of projected Gauss-Seidel, four pairs of bodies side by side: structures of
// arrays, and the passes over them in two builds of one source. `baseline` runs on every machine, `avx2` where the
// processor has it; contact_rows.cpp picks, and tests compare.
#pragma once

#include <cstdint>

namespace firstcontact {

inline constexpr int row_lanes = 4;

/// One number of four pairs.
struct alignas(32) Four {
  double lane[row_lanes];
};
struct FourVectors {
  Four x, y, z;
};

/// A contact's damped spring over one round.
struct Softness {
  double bias_rate = 0.0;  // 1/s
  double mass_scale = 1.0;
  double impulse_scale = 0.0;  // the leak that damps
};

/// What normal impulses aim at in a sweep with the push: impulse -= mass (speed + bias) + leak (impulse - kept).
struct NormalTargets {
  Four bias;  // m/s
  Four mass;  // kg
  Four leak;
  Four kept;  // N s
};

/// One contact point of each of four pairs, along its normal and two tangents (unit, at right angles to each other; the
/// second is normal x first). A lane of zeros is a point that does nothing.
struct LaneRow {
  FourVectors normal, first;
  FourVectors arm_a, arm_b;      // m
  Four belt_first, belt_second;  // m/s
  Four friction;
  Four normal_first, normal_second;          // 1/kg: what an impulse along a tangent does to the normal speed
  Four first_mass, cross_mass, second_mass;  // kg: the tangents' effective mass, a 2x2 matrix
  Four compliance, mass;                     // 1/kg, kg: of the normal speed
  Four sliding_compliance;                   // 1/kg: of either tangent's speed, or more
  Four sliding_mass;                         // kg: never more than in any direction
  NormalTargets push;
  Four relax_bias;                                     // m/s: without the push; hard, so there is no more to it
  Four normal_impulse, first_impulse, second_impulse;  // N s, in this round
  Four separation, rest_gap, lift_gap;                 // m
  Four normal_sum, first_sum, second_sum;              // N s, in all rounds
};

/// Four pairs of bodies, none of which that can move is in two of them.
struct LanePairs {
  std::uint32_t a[row_lanes], b[row_lanes];                // positions among the bodies
  FourVectors inverse_mass_a, inverse_mass_b;              // 1/kg per world axis
  FourVectors inverse_inertia_a[3], inverse_inertia_b[3];  // 1/(kg m^2), columns
  std::uint32_t first_row, end_row;
  std::uint32_t used;              // lanes, from the first
  std::uint32_t moves_a, moves_b;  // a bit per lane: the others' velocities are read only
};

/// A body's velocity, a cache line.
struct alignas(64) LaneBody {
  double linear[4];   // m/s; the last is padding
  double angular[4];  // rad/s
};

struct LaneView {
  LanePairs* pairs;
  LaneRow* rows;
  LaneBody* bodies;
};
/// Some of a view's pairs: [first, end).
struct PairRange {
  std::uint32_t first, end;
};

/// What a pass changed of the rows' speeds, m/s, lane by lane.
struct LaneChange {
  Four largest, squares;
};

/// What has the rows aim as they should in a round.
struct LaneAim {
  Softness softness;
  double duration;          // s, of a round
  double least_share;       // of the rest gap: what is nearer than this is lifted whether pressed or not
  double remembered_share;  // of the last impulse: the spring does not give way to it
  double push_speed;        // m/s, at most
  double lift;              // 1: what is below the lift gap is lifted; 0: it is held like what is a little above
};

/// The passes. Each goes through a range of pairs; ranges that share no body that can move may be gone through at once.
struct RowPasses {
  /// Finds the effective masses from normals, arms and inertias.
  void (*prepare)(const LaneView& view, PairRange range);
  /// Sets both targets from separations and the last impulses.
  void (*aim)(const LaneView& view, PairRange range, const LaneAim& aim);
  /// Applies the impulses that the rows hold.
  void (*warm_start)(const LaneView& view, PairRange range);
  /// Every row once, friction first.
  void (*sweep_with_push)(const LaneView& view, PairRange range, LaneChange& change);
  /// The two halves of a sweep without the push.
  void (*sweep_normals)(const LaneView& view, PairRange range, LaneChange& change);
  void (*sweep_friction)(const LaneView& view, PairRange range, LaneChange& change);
  /// Adds to separations what the speeds close in `duration` seconds.
  void (*advance)(const LaneView& view, PairRange range, double duration);
  /// Adds the impulses to their sums.
  void (*add_up)(const LaneView& view, PairRange range);
};

namespace baseline {
extern const RowPasses row_passes;
}
/// The same bits, faster. Only where has_avx2().
namespace avx2 {
extern const RowPasses row_passes;
}

}  // namespace firstcontact
