#include "verify/spins.hpp"

namespace firstcontact::verify {

IntervalMatrix Spins::attitude_at(const MotionSegment& segment, double time) const {
  if (time == segment.start_time) {
    return rotation_by(exact_quaternion(segment.pose.orientation));
  }
  const Rotation rotation(segment, header_->bodies[segment.body].inertia, time - segment.start_time);
  return rotation.at(Interval(time) - Interval(segment.start_time)).rotation;
}

Vec3 Spins::angular_momentum(std::uint32_t body, const IntervalMatrix& attitude, const Vec3& spin) const {
  const InertiaFrame& inertia = header_->bodies[body].inertia;
  const IntervalMatrix axes = rotation_by(exact_quaternion(inertia.principal_axes));
  const IntervalVector principal = transposed_times(axes, transposed_times(attitude, IntervalVector(spin)));
  const Vec3 momentum = inertia.principal_moments * middle(principal);
  return middle(attitude * (axes * IntervalVector(momentum)));
}

double Spins::twisted_energy(std::uint32_t body, const IntervalMatrix& attitude, const Vec3& momentum,
                             const Vec3& twist) const {
  if (!laws_->is_any_rotation_locked(body)) {
    return energy(body, attitude, momentum + twist);
  }
  const Vec3 won = glm::inverse(free_inertia(body, attitude)) * twist;
  return energy(body, attitude, momentum) + glm::dot(twist, spin_of(body, attitude, momentum) + 0.5 * won);
}

glm::dmat3 Spins::free_inertia(std::uint32_t body, const IntervalMatrix& attitude) const {
  glm::dmat3 inertia(1.0);
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 unit(0.0);
    unit[axis] = 1.0;
    const Vec3 column = angular_momentum(body, attitude, unit);
    for (int row = 0; row < 3; ++row) {
      const bool is_locked = laws_->is_rotation_locked(body, axis) || laws_->is_rotation_locked(body, row);
      inertia[axis][row] = is_locked ? inertia[axis][row] : column[row];
    }
  }
  return inertia;
}

Vec3 Spins::spin_of(std::uint32_t body, const IntervalMatrix& attitude, const Vec3& momentum) const {
  const InertiaFrame& inertia = header_->bodies[body].inertia;
  const IntervalMatrix axes = rotation_by(exact_quaternion(inertia.principal_axes));
  const Vec3 principal = middle(transposed_times(axes, transposed_times(attitude, IntervalVector(momentum))));
  return middle(attitude * (axes * IntervalVector(principal / inertia.principal_moments)));
}

double Spins::energy(std::uint32_t body, const IntervalMatrix& attitude, const Vec3& momentum) const {
  return 0.5 * glm::dot(momentum, spin_of(body, attitude, momentum));
}

}  // namespace firstcontact::verify
