#include "scene/step_shelf.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace firstcontact {

MemoryShelf::MemoryShelf(std::vector<MotionSegment> start, std::size_t most_segments)
    : current_{0, std::move(start), {}}, most_segments_(most_segments) {}

void MemoryShelf::add(RecordedStep step) {
  const std::lock_guard lock(mutex_);
  if (steps_.size() % snapshot_interval == 0) {
    current_.step = first_ + steps_.size();
    snapshots_.push_back(std::make_shared<const Start>(current_));
    segments_ += current_.segments.size();
  }
  for (const MotionSegment& segment : step.segments) {
    if (segment.body >= current_.segments.size()) {
      current_.segments.resize(segment.body + 1, segment);  // a body that has just come
    }
    current_.segments[segment.body] = segment;
  }
  for (const Event& event : step.events) {
    if (event.kind == EventKind::removed) {
      current_.removed.push_back(event.a);
    }
  }
  segments_ += step.segments.size();
  events_before_.push_back(events_);
  events_ += step.events.size();
  steps_.push_back(std::make_shared<const RecordedStep>(std::move(step)));
  while (segments_ > most_segments_ && snapshots_.size() > 2) {
    drop_oldest();
  }
}

void MemoryShelf::drop_oldest() {
  for (std::size_t i = 0; i < snapshot_interval; ++i) {
    segments_ -= steps_.front()->segments.size();
    steps_.pop_front();
    events_before_.pop_front();
  }
  segments_ -= snapshots_.front()->segments.size();
  snapshots_.pop_front();
  first_ += snapshot_interval;
}

std::size_t MemoryShelf::first() const {
  const std::lock_guard lock(mutex_);
  return first_;
}

std::size_t MemoryShelf::end() const {
  const std::lock_guard lock(mutex_);
  return first_ + steps_.size();
}

// A step that was forgotten between two questions is answered by the oldest there is.
double MemoryShelf::end_time(std::size_t step) const {
  const std::lock_guard lock(mutex_);
  return steps_.at(std::max(step, first_) - first_)->end_time;
}

std::shared_ptr<const RecordedStep> MemoryShelf::step(std::size_t step) const {
  const std::lock_guard lock(mutex_);
  return steps_.at(std::max(step, first_) - first_);
}

bool MemoryShelf::has_events(std::size_t step) const {
  const std::lock_guard lock(mutex_);
  return !steps_.at(std::max(step, first_) - first_)->events.empty();
}

std::uint64_t MemoryShelf::events_before(std::size_t step) const {
  const std::lock_guard lock(mutex_);
  return events_before_.at(std::max(step, first_) - first_);
}

StepShelf::Start MemoryShelf::start_near(std::size_t step) const {
  const std::lock_guard lock(mutex_);
  const std::size_t number = (std::max(step, first_) - first_) / snapshot_interval;
  return *snapshots_.at(number);
}

std::size_t step_at(const StepShelf& shelf, double time) {
  std::size_t low = shelf.first();
  std::size_t high = shelf.end() - 1;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (shelf.end_time(middle) < time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

std::vector<Event> events_after(const StepShelf& shelf, double time, const Lookahead& lookahead) {
  std::vector<Event> found;
  const std::size_t begin = step_at(shelf, time);
  const std::size_t end = std::min(shelf.end(), begin + lookahead.steps);
  for (std::size_t i = begin; i < end && found.size() < lookahead.most; ++i) {
    if (!shelf.has_events(i)) {
      continue;
    }
    const auto step = shelf.step(i);
    for (const Event& event : step->events) {
      if (event.time > time && found.size() < lookahead.most) {
        found.push_back(event);
      }
    }
  }
  return found;
}

std::uint64_t events_until(const StepShelf& shelf, double time) {
  const std::size_t number = step_at(shelf, time);
  std::uint64_t count = shelf.events_before(number);
  if (shelf.has_events(number)) {
    const auto step = shelf.step(number);
    count += static_cast<std::uint64_t>(std::count_if(step->events.begin(), step->events.end(),
                                                      [time](const Event& event) { return event.time <= time; }));
  }
  return count;
}

std::optional<Event> meeting_before(const StepShelf& shelf, double time, std::size_t steps) {
  std::size_t number = step_at(shelf, time) + 1;
  const std::size_t end = std::max(shelf.first(), number > steps ? number - steps : 0);
  while (number > end) {
    if (!shelf.has_events(--number)) {
      continue;
    }
    const auto step = shelf.step(number);
    const auto last = std::find_if(step->events.rbegin(), step->events.rend(), [time](const Event& event) {
      return event.time <= time && (event.kind == EventKind::impact || event.kind == EventKind::tunnelled);
    });
    if (last != step->events.rend()) {
      return *last;
    }
  }
  return std::nullopt;
}

double event_before(const StepShelf& shelf, double time, std::size_t steps) {
  std::size_t number = step_at(shelf, time) + 1;
  const std::size_t end = std::max(shelf.first(), number > steps ? number - steps : 0);
  while (number > end) {
    if (!shelf.has_events(--number)) {
      continue;
    }
    const auto step = shelf.step(number);
    const auto after = std::find_if(step->events.rbegin(), step->events.rend(),
                                    [time](const Event& event) { return event.time < time; });
    if (after != step->events.rend()) {
      return after->time;
    }
  }
  return time;
}

ShelfPlayer::ShelfPlayer(const RecordingHeader& header, const StepShelf& shelf)
    : header_(&header), shelf_(&shelf), table_(header) {}

void ShelfPlayer::play(const RecordedStep& step, double from, double until) {
  std::size_t begun = 0;
  const auto begin_until = [&](double time) {
    for (; begun < step.segments.size() && step.segments[begun].start_time <= time; ++begun) {
      const MotionSegment& segment = step.segments[begun];
      if (segment.body < table_.size()) {
        table_.begin(segment);
      }
    }
  };
  for (const MotionSegment& segment : step.segments) {
    while (segment.body >= table_.size() && table_.size() < header_->bodies.size()) {
      table_.add_body(segment.start_time);
    }
  }
  for (const Event& event : step.events) {
    begin_until(std::min(event.time, until));
    if (event.kind == EventKind::removed && event.time <= until) {
      table_.remove(event.a, event.time);
    }
    if (event.time > from && event.time <= until) {
      passed_.push_back(event);
      if (event.kind == EventKind::tunnelled) {
        passages_.push_back(passage_at(event, table_));
      }
    }
  }
  begin_until(until);
}

void ShelfPlayer::begin_at(std::size_t step) {
  const StepShelf::Start start = shelf_->start_near(step);
  MotionTable fresh(*header_, std::min(start.segments.size(), header_->bodies.size()));
  for (BodyIndex i = 0; i < fresh.size(); ++i) {
    fresh.begin(start.segments[i]);
  }
  for (const BodyIndex body : start.removed) {
    fresh.remove(body, -std::numeric_limits<double>::infinity());
  }
  table_ = std::move(fresh);
  step_ = start.step;
}

bool ShelfPlayer::go_to(double time, double patience) {
  using Clock = std::chrono::steady_clock;
  const auto begun = Clock::now();
  const auto is_late = [&] { return std::chrono::duration<double>(Clock::now() - begun).count() > patience; };
  passed_.clear();
  passages_.clear();
  if (shelf_->end() == shelf_->first()) {
    return true;
  }
  const std::size_t wanted = step_at(*shelf_, time);
  const double reached = std::min(time, shelf_->end_time(wanted));
  constexpr double all = std::numeric_limits<double>::infinity();
  const bool goes_on = has_begun_ && time >= time_ && wanted < step_ + snapshot_interval;
  if (!goes_on) {
    begin_at(wanted);
  }
  double passed_from = all;  // events count as passed from here on
  if (goes_on) {
    passed_from = time_;
  }
  has_begun_ = true;
  for (; step_ < wanted; ++step_) {
    play(*shelf_->step(step_), passed_from, all);
    if (is_late()) {
      time_ = std::max(shelf_->end_time(step_++), 0.0);
      return false;
    }
  }
  play(*shelf_->step(step_), passed_from, reached);
  time_ = std::max(reached, 0.0);
  return true;
}

}  // namespace firstcontact
