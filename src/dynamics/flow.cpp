#include "dynamics/flow.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

#include "core/arithmetic_mode.hpp"
#include "core/doors.hpp"
#include "core/limits.hpp"
#include "dynamics/free_rotation.hpp"

namespace firstcontact {

namespace {

void require_flow(const MotionSegment& segment, const InertiaFrame& inertia, double elapsed) {
  const RigidMotion numbers{segment.pose, segment.linear_velocity, segment.angular_velocity,
                            segment.linear_acceleration};
  if (!(sum_of_sizes(numbers) + std::abs(elapsed) <= limits::of_query)) {
    refuse("evaluate", "numbers must be finite and within 1e50");
  }
  const Vec3& moments = inertia.principal_moments;
  const bool has_moments = moments.x > 0.0 && moments.y > 0.0 && moments.z > 0.0;
  if (segment.kind == FlowKind::ballistic && !(has_moments && is_finite(moments))) {
    refuse("evaluate", "moments of inertia must be finite and > 0, found " + text_of(moments));
  }
}

}  // namespace

FlowState evaluate(const MotionSegment& segment, const InertiaFrame& inertia, double time) {
  const ArithmeticMode mode;
  const double elapsed = time - segment.start_time;
  FlowState state{segment.pose, segment.linear_velocity, segment.angular_velocity};
  if (elapsed == 0.0) {  // the most frequent question, and the one whose answer needs no rounding
    return state;
  }
  require_flow(segment, inertia, elapsed);
  state.pose.position =
      segment.pose.position + elapsed * (segment.linear_velocity + (0.5 * elapsed) * segment.linear_acceleration);
  state.linear_velocity = segment.linear_velocity + elapsed * segment.linear_acceleration;
  if (segment.kind == FlowKind::screw) {
    const Quat turn = quaternion_from_rotation_vector(segment.angular_velocity * elapsed);
    state.pose.orientation = glm::normalize(turn * segment.pose.orientation);
    return state;
  }
  const FreeRotation rotation{segment.pose.orientation, segment.angular_velocity};
  const FreeRotation later = rotate_freely(rotation, inertia, elapsed);
  state.pose.orientation = later.orientation;
  state.angular_velocity = later.angular_velocity;
  return state;
}

Vec3 apply_inertia(const InertiaFrame& inertia, const Quat& orientation, const Vec3& v) {
  const Quat axes = orientation * inertia.principal_axes;
  return rotate(axes, inertia.principal_moments * rotate_inverse(axes, v));
}

Vec3 apply_inverse_inertia(const InertiaFrame& inertia, const Quat& orientation, const Vec3& v) {
  const Quat axes = orientation * inertia.principal_axes;
  return rotate(axes, rotate_inverse(axes, v) / inertia.principal_moments);
}

namespace {

// Squares of the greatest spin about each principal axis. Eliminating axis k from the two conserved quadratics
// sum I w^2 = 2E and sum I^2 w^2 = L^2 bounds the other two when k is the axis of least or of greatest moment.
Vec3 greatest_squared_spins(const Vec3& moments, const Vec3& spin) {
  const Vec3 momentum = moments * spin;
  const double twice_energy = glm::dot(spin, momentum);
  const double momentum_squared = squared_length(momentum);
  Vec3 bound = glm::min(Vec3(twice_energy) / moments, Vec3(momentum_squared) / (moments * moments));
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3;
    const int j = (k + 2) % 3;
    const double toward_i = moments[i] - moments[k];
    const double toward_j = moments[j] - moments[k];
    if (toward_i * toward_j <= 0.0) {
      continue;
    }
    // = I_i (I_i - I_k) w_i^2 + I_j (I_j - I_k) w_j^2, evaluated without cancellation from the present spin.
    const double conserved = moments[i] * toward_i * spin[i] * spin[i] + moments[j] * toward_j * spin[j] * spin[j];
    bound[i] = std::min(bound[i], conserved / (moments[i] * toward_i));
    bound[j] = std::min(bound[j], conserved / (moments[j] * toward_j));
  }
  return bound;
}

}  // namespace

double angular_acceleration_bound(const MotionSegment& segment, const InertiaFrame& inertia) {
  const Vec3& moments = inertia.principal_moments;
  const bool same = moments.x == moments.y && moments.y == moments.z;
  if (segment.kind == FlowKind::screw || same || segment.angular_velocity == Vec3(0.0)) {
    return 0.0;
  }
  const Vec3 spin = rotate_inverse(segment.pose.orientation * inertia.principal_axes, segment.angular_velocity);
  const Vec3 squared = greatest_squared_spins(moments, spin);
  const Vec3 rate((moments.y - moments.z) / moments.x, (moments.z - moments.x) / moments.y,
                  (moments.x - moments.y) / moments.z);
  const Vec3 products(squared.y * squared.z, squared.z * squared.x, squared.x * squared.y);
  // 1e-15 |w|^2 covers what rounding leaves of a spin about a principal axis.
  return std::sqrt(glm::dot(rate * rate, products)) * (1.0 + 1e-12) + 1e-15 * squared_length(spin);
}

RigidMotion screw_over(const MotionSegment& segment, const InertiaFrame& inertia, const ScrewSpan& span) {
  RigidMotion motion;
  const double elapsed = span.begin - segment.start_time;
  motion.linear_acceleration = segment.linear_acceleration;
  motion.linear_velocity = segment.linear_velocity + elapsed * segment.linear_acceleration;
  motion.start.position =
      segment.pose.position + elapsed * (segment.linear_velocity + (0.5 * elapsed) * segment.linear_acceleration);
  const double duration = span.end - span.begin;
  if (segment.kind == FlowKind::screw || span.angular_acceleration == 0.0) {
    motion.angular_velocity = segment.angular_velocity;
    motion.start.orientation = evaluate(segment, inertia, span.begin).pose.orientation;
    return motion;
  }
  const FlowState middle = evaluate(segment, inertia, span.begin + 0.5 * duration);
  const Quat back = quaternion_from_rotation_vector(middle.angular_velocity * (-0.5 * duration));
  motion.angular_velocity = middle.angular_velocity;
  motion.start.orientation = glm::normalize(back * middle.pose.orientation);
  motion.deviation = screw_deviation(span);
  return motion;
}

double screw_deviation(const ScrewSpan& span) {
  const double duration = span.end - span.begin;
  // Both lie in the body's ball.
  return span.radius * std::min(2.0, span.angular_acceleration * duration * duration / 8.0);
}

}  // namespace firstcontact
