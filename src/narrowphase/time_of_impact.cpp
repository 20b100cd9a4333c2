#include <firstcontact/time_of_impact.hpp>

#include "narrowphase/impact_search.hpp"
#include "narrowphase/quick_answers.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

void require_valid(const MovingShape& moving) {
  require(moving.shape != nullptr && !moving.shape->x.empty(), "time_of_impact: a shape is missing or has no vertices");
  require(moving.motion.deviation >= 0.0, "time_of_impact: deviation must be >= 0");
}

// Says what is wrong with a question that is not valid. Away from those that are.
[[gnu::noinline, gnu::cold]] void refuse(const MovingShape& a, const MovingShape& b,
                                         const TimeOfImpactOptions& options) {
  require_valid(a);
  require_valid(b);
  require(std::isfinite(options.duration) && options.duration >= 0.0, "time_of_impact: duration must be >= 0");
  require(std::isfinite(options.target) && options.target >= 0.0, "time_of_impact: target must be >= 0");
  require(std::isfinite(options.tolerance) && options.tolerance > 0.0, "time_of_impact: tolerance must be > 0");
  require(false, "time_of_impact: a motion is not finite");
}

bool has_vertices(const MovingShape& moving) { return moving.shape != nullptr && !moving.shape->x.empty(); }

// Zero times anything finite is zero, and times anything else is not: one comparison for all numbers there are. (Finite
// numbers whose sum overflows are refused too; no scene has them.)
bool is_valid(const MovingShape& a, const MovingShape& b, const TimeOfImpactOptions& options, double numbers) {
  const double all = numbers + (options.duration + options.target + options.tolerance);
  const double least =
      std::min(std::min(options.duration, options.target), std::min(a.motion.deviation, b.motion.deviation));
  return 0.0 * all == 0.0 && least >= 0.0 && options.tolerance > 0.0;
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

// Away from the quick answers, which then need no room for it on the stack.
[[gnu::noinline]] TimeOfImpact search(const MovingShape& a, const MovingShape& b, const TimeOfImpactOptions& options,
                                      AxisCache* cache) {
  return ImpactSearch({a, b, options, rounding_slack(a, b, options.duration)}).run(cache);
}

}  // namespace

// Why an answer can't be late: every step of the search ends at a time up to which one axis, certified for all vertex
// pairs at once, keeps more than the target between the shapes. The certified spans join without a hole from 0 to the
// time returned, whatever the search for good axes did. docs/method.md, section 6.
TimeOfImpact time_of_impact(const MovingShape& a, const MovingShape& b, const TimeOfImpactOptions& options,
                            AxisCache* cache) {
  const double numbers = all_numbers(a.motion) + all_numbers(b.motion);
  if (!has_vertices(a) || !has_vertices(b) || !is_valid(a, b, options, numbers)) {
    refuse(a, b, options);
  }
  const double slack = coarse_slack(a, b, options.duration, numbers);
  if (cache != nullptr && measured_separation_lasts({a, b, options, slack}, cache->measured)) {
    return clear_answer(options, cache->measured.normal);
  }
  if (spheres_stay_apart({a, b, options, slack})) {
    return clear_answer(options, unit_or(b.motion.start.position - a.motion.start.position, Vec3(0.0, 1.0, 0.0)));
  }
  return search(a, b, options, cache);
}

}  // namespace firstcontact
