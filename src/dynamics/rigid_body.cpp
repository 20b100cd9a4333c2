#include "dynamics/rigid_body.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/flow.hpp"

namespace firstcontact {

namespace {

// The inverse of the inertia restricted to the free axes: what a body responds with when the others are held by a lock.
Mat3 restricted_inverse(const Mat3& inertia, const std::array<bool, 3>& locked) {
  Mat3 padded = inertia;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (locked[static_cast<std::size_t>(i)] || locked[static_cast<std::size_t>(j)]) {
        padded[i][j] = i == j ? 1.0 : 0.0;
      }
    }
  }
  Mat3 inverse = glm::inverse(padded);
  for (int i = 0; i < 3; ++i) {
    if (locked[static_cast<std::size_t>(i)]) {
      inverse[i][i] = 0.0;
    }
  }
  return inverse;
}

Mat3 conjugated(const Mat3& axes, const Vec3& diagonal) {
  const Mat3 scaled(axes[0] * diagonal.x, axes[1] * diagonal.y, axes[2] * diagonal.z);
  return scaled * glm::transpose(axes);
}

}  // namespace

Mat3 inverse_inertia(const RigidBody& body, const Quat& orientation) {
  if (!body.is_dynamic()) {
    return Mat3(0.0);
  }
  const Mat3 axes = rotation_matrix(orientation * body.inertia.principal_axes);
  if (body.any_rotation_locked) {
    return restricted_inverse(conjugated(axes, body.inertia.principal_moments), body.locked_rotation);
  }
  return conjugated(axes, Vec3(1.0) / body.inertia.principal_moments);
}

void take_up_loads(RigidBody& body) {
  if (body.type != BodyType::dynamic) {
    return;
  }
  const Vec3 force = body.lasting_load.force + body.coming_load.force;
  const Vec3 torque = body.lasting_load.torque + body.coming_load.torque;
  const Vec3 acceleration = body.gravity + force / body.mass;
  for (int axis = 0; axis < 3; ++axis) {
    body.acceleration[axis] = body.inverse_mass[axis] > 0.0 ? acceleration[axis] : 0.0;
    body.torque[axis] = body.locked_rotation[static_cast<std::size_t>(axis)] ? 0.0 : torque[axis];
  }
  body.coming_load = {};
}

FlowState state_at(const RigidBody& body, double time) {
  FlowState state = evaluate(body.segment, body.inertia, time);
  if (body.motion == MotionClass::free) {
    return state;
  }
  if (body.path.is_active && body.motion == MotionClass::driven) {
    const ChordPath& path = body.path;
    const double share = std::min(1.0, (time - body.segment.start_time) / path.duration);
    state.linear_velocity = path.linear_at_start + share * (path.linear_at_end - path.linear_at_start);
    // Where a turn is locked the spin keeps its axes, as in flight: turned with the body it would leak into the lock.
    const Quat& at = body.any_rotation_locked ? body.segment.pose.orientation : state.pose.orientation;
    state.angular_velocity =
        rotate(at * body.inertia.principal_axes, path.spin_at_start + share * (path.spin_at_end - path.spin_at_start));
    return state;
  }
  state.linear_velocity = body.linear_velocity;
  state.angular_velocity = body.angular_velocity;
  return state;
}

double fastest_point(const RigidBody& body, const Velocity& velocity) {
  return std::sqrt(squared_length(velocity.linear)) +
         body.collider->radius * std::sqrt(squared_length(velocity.angular));
}

double kinetic_energy(const RigidBody& body, const FlowState& state) {
  const Vec3 spin_momentum = apply_inertia(body.inertia, state.pose.orientation, state.angular_velocity);
  return 0.5 * body.mass * squared_length(state.linear_velocity) +
         0.5 * glm::dot(spin_momentum, state.angular_velocity);
}

double mixed(double a, double b, MixRule rule) {
  switch (rule) {
    case MixRule::average:
      return 0.5 * (a + b);
    case MixRule::minimum:
      return std::min(a, b);
    case MixRule::maximum:
      return std::max(a, b);
    case MixRule::multiply:
      return a * b;
    case MixRule::geometric:
      return std::sqrt(a * b);
  }
  return 0.0;
}

}  // namespace firstcontact
