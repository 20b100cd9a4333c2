#include "narrowphase/quick_answers.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

double thickness_of(const MovingShape& a, const MovingShape& b) {
  return a.shape->rounding + b.shape->rounding + a.motion.deviation + b.motion.deviation;
}

// No point of a body within `radius` of its reference point is further than this (m) from where it was when the
// orientation was `before`. A turn by theta moves it by 2 sin(theta / 2) radius at most, and two unit quaternions are
// 2 sin(theta / 4) apart, half of which that can't exceed. One percent more for quaternions that are not quite unit.
double moved_by_turning(const Quat& before, const Quat& now, double radius) {
  const double w = now.w - before.w;
  const double x = now.x - before.x;
  const double y = now.y - before.y;
  const double z = now.z - before.z;
  return 2.02 * std::sqrt((w * w + x * x) + (y * y + z * z)) * radius;
}

}  // namespace

// Method (6.4): the roots of |start + s chord| = near, each in the form that does not cancel, and each moved outward.
// The discriminant does cancel where two small shapes come from afar: `near` squared grows by what that can cost.
Window spheres_near(const ImpactQuestion& question) {
  constexpr double rounding = 1e-12;
  const Passing passing = passing_of(question);
  const double duration = question.options.duration;
  const double near = passing.near + question.options.tolerance;
  const double whole = square_of(passing.chord);
  const double along = -glm::dot(passing.start, passing.chord);
  const double start = square_of(passing.start);
  const double outside = start - (near * near + square_rounding * (start + whole));
  const double discriminant = along * along - whole * outside;
  if (whole == 0.0 || !(discriminant > 0.0)) {
    return {0.0, duration};
  }
  const double root = std::sqrt(discriminant);
  Window window{0.0, duration};
  if (outside > 0.0 && along > 0.0) {
    window.enter = duration * std::min(1.0, outside / (along + root) * (1.0 - rounding));
  }
  if (along + root < whole) {
    window.leave = duration * std::min(1.0, std::max(0.0, (along + root) / whole) * (1.0 + rounding));
  }
  return window;
}

// Method (6.5): the separation along one standing axis changes by no more than the reference points' way along it and
// what turning does to the vertices, both since it was measured and from now on.
bool measured_separation_lasts(const ImpactQuestion& question, const MeasuredAxis& measured) {
  const MovingShape& a = question.a;
  const MovingShape& b = question.b;
  if (a.shape == nullptr || b.shape == nullptr || measured.shape_a != identity_of(*a.shape) ||
      measured.shape_b != identity_of(*b.shape) || measured.mark_a != mark_of(*a.shape) ||
      measured.mark_b != mark_of(*b.shape)) {
    return false;
  }
  const double radius_a = core_radius(*a.shape) * (1.0 + 1e-14);
  const double radius_b = core_radius(*b.shape) * (1.0 + 1e-14);
  const Vec3& normal = measured.normal;
  const Vec3 moved = b.motion.start.position - a.motion.start.position - measured.offset;
  const double now = measured.separation + glm::dot(normal, moved) -
                     moved_by_turning(measured.orientation_a, a.motion.start.orientation, radius_a) -
                     moved_by_turning(measured.orientation_b, b.motion.start.orientation, radius_b);
  const double closing = length(glm::cross(normal, a.motion.angular_velocity)) * radius_a +
                         length(glm::cross(normal, b.motion.angular_velocity)) * radius_b -
                         glm::dot(normal, b.motion.linear_velocity - a.motion.linear_velocity);
  const double bending = std::max(0.0, -glm::dot(normal, b.motion.linear_acceleration - a.motion.linear_acceleration));
  const double duration = question.options.duration;
  const double gap = now - question.options.target - thickness_of(a, b) - 2.0 * question.slack;
  // A concave function that is positive at both ends is positive in between.
  return gap > 0.0 && gap - duration * (closing + 0.5 * bending * duration) > 0.0;
}

}  // namespace firstcontact
