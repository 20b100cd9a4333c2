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

namespace {

double inverse_mass_along(const Responder& body, const Vec3& arm, const Vec3& direction) {
  const Vec3 lever = glm::cross(arm, direction);
  if (!gives_way(body, {direction, lever, 1.0, squared_length(arm)})) {
    return 0.0;
  }
  return glm::dot(direction, body.inverse_mass * direction) + glm::dot(lever, body.inverse_inertia * lever);
}

void push(Responder& body, const Vec3& arm, const Vec3& impulse) {
  body.velocity.linear += body.inverse_mass * impulse;
  body.velocity.angular += body.inverse_inertia * glm::cross(arm, impulse);
}

// Of the squares of what moves the body.
double squares_along(const Vec3& v, const Vec3& response) {
  const Vec3 square = v * v;
  return (response.x > 0.0 ? square.x : 0.0) + (response.y > 0.0 ? square.y : 0.0) +
         (response.z > 0.0 ? square.z : 0.0);
}

}  // namespace

bool gives_way(const Responder& body, const Push& push, double precision) {
  if (body.inverse_mass.x > 0.0 && body.inverse_mass.y > 0.0 && body.inverse_mass.z > 0.0) {
    return true;
  }
  const Mat3& inertia = body.inverse_inertia;
  return squares_along(push.pull, body.inverse_mass) > precision * push.pull_squares ||
         squares_along(push.moment, {inertia[0][0], inertia[1][1], inertia[2][2]}) > precision * push.arm_squares;
}

void apply_impulse(const ContactPoint& point, const Vec3& impulse, std::span<Responder> responders) {
  push(responders[point.a], point.arm_a, -impulse);
  push(responders[point.b], point.arm_b, impulse);
}

bool gives_way(const ContactPoint& point, std::span<const Responder> responders, double precision) {
  const auto of = [&](std::uint32_t body, const Vec3& arm) {
    const Push push{point.normal, glm::cross(arm, point.normal), 1.0, squared_length(arm)};
    return gives_way(responders[body], push, precision);
  };
  return of(point.a, point.arm_a) || of(point.b, point.arm_b);
}

double inverse_effective_mass(const ContactPoint& point, const Vec3& direction, std::span<const Responder> responders) {
  return inverse_mass_along(responders[point.a], point.arm_a, direction) +
         inverse_mass_along(responders[point.b], point.arm_b, direction);
}

}  // namespace firstcontact
