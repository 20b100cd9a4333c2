// What a user does to bodies between steps: forces, torques, impulses, gravity, the motion of kinematic bodies.
#include <string>

#include "calendar/world_holder.hpp"

namespace firstcontact {

RigidBody& present_body(WorldState& world, BodyIndex body, const char* who) {
  if (body >= world.bodies.size()) {
    throw ContractViolation(std::string(who) + ": there is no body " + std::to_string(body) + ", the world has had " +
                            std::to_string(world.bodies.size()));
  }
  RigidBody& found = world.bodies[body];
  if (found.removed) {
    throw ContractViolation(std::string(who) + ": body " + std::to_string(body) + " '" + found.name + "' was removed");
  }
  return found;
}

namespace {

RigidBody& present_dynamic_body(WorldState& world, BodyIndex body, const char* who) {
  RigidBody& found = present_body(world, body, who);
  if (found.type != BodyType::dynamic) {
    throw ContractViolation(std::string(who) + ": body " + std::to_string(body) + " '" + found.name +
                            "' is not dynamic");
  }
  return found;
}

void require_finite(const Vec3& v, const char* who) {
  if (!is_finite(v)) {
    throw ContractViolation(std::string(who) + ": numbers must be finite");
  }
}

// Whatever moves the body at present goes on from here: the coming step gives it its segment.
void push(WorldState& world, BodyIndex index, const Vec3& impulse, const Vec3& angular_impulse) {
  if (impulse == Vec3(0.0) && angular_impulse == Vec3(0.0)) {
    return;
  }
  wake(world, index, world.time);
  FlowState state = state_of(world, index, world.time);
  const Responder responder = responder_of(world.bodies[index], state);
  state.linear_velocity += responder.inverse_mass * impulse;
  state.angular_velocity += responder.inverse_inertia * angular_impulse;
  set_segment(world, index, state, world.time);
}

void load(WorldState& world, BodyIndex index, const Load& added) {
  if (added.force == Vec3(0.0) && added.torque == Vec3(0.0)) {
    return;
  }
  wake(world, index, world.time);
  Load& coming = world.bodies[index].coming_load;
  coming.force += added.force;
  coming.torque += added.torque;
}

}  // namespace

void World::apply_force(BodyIndex body, const Vec3& force) {
  static_cast<void>(present_dynamic_body(state_->world, body, "World::apply_force"));
  require_finite(force, "World::apply_force");
  load(state_->world, body, {force, Vec3(0.0)});
}

void World::apply_force_at(BodyIndex body, const Vec3& force, const Vec3& point) {
  static_cast<void>(present_dynamic_body(state_->world, body, "World::apply_force_at"));
  require_finite(force, "World::apply_force_at");
  require_finite(point, "World::apply_force_at");
  const Vec3 arm = point - state_of(state_->world, body, state_->world.time).pose.position;
  load(state_->world, body, {force, glm::cross(arm, force)});
}

void World::apply_torque(BodyIndex body, const Vec3& torque) {
  static_cast<void>(present_dynamic_body(state_->world, body, "World::apply_torque"));
  require_finite(torque, "World::apply_torque");
  load(state_->world, body, {Vec3(0.0), torque});
}

void World::apply_impulse(BodyIndex body, const Vec3& impulse) {
  static_cast<void>(present_dynamic_body(state_->world, body, "World::apply_impulse"));
  require_finite(impulse, "World::apply_impulse");
  push(state_->world, body, impulse, Vec3(0.0));
}

void World::apply_impulse_at(BodyIndex body, const Vec3& impulse, const Vec3& point) {
  static_cast<void>(present_dynamic_body(state_->world, body, "World::apply_impulse_at"));
  require_finite(impulse, "World::apply_impulse_at");
  require_finite(point, "World::apply_impulse_at");
  const Vec3 arm = point - state_of(state_->world, body, state_->world.time).pose.position;
  push(state_->world, body, impulse, glm::cross(arm, impulse));
}

void World::apply_angular_impulse(BodyIndex body, const Vec3& impulse) {
  static_cast<void>(present_dynamic_body(state_->world, body, "World::apply_angular_impulse"));
  require_finite(impulse, "World::apply_angular_impulse");
  push(state_->world, body, Vec3(0.0), impulse);
}

void World::set_gravity(BodyIndex body, const Vec3& gravity) {
  RigidBody& pulled = present_dynamic_body(state_->world, body, "World::set_gravity");
  require_finite(gravity, "World::set_gravity");
  if (pulled.gravity != gravity) {
    pulled.gravity = gravity;
    wake(state_->world, body, state_->world.time);
  }
}

void World::set_kinematic_velocity(BodyIndex body, const Vec3& linear_velocity, const Vec3& angular_velocity) {
  const RigidBody& mover = present_body(state_->world, body, "World::set_kinematic_velocity");
  require(mover.type == BodyType::kinematic, "World::set_kinematic_velocity: the body must be kinematic");
  require_finite(linear_velocity, "World::set_kinematic_velocity");
  require_finite(angular_velocity, "World::set_kinematic_velocity");
  if (linear_velocity != Vec3(0.0) || angular_velocity != Vec3(0.0)) {
    wake_touching(state_->world, body);
  }
  if (mover.is_sensor) {
    recall_visits(state_->world, body);
  }
  state_->world.has_other_candidates = true;  // who is asleep meets only movers that move
  for (WaitingMover& waiting : state_->world.waiting_movers) {
    if (waiting.body == body) {
      waiting.wanted = {linear_velocity, angular_velocity};
      return;
    }
  }
  FlowState state = state_of(state_->world, body, state_->world.time);
  state.linear_velocity = linear_velocity;
  state.angular_velocity = angular_velocity;
  set_segment(state_->world, body, state, state_->world.time);
}

}  // namespace firstcontact
