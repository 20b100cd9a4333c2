// The checks at the library's doors: cheap to pass, and they say what was wrong to whoever does not.
#pragma once

#include <firstcontact/math.hpp>
#include <firstcontact/motion.hpp>

#include <cmath>
#include <string>

namespace firstcontact {

/// Throws ContractViolation("where: what").
[[noreturn, gnu::cold]] void refuse(const char* where, const std::string& what);

/// True when no coordinate is beyond `most`. Not of what is no number.
inline bool is_within(const Vec3& v, double most) {
  return std::abs(v.x) <= most && std::abs(v.y) <= most && std::abs(v.z) <= most;
}

/// "what must be ..., found ..." unless it is within `most`. Throws ContractViolation.
void require_within(const Vec3& v, double most, const char* where, const char* what);

/// True of unit quaternions, to rounding and some drift.
inline bool is_unit(const Quat& q) { return std::abs(glm::dot(q, q) - 1.0) <= 1e-12; }

/// `q` made unit when its length is 1 to within 1e-3, as scene files may have it; as it is when it is unit already.
/// @throws ContractViolation  when it is no rotation
[[nodiscard]] Quat unit_rotation(const Quat& q, const char* where);

/// True when it's a rotation to within 1e-3.
[[nodiscard]] bool is_rotation(const Quat& q);

/// "(x, y, z)", with the digits that tell doubles apart.
[[nodiscard]] std::string text_of(const Vec3& v);
[[nodiscard]] std::string text_of(double number);

/// The sum of all its numbers without their signs: finite, and within limits, if they are.
[[nodiscard]] double sum_of_sizes(const RigidMotion& motion);

}  // namespace firstcontact
