#include "dynamics/regain.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace firstcontact {

namespace {

// m/s of b's surface against a's at the point for a unit impulse along `direction`, were both at rest.
Vec3 response_to(const ContactPoint& point, const Vec3& direction, std::span<const Responder> responders) {
  ContactPoint trial = point;
  trial.a = 0;
  trial.b = 1;
  std::array<Responder, 2> bodies{responders[point.a], responders[point.b]};
  bodies[0].velocity = {};
  bodies[1].velocity = {};
  apply_impulse(trial, direction, bodies);
  return velocity_between(trial, bodies);
}

}  // namespace

// The impulse is d n + s (c n - t), with t along the sliding and c such that s changes nothing along the normal:
// d = (speed - u.n) / n.Kn, c = n.Kt / n.Kn. With w = c n - t, energy changes by d (speed + u.n) / 2 + s (w.u) +
// s^2 (w.Kw) / 2, and s is the lesser root. u is that of the surfaces: what a belt does on the bodies is paid by what
// drives the belt.
bool part_out_of_slide(ContactPoint& point, double speed, double friction, std::span<Responder> responders) {
  const Vec3 velocity = relative_velocity(point, responders);
  const double leaving = glm::dot(point.normal, velocity);
  const Vec3 sliding = velocity - leaving * point.normal;
  const double sliding_speed = std::sqrt(squared_length(sliding));
  if (leaving >= speed || !(sliding_speed > 0.0)) {
    return false;
  }
  const Vec3 along = sliding / sliding_speed;
  const Vec3 by_normal = response_to(point, point.normal, responders);
  const double compliance = glm::dot(point.normal, by_normal);
  if (!gives_way(point, responders)) {
    return false;
  }
  const double coupling = glm::dot(along, by_normal) / compliance;
  const Vec3 way = coupling * point.normal - along;
  const double push = (speed - leaving) / compliance;
  const double cost = 0.5 * push * (speed + leaving);
  const double given = -glm::dot(way, velocity);
  const double room = given * given - 2.0 * glm::dot(way, response_to(point, way, responders)) * cost;
  if (!(given > 0.0 && room >= 0.0)) {
    return false;
  }
  const double drag = std::max(0.0, 2.0 * cost / (given + std::sqrt(room)));
  const double normal_impulse = push + drag * coupling;
  const Vec3 friction_impulse = point.friction_impulse - drag * along;
  if (normal_impulse < 0.0 ||
      std::sqrt(squared_length(friction_impulse)) > friction * (point.normal_impulse + normal_impulse)) {
    return false;
  }
  apply_impulse(point, normal_impulse * point.normal - drag * along, responders);
  point.normal_impulse += normal_impulse;
  point.friction_impulse = friction_impulse;
  return true;
}

}  // namespace firstcontact
