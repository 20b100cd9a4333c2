// What it costs to lift: the repair changes motions until pairs keep apart, and against the floor it can only do so
// upwards. The solver's own push is cut down to what contacts have lost; this lift has to be, or the promise would
// break; so it is paid for afterwards.
#include <algorithm>
#include <cmath>

#include "calendar/driven.hpp"
#include "core/disjoint_sets.hpp"

namespace firstcontact {

namespace {

/// Bodies that impulses or rows join.
struct Part {
  std::vector<std::uint32_t> slots;  // of bodies that move, ascending
  bool rests = false;                // on what does not move: it need not keep its momentum
  bool is_worked_on = false;         // by a kinematic body or a belt: it may win energy
};

bool moves(const WorldState& world, const Driven& driven, std::uint32_t slot) {
  const RigidBody& body = world.bodies[driven.bodies[slot]];
  return body.is_dynamic() && body.is_awake();
}

std::vector<Part> parts_of(const WorldState& world, const Driven& driven,
                           const std::vector<const ContactPoint*>& joints) {
  DisjointSets sets(driven.bodies.size());
  for (const ContactPoint* joint : joints) {
    if (moves(world, driven, joint->a) && moves(world, driven, joint->b)) {
      sets.join(joint->a, joint->b);
    }
  }
  std::vector<Part> parts(driven.bodies.size());  // by root
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    if (moves(world, driven, slot)) {
      parts[sets.root(slot)].slots.push_back(slot);
    }
  }
  for (const ContactPoint* joint : joints) {
    const bool a_moves = moves(world, driven, joint->a);
    const bool b_moves = moves(world, driven, joint->b);
    Part& part = parts[sets.root(a_moves ? joint->a : joint->b)];
    const auto is_kinematic = [&](std::uint32_t slot) {
      return world.bodies[driven.bodies[slot]].type == BodyType::kinematic;
    };
    part.rests = part.rests || a_moves != b_moves;
    part.is_worked_on =
        part.is_worked_on || joint->surface_velocity != Vec3(0.0) || is_kinematic(joint->a) || is_kinematic(joint->b);
  }
  return parts;
}

std::vector<const ContactPoint*> joints_of(const std::vector<ContactPoint>& points, const Repair& repair_data) {
  std::vector<const ContactPoint*> joints;
  for (const ContactPoint& point : points) {
    if (is_pressed(point)) {
      joints.push_back(&point);
    }
  }
  for (const RepairRow& row : repair_data.rows) {
    if (is_pressed(row.point)) {
      joints.push_back(&row.point);
    }
  }
  return joints;
}

double kinetic_energy_of(const WorldState& world, const Driven& driven, std::uint32_t slot, const Velocity& velocity) {
  return kinetic_energy(world.bodies[driven.bodies[slot]],
                        {driven.states[slot].pose, velocity.linear, velocity.angular});
}

/// J, of a part's substep.
struct Balance {
  double at_start = 0.0;  // kinetic energy
  double at_end = 0.0;    // the same
  double lift = 0.0;      // what the motions do against gravity and the users' forces

  [[nodiscard]] double won() const { return at_end - at_start + lift; }
};

Balance balance_of(const WorldState& world, const Driven& driven, const Part& part,
                   const std::vector<Responder>& before, double duration) {
  Balance balance;
  for (const std::uint32_t slot : part.slots) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    Velocity at_start = before[slot].velocity;
    at_start.linear -= duration * body.acceleration;
    balance.at_start += kinetic_energy_of(world, driven, slot, at_start);
    balance.at_end += kinetic_energy_of(world, driven, slot, driven.responders[slot].velocity);
    balance.lift -= duration * body.mass * glm::dot(body.acceleration, body.segment.linear_velocity);
  }
  return balance;
}

void scale_velocities(WorldState& world, Driven& driven, const Part& part, double share) {
  for (const std::uint32_t slot : part.slots) {
    Velocity& velocity = driven.responders[slot].velocity;
    velocity = {share * velocity.linear, share * velocity.angular};
    change_velocity(world, driven.bodies[slot], velocity);
  }
}

// The same way, less far: what was certified to its end is certified to any part of it. Neighbours that go another way
// are asked again.
void scale_motions(WorldState& world, const Driven& driven, const Part& part, double share, double begin) {
  std::vector<BodyIndex> changed;
  for (const std::uint32_t slot : part.slots) {
    const MotionSegment& segment = world.bodies[driven.bodies[slot]].segment;
    give_motion(world, driven, slot, {share * segment.linear_velocity, share * segment.angular_velocity}, begin);
    keep_in_track(world, driven.bodies[slot]);
    changed.push_back(driven.bodies[slot]);
  }
  enter(world, ask(world, held_pairs_of(world, changed)));
}

}  // namespace

// First out of the velocities at the substep's end. Where that is not enough, all that there was at its start is spent,
// and nobody is lifted further than it goes: a part that stood stands on, and the impulses, which are carried over,
// come nearer to each other in the next substep.
void pay_for_repair(WorldState& world, Driven& driven, const std::vector<ContactPoint>& points,
                    const Repair& repair_data, const std::vector<Responder>& before, double begin) {
  const bool any_overlap =
      std::any_of(points.begin(), points.end(), [](const ContactPoint& point) { return point.separation <= 0.0; });
  if (repair_data.rows.empty() || any_overlap) {  // what was put into each other is pushed apart whatever it costs
    return;
  }
  for (const Part& part : parts_of(world, driven, joints_of(points, repair_data))) {
    if (!part.rests || part.is_worked_on) {
      continue;
    }
    const Balance balance = balance_of(world, driven, part, before, world.substep_end - begin);
    if (!(balance.won() > 0.0)) {
      continue;
    }
    scale_velocities(world, driven, part, std::sqrt(std::max(0.0, 1.0 - balance.won() / balance.at_end)));
    if (balance.won() > balance.at_end) {
      scale_motions(world, driven, part, balance.at_start / balance.lift, begin);
    }
  }
}

}  // namespace firstcontact
