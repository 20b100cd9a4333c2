#include <firstcontact/time_of_impact.hpp>

#include "narrowphase/impact_search.hpp"

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

}  // namespace

// Why an answer can't be late: every step of the search ends at a time up to which one axis, certified for all vertex
// pairs at once, keeps more than the target between the shapes. The certified spans join without a hole from 0 to the
// time returned, whatever the search for good axes did. docs/method.md, section 6.
TimeOfImpact time_of_impact(const MovingShape& a, const MovingShape& b, const TimeOfImpactOptions& options,
                            AxisCache* cache) {
  require_valid(a);
  require_valid(b);
  require_valid(options);
  return ImpactSearch(a, b, options).run(cache);
}

}  // namespace firstcontact
