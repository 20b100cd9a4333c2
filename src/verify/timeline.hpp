// How every body moves during one step of a recording: legs, each along one motion segment, without a hole.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/span_proof.hpp"

namespace firstcontact::verify {

/// Part of a step in which a body follows one segment.
struct Leg {
  double begin = 0.0, end = 0.0;  // s
  MotionSegment segment;
  Rotation rotation;
  Attitude at_end;  // as the segment has it there
};

/// What a body does in a step; no legs once it is removed.
using Timeline = std::vector<Leg>;

/// A body in the middle of [begin, end], which its leg must hold, with bounds for all of that span.
[[nodiscard]] PosedBody posed(const Leg& leg, double begin, double end);
/// The same of what holds it and does not turn: a cover (whirl.hpp), in axes of the world.
[[nodiscard]] PosedBody posed_cover(const Leg& leg, double begin, double end);
/// From the middle that `posed` takes to the two ends.
[[nodiscard]] SpanReach span_reach(double begin, double end);
/// The centre of mass at `time`, as the segment has it.
[[nodiscard]] IntervalVector position_at(const MotionSegment& segment, double time);
[[nodiscard]] IntervalVector velocity_at(const MotionSegment& segment, double time);

/// A box that holds the body at every instant of the leg.
struct Box {
  Vec3 low{0.0}, high{0.0};  // m
};
[[nodiscard]] Box swept_box(const Leg& leg, const Shape& whole);
[[nodiscard]] Box merged(const Box& a, const Box& b);

}  // namespace firstcontact::verify
