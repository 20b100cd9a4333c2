// What a user does to bodies between steps: forces, torques, impulses, gravity, the motion of kinematic bodies.
#include <algorithm>
#include <string>

#include "calendar/places.hpp"
#include "calendar/world_holder.hpp"
#include "core/arithmetic_mode.hpp"
#include "core/doors.hpp"
#include "core/limits.hpp"

namespace firstcontact {

BodyIndex known_place(const WorldState& world, BodyIndex handle, const char* where) {
  const BodyIndex place = place_of(handle);
  if (place >= world.bodies.size() || generation_of(handle) > world.generations[place]) {
    refuse(where,
           "there is no body " + std::to_string(handle) + ", the world has had " + std::to_string(world.bodies.size()));
  }
  if (handle != handle_of(world, place)) {
    refuse(where, "body " + text_of_handle(handle) + " was removed, and its place is now that of '" +
                      world.bodies[place].name + "', body " + text_of_handle(handle_of(world, place)));
  }
  return place;
}

BodyIndex present_place(const WorldState& world, BodyIndex handle, const char* where) {
  const BodyIndex place = known_place(world, handle, where);
  if (world.bodies[place].removed) {
    refuse(where, "body " + text_of_handle(handle) + " '" + world.bodies[place].name + "' was removed");
  }
  return place;
}

namespace {

BodyIndex present_dynamic_place(const WorldState& world, BodyIndex handle, const char* where) {
  const BodyIndex place = present_place(world, handle, where);
  if (world.bodies[place].type != BodyType::dynamic) {
    refuse(where, "body " + text_of_handle(handle) + " '" + world.bodies[place].name + "' is not dynamic");
  }
  return place;
}

void require_finite(const Vec3& v, const char* where) {
  if (!is_finite(v)) {
    refuse(where, "numbers must be finite");
  }
}

void require_from_0(double number, double most, const char* where, const std::string& what) {
  if (!(number >= 0.0 && number <= most)) {
    refuse(where, what + " must be from 0 to " + text_of(most) + ", found " + text_of(number));
  }
}

void require_velocities(const Velocity& velocity, const char* where) {
  require_finite(velocity.linear, where);
  require_finite(velocity.angular, where);
  require_within(velocity.linear, limits::speed, where, "a velocity (m/s)");
  require_within(velocity.angular, limits::spin, where, "a spin (rad/s)");
}

// What the coming step's loads would give the body in it, if nothing else did.
void require_bearable(const WorldState& world, BodyIndex index, const Load& coming, const char* where) {
  const RigidBody& body = world.bodies[index];
  const double dt = world.definition.time_step;
  const Vec3& moments = body.inertia.principal_moments;
  const double least_moment = std::min({moments.x, moments.y, moments.z});
  const Vec3 speed = (dt / body.mass) * (body.lasting_load.force + coming.force);
  const Vec3 spin = (dt / least_moment) * (body.lasting_load.torque + coming.torque);
  if (!is_within(speed, limits::speed) || !is_within(spin, limits::spin)) {
    refuse(where, "the loads would give body " + std::to_string(index) + " '" + body.name +
                      "' more than 1e9 m/s or 1e12 rad/s in one step: found " + text_of(coming.force) + " N and " +
                      text_of(coming.torque) + " N m");
  }
}

// Whatever moves the body at present goes on from here: the coming step gives it its segment.
void push(WorldState& world, BodyIndex index, const Load& impulse, const char* where) {
  if (impulse.force == Vec3(0.0) && impulse.torque == Vec3(0.0)) {
    return;
  }
  const RigidBody& body = world.bodies[index];
  const auto pushed = [&] {
    FlowState state = state_of(world, index, world.time);
    const Responder responder = responder_of(body, state);
    state.linear_velocity += responder.inverse_mass * impulse.force;
    state.angular_velocity += responder.inverse_inertia * impulse.torque;
    return state;
  };
  const FlowState after = pushed();
  if (!is_within(after.linear_velocity, limits::speed) || !is_within(after.angular_velocity, limits::spin)) {
    refuse(where, "the impulse would give body " + std::to_string(index) + " '" + body.name + "' a velocity of " +
                      text_of(after.linear_velocity) + " m/s and a spin of " + text_of(after.angular_velocity) +
                      " rad/s, expected at most 1e9 and 1e12");
  }
  wake(world, index, world.time);
  set_segment(world, index, pushed(), world.time);
}

void load(WorldState& world, BodyIndex index, const Load& added, const char* where) {
  if (added.force == Vec3(0.0) && added.torque == Vec3(0.0)) {
    return;
  }
  Load coming = world.bodies[index].coming_load;
  coming.force += added.force;
  coming.torque += added.torque;
  require_bearable(world, index, coming, where);
  wake(world, index, world.time);
  world.bodies[index].coming_load = coming;
}

// About the centre of mass.
Vec3 moment_of(WorldState& world, BodyIndex index, const Vec3& force, const Vec3& point) {
  return glm::cross(point - state_of(world, index, world.time).pose.position, force);
}

}  // namespace

void World::apply_force(BodyIndex body, const Vec3& force) {
  const ArithmeticMode mode;
  constexpr auto where = "World::apply_force";
  const BodyIndex place = present_dynamic_place(content(), body, where);
  require_finite(force, where);
  load(content(), place, {force, Vec3(0.0)}, where);
}

void World::apply_force_at(BodyIndex body, const Vec3& force, const Vec3& point) {
  const ArithmeticMode mode;
  constexpr auto where = "World::apply_force_at";
  const BodyIndex place = present_dynamic_place(content(), body, where);
  require_finite(force, where);
  require_finite(point, where);
  load(content(), place, {force, moment_of(content(), place, force, point)}, where);
}

void World::apply_torque(BodyIndex body, const Vec3& torque) {
  const ArithmeticMode mode;
  constexpr auto where = "World::apply_torque";
  const BodyIndex place = present_dynamic_place(content(), body, where);
  require_finite(torque, where);
  load(content(), place, {Vec3(0.0), torque}, where);
}

void World::apply_impulse(BodyIndex body, const Vec3& impulse) {
  const ArithmeticMode mode;
  constexpr auto where = "World::apply_impulse";
  const BodyIndex place = present_dynamic_place(content(), body, where);
  require_finite(impulse, where);
  push(content(), place, {impulse, Vec3(0.0)}, where);
}

void World::apply_impulse_at(BodyIndex body, const Vec3& impulse, const Vec3& point) {
  const ArithmeticMode mode;
  constexpr auto where = "World::apply_impulse_at";
  const BodyIndex place = present_dynamic_place(content(), body, where);
  require_finite(impulse, where);
  require_finite(point, where);
  push(content(), place, {impulse, moment_of(content(), place, impulse, point)}, where);
}

void World::apply_angular_impulse(BodyIndex body, const Vec3& impulse) {
  const ArithmeticMode mode;
  constexpr auto where = "World::apply_angular_impulse";
  const BodyIndex place = present_dynamic_place(content(), body, where);
  require_finite(impulse, where);
  push(content(), place, {Vec3(0.0), impulse}, where);
}

void World::set_gravity(BodyIndex body, const Vec3& gravity) {
  const ArithmeticMode mode;
  constexpr auto where = "World::set_gravity";
  WorldState& world = content();
  const BodyIndex place = present_dynamic_place(world, body, where);
  RigidBody& pulled = world.bodies[place];
  require_finite(gravity, where);
  require_within(world.definition.time_step * gravity, limits::speed, where, "gravity times the time step (m/s)");
  if (pulled.gravity != gravity) {
    pulled.gravity = gravity;
    wake(world, place, world.time);
  }
}

void World::set_surface(BodyIndex handle, double restitution, double friction) {
  constexpr auto where = "World::set_surface";
  WorldState& world = content();
  const BodyIndex place = present_place(world, handle, where);
  require_from_0(restitution, 1.0, where, "restitution");
  require_from_0(friction, limits::material, where, "friction");
  RigidBody& body = world.bodies[place];
  if (body.restitution == restitution && body.friction == friction) {
    return;
  }
  body.restitution = restitution;
  body.friction = friction;
  wake(world, place, world.time);
  wake_touching(world, place);
  for (const std::uint32_t index : world.pairs_of[place]) {
    PairRecord& pair = world.pairs[index];
    const PairRecord anew = make_pair_record(world, {pair.a, pair.b});
    pair.restitution = anew.restitution;
    pair.friction = anew.friction;
    pair.resting_speed = anew.resting_speed;
  }
}

void World::set_damping(double linear, double angular) {
  constexpr auto where = "World::set_damping";
  require_from_0(linear, limits::damping, where, "linear damping (1/s)");
  require_from_0(angular, limits::damping, where, "angular damping (1/s)");
  WorldDefinition& definition = content().definition;
  definition.linear_damping = linear;
  definition.angular_damping = angular;
}

void World::set_velocity(BodyIndex handle, const Vec3& linear_velocity, const Vec3& angular_velocity) {
  const ArithmeticMode mode;
  constexpr auto where = "World::set_velocity";
  WorldState& world = content();
  const BodyIndex index = present_dynamic_place(world, handle, where);
  const RigidBody& body = world.bodies[index];
  require_velocities({linear_velocity, angular_velocity}, where);
  if (body.is_asleep() && linear_velocity == Vec3(0.0) && angular_velocity == Vec3(0.0)) {
    return;
  }
  wake(world, index, world.time);
  FlowState state = state_of(world, index, world.time);
  state.linear_velocity = Vec3(glm::notEqual(body.inverse_mass, Vec3(0.0))) * linear_velocity;
  const auto& locked = body.locked_rotation;
  state.angular_velocity = Vec3(locked[0] ? 0.0 : 1.0, locked[1] ? 0.0 : 1.0, locked[2] ? 0.0 : 1.0) * angular_velocity;
  set_segment(world, index, state, world.time);
  record_segment(world, index);
  world.known_states[index].time = -1.0;
}

void World::set_kinematic_velocity(BodyIndex handle, const Vec3& linear_velocity, const Vec3& angular_velocity) {
  const ArithmeticMode mode;
  constexpr auto where = "World::set_kinematic_velocity";
  WorldState& world = content();
  const BodyIndex body = present_place(world, handle, where);
  const RigidBody& mover = world.bodies[body];
  require(mover.type == BodyType::kinematic, "World::set_kinematic_velocity: the body must be kinematic");
  require_velocities({linear_velocity, angular_velocity}, where);
  if (linear_velocity != Vec3(0.0) || angular_velocity != Vec3(0.0)) {
    wake_touching(world, body);
  }
  if (mover.is_sensor) {
    recall_visits(world, body);
  }
  world.has_other_candidates = true;  // who is asleep meets only movers that move
  std::erase_if(world.waiting_movers, [&](const WaitingMover& waiting) { return waiting.body == body; });
  FlowState state = state_of(world, body, world.time);
  state.linear_velocity = linear_velocity;
  state.angular_velocity = angular_velocity;
  set_segment(world, body, state, world.time);
}

}  // namespace firstcontact
