#include <firstcontact/motion.hpp>
#include <firstcontact/result.hpp>

#include <algorithm>
#include <cmath>

#include "core/doors.hpp"
#include "core/limits.hpp"

namespace firstcontact {

namespace {

void require_motion(const RigidMotion& motion, double duration) {
  if (!(sum_of_sizes(motion) + std::abs(duration) <= limits::of_query)) {
    refuse("RigidMotion", "numbers must be finite and within 1e50");
  }
}

struct Range {
  double low, high;
};

// A parabola's extremes are at its ends, or at its vertex when that lies in between.
Range parabola_range(double start, double velocity, double acceleration, double duration) {
  const double end = start + velocity * duration + 0.5 * acceleration * duration * duration;
  Range range{std::min(start, end), std::max(start, end)};
  const double vertex_time = acceleration != 0.0 ? -velocity / acceleration : -1.0;
  if (vertex_time > 0.0 && vertex_time < duration) {
    const double vertex = start + 0.5 * velocity * vertex_time;
    range.low = std::min(range.low, vertex);
    range.high = std::max(range.high, vertex);
  }
  return range;
}

Vec3 box_extents_in_world(const Quat& orientation, const Vec3& half_extents_local) {
  const Mat3 r = rotation_matrix(orientation);
  return glm::abs(r[0]) * half_extents_local.x + glm::abs(r[1]) * half_extents_local.y +
         glm::abs(r[2]) * half_extents_local.z;
}

// Three bounds, each valid alone, the best per axis: the extents at mid-span plus how far a point can move from there
// on its circle about the spin axis; the body of revolution the box sweeps about that axis; the bounding sphere.
Vec3 rotation_extents(const RigidMotion& motion, const Vec3& half_extents_local, double radius, double duration) {
  const double spin = std::sqrt(squared_length(motion.angular_velocity));
  if (spin == 0.0) {
    return glm::min(box_extents_in_world(motion.start.orientation, half_extents_local), Vec3(radius));
  }
  const Vec3 axis = motion.angular_velocity / spin;
  const Vec3 axis_local = glm::abs(rotate_inverse(motion.start.orientation, axis));
  const Vec3& e = half_extents_local;
  const Vec3 across(axis_local.y * e.z + axis_local.z * e.y, axis_local.z * e.x + axis_local.x * e.z,
                    axis_local.x * e.y + axis_local.y * e.x);
  const double circle = std::min(radius, std::sqrt(squared_length(across)));
  const double along = std::min(radius, glm::dot(axis_local, e));
  const Quat middle = pose_at(motion, 0.5 * duration).orientation;
  const Vec3 sideways = glm::sqrt(glm::max(Vec3(0.0), Vec3(1.0) - axis * axis));
  const Vec3 near_middle = box_extents_in_world(middle, e) + sideways * (circle * std::min(0.5 * spin * duration, 2.0));
  const Vec3 revolution = glm::abs(axis) * along + sideways * circle;
  return glm::min(glm::min(near_middle, revolution), Vec3(radius));
}

}  // namespace

Pose pose_at(const RigidMotion& motion, double time) {
  require_motion(motion, time);
  const Vec3 position =
      motion.start.position + time * (motion.linear_velocity + (0.5 * time) * motion.linear_acceleration);
  const Quat turn = quaternion_from_rotation_vector(motion.angular_velocity * time);
  return {position, glm::normalize(turn * motion.start.orientation)};
}

RigidMotion advanced(const RigidMotion& motion, double time) {
  RigidMotion later = motion;
  later.start = pose_at(motion, time);
  later.linear_velocity += motion.linear_acceleration * time;
  return later;
}

Aabb swept_box(const RigidMotion& motion, const Vec3& half_extents_local, double radius, double duration) {
  require_motion(motion, duration);
  require(is_within(half_extents_local, limits::of_query) && radius >= 0.0 && radius <= limits::of_query,
          "swept_box: extents must be finite, and the radius >= 0");
  const Vec3 extents = rotation_extents(motion, half_extents_local, radius, duration);
  Aabb box;
  for (int axis = 0; axis < 3; ++axis) {
    const Range range = parabola_range(motion.start.position[axis], motion.linear_velocity[axis],
                                       motion.linear_acceleration[axis], duration);
    // 1e-14 covers the rounding of a dozen operations on numbers of this size.
    const double slack = motion.deviation + 1e-14 * (std::abs(range.low) + std::abs(range.high) + extents[axis]);
    box.low[axis] = range.low - extents[axis] - slack;
    box.high[axis] = range.high + extents[axis] + slack;
  }
  return box;
}

}  // namespace firstcontact
