// Contact points made ready for sweeps of projected Gauss-Seidel, several pairs of bodies side by side: structures of
// arrays, and the passes over them in two builds of one source. `baseline` runs on every machine, `avx2` where the
// processor has it; contact_rows.cpp picks, and tests compare.
#pragma once

#include <cstdint>

namespace firstcontact {

/// A contact's damped spring over one round.
struct Softness {
  double bias_rate = 0.0;  // 1/s
  double mass_scale = 1.0;
  double impulse_scale = 0.0;  // the leak that damps
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

/// Some of a view's pairs: [first, end).
struct PairRange {
  std::uint32_t first, end;
};

/// Rows of so many pairs side by side, in numbers of one kind.
template <class Number_, std::uint32_t lanes_>
struct RowLanes {
  using Number = Number_;
  static constexpr std::uint32_t lanes = lanes_;

  /// One number of each pair.
  struct alignas(lanes_ * sizeof(Number_)) Each {
    Number lane[lanes];
  };
  struct EachVector {
    Each x, y, z;
  };

  /// What normal impulses aim at in a sweep with the push: impulse -= mass (speed + bias) + leak (impulse - kept).
  struct NormalTargets {
    Each bias;  // m/s
    Each mass;  // kg
    Each leak;
    Each kept;  // N s
  };

  /// One contact point of each pair, along its normal and two tangents (unit, at right angles to each other; the second
  /// is normal x first). A lane of zeros is a point that does nothing.
  struct Row {
    EachVector normal, first;
    EachVector arm_a, arm_b;       // m
    Each belt_first, belt_second;  // m/s
    Each friction;
    Each normal_first, normal_second;          // 1/kg: what an impulse along a tangent does to the normal speed
    Each first_mass, cross_mass, second_mass;  // kg: the tangents' effective mass, a 2x2 matrix
    Each compliance, mass;                     // 1/kg, kg: of the normal speed
    Each sliding_compliance;                   // 1/kg: of either tangent's speed, or more
    Each sliding_mass;                         // kg: never more than in any direction
    NormalTargets push;
    Each relax_bias;                                     // m/s: without the push; hard, so there is no more to it
    Each normal_impulse, first_impulse, second_impulse;  // N s, in this round
    Each separation, rest_gap, lift_gap;                 // m
    Each normal_sum, first_sum, second_sum;              // N s, in all rounds
  };

  /// So many pairs of bodies, none of which that can move is in two of them.
  struct Pairs {
    std::uint32_t a[lanes], b[lanes];                       // positions among the bodies
    EachVector inverse_mass_a, inverse_mass_b;              // 1/kg per world axis
    EachVector inverse_inertia_a[3], inverse_inertia_b[3];  // 1/(kg m^2), columns
    std::uint32_t first_row, end_row;
    std::uint32_t used;              // lanes, from the first
    std::uint32_t moves_a, moves_b;  // a bit per lane: the others' velocities are read only
  };

  /// A body's velocity.
  struct alignas(8 * sizeof(Number_)) Body {
    Number linear[4];   // m/s; the last is padding
    Number angular[4];  // rad/s
  };

  struct View {
    Pairs* pairs;
    Row* rows;
    Body* bodies;
    std::uint32_t* stirred;  // per body that can move: the last sweep that changed a speed of its by more than a little
  };

  /// Which pairs a sweep visits: those of which a body was stirred in sweep `since` or later.
  struct Sweep {
    std::uint32_t number;  // of this one: they count up
    std::uint32_t since;
    Number little;  // m/s
  };

  /// What a pass changed of the rows' speeds, m/s, lane by lane.
  struct Change {
    Each largest, squares;
  };

  /// The passes. Each goes through a range of pairs; ranges that share no body that can move may be gone through at
  /// once.
  struct Passes {
    /// Finds the effective masses from normals, arms and inertias.
    void (*prepare)(const View& view, PairRange range);
    /// Sets both targets from separations and the last impulses.
    void (*aim)(const View& view, PairRange range, const LaneAim& aim);
    /// Applies the impulses that the rows hold.
    void (*warm_start)(const View& view, PairRange range);
    /// Every row once, friction first.
    void (*sweep_with_push)(const View& view, PairRange range, const Sweep& sweep, Change& change);
    /// The two halves of a sweep without the push.
    void (*sweep_normals)(const View& view, PairRange range, const Sweep& sweep, Change& change);
    void (*sweep_friction)(const View& view, PairRange range, const Sweep& sweep, Change& change);
    /// Adds to separations what the speeds close in `duration` seconds.
    void (*advance)(const View& view, PairRange range, double duration);
    /// Adds the impulses to their sums.
    void (*add_up)(const View& view, PairRange range);
  };
};

/// Four pairs in double precision: for few bodies, whose impulses are to agree to a millionth.
using FineLanes = RowLanes<double, 4>;
/// Eight in single precision, half as many bytes a point: for heaps, where sweeps end long before they agree so well.
using CoarseLanes = RowLanes<float, 8>;
/// Of either.
inline constexpr std::uint32_t most_lanes = 8;

namespace baseline {
extern const FineLanes::Passes fine_passes;
extern const CoarseLanes::Passes coarse_passes;
}  // namespace baseline
/// The same bits, faster. Only where has_avx2().
namespace avx2 {
extern const FineLanes::Passes fine_passes;
extern const CoarseLanes::Passes coarse_passes;
}  // namespace avx2

}  // namespace firstcontact
