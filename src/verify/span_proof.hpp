// What one direction proves about two shapes over a span of time.
//
// The direction n turns at a constant rate Om (any exact numbers; 0: it stands still). In the frame that turns with it,
// Q(t) = exp([Om] (t - t_m)), a point at x from a's centre of mass is y = Q^T x, and with d = t - t_m
//     n.y(t) >= n.x + d n.(x' - Om x x) - d^2/2 max |n.y''|,      y'' = Q^T (x'' - 2 Om x x' + Om x (Om x x)),    (S1)
// n and all on the right but y'' at the span's middle t_m. A vertex of body i is R_i v from the body's centre, and
// moves along n as one along the turned direction n + d n x (w_i - Om) would lie. The least over b's vertices less the
// greatest over a's, both linear in d, is concave in d: over the span it is least at one of the two ends. Two support
// queries of each body there, less the sag, are a lower bound of the gap at every instant. With p = p_B - p_A, V = p':
//     gap |n| >= min over d = -H, +H of [ n.p + d n.(V - Om x p) - h_B(-R_B^T (n + d n x (w_B - Om)))
//                                        - h_A(R_A^T (n + d n x (w_A - Om))) ] - sag - roundings |n|               (S2)
//     sag = H^2/2 ( sag of p + sum over both of radius_i sag_i )
// Of the centres, with |V|, |p| at their greatest in the span (|n x Om| never changes):
//     Om = 0: max(0, -n.a)         else: |n| |a| + |n x Om| (2 |V| + |Om| |p|)                                     (S3)
// Of the vertices, gathered with Jacobi's identity, D = w - Om:
//     y'' = Q^T (D x (D x r) + (D x Om) x r + w' x r)
//     Om = 0: |n x w| |w| + |w'| |n|          else: |n| (|D|^2 + |D x Om| + |w'|)                                  (S4)
// A face's normal that stands while its body turns loses its face at first order in the span; one that turns along, or
// stays square to two edges, at second. Which is why a proof over a long span at a small gap is possible at all.
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
  // m: at every instant of the span the shapes are at least this far apart along n; negative: they may overlap
  double least = -std::numeric_limits<double>::infinity();
  double at_ends = 0.0;  // m: the same without the sag: what a shorter span could prove at most
};

/// A direction in the middle of a span, and how it turns.
struct Direction {
  Vec3 n{0.0};        // world, from a to b, about unit length
  Vec3 turning{0.0};  // rad/s
};

/// What the direction proves about the two shapes. Any direction gives a true bound.
[[nodiscard]] ProvenGap proven_gap(const PosedBody& a, const Shape& shape_a, const PosedBody& b, const Shape& shape_b,
                                   const SpanReach& reach, const Direction& direction);

/// What balls about the two shapes alone prove, m; not positive: nothing.
[[nodiscard]] double gap_of_balls(const PosedBody& a, const Shape& shape_a, const PosedBody& b, const Shape& shape_b,
                                  const SpanReach& reach);

}  // namespace firstcontact::verify
