#include "lab/run.hpp"

namespace firstcontact {
namespace {

Vec3 inverse_inertia_times(const ImpactingBody& body, const Vec3& v) {
  if (body.inverse_mass == 0.0) {
    return Vec3(0.0);
  }
  const Quat axes = body.state.pose.orientation * body.inertia.principal_axes;
  return rotate(axes, rotate_inverse(axes, v) / body.inertia.principal_moments);
}

Vec3 velocity_at(const ImpactingBody& body, const Vec3& point) {
  return body.state.linear_velocity + glm::cross(body.state.angular_velocity, point - body.state.pose.position);
}

double give_of(const ImpactingBody& body, const Vec3& point, const Vec3& normal) {
  const Vec3 moment = glm::cross(point - body.state.pose.position, normal);
  return body.inverse_mass + glm::dot(moment, inverse_inertia_times(body, moment));
}

FlowState pushed(const ImpactingBody& body, const Vec3& point, const Vec3& impulse) {
  FlowState after = body.state;
  after.linear_velocity += body.inverse_mass * impulse;
  after.angular_velocity += inverse_inertia_times(body, glm::cross(point - body.state.pose.position, impulse));
  return after;
}

}  // namespace

ExactImpact exact_impact(const ImpactingBody& a, const ImpactingBody& b, const Vec3& point, const Vec3& normal,
                         double restitution) {
  const double approach = glm::dot(velocity_at(a, point) - velocity_at(b, point), normal);
  ExactImpact impact;
  impact.impulse = (1.0 + restitution) * approach / (give_of(a, point, normal) + give_of(b, point, normal));
  impact.a = pushed(a, point, -impact.impulse * normal);
  impact.b = pushed(b, point, impact.impulse * normal);
  return impact;
}

}  // namespace firstcontact
