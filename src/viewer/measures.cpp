#include "viewer/measures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firstcontact {

Totals totals_of(const RecordedBody& body, const FlowState& state, const Vec3& gravity) {
  Totals totals;
  const Quat axes = state.pose.orientation * body.inertia.principal_axes;
  const Vec3 spin = rotate_inverse(axes, state.angular_velocity);
  totals.momentum = body.mass * state.linear_velocity;
  totals.kinetic_energy =
      0.5 * (glm::dot(totals.momentum, state.linear_velocity) + glm::dot(spin, body.inertia.principal_moments * spin));
  totals.potential_energy = -body.mass * glm::dot(gravity, state.pose.position);
  totals.angular_momentum =
      glm::cross(state.pose.position, totals.momentum) + rotate(axes, body.inertia.principal_moments * spin);
  return totals;
}

Totals totals_at(const Instant& instant) {
  Totals totals;
  const RecordingHeader& header = instant.stage->header;
  for (BodyIndex i = 0; i < instant.motions->size(); ++i) {
    const RecordedBody& body = header.bodies[i];
    if (body.type != BodyType::dynamic || !instant.motions->is_there(i, instant.time)) {
      continue;
    }
    const Totals its = totals_of(body, instant.motions->state(i, instant.time), header.gravity);
    totals.kinetic_energy += its.kinetic_energy;
    totals.potential_energy += its.potential_energy;
    totals.momentum += its.momentum;
    totals.angular_momentum += its.angular_momentum;
  }
  return totals;
}

double lowest_along_gravity(const RecordingHeader& header) {
  double lowest = -std::numeric_limits<double>::infinity();  // the further along it, the lower
  for (const RecordedBody& body : header.bodies) {
    lowest = std::max(lowest, glm::dot(header.gravity, body.start.pose.position));
  }
  return std::isfinite(lowest) ? lowest : 0.0;
}

std::size_t asleep_at(const Instant& instant) {
  std::size_t count = 0;
  for (BodyIndex i = 0; i < instant.motions->size(); ++i) {
    count += instant.motions->is_there(i, instant.time) && is_asleep(i, instant) ? 1U : 0U;
  }
  return count;
}

}  // namespace firstcontact
