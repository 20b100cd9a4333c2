#include "verify/step_motion.hpp"

#include <algorithm>
#include <tuple>

#include "core/parallel.hpp"
#include "scene/text.hpp"

namespace firstcontact::verify {
namespace {

bool comes_before(const MotionSegment& p, const MotionSegment& q) {
  return std::tie(p.start_time, p.body) < std::tie(q.start_time, q.body);
}

}  // namespace

// A body without any segment stays in its state of the header and coasts as a screw (docs/recording.md).
StepMotions::StepMotions(const RecordingHeader& header)
    : header_(header), since_(header.bodies.size(), 0.0), is_gone_(header.bodies.size(), false) {
  for (std::uint32_t body = 0; body < header.bodies.size(); ++body) {
    const FlowState& start = header.bodies[body].start;
    turned_.push_back({rotation_by(exact_quaternion(start.pose.orientation)), start.angular_velocity, true});
    current_.push_back(
        {body, FlowKind::screw, 0.0, start.pose, start.linear_velocity, start.angular_velocity, Vec3(0.0)});
  }
}

StepMotion StepMotions::next(const RecordedStep& step, std::vector<Finding>& findings) {
  StepMotion motion;
  motion.begin = time_;
  motion.end = step.end_time;
  motion.timelines.resize(current_.size());
  std::fill(since_.begin(), since_.end(), time_);
  for (const MotionSegment& segment : in_order(step, findings)) {
    follow(segment, motion);
  }
  close_legs(step, motion);
  turn(motion);
  time_ = step.end_time;
  return motion;
}

// Rotations are what takes the time here: each is made once, and its end remembered.
void StepMotions::turn(StepMotion& motion) {
  visit_at_once(current_.size(), [&](std::size_t body) {
    for (Leg& leg : motion.timelines[body]) {
      leg.rotation = Rotation(leg.segment, header_.bodies[body].inertia, leg.end - leg.segment.start_time);
      leg.at_end = leg.rotation.at(Interval(leg.end) - Interval(leg.segment.start_time));
    }
  });
  for (Junction& junction : motion.junctions) {
    const Timeline& timeline = motion.timelines[junction.body];
    const auto ended =
        std::find_if(timeline.begin(), timeline.end(), [&](const Leg& leg) { return leg.end == junction.time; });
    const MotionSegment& before = junction.before;
    if (before.start_time == junction.time) {  // it was never followed
      junction.attitude = {rotation_by(exact_quaternion(before.pose.orientation)), before.angular_velocity, true};
    } else {
      junction.attitude = ended != timeline.end() ? ended->at_end : turned_[junction.body];
    }
  }
  for (std::size_t body = 0; body < current_.size(); ++body) {
    if (!motion.timelines[body].empty()) {
      turned_[body] = motion.timelines[body].back().at_end;
    }
  }
}

std::vector<MotionSegment> StepMotions::in_order(const RecordedStep& step, std::vector<Finding>& findings) const {
  std::vector<MotionSegment> segments = step.segments;
  const MotionSegment* last = nullptr;  // the last one that stands where it may
  for (MotionSegment& segment : segments) {
    const std::string& name = header_.bodies[segment.body].name;
    if (segment.start_time < time_ || segment.start_time > step.end_time) {
      findings.push_back({FindingKind::order, segment.start_time, name, "", 0.0,
                          "a segment begins outside its step, which goes from " + shortest_text(time_) + " s to " +
                              shortest_text(step.end_time) + " s"});
      segment.start_time = std::clamp(segment.start_time, time_, step.end_time);
    } else if (last != nullptr && comes_before(segment, *last)) {
      findings.push_back({FindingKind::order, segment.start_time, name, header_.bodies[last->body].name, 0.0,
                          "a segment stands behind one that begins later, expected them by start time and body"});
    } else {
      last = &segment;
    }
  }
  std::stable_sort(segments.begin(), segments.end(), comes_before);
  return segments;
}

void StepMotions::follow(const MotionSegment& segment, StepMotion& motion) {
  const std::uint32_t body = segment.body;
  if (since_[body] < segment.start_time) {
    motion.timelines[body].push_back({since_[body], segment.start_time, current_[body], {}, {}});
  }
  motion.junctions.push_back({body, segment.start_time, current_[body], segment, {}, motion.end == 0.0});
  current_[body] = segment;
  since_[body] = segment.start_time;
}

// A body that left the world is there up to its event.
void StepMotions::close_legs(const RecordedStep& step, StepMotion& motion) {
  std::vector<double> until(current_.size(), step.end_time);
  for (std::size_t body = 0; body < until.size(); ++body) {
    until[body] = is_gone_[body] ? time_ : step.end_time;
  }
  for (const Event& event : step.events) {
    if (event.kind == EventKind::removed) {
      until[event.a] = std::min(until[event.a], event.time);
      is_gone_[event.a] = true;
    }
  }
  for (std::uint32_t body = 0; body < current_.size(); ++body) {
    Timeline& timeline = motion.timelines[body];
    timeline.push_back({since_[body], step.end_time, current_[body], {}, {}});
    std::erase_if(timeline, [&](const Leg& leg) { return leg.begin >= until[body]; });
    if (!timeline.empty()) {
      timeline.back().end = std::min(timeline.back().end, until[body]);
    }
  }
}

}  // namespace firstcontact::verify
