// The step. From here to the line that changes a velocity: advance -> drive_chords -> solve -> apply_impulses (impacts)
// and apply_loads (lasting contact), with small functions of their own files between them. Why nothing can
// interpenetrate, and why the bits do not depend on threads, stands at the head of events.cpp.
#include <algorithm>
#include <cmath>
#include <utility>

#include "calendar/contact_piece.hpp"
#include "calendar/phase_timer.hpp"
#include "calendar/world_state.hpp"
#include "dynamics/drag.hpp"

namespace firstcontact {

namespace {

/// Damping over a whole step.
struct Drag {
  DraggedFlight flight;       // of what flies free
  double linear_kept = 1.0;   // of what is in contact: the share of its velocity that is left
  double angular_kept = 1.0;  // the same of its spin
  Decay spin;                 // of what flies free
  bool acts = false;
};

// In contact drag is that of the velocity with which the step begins: where a sliding body is at its terminal speed,
// its pull and its drag are in balance, whatever the step. What stands has none, so that its weight stays its weight.
Drag drag_of(const WorldDefinition& definition) {
  const double linear = definition.time_step * definition.linear_damping;
  const double angular = definition.time_step * definition.angular_damping;
  return {{decay(linear), definition.time_step},
          std::max(0.0, 1.0 - linear),
          std::max(0.0, 1.0 - angular),
          decay(angular),
          linear > 0.0 || angular > 0.0};
}

// By what a recording shows, so that a reader knows, too, how damping dealt with a body.
bool flies(const RigidBody& body) {
  return body.motion == MotionClass::free &&
         (body.segment.linear_acceleration != Vec3(0.0) ||
          (body.segment.kind == FlowKind::ballistic && body.acceleration == Vec3(0.0)));
}

// What changes a velocity between events without a contact: damping, and a torque's kick for the coming step.
void apply_outer_influences(const WorldState& world, RigidBody& body, const Drag& drag, FlowState& state) {
  double twisted = world.definition.time_step;
  if (drag.acts && flies(body)) {
    state.linear_velocity = drag.flight.take_off(state.linear_velocity, body.acceleration);
    state.angular_velocity *= drag.spin.keep;
    twisted *= drag.spin.mean;
  } else if (drag.acts) {
    state.linear_velocity *= drag.linear_kept;
    state.angular_velocity *= drag.angular_kept;
  }
  if (body.motion == MotionClass::free && body.torque != Vec3(0.0)) {
    state.angular_velocity += twisted * (inverse_inertia(body, state.pose.orientation) * body.torque);
    body.twisted_until = world.step_end;
  }
}

// The drag that flights since `begin` have yet to feel. What an impact threw off in between had none since.
void land_flights(WorldState& world, double begin) {
  const double damping = world.definition.linear_damping;
  if (!(damping > 0.0)) {
    return;
  }
  const Drag drag = drag_of(world.definition);
  for (const BodyIndex index : world.movers) {
    const RigidBody& body = world.bodies[index];
    if (!body.is_dynamic() || !flies(body)) {
      continue;
    }
    FlowState state = state_of(world, index, world.time);
    const MotionSegment& flown = body.segment;
    state.linear_velocity = flown.start_time <= begin
                                ? drag.flight.land(flown.linear_velocity, flown.linear_acceleration)
                                : decay(damping * (world.time - flown.start_time)).keep * state.linear_velocity;
    set_segment(world, index, state, world.time);
  }
}

// The loads of the coming step.
void take_up_loads_at(WorldState& world, BodyIndex index) {
  RigidBody& body = world.bodies[index];
  const Vec3 fell = body.acceleration;
  const Vec3 twisted = body.torque;
  take_up_loads(body);
  world.is_disturbed = world.is_disturbed || body.acceleration != fell || body.torque != twisted;
}

void begin_body_step(WorldState& world, BodyIndex index, const Drag& drag) {
  RigidBody& body = world.bodies[index];
  body.impacts_this_step = 0;
  take_up_loads_at(world, index);
  FlowState state = state_of(world, index, world.time);
  if (body.is_dynamic()) {
    apply_outer_influences(world, body, drag, state);
  }
  if (body.motion == MotionClass::free || body.type == BodyType::kinematic) {
    set_segment(world, index, state, world.time);
    record_segment(world, index);
  } else if (drag.acts) {  // what it goes on with begins a piece
    change_velocity(world, index, {drag.linear_kept * body.linear_velocity, drag.angular_kept * body.angular_velocity});
  }
}

void begin_step(WorldState& world) {
  const PhaseTimer timer(world.statistics.phases.predict);
  world.step_end = static_cast<double>(world.statistics.steps + 1) * world.definition.time_step;
  world.events = std::exchange(world.coming_events, {});
  world.segments.clear();
  world.impulses = {};
  world.queue = {};
  const Drag drag = drag_of(world.definition);
  for (const BodyIndex index : world.movers) {
    begin_body_step(world, index, drag);
  }
}

void find_candidates(WorldState& world) {
  const PhaseTimer timer(world.statistics.phases.broadphase);
  lay_tracks(world);
  if (world.has_new_bodies) {
    find_initial_overlaps(world);
  }
}

void substep(WorldState& world, double begin, double end) {
  world.substep_end = end;
  count_ways(world, begin);
  drive_chords(world, begin);
}

void remove_escaped(WorldState& world) {
  if (!world.definition.bounds) {
    return;
  }
  const Aabb& bounds = *world.definition.bounds;
  for (const BodyIndex index : world.movers) {
    const RigidBody& body = world.bodies[index];
    const Vec3& at = state_of(world, index, world.time).pose.position;
    const bool inside = glm::all(glm::lessThanEqual(bounds.low, at)) && glm::all(glm::lessThanEqual(at, bounds.high));
    if (!body.is_dynamic() || inside) {
      continue;
    }
    world.events.push_back(take_out(world, index));
  }
}

void finish_step(WorldState& world) {
  const PhaseTimer timer(world.statistics.phases.commit);
  const double begin = world.time;
  ++world.statistics.steps;
  world.time = world.step_end;
  sense(world, begin);
  remove_escaped(world);
  land_flights(world, begin);
  fall_asleep(world);
  std::stable_sort(world.events.begin(), world.events.end(),
                   [](const Event& x, const Event& y) { return x.time < y.time; });
  const auto is_earlier = [](const MotionSegment& x, const MotionSegment& y) {
    return std::pair(x.start_time, x.body) < std::pair(y.start_time, y.body);
  };
  if (!std::is_sorted(world.segments.begin(), world.segments.end(), is_earlier)) {
    std::stable_sort(world.segments.begin(), world.segments.end(), is_earlier);
  }
}

}  // namespace

void advance(WorldState& world) {
  list_movers(world);
  world.is_stepping = true;
  if (world.has_new_bodies) {
    const PhaseTimer timer(world.statistics.phases.broadphase);
    set_apart(world);
  }
  begin_step(world);
  find_candidates(world);
  world.stands_still = all_stand_still(world);
  world.is_disturbed = false;
  const int count = substeps_of_step(world);
  const double begin = world.time;
  const double length = (world.step_end - begin) / count;
  world.substep_length = world.definition.time_step / count;
  for (int k = 0; k < count; ++k) {
    const double end = k + 1 == count ? world.step_end : begin + (k + 1) * length;
    substep(world, begin + k * length, end);
  }
  finish_step(world);
  world.is_stepping = false;
}

}  // namespace firstcontact
