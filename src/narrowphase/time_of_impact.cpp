#include <firstcontact/time_of_impact.hpp>

#include "core/arithmetic_mode.hpp"
#include "core/bit_cast.hpp"
#include "narrowphase/doors.hpp"
#include "narrowphase/impact_search.hpp"
#include "narrowphase/quick_answers.hpp"
#include "narrowphase/smooth_impact.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace firstcontact {

namespace {

void require_valid(const MovingShape& moving) {
  require(moving.shape != nullptr && !moving.shape->x.empty(), "time_of_impact: a shape is missing or has no vertices");
  require(moving.motion.deviation >= 0.0, "time_of_impact: deviation must be >= 0");
}

bool has_vertices(const MovingShape& moving) { return moving.shape != nullptr && !moving.shape->x.empty(); }

// Every number is at most the sum of their absolute values, and neither infinity nor what is no number is at most the
// greatest of all: one comparison for all numbers there are, and one bit for those that must not be negative. (A zero
// with a sign is asked about once more, by name.)
bool is_plainly_valid(const MovingShape& a, const MovingShape& b, const TimeOfImpactOptions& options, double numbers) {
  const double all = numbers + (options.duration + options.target + options.tolerance);
  const auto signs = bit_cast<std::uint64_t>(options.duration) | bit_cast<std::uint64_t>(options.target) |
                     bit_cast<std::uint64_t>(a.motion.deviation) | bit_cast<std::uint64_t>(b.motion.deviation);
  return all <= std::numeric_limits<double>::max() && signs >> 63 == 0 && options.tolerance > 0.0;
}

TimeOfImpact clear_answer(const TimeOfImpactOptions& options, const Vec3& normal) {
  TimeOfImpact result;
  result.status = ImpactStatus::clear;
  result.time = options.duration;
  result.gap = options.target;
  result.target = options.target;
  result.normal = normal;
  return result;
}

TimeOfImpact answer(const ImpactQuestion& question, AxisCache* cache) {
  if (is_smooth(*question.a.shape) || is_smooth(*question.b.shape)) {
    return smooth_time_of_impact(question, cache);
  }
  return ImpactSearch(question).run(cache);
}

// Of orientations that are nearly unit. And who asks for more than the arithmetic bears is told.
[[gnu::noinline, gnu::cold]] TimeOfImpact search_mended(const MovingShape& a, const MovingShape& b,
                                                        const TimeOfImpactOptions& options, AxisCache* cache) {
  const MovingShape sound_a = mended(a, "time_of_impact");
  const MovingShape sound_b = mended(b, "time_of_impact");
  require_options(options, "time_of_impact");
  const double slack = rounding_slack(sound_a, sound_b, options.duration);
  require(slack <= limits::of_query, "time_of_impact: the way within the duration must be within 1e50 m");
  return answer({sound_a, sound_b, options, slack}, cache);
}

// Away from the quick answers, which then need no room for it on the stack. The slack knows all lengths, times the
// rounding of doubles.
[[gnu::noinline]] TimeOfImpact search(const MovingShape& a, const MovingShape& b, const TimeOfImpactOptions& options,
                                      AxisCache* cache) {
  constexpr double most_slack = 1e-16 * limits::of_query;
  const double slack = rounding_slack(a, b, options.duration);
  if (!(slack <= most_slack) || !is_unit(a.motion.start.orientation) || !is_unit(b.motion.start.orientation)) {
    return search_mended(a, b, options, cache);
  }
  return answer({a, b, options, slack}, cache);
}

// Says what is wrong with a question that is not valid. Away from those that are.
[[gnu::noinline, gnu::cold]] TimeOfImpact search_if_valid(const MovingShape& a, const MovingShape& b,
                                                          const TimeOfImpactOptions& options, AxisCache* cache) {
  require_valid(a);
  require_valid(b);
  require(std::isfinite(options.duration) && options.duration >= 0.0, "time_of_impact: duration must be >= 0");
  require(std::isfinite(options.target) && options.target >= 0.0, "time_of_impact: target must be >= 0");
  require(std::isfinite(options.tolerance) && options.tolerance > 0.0, "time_of_impact: tolerance must be > 0");
  require(std::isfinite(all_numbers(a.motion, b.motion)), "time_of_impact: a motion is not finite");
  return search(a, b, options, cache);
}

// Of a length whose square no double holds. Away from the others, which are then held by registers alone.
[[gnu::noinline, gnu::cold]] TimeOfImpact clear_at_any_length(const TimeOfImpactOptions& options, const Vec3& line) {
  return clear_answer(options, normalized_or(line, Vec3(0.0, 1.0, 0.0)));
}

inline TimeOfImpact clear_along(const TimeOfImpactOptions& options, const Vec3& line) {
  const double square = square_of(line);
  if (has_plain_square(square)) {
    return clear_answer(options, line * (1.0 / std::sqrt(square)));
  }
  return clear_at_any_length(options, line);
}

// The same for bodies that nothing is remembered of, and for those of which something is.
inline TimeOfImpact from_spheres(const ImpactQuestion& question, AxisCache* cache) {
  if (spheres_stay_apart(question)) {
    return clear_along(question.options, question.b.motion.start.position - question.a.motion.start.position);
  }
  return search(question.a, question.b, question.options, cache);
}

[[gnu::noinline]] TimeOfImpact from_memory(const MovingShape& a, const MovingShape& b,
                                           const TimeOfImpactOptions& options, AxisCache* cache, double slack) {
  if (measured_separation_lasts({a, b, options, slack}, cache->measured)) {
    return clear_answer(options, cache->measured.normal);
  }
  return from_spheres({a, b, options, slack}, cache);
}

}  // namespace

// Why an answer can't be late: every step of the search ends at a time up to which one axis, certified for all vertex
// pairs at once, keeps more than the target between the shapes. The certified spans join without a hole from 0 to the
// time returned, whatever the search for good axes did. docs/method.md, section 6.
TimeOfImpact time_of_impact(const MovingShape& a, const MovingShape& b, const TimeOfImpactOptions& options,
                            AxisCache* cache) {
  const ArithmeticMode mode;
  const double numbers = all_numbers(a.motion, b.motion);
  if (!has_vertices(a) || !has_vertices(b) || !is_plainly_valid(a, b, options, numbers)) {
    return search_if_valid(a, b, options, cache);
  }
  const double slack = coarse_slack(a, b, options.duration, numbers);
  if (cache != nullptr) {
    return from_memory(a, b, options, cache, slack);
  }
  return from_spheres({a, b, options, slack}, nullptr);
}

}  // namespace firstcontact
