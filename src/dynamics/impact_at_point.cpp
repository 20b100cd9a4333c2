#include "dynamics/impact_at_point.hpp"

#include <firstcontact/impact_law.hpp>

#include <array>

namespace firstcontact {

namespace {

// How both bodies give way there, and what they meet with.
PointImpact impact_at(const ContactPoint& point, std::span<const Responder> responders) {
  PointImpact impact;
  impact.velocity = relative_velocity(point, responders);
  impact.normal = point.normal;
  impact.friction = point.friction;
  impact.restitution = point.restitution;
  ContactPoint alone = point;
  alone.a = 0;
  alone.b = 1;
  for (int axis = 0; axis < 3; ++axis) {
    std::array<Responder, 2> bodies{responders[point.a], responders[point.b]};
    bodies[0].velocity = {};
    bodies[1].velocity = {};
    Vec3 unit(0.0);
    unit[axis] = 1.0;
    apply_impulse(alone, unit, bodies);
    impact.compliance[axis] = velocity_between(alone, bodies);
  }
  return impact;
}

}  // namespace

void answer_at_point(ContactPoint& point, std::span<Responder> responders) {
  const ImpactOutcome outcome = resolve_impact(impact_at(point, responders));
  apply_impulse(point, outcome.normal_impulse * point.normal + outcome.friction_impulse, responders);
  point.normal_impulse += outcome.normal_impulse;
  point.friction_impulse += outcome.friction_impulse;
}

}  // namespace firstcontact
