// Squeezed bodies. A kinematic body is moved by nobody, but it must not go through what cannot give way: a crate
// between a piston and a wall has no motion that would be safe. So the piston waits, its lost time is counted, and the
// crate is reported as squeezed. It goes on as soon as the crate is clear of it, or it is told to move away.
#include <algorithm>

#include "calendar/motors.hpp"
#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

Event squeeze_event(WorldState& world, const PairRecord& pair, BodyIndex mover, const FoundPoints& contact,
                    double time) {
  Event event;
  event.time = time;
  event.kind = EventKind::squeezed;
  event.a = mover;
  event.b = mover == pair.a ? pair.b : pair.a;
  event.gap = contact.nearest;
  const FlowState a = state_of(world, pair.a, time);
  const FlowState b = state_of(world, pair.b, time);
  for (const ContactPoint& point : contact.points) {
    const Vec3 velocity = b.linear_velocity + glm::cross(b.angular_velocity, point.arm_b) - a.linear_velocity -
                          glm::cross(a.angular_velocity, point.arm_a);
    event.approach_speed = std::max(event.approach_speed, -glm::dot(point.normal, velocity));
    if (point.separation == contact.nearest) {
      event.point = a.pose.position + point.arm_a;
      event.normal = mover == pair.a ? point.normal : -point.normal;
    }
  }
  return event;
}

}  // namespace

void report_squeezed(WorldState& world, std::uint32_t index, BodyIndex mover, double time) {
  PairRecord& pair = world.pairs[index];
  if (!pair.squeezed) {
    pair.squeezed = true;
    const FoundPoints contact = pair_contact(world, index, time, tolerances::activation_gap * pair.skin);
    world.events.push_back(squeeze_event(world, pair, mover, contact, time));
  }
}

void hold_mover_back(WorldState& world, std::uint32_t index, double time) {
  const PairRecord& pair = world.pairs[index];
  const auto moves = [&](BodyIndex body) { return world.bodies[body].motion == MotionClass::kinematic; };
  const auto stands = [&](BodyIndex body) { return world.bodies[body].motion == MotionClass::cut; };
  if (!(moves(pair.a) && stands(pair.b)) && !(stands(pair.a) && moves(pair.b))) {
    return;
  }
  const BodyIndex mover = moves(pair.a) ? pair.a : pair.b;
  report_squeezed(world, index, mover, time);
  slow_motor(world, mover, 0.0, time);
}

}  // namespace firstcontact
