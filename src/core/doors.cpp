#include "core/doors.hpp"

#include <firstcontact/result.hpp>

#include "core/limits.hpp"
#include "core/number_text.hpp"

namespace firstcontact {

void refuse(const char* where, const std::string& what) { throw ContractViolation(std::string(where) + ": " + what); }

std::string text_of(double number) { return text_from_number(number); }

std::string text_of(const Vec3& v) { return "(" + text_of(v.x) + ", " + text_of(v.y) + ", " + text_of(v.z) + ")"; }

void require_within(const Vec3& v, double most, const char* where, const char* what) {
  if (!is_finite(v)) {
    refuse(where, std::string(what) + " must be finite, found " + text_of(v));
  }
  if (!is_within(v, most)) {
    refuse(where, std::string(what) + " must be within " + text_of(most) + ", found " + text_of(v));
  }
}

bool is_rotation(const Quat& q) { return std::abs(std::sqrt(glm::dot(q, q)) - 1.0) <= limits::quaternion_length; }

Quat unit_rotation(const Quat& q, const char* where) {
  if (is_unit(q)) {
    return q;
  }
  if (!is_rotation(q)) {
    refuse(where, "an orientation must be a quaternion of length 1, found (w, x, y, z) = (" + text_of(q.w) + ", " +
                      text_of(q.x) + ", " + text_of(q.y) + ", " + text_of(q.z) + ")");
  }
  return glm::normalize(q);
}

double sum_of_sizes(const RigidMotion& motion) {
  const auto size_of = [](const Vec3& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); };
  const Quat& q = motion.start.orientation;
  return size_of(motion.start.position) + size_of(motion.linear_velocity) + size_of(motion.angular_velocity) +
         size_of(motion.linear_acceleration) + std::abs(motion.deviation) +
         (std::abs(q.w) + std::abs(q.x) + std::abs(q.y) + std::abs(q.z));
}

}  // namespace firstcontact
