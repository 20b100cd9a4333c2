#include "calendar/repair_books.hpp"

#include "calendar/island_energy.hpp"
#include "core/disjoint_sets.hpp"
#include "core/parallel.hpp"
#include "dynamics/flow.hpp"

namespace firstcontact {

namespace {

bool moves(const WorldState& world, const Driven& driven, std::uint32_t slot) {
  const RigidBody& body = world.bodies[driven.bodies[slot]];
  return body.is_dynamic() && body.is_awake();
}

void join(const WorldState& world, const Driven& driven, const ContactPoint& point, DisjointSets& sets) {
  if (is_pressed(point) && moves(world, driven, point.a) && moves(world, driven, point.b)) {
    sets.join(point.a, point.b);
  }
}

// What the part learns from one of its points or rows.
void note_joint(const WorldState& world, const Driven& driven, const ContactPoint& joint, RepairPart& part) {
  const auto is_kinematic = [&](std::uint32_t slot) {
    return world.bodies[driven.bodies[slot]].type == BodyType::kinematic;
  };
  part.is_worked_on =
      part.is_worked_on || joint.surface_velocity != Vec3(0.0) || is_kinematic(joint.a) || is_kinematic(joint.b);
}

}  // namespace

std::vector<RepairPart> parts_of(const WorldState& world, const Driven& driven, const std::vector<ContactPoint>& points,
                                 const Repair& repair_data) {
  DisjointSets sets(driven.bodies.size());
  for (const ContactPoint& point : points) {
    join(world, driven, point, sets);
  }
  for (const RepairRow& row : repair_data.rows) {
    join(world, driven, row.point, sets);
  }
  std::vector<RepairPart> parts(driven.bodies.size());  // by root
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    if (moves(world, driven, slot)) {
      parts[sets.root(slot)].slots.push_back(slot);
    }
  }
  const auto part_of = [&](const ContactPoint& joint) -> RepairPart& {
    return parts[sets.root(moves(world, driven, joint.a) ? joint.a : joint.b)];
  };
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (is_pressed(points[i])) {
      note_joint(world, driven, points[i], part_of(points[i]));
      part_of(points[i]).points.push_back(i);
    }
  }
  for (std::uint32_t i = 0; i < repair_data.rows.size(); ++i) {
    const ContactPoint& point = repair_data.rows[i].point;
    if (is_pressed(point)) {
      note_joint(world, driven, point, part_of(point));
    }
    if (point.normal_impulse > 0.0) {
      part_of(point).rows.push_back(i);
    }
  }
  return parts;
}

Quat attitude_at_end(const WorldState& world, BodyIndex body) {
  return state_at(world.bodies[body], world.substep_end).pose.orientation;
}

namespace {

// As they came, without what gravity and the users' forces gave; a torque's kick is paid for by the user.
std::vector<Responder> before_the_fall(const Driven& driven, const std::vector<Velocity>& before) {
  std::vector<Responder> start = driven.responders;
  for (std::size_t slot = 0; slot < start.size(); ++slot) {
    start[slot].velocity = {driven.states[slot].linear_velocity, before[slot].angular};
  }
  return start;
}

// By slot.
std::vector<Quat> attitudes_at_end(const WorldState& world, const Driven& driven) {
  std::vector<Quat> attitudes(driven.bodies.size());
  visit_each(world.definition.threads, driven.bodies.size(), fewest_parallel,
             [&](std::size_t slot) { attitudes[slot] = attitude_at_end(world, driven.bodies[slot]); });
  return attitudes;
}

}  // namespace

RepairBooks books_of(const WorldState& world, const Driven& driven, const std::vector<Velocity>& before, double begin) {
  return {before_the_fall(driven, before), attitudes_at_end(world, driven), begin, world.substep_end - begin};
}

double energy_at_end(const WorldState& world, const Driven& driven, const RepairPart& part,
                     const std::vector<Quat>& attitudes) {
  double energy = 0.0;
  for (const std::uint32_t slot : part.slots) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    const Velocity& velocity = driven.responders[slot].velocity;
    FlowState end{driven.states[slot].pose, velocity.linear, velocity.angular};
    if (!body.any_rotation_locked) {
      const Vec3 momentum = apply_inertia(body.inertia, end.pose.orientation, velocity.angular);
      end.pose.orientation = attitudes[slot];
      end.angular_velocity = apply_inverse_inertia(body.inertia, attitudes[slot], momentum);
    }
    energy += kinetic_energy(body, end);
  }
  return energy;
}

double lift_of_motions(const WorldState& world, const Driven& driven, const std::vector<std::uint32_t>& slots,
                       double duration) {
  double lift = 0.0;
  for (const std::uint32_t slot : slots) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    lift -= duration * body.mass * glm::dot(body.acceleration, body.segment.linear_velocity);
  }
  return lift;
}

RepairBalance balance_of(const WorldState& world, const Driven& driven, const RepairPart& part,
                         const RepairBooks& books) {
  const double duration = books.duration;
  RepairBalance balance;
  balance.at_start = kinetic_energy_of(world, driven, part.slots, books.start);
  balance.at_end = energy_at_end(world, driven, part, books.attitudes);
  balance.lift = lift_of_motions(world, driven, part.slots, duration);
  for (const std::uint32_t slot : part.slots) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    balance.kick += 0.5 * body.mass * duration * duration * squared_length(body.acceleration);
  }
  return balance;
}

}  // namespace firstcontact
