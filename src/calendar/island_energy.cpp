#include "calendar/island_energy.hpp"

#include <algorithm>
#include <cmath>

#include "core/disjoint_sets.hpp"
#include "core/tolerances.hpp"
#include "dynamics/rebound.hpp"

namespace firstcontact {

namespace {

/// Bodies of an island that its impulses join. What one part loses is no other's: nothing went from one to the other.
struct Part {
  std::vector<std::uint32_t> slots;   // of bodies that move, ascending
  std::vector<std::uint32_t> points;  // those with an impulse, ascending
};

std::vector<Part> parts_of(const WorldState& world, const Cutout& cutout) {
  const auto moves = [&](std::uint32_t slot) { return world.bodies[cutout.driven.bodies[slot]].is_dynamic(); };
  DisjointSets joined(cutout.driven.bodies.size());
  for (const ContactPoint& point : cutout.points) {
    if (is_pressed(point) && moves(point.a) && moves(point.b)) {
      joined.join(point.a, point.b);
    }
  }
  std::vector<Part> parts(cutout.driven.bodies.size());  // by root
  for (std::uint32_t i = 0; i < cutout.points.size(); ++i) {
    const ContactPoint& point = cutout.points[i];
    if (is_pressed(point)) {
      parts[joined.root(moves(point.a) ? point.a : point.b)].points.push_back(i);
    }
  }
  for (std::uint32_t slot = 0; slot < cutout.driven.bodies.size(); ++slot) {
    if (moves(slot)) {
      parts[joined.root(slot)].slots.push_back(slot);
    }
  }
  std::erase_if(parts, [](const Part& part) { return part.points.empty(); });
  return parts;
}

Part whole(const WorldState& world, const Driven& driven) {
  Part part;
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    if (world.bodies[driven.bodies[slot]].is_dynamic()) {
      part.slots.push_back(slot);
    }
  }
  return part;
}

// J: what gravity and the users' forces do along the motions.
double work_of_forces(const WorldState& world, const Driven& driven, const Part& part,
                      const std::vector<Velocity>& motion, double duration) {
  double work = 0.0;
  for (const std::uint32_t slot : part.slots) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    work += duration * body.mass * glm::dot(body.acceleration, motion[slot].linear);
  }
  return work;
}

// The same, but of who falls freely no more than his velocities say. He moves with that of the substep's end, by half a
// kick further down than he falls: what that loses is not for others to spend, as who meets something in the middle of
// the substep flies from there, and has it back.
double sure_work_of_forces(const WorldState& world, const Driven& driven, const Part& part,
                           const std::vector<Velocity>& motion, double duration) {
  double work = 0.0;
  for (const std::uint32_t slot : part.slots) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    const Vec3 mean = 0.5 * (driven.states[slot].linear_velocity + driven.responders[slot].velocity.linear);
    work += duration * body.mass *
            std::min(glm::dot(body.acceleration, motion[slot].linear), glm::dot(body.acceleration, mean));
  }
  return work;
}

// N s, by slot: what gravity and the users' forces take of a body's energy when it goes against them, per speed.
std::vector<Vec3> weights_of(const WorldState& world, const Driven& driven, double duration) {
  std::vector<Vec3> weights;
  for (const BodyIndex index : driven.bodies) {
    const RigidBody& body = world.bodies[index];
    weights.push_back(body.is_dynamic() ? -duration * body.mass * body.acceleration : Vec3(0.0));
  }
  return weights;
}

// Overlapping bodies are pushed apart whatever it costs; all else may be lifted only by what contacts have lost.
// Kinematic bodies and belts do work on what they carry, and the push that lifts bodies out of each other is meant to.
bool is_worked_on(const WorldState& world, const Cutout& cutout) {
  const Driven& driven = cutout.driven;
  return cutout.has_belt || cutout.has_overlap ||
         std::any_of(driven.bodies.begin(), driven.bodies.end(),
                     [&](BodyIndex body) { return world.bodies[body].type == BodyType::kinematic; });
}

/// A substep's velocities, stage by stage.
struct Stages {
  std::vector<Velocity> start;          // before the kick, but for a torque's: that is paid for by the user
  const std::vector<Velocity>& before;  // what the impulses met
  std::vector<Velocity> change;         // what they made of it, less that
  const std::vector<Velocity>& free;    // the motions without impulses
  std::vector<Velocity> led;            // what the impulses made of these, less them
};

Stages stages_of(const std::vector<Velocity>& before, const std::vector<Velocity>& free, const Cutout& cutout) {
  const Driven& driven = cutout.driven;
  Stages stages{starting_velocities(driven), before, velocities_of(driven.responders), free, cutout.relaxed};
  for (std::size_t slot = 0; slot < before.size(); ++slot) {
    stages.start[slot].angular = before[slot].angular;
    stages.change[slot].linear -= before[slot].linear;
    stages.change[slot].angular -= before[slot].angular;
    stages.led[slot].linear -= free[slot].linear;
    stages.led[slot].angular -= free[slot].angular;
  }
  return stages;
}

// Two bounds: the impulses give no energy to the velocities that they meet, and what is then raised against gravity was
// there before. The second is a matter of a millionth of the load, but it comes again in every substep.
double affordable_share(const WorldState& world, const Driven& driven, const Part& part, const Stages& stages,
                        double duration) {
  EnergyParabola energy;
  energy.at = kinetic_energy_of(world, driven, part.slots, stages.before);
  energy.curvature = kinetic_energy_of(world, driven, part.slots, stages.change);
  energy.slope = kinetic_energy_of(world, driven, part.slots, driven.responders) - energy.at - energy.curvature;
  EnergyParabola ahead = energy;
  ahead.at -= work_of_forces(world, driven, part, stages.free, duration);
  ahead.slope -= work_of_forces(world, driven, part, stages.led, duration);
  return std::min(energy.largest_share(energy.at),
                  ahead.largest_share(kinetic_energy_of(world, driven, part.slots, stages.start)));
}

// What restitution asks of the part's points, given how fast they approached.
std::vector<Rebound> wanted_rebounds(const Part& part, const std::vector<ContactPoint>& points,
                                     const std::vector<Velocity>& before) {
  std::vector<Rebound> rebounds;
  for (const std::uint32_t i : part.points) {
    const ContactPoint& point = points[i];
    const double approach = -glm::dot(point.normal, relative_velocity(point, before[point.a], before[point.b]));
    if (point.restitution > 0.0 && approach > 0.0 && point.normal_impulse > 0.0) {
      rebounds.push_back({i, point.restitution * approach});
    }
  }
  return rebounds;
}

// The motions rebound too, at once and not where the bodies would touch: bodies that moved with other velocities than
// they have would change the angular momentum.
void add_rebounds(const std::vector<ContactPoint>& points, const std::vector<Rebound>& rebounds,
                  std::vector<Responder> movers, std::vector<Velocity>& motion) {
  for (std::size_t slot = 0; slot < movers.size(); ++slot) {
    movers[slot].velocity = motion[slot];
  }
  for (const Rebound& rebound : rebounds) {
    const ContactPoint& point = points[rebound.point];
    apply_impulse(point, rebound.impulse * point.normal, movers);
  }
  motion = velocities_of(movers);
}

template <class VelocityOf>
double sum_of_energies(const WorldState& world, const Driven& driven, const std::vector<std::uint32_t>& slots,
                       const VelocityOf& velocity_of) {
  double energy = 0.0;
  for (const std::uint32_t slot : slots) {
    energy += kinetic_energy(world.bodies[driven.bodies[slot]].mass, driven.inertias[slot], velocity_of(slot));
  }
  return energy;
}

}  // namespace

double EnergyParabola::largest_share(double allowed) const {
  const double excess = at + slope + curvature - allowed;
  const double half = 0.5 * slope;
  const double root = half * half - curvature * (at - allowed);
  if (!(excess > 0.0) || !(curvature > 0.0) || root < 0.0) {
    return 1.0;
  }
  return std::clamp((std::sqrt(root) - half) / curvature, 0.0, 1.0);
}

double EnergyParabola::least_share(double allowed) const {
  const double root = 0.25 * slope * slope - curvature * (at - allowed);
  if (!(slope < 0.0)) {
    return 0.0;
  }
  if (root > 0.0) {
    return std::min(1.0, (at - allowed) / (std::sqrt(root) - 0.5 * slope));
  }
  return std::min(1.0, -0.5 * slope / curvature);
}

EnergyParabola parabola_through(double at_none, double at_half, double at_all) {
  const double curvature = 2.0 * (at_none + at_all) - 4.0 * at_half;
  return {at_none, at_all - at_none - curvature, curvature};
}

double kinetic_energy_of(const WorldState& world, const Driven& driven, const std::vector<std::uint32_t>& slots,
                         const std::vector<Responder>& movers) {
  return sum_of_energies(world, driven, slots,
                         [&](std::uint32_t slot) -> const Velocity& { return movers[slot].velocity; });
}

double kinetic_energy_of(const WorldState& world, const Driven& driven, const std::vector<std::uint32_t>& slots,
                         const std::vector<Velocity>& velocities) {
  return sum_of_energies(world, driven, slots, [&](std::uint32_t slot) -> const Velocity& { return velocities[slot]; });
}

std::vector<Velocity> starting_velocities(const Driven& driven) {
  std::vector<Velocity> velocities;
  velocities.reserve(driven.states.size());
  for (const FlowState& state : driven.states) {
    Velocity& velocity = velocities.emplace_back();
    velocity.linear = state.linear_velocity;
    velocity.angular = state.angular_velocity;
  }
  return velocities;
}

// A few sweeps that start from impulses of the last substep may end with more energy than the bodies brought.
void take_back_energy(const WorldState& world, const std::vector<Velocity>& before, const std::vector<Velocity>& free,
                      double duration, Cutout& cutout) {
  Driven& driven = cutout.driven;
  if (is_worked_on(world, cutout)) {
    return;
  }
  const Stages stages = stages_of(before, free, cutout);
  for (const Part& part : parts_of(world, cutout)) {
    const double share = affordable_share(world, driven, part, stages, duration);
    if (share == 1.0) {
      continue;
    }
    for (const std::uint32_t slot : part.slots) {
      const Velocity& met = before[slot];
      const Velocity& change = stages.change[slot];
      driven.responders[slot].velocity = {met.linear + share * change.linear, met.angular + share * change.angular};
      const Velocity& led = stages.led[slot];
      cutout.relaxed[slot] = {free[slot].linear + share * led.linear, free[slot].angular + share * led.angular};
    }
    for (const std::uint32_t i : part.points) {
      cutout.points[i].normal_impulse *= share;
      cutout.points[i].friction_impulse *= share;
      cutout.points[i].turning_impulse *= share;
    }
  }
}

// Twice, as in taking back: what the impulses lost of the velocities that they met, the kick included; and what is left
// of the energy there was before the kick when the bodies have risen. (The kick itself is no fall yet: a ball that the
// solver throws back with it would win the height of the substep's fall.)
void give_restitution(const WorldState& world, const std::vector<Velocity>& before, double duration, Cutout& cutout) {
  Driven& driven = cutout.driven;
  if (!cutout.has_restitution) {
    return;
  }
  const std::vector<Vec3> weights = weights_of(world, driven, duration);
  std::vector<Velocity> start = starting_velocities(driven);
  for (std::size_t slot = 0; slot < before.size(); ++slot) {
    start[slot].angular = before[slot].angular;
  }
  std::vector<Rebound> all;
  for (const Part& part : parts_of(world, cutout)) {
    std::vector<Rebound> rebounds = wanted_rebounds(part, cutout.points, before);
    if (rebounds.empty()) {
      continue;
    }
    const double now = kinetic_energy_of(world, driven, part.slots, driven.responders);
    const double lost = kinetic_energy_of(world, driven, part.slots, before) - now;
    const double in_all = is_worked_on(world, cutout)
                              ? lost
                              : kinetic_energy_of(world, driven, part.slots, start) - now +
                                    sure_work_of_forces(world, driven, part, cutout.relaxed, duration);
    const ReboundBudget budget{std::max(0.0, lost), std::max(0.0, in_all), weights};
    static_cast<void>(give_rebounds(cutout.points, rebounds, budget, driven.responders));
    all.insert(all.end(), rebounds.begin(), rebounds.end());
  }
  add_rebounds(cutout.points, all, driven.responders, cutout.motion);
  add_rebounds(cutout.points, all, driven.responders, cutout.relaxed);
}

namespace {

// J: what the part has lost by the solved velocities and the motions without the push.
double lost_in_all(const WorldState& world, const Part& part, double duration, const Cutout& cutout) {
  const Driven& driven = cutout.driven;
  return kinetic_energy_of(world, driven, part.slots, starting_velocities(driven)) -
         kinetic_energy_of(world, driven, part.slots, driven.responders) +
         sure_work_of_forces(world, driven, part, cutout.relaxed, duration);
}

}  // namespace

bool can_pay_for_lifts(const WorldState& world, const std::vector<Velocity>& kicks, double duration,
                       const Cutout& cutout) {
  const Part part = whole(world, cutout.driven);
  const double brought = kinetic_energy_of(world, cutout.driven, part.slots, kicks);
  return lost_in_all(world, part, duration, cutout) >= tolerances::lost_where_lifted * brought;
}

// Lifting costs: by no more than was lost, the total energy never grows.
void limit_push(const WorldState& world, double duration, Cutout& cutout) {
  if (cutout.has_overlap) {
    return;
  }
  const Driven& driven = cutout.driven;
  const Part part = whole(world, driven);
  const std::vector<Velocity>& relaxed = cutout.relaxed;
  std::vector<Velocity>& motion = cutout.motion;
  const double work = work_of_forces(world, driven, part, relaxed, duration);
  const double cost = work - work_of_forces(world, driven, part, motion, duration);
  if (cost <= 0.0) {
    return;
  }
  const double allowed = lost_in_all(world, part, duration, cutout);
  const double share = cost <= allowed ? 1.0 : std::max(0.0, allowed) / cost;
  if (share == 1.0) {
    return;
  }
  for (std::size_t slot = 0; slot < motion.size(); ++slot) {
    motion[slot].linear = relaxed[slot].linear + share * (motion[slot].linear - relaxed[slot].linear);
    motion[slot].angular = relaxed[slot].angular + share * (motion[slot].angular - relaxed[slot].angular);
  }
}

}  // namespace firstcontact
