#include "viewer/body_history.hpp"

#include <firstcontact/flow.hpp>

#include <algorithm>
#include <chrono>

#include "viewer/measures.hpp"

namespace firstcontact {

std::vector<BodyPush> pushes_on(BodyIndex body, const RecordedStep& step) {
  std::vector<BodyPush> pushes;
  const auto add = [&](BodyIndex a, BodyIndex b, const BodyPush& on_b) {
    if (a == body || b == body) {
      pushes.push_back({on_b.begin, on_b.end, a == body ? b : a, a == body ? -on_b.impulse : on_b.impulse});
    }
  };
  if (step.impulses) {
    for (const Transfer& transfer : step.impulses->transfers) {
      add(transfer.a, transfer.b, {transfer.time, transfer.time, 0, transfer.impulse});
    }
    for (const ContactLoad& load : step.impulses->loads) {
      add(load.a, load.b, {load.begin, load.end, 0, load.impulse});
    }
    return pushes;
  }
  for (const Event& event : step.events) {
    if (event.kind == EventKind::impact) {
      add(event.a, event.b, {event.time, event.time, 0, event.normal_impulse * event.normal});
    }
  }
  return pushes;
}

void BodyHistory::begin(const StepShelf& shelf) {
  next_ = shelf.first();
  const StepShelf::Start start = shelf.start_near(next_);
  if (body_ < start.segments.size()) {
    segments_.push_back(start.segments[body_]);
  }
  const bool is_gone = std::find(start.removed.begin(), start.removed.end(), body_) != start.removed.end();
  removed_at_ = is_gone ? -removed_at_ : removed_at_;
  known_from_ = known_until_ = next_ == 0 ? 0.0 : shelf.end_time(next_ - 1);
}

void BodyHistory::learn(const StepShelf& shelf, double patience) {
  if (shelf.end() == 0) {
    return;
  }
  if (next_ < shelf.first() || (segments_.empty() && steps_.empty())) {
    *this = BodyHistory(body_);  // also where steps were forgotten that it has not seen
    begin(shelf);
  }
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(patience);
  while (next_ < shelf.end()) {
    add(*shelf.step(next_++));
    if (std::chrono::steady_clock::now() > until) {
      return;
    }
  }
}

void BodyHistory::add(const RecordedStep& step) {
  for (const MotionSegment& segment : step.segments) {
    if (segment.body == body_) {
      segments_.push_back(segment);
    }
  }
  for (const Event& event : step.events) {
    if (event.kind == EventKind::removed && event.a == body_) {
      removed_at_ = event.time;
    }
  }
  const std::vector<BodyPush> pushes = pushes_on(body_, step);
  steps_.push_back({known_until_, step.end_time, pushes_.size(), pushes_.size() + pushes.size()});
  pushes_.insert(pushes_.end(), pushes.begin(), pushes.end());
  known_until_ = step.end_time;
}

const MotionSegment* BodyHistory::segment(double time) const {
  const auto after = std::upper_bound(segments_.begin(), segments_.end(), time,
                                      [](double at, const MotionSegment& each) { return at < each.start_time; });
  return after == segments_.begin() || time >= removed_at_ ? nullptr : &*(after - 1);
}

BodyHistory::StepPushes BodyHistory::step_at(double time) const {
  const auto found =
      std::lower_bound(steps_.begin(), steps_.end(), time, [](const Step& each, double at) { return each.end < at; });
  if (found == steps_.end()) {
    return {};
  }
  return {found->begin, found->end,
          std::span(pushes_).subspan(found->first_push, found->last_push - found->first_push)};
}

std::optional<BodyMeasures> measures_at(const BodyHistory& history, const RecordedBody& body, const Vec3& gravity,
                                        double time) {
  const MotionSegment* const segment = history.segment(time);
  if (segment == nullptr) {
    return std::nullopt;
  }
  const auto state_at = [&](const MotionSegment& each, double at) {
    return evaluate(each, body.inertia, std::max(at, each.start_time));
  };
  const FlowState state = state_at(*segment, time);
  const Totals totals = totals_of(body, state, gravity);
  BodyMeasures measures{time,
                        state.pose.position,
                        state.linear_velocity,
                        state.angular_velocity,
                        totals.kinetic_energy,
                        totals.potential_energy};
  const BodyHistory::StepPushes step = history.step_at(time);
  const MotionSegment* const first = history.segment(step.begin);
  const MotionSegment* const last = history.segment(step.end);
  if (body.type == BodyType::dynamic && step.end > step.begin && first != nullptr && last != nullptr) {
    const Vec3 change = state_at(*last, step.end).linear_velocity - state_at(*first, step.begin).linear_velocity;
    measures.force = body.mass * (change / (step.end - step.begin) - gravity);
  }
  return measures;
}

}  // namespace firstcontact
