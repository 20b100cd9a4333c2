// What one direction proves about two shapes over a span of time.
//
// At the span's middle t_m let a material point of a body have the position x, the velocity x' = V + w x (R v) and, at
// any time of the span, the acceleration x''. Along a direction n that stands still, with d = t - t_m,
//     n.x(t) >= n.x(t_m) + d n.x'(t_m) - d^2/2 max |n.x''|,        n.x'(t_m) = n.V + (n x w).(R v),               (S1)
// so a vertex of a body moves along n like one along the turned direction n + d (n x w) would lie. The least over b's
// vertices less the greatest over a's, both linear in d, is concave in d: over the span it is least at one of the two
// ends. Two support queries of each body there, less the sag, are a lower bound of the gap at every instant:
//     gap |n| >= min over d = -H, +H of [ n.(p_B - p_A) + d n.(V_B - V_A) - h_B(-R_B^T (n + d n x w_B))
//                                        - h_A(R_A^T (n + d n x w_A)) ] - sag - (rounding_A + rounding_B) |n| (S2)
//     sag = H^2/2 ( max(0, -n.(a_B - a_A)) + sum over both of radius (|w'| |n| + |n x w| |w|) ), (S3)
// because n.(w x (w x r)) = (n x w).(w x r) and n.(w' x r) is no longer than |w'| |r| |n|.
#pragma once

#include "verify/rotation.hpp"
#include "verify/shape.hpp"

namespace firstcontact::verify {

/// A body at the middle of a span of time, and bounds on its motion during all of the span.
struct PosedBody {
  IntervalVector position;  // m, of the centre of mass
  IntervalVector velocity;  // m/s
  Vec3 acceleration{0.0};   // m/s^2, constant
  Attitude attitude;
  TurnBounds turn;
};

/// From the span's middle to its two ends.
struct SpanReach {
  Interval back, forth;  // s; back is negative
  double half = 0.0;     // s: neither is longer
};

struct ProvenGap {
  double least = 0.0;    // m: at every instant of the span the shapes are at least this far apart; <= 0, NaN: nothing
  double at_ends = 0.0;  // m: the same without the sag: what a shorter span could prove at most
};

/// What the direction `n` (world, from a to b, about unit length) proves about the two shapes. Any n gives a true
/// bound.
[[nodiscard]] ProvenGap proven_gap(const PosedBody& a, const Shape& shape_a, const PosedBody& b, const Shape& shape_b,
                                   const SpanReach& reach, const Vec3& n);

/// What balls about the two shapes alone prove, m; not positive: nothing.
[[nodiscard]] double gap_of_balls(const PosedBody& a, const Shape& shape_a, const PosedBody& b, const Shape& shape_b,
                                  const SpanReach& reach);

}  // namespace firstcontact::verify
