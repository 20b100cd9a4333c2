#include "dynamics/contact_point.hpp"

namespace firstcontact {

std::vector<Velocity> velocities_of(std::span<const Responder> responders) {
  std::vector<Velocity> velocities;
  velocities.reserve(responders.size());
  for (const Responder& responder : responders) {
    velocities.push_back(responder.velocity);
  }
  return velocities;
}

std::vector<Velocity> velocities_of(std::span<const std::uint32_t> which, std::span<const Responder> responders) {
  std::vector<Velocity> velocities;
  velocities.reserve(which.size());
  for (const std::uint32_t i : which) {
    velocities.push_back(responders[i].velocity);
  }
  return velocities;
}

namespace {

double inverse_mass_along(const Responder& body, const Vec3& arm, const Vec3& direction) {
  const Vec3 lever = glm::cross(arm, direction);
  return glm::dot(direction, body.inverse_mass * direction) + glm::dot(lever, body.inverse_inertia * lever);
}

void push(Responder& body, const Vec3& arm, const Vec3& impulse) {
  body.velocity.linear += body.inverse_mass * impulse;
  body.velocity.angular += body.inverse_inertia * glm::cross(arm, impulse);
}

}  // namespace

void apply_impulse(const ContactPoint& point, const Vec3& impulse, std::span<Responder> responders) {
  push(responders[point.a], point.arm_a, -impulse);
  push(responders[point.b], point.arm_b, impulse);
}

double inverse_effective_mass(const ContactPoint& point, const Vec3& direction, std::span<const Responder> responders) {
  return inverse_mass_along(responders[point.a], point.arm_a, direction) +
         inverse_mass_along(responders[point.b], point.arm_b, direction);
}

}  // namespace firstcontact
