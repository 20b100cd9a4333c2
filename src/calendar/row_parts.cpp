#include "calendar/row_parts.hpp"

#include <firstcontact/triangle_surface.hpp>

#include <algorithm>

#include "calendar/motors.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

SolverBody solver_body(const RigidBody& body, BodyIndex index, const FlowState& state, const ContactPiece& piece) {
  const double begin = piece.begin;
  const double duration = piece.problem.duration;
  SolverBody made;
  made.body = index;
  made.pose = state.pose;
  made.radius = body.radius;
  made.inertia = body.inertia;
  const bool moves = body.motion != MotionClass::fixed && body.motion != MotionClass::cut && !body.is_asleep();
  if (moves) {
    made.before = {state.linear_velocity, state.angular_velocity};
  }
  made.after = made.way = made.end = made.before;
  if (!body.is_awake() || body.motion == MotionClass::cut) {
    return made;
  }
  made.is_dynamic = true;
  made.turns_freely = !body.any_rotation_locked;
  made.mass = body.mass;
  made.inverse_mass = body.inverse_mass;
  made.inverse_inertia = inverse_inertia(body, state.pose.orientation);
  made.middle_turn = 0.5 * duration * state.angular_velocity;
  const Quat turn = quaternion_from_rotation_vector(made.middle_turn);
  made.middle_inverse_inertia = inverse_inertia(body, turn * state.pose.orientation);
  made.acceleration = body.acceleration;
  const double untwisted = begin + duration - std::max(begin, body.twisted_until);
  made.torque = std::clamp(untwisted / duration, 0.0, 1.0) * body.torque;
  return made;
}

void give_way_to_nothing(SolverBody& body) {
  body.is_dynamic = false;
  body.inverse_mass = Vec3(0.0);
  body.inverse_inertia = body.middle_inverse_inertia = Mat3(0.0);
}

std::uint32_t place_of(WorldState& world, ContactStep& step, BodyIndex index, ContactPiece& piece) {
  if (step.slot_of[index] == no_place) {
    step.slot_of[index] = static_cast<std::uint32_t>(piece.problem.bodies.size());
    SolverBody made = solver_body(world.bodies[index], index, state_of(world, index, piece.begin), piece);
    give_way_to_nothing(made);  // not of this piece: it goes its way
    made.clock_share = clock_share(world, index);
    piece.problem.bodies.push_back(made);
  }
  return step.slot_of[index];
}

void forget_places(ContactStep& step, const ContactPiece& piece) {
  for (const SolverBody& body : piece.problem.bodies) {
    step.slot_of[body.body] = no_place;
  }
}

ContactConstraint row_of_pair(const PairRecord& pair, std::uint32_t index, std::uint32_t a, std::uint32_t b) {
  ContactConstraint row;
  row.a = a;
  row.b = b;
  row.pair = index;
  row.skin = pair.skin;
  row.overlaps = pair.overlapping;
  row.friction = pair.friction;
  row.rolling_friction = pair.rolling_friction;
  row.spinning_friction = pair.spinning_friction;
  row.restitution = pair.impacts_this_step > tolerances::pair_impacts_before_plastic ? 0.0 : pair.restitution;
  row.resting_speed = pair.resting_speed;
  row.only_bounces = pair.resting_speed == 0.0 && !pair.overlapping;
  return row;
}

namespace {

double rounding_of(const RigidBody& body, std::size_t number) {
  const auto& shapes = body.collider->shapes;
  return number < shapes.size() ? shapes[number].rounding : 0.0;
}

}  // namespace

Roundings roundings_of(const WorldState& world, const ContactProblem& problem, const ContactConstraint& row) {
  if (row.shapes == 0) {
    return {};
  }
  const RigidBody& body_a = world.bodies[problem.bodies[row.a].body];
  const RigidBody& body_b = world.bodies[problem.bodies[row.b].body];
  const std::size_t count_b = shape_count(*body_b.collider);
  const std::size_t number = static_cast<std::size_t>(row.shapes - 1);
  return {rounding_of(body_a, number / count_b), rounding_of(body_b, number % count_b)};
}

}  // namespace firstcontact
