#include "verify/span_proof.hpp"

#include <algorithm>

namespace firstcontact::verify {
namespace {

// One body's share of (S2) and (S4).
struct Side {
  IntervalVector turned;  // n x (w - Om) at the middle
  double sag = 0.0;       // m/s^2, times |n|
  bool turns = false;     // against the direction
};

Side side_of(const PosedBody& body, const Shape& shape, const IntervalVector& n, const Vec3& turning, double half) {
  Side side;
  const bool stands = turning == Vec3(0.0);
  if (stands && body.turn.spin == 0.0) {
    return side;
  }
  side.turns = true;
  const IntervalVector against = body.attitude.spin - IntervalVector(turning);
  side.turned = cross(n, against);
  const double length = greatest_length(n);
  const double change = product_up(body.turn.angular_acceleration, half);  // of the spin, until the span's ends
  double bending = 0.0;
  if (stands) {
    bending = product_up(sum_up(greatest_length(side.turned), product_up(change, length)), body.turn.spin);
  } else {
    const double speed = sum_up(greatest_length(against), change);
    const IntervalVector om(turning);
    const double twist = sum_up(greatest_length(cross(against, om)), product_up(change, greatest_length(om)));
    bending = product_up(length, sum_up(product_up(speed, speed), twist));
  }
  side.sag = product_up(shape.radius, sum_up(product_up(body.turn.angular_acceleration, length), bending));
  return side;
}

// The greatest n.(R v) at an end of the span, as far as (S1) goes.
double reach_along(const PosedBody& body, const Shape& shape, const IntervalVector& n, const Side& side,
                   const Interval& time) {
  const IntervalVector direction = side.turns ? n + time * side.turned : n;
  return greatest_along(shape, transposed_times(body.attitude.rotation, direction));
}

// The centres' share of the sag, (S3), times |n|, m/s^2.
double bending_of_centers(const PosedBody& a, const PosedBody& b, const IntervalVector& n, const Vec3& turning,
                          double half) {
  const IntervalVector fall = IntervalVector(b.acceleration) - IntervalVector(a.acceleration);
  if (turning == Vec3(0.0)) {
    return std::max(0.0, -dot(n, fall).low);
  }
  const IntervalVector om(turning);
  const double acceleration = greatest_length(fall);
  const double speed = sum_up(greatest_length(b.velocity - a.velocity), product_up(half, acceleration));
  const double distance = sum_up(greatest_length(b.position - a.position), product_up(half, speed));
  const double swing = sum_up(product_up(2.0, speed), product_up(greatest_length(om), distance));
  return sum_up(product_up(greatest_length(n), acceleration), product_up(greatest_length(cross(n, om)), swing));
}

}  // namespace

ProvenGap proven_gap(const PosedBody& a, const Shape& shape_a, const PosedBody& b, const Shape& shape_b,
                     const SpanReach& reach, const Direction& direction) {
  if (!a.turn.is_known || !b.turn.is_known) {
    return {};
  }
  const IntervalVector n(direction.n);
  const double length = greatest_length(n);
  const IntervalVector apart = b.position - a.position;
  const Interval between = dot(n, apart);
  const Interval closing = dot(n, b.velocity - a.velocity - cross(IntervalVector(direction.turning), apart));
  const Side side_a = side_of(a, shape_a, n, direction.turning, reach.half);
  Side side_b = side_of(b, shape_b, n, direction.turning, reach.half);
  side_b.turned = -side_b.turned;
  double at_ends = std::numeric_limits<double>::infinity();
  for (const Interval& time : {reach.back, reach.forth}) {
    const double high_a = reach_along(a, shape_a, n, side_a, time);
    const double low_b = -reach_along(b, shape_b, -n, side_b, time);
    at_ends = std::min(at_ends, below(below((between + time * closing).low + low_b) - high_a));
  }
  at_ends = below(at_ends - product_up(sum_up(shape_a.rounding, shape_b.rounding), length));
  const double bending =
      sum_up(bending_of_centers(a, b, n, direction.turning, reach.half), sum_up(side_a.sag, side_b.sag));
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
