#include "scene/motion_table.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace firstcontact {
namespace {

constexpr double forever = std::numeric_limits<double>::infinity();

MotionSegment coasting(BodyIndex body, const FlowState& start, double time) {
  return {body, FlowKind::screw, time, start.pose, start.linear_velocity, start.angular_velocity, Vec3(0.0)};
}

}  // namespace

MotionTable::MotionTable(const RecordingHeader& header, std::size_t count) : header_(&header) {
  for (BodyIndex i = 0; i < count; ++i) {
    current_.push_back(coasting(i, header.bodies[i].start, 0.0));
  }
  added_at_.assign(count, -forever);
  removed_at_.assign(count, forever);
}

void MotionTable::add_body(double time) {
  const auto body = static_cast<BodyIndex>(current_.size());
  current_.push_back(coasting(body, header_->bodies.at(body).start, time));
  added_at_.push_back(time);
  removed_at_.push_back(forever);
}

FlowState MotionTable::state(BodyIndex body, double time) const {
  const MotionSegment& segment = current_[body];
  return evaluate(segment, header_->bodies[body].inertia, std::max(time, segment.start_time));
}

Pose MotionTable::mesh_pose_at(BodyIndex body, double time) const {
  return mesh_pose(state(body, time).pose, header_->colliders[header_->bodies[body].collider]);
}

Passage passage_at(const Event& event, const MotionTable& motions) {
  return {event, motions.state(event.a, event.time).pose, motions.state(event.b, event.time).pose};
}

StepPlayer::StepPlayer(const RecordingHeader& header, StepSource source) : source_(std::move(source)), table_(header) {
  step_.end_time = -forever;  // before the state at time 0
}

std::optional<Error> StepPlayer::advance(double time) {
  passed_.clear();
  passages_.clear();
  play_step_until(time);
  while (!is_at_end_ && step_.end_time < time) {
    play_step_until(forever);
    auto next = source_();
    if (!next) {
      return next.error();
    }
    is_at_end_ = !next.value().has_value();
    if (!is_at_end_) {
      step_ = *std::move(next).value();
      next_segment_ = next_event_ = 0;
      play_step_until(time);
    }
  }
  time_ = is_at_end_ ? std::max(0.0, std::min(time, step_.end_time)) : time;
  return std::nullopt;
}

void StepPlayer::begin_until(double time) {
  for (; next_segment_ < step_.segments.size() && step_.segments[next_segment_].start_time <= time; ++next_segment_) {
    table_.begin(step_.segments[next_segment_]);
  }
}

void StepPlayer::play_step_until(double time) {
  for (; next_event_ < step_.events.size() && step_.events[next_event_].time <= time; ++next_event_) {
    const Event& event = step_.events[next_event_];
    begin_until(event.time);
    passed_.push_back(event);
    if (event.kind == EventKind::removed) {
      table_.remove(event.a, event.time);
    }
    if (event.kind == EventKind::tunnelled) {
      passages_.push_back(passage_at(event, table_));
    }
  }
  begin_until(time);
}

std::vector<Event> StepPlayer::coming_events() const {
  return {step_.events.begin() + static_cast<std::ptrdiff_t>(next_event_), step_.events.end()};
}

}  // namespace firstcontact
