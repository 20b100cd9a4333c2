#include "lab/motion_watch.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {
namespace {

constexpr int most_looks_in_step = 32;

double reach_of(const Solid& solid) {
  double reach = 0.0;
  for (const Vec3& corner : solid.corners) {
    reach = std::max(reach, glm::length(corner));
  }
  return reach;
}

RigidMotion motion_of(const MotionSegment& segment) {
  RigidMotion motion;
  motion.start = segment.pose;
  motion.linear_velocity = segment.linear_velocity;
  motion.angular_velocity = segment.angular_velocity;
  return motion;
}

}  // namespace

MotionWatch::MotionWatch(const Solid& a, const Solid& b, const Rival& rival)
    : a_(&a),
      b_(&b),
      reach_(reach_of(a) + reach_of(b)),
      start_(sums_of(rival)),
      motion_(rival.segments().begin(), rival.segments().end()) {}

void MotionWatch::look_at_step(const Rival& rival, double time_step) {
  for (const RivalImpact& impact : rival.impacts()) {
    first_impact_ = first_impact_ ? first_impact_ : std::optional(impact);
    total_impulse_ += std::abs(impact.impulse);
  }
  double now = rival.time() - time_step;
  for (const MotionSegment& segment : rival.segments()) {
    look_between(rival, now, segment.start_time);
    now = std::max(now, segment.start_time);
    motion_.at(segment.body) = segment;
  }
  look_between(rival, now, rival.time());
}

// An overlap of depth d cannot become deeper than that plus what the bodies move; so looks are spread by how much
// deeper one would have to be to count.
void MotionWatch::look_between(const Rival& rival, double begin, double end) {
  if (end <= begin) {
    return;
  }
  const double speed = glm::length(motion_[1].linear_velocity - motion_[0].linear_velocity) +
                       spin_speed(*a_, motion_of(motion_[0])) + spin_speed(*b_, motion_of(motion_[1]));
  const auto position = [&](std::size_t body, double when) {
    return motion_[body].pose.position + (when - motion_[body].start_time) * motion_[body].linear_velocity;
  };
  const double least_step = (end - begin) / most_looks_in_step;
  double time = begin;
  for (int look = 0; look <= most_looks_in_step; ++look) {  // counted: a span of a few ulps has no room for 32 steps
    const auto pose = [&](std::size_t body) {
      const double when = std::max(time, motion_[body].start_time);
      return evaluate(motion_[body], rival.inertia(static_cast<BodyIndex>(body)), when).pose;
    };
    // Bounding spheres first: where a body is costs nothing, how it is turned may.
    double gap = glm::length(position(1, time) - position(0, time)) - reach_;
    gap = gap > 0.0 ? gap : widest_gap(*a_, pose(0), *b_, pose(1)).gap;
    deepest_ = std::max(deepest_, -gap);
    if (time >= end) {
      return;
    }
    const double to_go = (deepest_ + gap) / std::max(speed, 1e-300);
    time = std::min(end, time + std::max(least_step, to_go));
  }
}

MotionWatch::Sums MotionWatch::sums_of(const Rival& rival) {
  Sums sums;
  for (BodyIndex body = 0; body < 2; ++body) {
    const FlowState state = rival.state(body);
    const InertiaFrame inertia = rival.inertia(body);
    const double mass = rival.mass(body);
    const bool is_moving = glm::length(state.linear_velocity) + glm::length(state.angular_velocity) > 0.0;
    if (!is_moving) {
      continue;
    }
    const Quat axes = state.pose.orientation * inertia.principal_axes;
    const Vec3 spin = rotate_inverse(axes, state.angular_velocity);
    const Vec3 own = rotate(axes, inertia.principal_moments * spin);
    const Vec3 momentum = mass * state.linear_velocity;
    const Vec3 angular = own + glm::cross(state.pose.position, momentum);
    sums.energy += 0.5 * glm::dot(momentum, state.linear_velocity) + 0.5 * glm::dot(own, state.angular_velocity);
    sums.momentum += momentum;
    sums.angular_momentum += angular;
    sums.momentum_size += glm::length(momentum);
    sums.angular_momentum_size += glm::length(own) + glm::length(state.pose.position) * glm::length(momentum);
  }
  return sums;
}

double MotionWatch::energy_ratio(const Rival& rival) const {
  return start_.energy > 0.0 ? sums_of(rival).energy / start_.energy : 1.0;
}

double MotionWatch::momentum_error(const Rival& rival) const {
  return glm::length(sums_of(rival).momentum - start_.momentum) / start_.momentum_size;
}

double MotionWatch::angular_momentum_error(const Rival& rival) const {
  return glm::length(sums_of(rival).angular_momentum - start_.angular_momentum) / start_.angular_momentum_size;
}

}  // namespace firstcontact
