#include <firstcontact/impact_methods.hpp>
#include <firstcontact/separation.hpp>

#include "core/arithmetic_mode.hpp"
#include "narrowphase/certificate.hpp"
#include "narrowphase/doors.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace firstcontact {

namespace {

constexpr std::array<std::string_view, 6> method_names{"certified",   "discrete",   "sampled",
                                                       "swept_faces", "swept_full", "advancement"};

constexpr int most_samples = 1'000'000;

Separation separation_at(const MovingShape& a, const MovingShape& b, double time) {
  return separation({a.shape, pose_at(a.motion, time)}, {b.shape, pose_at(b.motion, time)});
}

TimeOfImpact answer_with(ImpactStatus status, double time, const Separation& seen) {
  TimeOfImpact answer;
  answer.status = status;
  answer.time = time;
  answer.gap = seen.distance;
  answer.normal = seen.normal;
  answer.point = 0.5 * (seen.point_a + seen.point_b);
  answer.feature = seen.feature;
  return answer;
}

TimeOfImpact overlap_at_start(const Separation& seen) {
  TimeOfImpact answer = answer_with(ImpactStatus::overlaps, 0.0, seen);
  answer.depth = seen.depth;
  answer.iterations = 1;
  return answer;
}

// What every engine without continuous collision does, and with more samples what one with substeps does.
TimeOfImpact by_samples(const MovingShape& a, const MovingShape& b, const TimeOfImpactOptions& options, int samples) {
  require(samples >= 1 && samples <= most_samples, "time_of_impact_by: samples must be from 1 to 1e6");
  Separation seen;
  for (int k = 0; k <= samples; ++k) {
    const double time = options.duration * (static_cast<double>(k) / static_cast<double>(samples));
    seen = separation_at(a, b, time);
    if (k == 0 && seen.distance <= 0.0) {
      return overlap_at_start(seen);
    }
    if (seen.distance <= options.target) {
      TimeOfImpact answer = answer_with(ImpactStatus::touches, time, seen);
      answer.target = options.target;
      answer.iterations = k + 1;
      return answer;
    }
  }
  TimeOfImpact answer = answer_with(ImpactStatus::clear, options.duration, seen);
  answer.target = options.target;
  answer.iterations = samples + 1;
  return answer;
}

// The bound of the textbooks: along the line of nearest points the gap shrinks no faster than the reference points
// close plus what each spin can give its furthest vertex, whichever way it turns. (method 10.1)
ClosingBound undirected_bound(const PairMotion& pair, const Vec3& normal, double time) {
  const double closing = -glm::dot(normal, pair.velocity_at(time));
  const double spinning = pair.a().rate * pair.a().radius + pair.b().rate * pair.b().radius;
  return {closing + spinning, std::max(0.0, -glm::dot(normal, pair.acceleration()))};
}

struct Advancement {
  const MovingShape& a;
  const MovingShape& b;
  TimeOfImpactOptions options;  // the target and tolerance in use
  PairMotion pair;
  int iterations = 0;

  [[nodiscard]] double gap(const Separation& seen) const {
    return seen.lower_bound - pair.deviation() - options.target - pair.slack();
  }
  [[nodiscard]] TimeOfImpact answer(ImpactStatus status, double time, const Separation& seen) const {
    TimeOfImpact result = answer_with(status, time, seen);
    result.gap = status == ImpactStatus::clear ? options.target : std::max(0.0, seen.lower_bound - pair.deviation());
    result.target = options.target;
    result.iterations = iterations;
    return result;
  }
};

TimeOfImpact walk(Advancement& query, Separation seen) {
  // Steps aim inside [target, target + tolerance]: at the target itself they would shrink for ever.
  constexpr double landing = 0.5;  // of the tolerance
  const double tolerance = query.options.tolerance;
  double time = 0.0;
  for (query.iterations = 1; query.iterations <= query.options.max_iterations; ++query.iterations) {
    const double gap = query.gap(seen);
    if (gap <= tolerance && time > 0.0) {
      return query.answer(gap > 0.0 ? ImpactStatus::touches : ImpactStatus::undecided, time, seen);
    }
    const ClosingBound bound = undirected_bound(query.pair, seen.normal, time);
    const double rest = query.options.duration - time;
    if (outlasts(bound, gap, rest)) {
      return query.answer(ImpactStatus::clear, query.options.duration, seen);
    }
    const double to_spend = std::max(gap - landing * tolerance, 0.5 * gap);
    const double step = gap > 0.0 ? std::min(rest, safe_time(bound, to_spend)) : 0.0;
    if (!(time + step > time)) {
      break;
    }
    time += step;
    seen = separation_at(query.a, query.b, time);
  }
  return query.answer(ImpactStatus::undecided, time, seen);
}

TimeOfImpact by_advancement(const MovingShape& a, const MovingShape& b, const TimeOfImpactOptions& options) {
  const Separation start = separation_at(a, b, 0.0);
  if (start.distance <= 0.0) {
    return overlap_at_start(start);
  }
  Advancement query{a, b, options, PairMotion(a, b, options.duration)};
  if (query.gap(start) <= options.tolerance) {
    // As for time_of_impact: a pair that starts nearer than the skin keeps half of what it has. (method 6.1)
    const double gap = start.lower_bound - query.pair.deviation();
    query.options.target = std::clamp(0.5 * gap, 0.0, options.target);
    query.options.tolerance = std::min(options.tolerance, std::max(0.2 * gap, 1e-300));
  }
  return walk(query, start);
}

}  // namespace

std::span<const std::string_view> impact_method_names() { return method_names; }

std::optional<ImpactMethod> impact_method_named(std::string_view name) {
  const auto found = std::find(method_names.begin(), method_names.end(), name);
  return found == method_names.end() ? std::nullopt
                                     : std::optional(static_cast<ImpactMethod>(found - method_names.begin()));
}

TimeOfImpact time_of_impact_by(const MovingShape& a, const MovingShape& b, const ImpactMethodOptions& options) {
  const ArithmeticMode mode;
  const MovingShape sound_a = mended(a, "time_of_impact_by");
  const MovingShape sound_b = mended(b, "time_of_impact_by");
  require_options(options.impact, "time_of_impact_by");
  switch (options.method) {
    case ImpactMethod::discrete:
      return by_samples(sound_a, sound_b, options.impact, 1);
    case ImpactMethod::sampled:
      return by_samples(sound_a, sound_b, options.impact, options.samples);
    case ImpactMethod::swept_faces:
      return swept_time_of_impact(sound_a, sound_b, options.impact, SweptAxes::faces);
    case ImpactMethod::swept_full:
      return swept_time_of_impact(sound_a, sound_b, options.impact, SweptAxes::faces_and_edges);
    case ImpactMethod::advancement:
      return by_advancement(sound_a, sound_b, options.impact);
    case ImpactMethod::certified:
      break;
  }
  return time_of_impact(sound_a, sound_b, options.impact);
}

}  // namespace firstcontact
