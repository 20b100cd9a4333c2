#include <firstcontact/time_of_impact.hpp>

#include "narrowphase/impact_search.hpp"
#include "narrowphase/quick_answers.hpp"

#include <cmath>

namespace firstcontact {

namespace {

void require_valid(const MovingShape& moving) {
  require(moving.shape != nullptr && !moving.shape->x.empty(), "time_of_impact: a shape is missing or has no vertices");
  require(moving.motion.deviation >= 0.0, "time_of_impact: deviation must be >= 0");
}

double sum_of(const Quat& q) { return (q.x + q.y) + (q.z + q.w); }

// Zero times anything finite is zero, and times anything else is not: one comparison for all numbers of both motions,
// which are in the slack but for the orientations. (Finite numbers whose sum overflows are refused too; no scene has
// them.)
bool is_finite(const ImpactQuestion& question) {
  const double sum =
      question.slack + (sum_of(question.a.motion.start.orientation) + sum_of(question.b.motion.start.orientation));
  return 0.0 * sum == 0.0;
}

void require_valid(const TimeOfImpactOptions& options) {
  require(std::isfinite(options.duration) && options.duration >= 0.0, "time_of_impact: duration must be >= 0");
  require(std::isfinite(options.target) && options.target >= 0.0, "time_of_impact: target must be >= 0");
  require(std::isfinite(options.tolerance) && options.tolerance > 0.0, "time_of_impact: tolerance must be > 0");
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

}  // namespace

// Why an answer can't be late: every step of the search ends at a time up to which one axis, certified for all vertex
// pairs at once, keeps more than the target between the shapes. The certified spans join without a hole from 0 to the
// time returned, whatever the search for good axes did. docs/method.md, section 6.
TimeOfImpact time_of_impact(const MovingShape& a, const MovingShape& b, const TimeOfImpactOptions& options,
                            AxisCache* cache) {
  require_valid(a);
  require_valid(b);
  require_valid(options);
  const ImpactQuestion question{a, b, options, rounding_slack(a, b, options.duration)};
  require(is_finite(question), "time_of_impact: a motion is not finite");
  if (cache != nullptr && measured_separation_lasts(question, cache->measured)) {
    return clear_answer(options, cache->measured.normal);
  }
  if (spheres_stay_apart(question)) {
    return clear_answer(options, unit_or(b.motion.start.position - a.motion.start.position, Vec3(0.0, 1.0, 0.0)));
  }
  return ImpactSearch(question).run(cache);
}

}  // namespace firstcontact
