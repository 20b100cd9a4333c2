#include <algorithm>
#include <cmath>

#include "calendar/places.hpp"
#include "calendar/world_state.hpp"
#include "dynamics/flow.hpp"

namespace firstcontact {

const FlowState& state_of(WorldState& world, BodyIndex body, double time) {
  KnownState& known = world.known_states[body];
  if (known.time != time) {
    known = {time, state_at(world.bodies[body], time)};
  }
  return known.state;
}

void count_lost_time(WorldState& world, BodyIndex index, double time) {
  const RigidBody& body = world.bodies[index];
  if (body.motion == MotionClass::cut) {
    world.statistics.time_lost += time - body.held_since;
  }
}

namespace {

// How many times faster it may turn later on: as its energy stays, |w|^2 is between 2 E over the greatest moment and
// 2 E over the least.
double most_spin(const RigidBody& body) {
  const Vec3& moments = body.inertia.principal_moments;
  const auto [least, greatest] = std::minmax({moments.x, moments.y, moments.z});
  return body.segment.kind == FlowKind::ballistic ? std::sqrt(greatest / least) : 1.0;
}

}  // namespace

void set_segment(WorldState& world, BodyIndex index, const FlowState& state, double time) {
  RigidBody& body = world.bodies[index];
  if (!world.impulses.chords.empty()) {
    end_chord(world, index, time);
  }
  body.linear_velocity = state.linear_velocity;
  body.angular_velocity = state.angular_velocity;
  MotionSegment& segment = body.segment;
  segment.body = index;
  segment.start_time = time;
  segment.pose = state.pose;
  const bool moves = body.motion != MotionClass::cut && body.motion != MotionClass::fixed && !body.is_asleep();
  segment.linear_velocity = moves ? state.linear_velocity : Vec3(0.0);
  segment.angular_velocity = moves ? state.angular_velocity : Vec3(0.0);
  const bool is_free = body.motion == MotionClass::free;
  // A body with a locked axis keeps its spin: the lock's torque takes what Euler's equations would change.
  const bool is_torque_free = is_free || (body.is_asleep() && body.floats);
  segment.kind = is_torque_free && !body.any_rotation_locked ? FlowKind::ballistic : FlowKind::screw;
  segment.linear_acceleration = is_free ? body.acceleration : Vec3(0.0);
  body.top_speed = fastest_point(body, {segment.linear_velocity, most_spin(body) * segment.angular_velocity});
  ++body.version;
  world.known_states[index].time = -1.0;
}

void change_velocity(WorldState& world, BodyIndex index, const Velocity& velocity) {
  world.bodies[index].linear_velocity = velocity.linear;
  world.bodies[index].angular_velocity = velocity.angular;
  world.known_states[index].time = -1.0;
}

void record_segment(WorldState& world, BodyIndex index) {
  world.segments.push_back(world.bodies[index].segment);
  if (!world.is_stepping) {  // at the end of a step all get their bodies' handles
    world.segments.back().body = handle_of(world, index);
  }
}

Responder responder_of(const RigidBody& body, const FlowState& state) {
  Responder responder;
  responder.velocity = {state.linear_velocity, state.angular_velocity};
  if (body.is_dynamic()) {
    responder.inverse_mass = body.inverse_mass;
    responder.inverse_inertia = inverse_inertia(body, state.pose.orientation);
  }
  return responder;
}

}  // namespace firstcontact
