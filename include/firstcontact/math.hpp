// The numbers every station shares: GLM's double-precision vectors under the names the engine uses, boxes, poses, and a
// sine and cosine that return the same bits on every machine.
//
// Units are SI, frames right-handed with Y up. A quantity is in the world frame unless its name ends in `_local`.
#pragma once

#include <firstcontact/export.hpp>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace firstcontact {

using Vec3 = glm::dvec3;
using Mat3 = glm::dmat3;  // column major: m[column][row]
using Quat = glm::dquat;  // constructed (w, x, y, z); files hold [x, y, z, w]

// GLM's macros change what these types are, and every file of a program must mean the same by them as the library does:
// plain numbers, side by side, in GLM's default order.
static_assert(sizeof(Vec3) == 3 * sizeof(double) && alignof(Vec3) == alignof(double) &&
                  sizeof(Mat3) == 3 * sizeof(Vec3),
              "First Contact: GLM's vectors must not be aligned (GLM_FORCE_DEFAULT_ALIGNED_GENTYPES is defined)");
static_assert(sizeof(Quat) == 4 * sizeof(double) && alignof(Quat) == alignof(double) && offsetof(Quat, x) == 0 &&
                  offsetof(Quat, w) == 3 * sizeof(double),
              "First Contact: GLM's quaternions must be x, y, z, w (GLM_FORCE_QUAT_DATA_WXYZ is defined)");
static_assert(std::is_same_v<Vec3, glm::vec<3, double, glm::packed_highp>>,
              "First Contact: GLM's vectors must be its packed ones of high precision");
static_assert(std::is_same_v<Vec3::length_type, int>,
              "First Contact: GLM's lengths must be int (GLM_FORCE_SIZE_T_LENGTH is defined)");

/// An axis-aligned box, metres. The default is empty: low > high, and growing it by a point makes it that point.
struct Aabb {
  Vec3 low{std::numeric_limits<double>::infinity()};
  Vec3 high{-std::numeric_limits<double>::infinity()};
};

/// Smallest box that holds both.
[[nodiscard]] inline Aabb merged(const Aabb& a, const Aabb& b) {
  return {glm::min(a.low, b.low), glm::max(a.high, b.high)};
}
/// Smallest box that holds `box` and `point`.
[[nodiscard]] inline Aabb merged(const Aabb& box, const Vec3& point) {
  return {glm::min(box.low, point), glm::max(box.high, point)};
}
/// `box` with every face moved outward by `margin` metres.
[[nodiscard]] inline Aabb grown(const Aabb& box, double margin) {
  return {box.low - Vec3(margin), box.high + Vec3(margin)};
}
/// True when the closed boxes share a point.
[[nodiscard]] inline bool overlaps(const Aabb& a, const Aabb& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

/// Where a body's own frame is: x_world = position + rotate(orientation, x_local). The orientation is of unit length.
struct Pose {
  Vec3 position{0.0};
  Quat orientation{1.0, 0.0, 0.0, 0.0};
};

struct SineCosine {
  double sine = 0.0;
  double cosine = 1.0;
};

/// Sine and cosine of `angle` (radians) from +, -, * and comparisons alone, so that the bits do not depend on the C
/// library, the compiler or the machine. Error below 2e-16 + 1e-16 |angle| for |angle| <= 1e6.
[[nodiscard]] FIRSTCONTACT_EXPORT SineCosine sine_cosine(double angle);

/// The rotation by |rotation_vector| radians about its direction (exponential map).
[[nodiscard]] FIRSTCONTACT_EXPORT Quat quaternion_from_rotation_vector(const Vec3& rotation_vector);
/// `v` turned by the unit quaternion `q`.
[[nodiscard]] inline Vec3 rotate(const Quat& q, const Vec3& v) {
  const Vec3 u(q.x, q.y, q.z);
  const Vec3 t = 2.0 * glm::cross(u, v);
  return v + q.w * t + glm::cross(u, t);
}
/// `v` turned by the inverse of the unit quaternion `q`: world to local.
[[nodiscard]] inline Vec3 rotate_inverse(const Quat& q, const Vec3& v) {
  const Vec3 u(-q.x, -q.y, -q.z);
  const Vec3 t = 2.0 * glm::cross(u, v);
  return v + q.w * t + glm::cross(u, t);
}
/// The rotation matrix of the unit quaternion `q`: local to world.
[[nodiscard]] inline Mat3 rotation_matrix(const Quat& q) { return glm::mat3_cast(q); }
/// The local point `point_local` in the world.
[[nodiscard]] inline Vec3 to_world(const Pose& pose, const Vec3& point_local) {
  return pose.position + rotate(pose.orientation, point_local);
}

[[nodiscard]] inline double squared_length(const Vec3& v) { return glm::dot(v, v); }
/// `v` made unit, or `fallback` when it is shorter than 1e-150.
[[nodiscard]] FIRSTCONTACT_EXPORT Vec3 normalized_or(const Vec3& v, const Vec3& fallback);
/// Some unit vector at right angles to the unit vector `v`; the same one every time.
[[nodiscard]] FIRSTCONTACT_EXPORT Vec3 any_perpendicular(const Vec3& v);
[[nodiscard]] FIRSTCONTACT_EXPORT bool is_finite(const Vec3& v);
[[nodiscard]] FIRSTCONTACT_EXPORT bool is_finite(const Quat& q);

}  // namespace firstcontact
