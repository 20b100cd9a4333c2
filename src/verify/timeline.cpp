#include "verify/timeline.hpp"

#include <algorithm>

namespace firstcontact::verify {

IntervalVector position_at(const MotionSegment& segment, double time) {
  const Interval elapsed = Interval(time) - Interval(segment.start_time);
  const IntervalVector fall = (Interval(0.5) * elapsed) * IntervalVector(segment.linear_acceleration);
  return IntervalVector(segment.pose.position) + elapsed * (IntervalVector(segment.linear_velocity) + fall);
}

IntervalVector velocity_at(const MotionSegment& segment, double time) {
  const Interval elapsed = Interval(time) - Interval(segment.start_time);
  return IntervalVector(segment.linear_velocity) + elapsed * IntervalVector(segment.linear_acceleration);
}

// Any double between the two will do, as long as `posed` and `span_reach` take the same.
static double middle_of(double begin, double end) { return begin + 0.5 * (end - begin); }

SpanReach span_reach(double begin, double end) {
  const double middle = middle_of(begin, end);
  SpanReach reach;
  reach.back = Interval(begin) - Interval(middle);
  reach.forth = Interval(end) - Interval(middle);
  reach.half = std::max(magnitude(reach.back), magnitude(reach.forth));
  return reach;
}

namespace {

// Without its attitude.
PosedBody flying(const Leg& leg, double time) {
  PosedBody body;
  body.position = position_at(leg.segment, time);
  body.velocity = velocity_at(leg.segment, time);
  body.acceleration = leg.segment.linear_acceleration;
  return body;
}

}  // namespace

PosedBody posed(const Leg& leg, double begin, double end) {
  const double middle = middle_of(begin, end);
  PosedBody body = flying(leg, middle);
  body.attitude = leg.rotation.at(Interval(middle) - Interval(leg.segment.start_time));
  body.turn = leg.rotation.bounds(body.attitude, span_reach(begin, end).half);
  return body;
}

PosedBody posed_cover(const Leg& leg, double begin, double end) {
  PosedBody body = flying(leg, middle_of(begin, end));
  body.attitude.rotation.rows = {Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)};
  return body;
}

namespace {

// Along one world axis: where the box's centre is, what the box spans there in the middle, what turning and flying add.
Interval swept_range(const PosedBody& body, const Shape& whole, const SpanReach& reach, int axis) {
  const auto component = [&](const IntervalVector& v) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; };
  const IntervalVector& row = body.attitude.rotation.rows[static_cast<std::size_t>(axis)];
  const double across =
      sum_up(sum_up(product_up(magnitude(row.x), whole.extents.x), product_up(magnitude(row.y), whole.extents.y)),
             product_up(magnitude(row.z), whole.extents.z));
  const double turned = body.turn.is_known ? product_up(product_up(body.turn.spin, reach.half), whole.radius) : 1e300;
  const double extent = sum_up(std::min(whole.radius, sum_up(across, turned)), whole.rounding);
  const Interval half(-reach.half, reach.half);
  const Interval flown =
      half * component(body.velocity) + Interval(0.5) * square(half) * Interval(body.acceleration[axis]);
  return widened(component(body.position) + flown, extent);
}

}  // namespace

Box swept_box(const Leg& leg, const Shape& whole) {
  const PosedBody body = posed(leg, leg.begin, leg.end);
  const SpanReach reach = span_reach(leg.begin, leg.end);
  Box box;
  for (int axis = 0; axis < 3; ++axis) {
    const Interval range = swept_range(body, whole, reach, axis);
    box.low[axis] = range.low;
    box.high[axis] = range.high;
  }
  return box;
}

Box merged(const Box& a, const Box& b) { return {glm::min(a.low, b.low), glm::max(a.high, b.high)}; }

}  // namespace firstcontact::verify
