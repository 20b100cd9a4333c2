#include "verify/span_proof.hpp"

#include <algorithm>

namespace firstcontact::verify {
namespace {

// One body's share of (S2) and (S3).
struct Side {
  IntervalVector turned;  // n x w at the middle
  double sag = 0.0;       // m/s^2, times |n|
};

Side side_of(const PosedBody& body, const Shape& shape, const IntervalVector& n, double half) {
  Side side;
  if (body.turn.spin == 0.0) {
    return side;
  }
  side.turned = cross(n, body.attitude.spin);
  const double length = greatest_length(n);
  const double turning =
      sum_up(greatest_length(side.turned), product_up(product_up(body.turn.angular_acceleration, half), length));
  side.sag = product_up(
      shape.radius, sum_up(product_up(body.turn.angular_acceleration, length), product_up(turning, body.turn.spin)));
  return side;
}

// The greatest n.(R v) at an end of the span, as far as (S1) goes.
double reach_along(const PosedBody& body, const Shape& shape, const IntervalVector& n, const IntervalVector& turned,
                   const Interval& time) {
  const IntervalVector direction = body.turn.spin == 0.0 ? n : n + time * turned;
  return greatest_along(shape, transposed_times(body.attitude.rotation, direction));
}

}  // namespace

ProvenGap proven_gap(const PosedBody& a, const Shape& shape_a, const PosedBody& b, const Shape& shape_b,
                     const SpanReach& reach, const Vec3& direction) {
  if (!a.turn.is_known || !b.turn.is_known) {
    return {};
  }
  const IntervalVector n(direction);
  const double length = greatest_length(n);
  const Interval between = dot(n, b.position - a.position);
  const Interval closing = dot(n, b.velocity - a.velocity);
  const Side side_a = side_of(a, shape_a, n, reach.half);
  const Side side_b = side_of(b, shape_b, n, reach.half);
  double at_ends = std::numeric_limits<double>::infinity();
  for (const Interval& time : {reach.back, reach.forth}) {
    const double high_a = reach_along(a, shape_a, n, side_a.turned, time);
    const double low_b = -reach_along(b, shape_b, -n, -side_b.turned, time);
    at_ends = std::min(at_ends, below(below((between + time * closing).low + low_b) - high_a));
  }
  at_ends = below(at_ends - product_up(sum_up(shape_a.rounding, shape_b.rounding), length));
  const Interval falling = dot(n, IntervalVector(b.acceleration) - IntervalVector(a.acceleration));
  const double bending = sum_up(std::max(0.0, -falling.low), sum_up(side_a.sag, side_b.sag));
  const double sag = product_up(product_up(0.5 * reach.half, reach.half), bending);
  const double least = below(at_ends - sag);
  return {below(least / length), below(at_ends / length)};
}

double gap_of_balls(const PosedBody& a, const Shape& shape_a, const PosedBody& b, const Shape& shape_b,
                    const SpanReach& reach) {
  if (!a.turn.is_known || !b.turn.is_known) {
    return 0.0;
  }
  const auto center_of = [](const PosedBody& body, const Shape& shape) {
    return body.position + body.attitude.rotation * IntervalVector(shape.center);
  };
  // How far a ball's centre gets from where it is in the middle: it orbits, and the body moves.
  const auto stray_of = [&](const PosedBody& body, const Shape& shape) {
    return product_up(reach.half, product_up(body.turn.spin, greatest_length(IntervalVector(shape.center))));
  };
  const IntervalVector fall = IntervalVector(b.acceleration) - IntervalVector(a.acceleration);
  const double speed =
      sum_up(greatest_length(b.velocity - a.velocity), product_up(0.5 * reach.half, greatest_length(fall)));
  const double moved = sum_up(product_up(reach.half, speed), sum_up(stray_of(a, shape_a), stray_of(b, shape_b)));
  const double radii = sum_up(sum_up(shape_a.ball, shape_a.rounding), sum_up(shape_b.ball, shape_b.rounding));
  return below(least_length(center_of(b, shape_b) - center_of(a, shape_a)) - sum_up(moved, radii));
}

}  // namespace firstcontact::verify
