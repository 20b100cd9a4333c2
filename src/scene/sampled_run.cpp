#include "scene/sampled_run.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>
#include <vector>

namespace firstcontact {
namespace {

constexpr std::size_t most_between = 64;             // of two samples
constexpr double quarter_turn = 1.5707963267948966;  // rad

// Steps that are read before they are played, so that it is known what comes.
class StepsAhead {
 public:
  explicit StepsAhead(RecordingReader& recording) : recording_(&recording) {}

  [[nodiscard]] std::optional<Error> read_until(double time) {
    while (!is_done_ && (steps_.empty() || steps_.back().end_time < time)) {
      auto next = recording_->next();
      if (!next) {
        return next.error();
      }
      is_done_ = !next.value().has_value();
      if (!is_done_) {
        steps_.push_back(*std::move(next).value());
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] Result<std::optional<RecordedStep>> next() {
    if (steps_.empty()) {
      return is_done_ ? Result<std::optional<RecordedStep>>(std::optional<RecordedStep>()) : recording_->next();
    }
    RecordedStep first = std::move(steps_.front());
    steps_.pop_front();
    return std::optional(std::move(first));
  }

  [[nodiscard]] const std::deque<RecordedStep>& steps() const { return steps_; }

 private:
  RecordingReader* recording_;
  std::deque<RecordedStep> steps_;
  bool is_done_ = false;
};

double fastest_spin(const StepPlayer& player, const StepsAhead& ahead, double until) {
  double fastest = 0.0;
  for (BodyIndex body = 0; body < player.motions().size(); ++body) {
    fastest = std::max(fastest, glm::length(player.motions().segment(body).angular_velocity));
  }
  for (const RecordedStep& step : ahead.steps()) {
    for (const MotionSegment& segment : step.segments) {
      fastest = std::max(fastest, segment.start_time < until ? glm::length(segment.angular_velocity) : 0.0);
    }
  }
  return fastest;
}

// Instants after `from` and before `until` that an even rhythm would leave out, rising.
std::vector<double> between(const StepPlayer& player, const StepsAhead& ahead, double from, double until) {
  std::vector<double> times;
  const auto add_meetings = [&](const std::vector<Event>& events) {
    for (const Event& event : events) {
      const bool is_within = event.time > from && event.time < until;
      if (event.kind == EventKind::impact && is_within && times.size() < most_between) {
        times.push_back(event.time);
      }
    }
  };
  add_meetings(player.coming_events());
  for (const RecordedStep& step : ahead.steps()) {
    add_meetings(step.events);
  }
  const double turns = fastest_spin(player, ahead, until) * (until - from) / quarter_turn;
  const auto pieces = static_cast<std::size_t>(std::ceil(std::min(turns, static_cast<double>(most_between))));
  for (std::size_t piece = 1; piece < pieces; ++piece) {
    times.push_back(from + (until - from) * static_cast<double>(piece) / static_cast<double>(pieces));
  }
  std::sort(times.begin(), times.end());
  return times;
}

}  // namespace

std::optional<Error> sample_run_finely(RecordingReader& recording, double samples_per_second,
                                       const AtSample& at_sample) {
  StepsAhead ahead(recording);
  StepPlayer player(recording.header(), [&ahead] { return ahead.next(); });
  double last = -1.0;  // s, of the last sample
  const auto sample_at = [&](double time) -> std::optional<Error> {
    auto error = player.advance(time);
    if (!error && !(player.is_at_end() && player.time() < time) && at_sample(player.motions(), time)) {
      last = time;
    }
    return error;
  };
  for (std::uint64_t sample = 0; !player.is_at_end(); ++sample) {
    const double time = static_cast<double>(sample) / samples_per_second;
    if (auto error = ahead.read_until(time)) {
      return error;
    }
    std::vector<double> times = last < 0.0 ? std::vector<double>() : between(player, ahead, last, time);
    times.push_back(time);
    for (const double instant : times) {
      if (auto error = sample_at(instant)) {
        return error;
      }
    }
  }
  if (last < 0.0 || player.time() - last > 1e-9 * std::fmax(1.0, player.time())) {
    static_cast<void>(at_sample(player.motions(), player.time()));
  }
  return std::nullopt;
}

std::optional<Error> sample_run(RecordingReader& recording, double samples_per_second, const AtSample& at_sample) {
  StepPlayer player(recording.header(), [&recording] { return recording.next(); });
  double last = -1.0;  // s, of the last sample
  for (std::uint64_t sample = 0;; ++sample) {
    const double time = static_cast<double>(sample) / samples_per_second;
    if (auto error = player.advance(time)) {
      return error;
    }
    if (player.is_at_end() && player.time() < time) {
      break;
    }
    if (!at_sample(player.motions(), time)) {
      return std::nullopt;
    }
    last = time;
  }
  // Sums of time steps are rounded, sample / samples_per_second is too.
  if (last < 0.0 || player.time() - last > 1e-9 * std::fmax(1.0, player.time())) {
    static_cast<void>(at_sample(player.motions(), player.time()));
  }
  return std::nullopt;
}

}  // namespace firstcontact
