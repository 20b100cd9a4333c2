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

// Whether the squeezed body seems to yield does not count: it may have the speed it was hit with and nowhere to go, and
// each substep that the mover went on would halve the gap.
bool would_approach(const PairRecord& pair, const PairContact& contact, const WaitingMover& mover) {
  return std::any_of(contact.points.begin(), contact.points.end(), [&](const ContactPoint& point) {
    const bool is_a = mover.body == pair.a;
    const Vec3 away = is_a ? point.normal : -point.normal;
    const Vec3& arm = is_a ? point.arm_a : point.arm_b;
    return glm::dot(away, mover.wanted.linear + glm::cross(mover.wanted.angular, arm)) > 0.0;
  });
}

bool must_wait(WorldState& world, const WaitingMover& mover, double time) {
  bool waits = false;
  std::vector<ContactPoint> points;
  for (const std::uint32_t index : world.pairs_of[mover.body]) {
    if (!world.pairs[index].squeezed) {
      continue;
    }
    const double skin = world.pairs[index].skin;
    const PairContact contact = known_contact(world, index, time, tolerances::activation_gap * skin, points);
    if (contact.points.empty()) {
      world.pairs[index].squeezed = false;
    } else if (contact.nearest < tolerances::going_on_gap * skin) {
      waits = waits || would_approach(world.pairs[index], contact, mover);
    }
  }
  return waits;
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
  if (world.definition.contact_model == ContactModel::chords) {
    slow_motor(world, mover, 0.0, time);
    return;
  }
  RigidBody& body = world.bodies[mover];
  const FlowState state = state_of(world, mover, time);
  world.waiting_movers.push_back({mover, {state.linear_velocity, state.angular_velocity}});
  body.motion = MotionClass::cut;
  body.held_since = time;
  set_segment(world, mover, {state.pose, Vec3(0.0), Vec3(0.0)}, time);
  record_segment(world, mover);
}

void release_movers(WorldState& world, double time) {
  std::erase_if(world.waiting_movers, [&](const WaitingMover& mover) {
    RigidBody& body = world.bodies[mover.body];
    if (body.removed) {
      return true;
    }
    world.statistics.time_lost += time - body.held_since;
    world.statistics.time_waited += time - body.held_since;
    body.held_since = time;
    if (must_wait(world, mover, time)) {
      return false;
    }
    body.motion = MotionClass::kinematic;
    const Pose pose = state_of(world, mover.body, time).pose;
    set_segment(world, mover.body, {pose, mover.wanted.linear, mover.wanted.angular}, time);
    record_segment(world, mover.body);
    keep_in_track(world, mover.body);
    return true;
  });
}

}  // namespace firstcontact
