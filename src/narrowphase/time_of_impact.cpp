#include <firstcontact/time_of_impact.hpp>

#include "narrowphase/impact_search.hpp"
#include "narrowphase/quick_answers.hpp"

#include <cmath>

namespace firstcontact {

namespace {

double sum_of(const Vec3& v) { return v.x + v.y + v.z; }

// Zero times anything finite is zero, and times anything else is not: one comparison for sixteen numbers. (Finite
// numbers whose sum overflows are refused too; no scene has them.)
bool is_finite(const RigidMotion& motion) {
  const Quat& q = motion.start.orientation;
  const double sum = sum_of(motion.start.position) + (q.x + q.y + q.z + q.w) + sum_of(motion.linear_velocity) +
                     sum_of(motion.angular_velocity) + sum_of(motion.linear_acceleration);
  return 0.0 * sum == 0.0;
}

void require_valid(const MovingShape& moving) {
  require(moving.shape != nullptr && !moving.shape->x.empty(), "time_of_impact: a shape is missing or has no vertices");
  const RigidMotion& motion = moving.motion;
  require(is_finite(motion), "time_of_impact: a motion is not finite");
  require(std::isfinite(motion.deviation) && motion.deviation >= 0.0, "time_of_impact: deviation must be >= 0");
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
  const ImpactQuestion question{a, b, options};
  if (cache != nullptr && measured_separation_lasts(question, cache->measured)) {
    return clear_answer(options, cache->measured.normal);
  }
  if (spheres_stay_apart(question)) {
    return clear_answer(options, unit_or(b.motion.start.position - a.motion.start.position, Vec3(0.0, 1.0, 0.0)));
  }
  return ImpactSearch(question).run(cache);
}

}  // namespace firstcontact
