// Bodies in lasting contact: solved, given screws, certified, repaired.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "calendar/driven.hpp"
#include "calendar/impulse_memory.hpp"
#include "calendar/island_energy.hpp"
#include "core/parallel.hpp"
#include "core/tolerances.hpp"
#include "dynamics/mean_spin.hpp"

namespace firstcontact {

namespace {

// Halved so often a substep is as short as it gets; one that ends at an impact is found within two or three.
constexpr int most_beginnings = 8;
constexpr double shortest_substep = 1e-9;  // of a step

// s, of [begin, end]: for how long the torque has yet to act. A body that flew when the step began had its kick then.
double untwisted_time(const RigidBody& body, double begin, double end) {
  return std::max(0.0, end - std::max(begin, body.twisted_until));
}

// Sorted, each once.
std::vector<BodyIndex> bodies_of(const WorldState& world, const std::vector<PairContact>& contacts) {
  std::vector<bool> takes_part(world.bodies.size(), false);
  std::size_t count = 0;
  for (const PairContact& contact : contacts) {
    for (const BodyIndex body : {world.pairs[contact.pair].a, world.pairs[contact.pair].b}) {
      count += takes_part[body] ? 0U : 1U;
      takes_part[body] = true;
    }
  }
  std::vector<BodyIndex> bodies;
  bodies.reserve(count);
  for (BodyIndex body = 0; bodies.size() < count; ++body) {
    if (takes_part[body]) {
      bodies.push_back(body);
    }
  }
  return bodies;
}

// The body as impulses find it, with what pulls at it until the substep's end.
Responder kicked(const WorldState& world, const RigidBody& body, const FlowState& state, double begin) {
  Responder responder = responder_of(body, state);
  if (body.is_awake()) {
    responder.velocity.linear += (world.substep_end - begin) * body.acceleration;
    responder.velocity.angular +=
        untwisted_time(body, begin, world.substep_end) * (responder.inverse_inertia * body.torque);
  } else {
    responder.inverse_mass = Vec3(0.0);  // one asleep stands firm, until it is pressed
    responder.inverse_inertia = Mat3(0.0);
  }
  return responder;
}

}  // namespace

Driven gather(WorldState& world, const std::vector<PairContact>& contacts, double begin) {
  Driven driven;
  driven.slot_of.assign(world.bodies.size(), no_slot);
  driven.bodies = bodies_of(world, contacts);
  driven.states.resize(driven.bodies.size());
  driven.responders.resize(driven.bodies.size());
  driven.inertias.resize(driven.bodies.size());
  visit_each(world.definition.threads, driven.bodies.size(), fewest_parallel, [&](std::size_t slot) {
    const BodyIndex index = driven.bodies[slot];
    driven.slot_of[index] = static_cast<std::uint32_t>(slot);
    driven.states[slot] = settled_state(world, index, begin);
    driven.responders[slot] = kicked(world, world.bodies[index], driven.states[slot], begin);
    driven.inertias[slot] = world_inertia(world.bodies[index], driven.states[slot].pose.orientation);
  });
  return driven;
}

namespace {

// From here on the solver moves the bodies.
void take_over(WorldState& world, const Driven& driven, double begin) {
  for (const BodyIndex index : driven.bodies) {
    RigidBody& body = world.bodies[index];
    count_lost_time(world, index, begin);
    if (body.is_awake()) {
      body.motion = MotionClass::driven;
    }
  }
}

std::size_t count_points(const std::vector<PairContact>& contacts) {
  std::size_t count = 0;
  for (const PairContact& contact : contacts) {
    count += contact.points.size();
  }
  return count;
}

}  // namespace

// The points as the solver sees them. A slow approach has no restitution, and where all are slow gravity's kick for the
// whole step is none.
std::vector<ContactPoint> flatten(const WorldState& world, const std::vector<PairContact>& contacts,
                                  const Driven& driven) {
  std::vector<ContactPoint> points;
  points.reserve(count_points(contacts));
  for (const PairContact& contact : contacts) {
    for (const ContactPoint& found : contact.points) {
      ContactPoint& point = points.emplace_back(found);
      point.a = driven.slot_of[point.a];
      point.b = driven.slot_of[point.b];
      if (point.restitution != 0.0) {
        const double speed = -glm::dot(point.normal, relative_velocity(point, driven.responders));
        const bool rebounds = !world.rhythm.is_slow && speed > world.pairs[contact.pair].resting_speed;
        point.restitution = rebounds ? point.restitution : 0.0;
      }
    }
  }
  return points;
}

namespace {

// Each body's least gap among the points that bear it.
void note_standing(WorldState& world, const Driven& driven, const std::vector<ContactPoint>& points) {
  std::vector<double> least(driven.bodies.size(), std::numeric_limits<double>::infinity());
  for (const ContactPoint& point : points) {
    if (point.normal_impulse > 0.0) {
      least[point.a] = std::min(least[point.a], point.separation);
      least[point.b] = std::min(least[point.b], point.separation);
    }
  }
  for (std::size_t slot = 0; slot < driven.bodies.size(); ++slot) {
    RigidBody& body = world.bodies[driven.bodies[slot]];
    body.stands_at = body.is_dynamic() ? least[slot] : body.stands_at;
  }
}

void release_bodies(WorldState& world, const Driven& driven, double begin) {
  for (const BodyIndex index : world.movers) {
    RigidBody& body = world.bodies[index];
    const bool was_held =
        body.motion == MotionClass::driven || body.motion == MotionClass::supported || body.motion == MotionClass::cut;
    if (body.is_dynamic() && was_held && driven.slot_of[index] == no_slot) {
      FlowState state = settled_state(world, index, begin);
      count_lost_time(world, index, begin);
      if (body.torque != Vec3(0.0)) {
        const Mat3 response = inverse_inertia(body, state.pose.orientation);
        state.angular_velocity += untwisted_time(body, begin, world.step_end) * (response * body.torque);
        body.twisted_until = world.step_end;
      }
      body.motion = MotionClass::free;
      body.stands_at = std::numeric_limits<double>::infinity();
      set_segment(world, index, state, begin);
      record_segment(world, index);
      note_own_velocity(world, index, begin);
      keep_in_track(world, index);
    }
  }
}

}  // namespace

// A wobble that the solver knows nothing of: what comes too near by it is the repair's.
Vec3 change_by_tumbling(const WorldState& world, const Driven& driven, std::uint32_t slot, const Velocity& motion,
                        double duration) {
  const RigidBody& body = world.bodies[driven.bodies[slot]];
  if (!body.is_dynamic() || body.any_rotation_locked) {
    return Vec3(0.0);
  }
  const Vec3& spin = driven.responders[slot].velocity.angular;
  return mean_spin({driven.states[slot].pose.orientation, spin}, body.inertia, duration, motion.angular - spin) - spin;
}

namespace {

// `before`: with gravity's kick, and without what contacts did.
void note_support(RigidBody& body, const Vec3& before, double duration) {
  if (!body.is_dynamic()) {
    return;
  }
  const double fall = duration * squared_length(body.acceleration);
  const double taken = glm::dot(before - body.linear_velocity, body.acceleration);
  body.held_up = fall > 0.0 ? std::clamp(taken / fall, 0.0, 1.0) : 0.0;
}

/// A substep's motions, certified, and what they came from.
struct Driving {
  std::vector<ContactPoint> points;  // solved
  std::vector<Velocity> before;      // what the impulses met, by slot
  Repair repair;
  bool is_paid = true;
};

Repair repair_of(const WorldState& world, const Driven& driven, const SolvedMotions& motions, double duration) {
  Repair repair_data;
  repair_data.kept_gap = is_heap(driven) ? tolerances::kept_gap_in_heap : tolerances::floor_gap;
  repair_data.foreseen_gap = is_heap(driven) ? tolerances::foreseen_gap_in_heap : tolerances::floor_gap;
  repair_data.movers = driven.responders;
  repair_data.push.resize(driven.bodies.size());
  visit_each(world.definition.threads, driven.bodies.size(), fewest_parallel, [&](std::size_t i) {
    const auto slot = static_cast<std::uint32_t>(i);
    Velocity& motion = repair_data.movers[slot].velocity;
    motion = motions.pushed[slot];
    repair_data.push[slot].linear = motion.linear - motions.relaxed[slot].linear;
    repair_data.push[slot].angular = motion.angular - motions.relaxed[slot].angular;
    motion.angular += change_by_tumbling(world, driven, slot, motions.pushed[slot], duration);
  });
  return repair_data;
}

std::vector<GivenMotion> motions_of(const WorldState& world, const Driven& driven, const Repair& repair_data) {
  std::vector<GivenMotion> motions;
  motions.reserve(driven.bodies.size());
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    if (world.bodies[driven.bodies[slot]].is_dynamic()) {
      motions.push_back({slot, repair_data.movers[slot].velocity});
    }
  }
  return motions;
}

// Solves, foresees, certifies, repairs and pays. Tells nobody yet.
Driving drive_until_end(WorldState& world, Driven& driven, const std::vector<PairContact>& contacts, double begin) {
  const double duration = world.substep_end - begin;
  Driving driving;
  driving.points = flatten(world, contacts, driven);
  recall_impulses(world, contacts, driven, driving.points);
  driving.before = velocities_of(driven.responders);
  const SolvedMotions motions = solve_islands(world, driven, driving.points, duration);
  remember_impulses(world, contacts, driven, driving.points);
  note_standing(world, driven, driving.points);
  Repair& repair_data = driving.repair;
  repair_data = repair_of(world, driven, motions, duration);
  repair_data.known = known_contacts(world, contacts, driving.points, driven.bodies.size());
  add_foreseen_rows(duration, repair_data);
  std::vector<std::uint32_t> foreseen(repair_data.rows.size());
  std::iota(foreseen.begin(), foreseen.end(), 0U);
  repair(repair_data.rows, foreseen, repair_data.movers, world.definition.threads);
  give_motions(world, driven, motions_of(world, driven, repair_data), begin);
  certify_and_repair(world, driven, repair_data, begin);
  driving.is_paid = pay_for_repair(world, driven, repair_data, driving.before, begin, driving.points);
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    note_support(world.bodies[driven.bodies[slot]], driving.before[slot].linear, duration);
  }
  return driving;
}

// The bodies as they stood, to be driven for that share of the way.
void shorten_substep(WorldState& world, Driven& driven, double begin, double share) {
  world.substep_end = begin + share * (world.substep_end - begin);
  world.substep_length *= share;
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    driven.responders[slot] = kicked(world, world.bodies[driven.bodies[slot]], driven.states[slot], begin);
  }
}

// Of the substep: what the repair has to lift grows with the square of its length, so that one that nobody can pay for
// is gone through half as far, or half of that; and so is one in which a body turns too far for one screw. And it goes
// no further than to where somebody is struck with what it has yet to be given.
double better_share(WorldState& world, const Driven& driven, bool is_paid, double least, double begin) {
  const double duration = world.substep_end - begin;
  if (!world.may_end_early) {
    return 1.0;
  }
  if (!is_paid || any_tumbles_astray(world, driven, begin)) {
    return 0.5 * duration >= least ? 0.5 : 1.0;
  }
  const double better = last_before_too_much(world, driven, begin) - begin;
  return better >= shortest_substep * world.definition.time_step ? better / duration : 1.0;
}

void tell(WorldState& world, const Driven& driven, const std::vector<PairContact>& contacts, const Driving& driving,
          double begin) {
  report_touches(world, contacts, driving.points, begin);
  note_transfers(world, driving.points, driven.bodies, begin);
  note_stops(world, driven, driving.repair, begin);
  for (const BodyIndex index : driven.bodies) {
    RigidBody& body = world.bodies[index];
    if (body.is_awake()) {
      body.twisted_until = std::max(body.twisted_until, world.substep_end);
    }
    if (body.is_dynamic()) {
      record_segment(world, index);
      note_own_velocity(world, index, begin);
    }
  }
}

}  // namespace

void drive_contacts(WorldState& world, const std::vector<PairContact>& contacts, double begin) {
  Driven driven = gather(world, contacts, begin);
  take_over(world, driven, begin);
  release_bodies(world, driven, begin);
  if (contacts.empty()) {
    return;
  }
  const double least = tolerances::least_share_of_substep * (world.substep_end - begin);
  Driving driving = drive_until_end(world, driven, contacts, begin);
  for (int i = 0; i < most_beginnings; ++i) {
    const double share = better_share(world, driven, driving.is_paid, least, begin);
    if (!(share < 1.0)) {
      break;
    }
    shorten_substep(world, driven, begin, share);
    driving = drive_until_end(world, driven, contacts, begin);
  }
  tell(world, driven, contacts, driving, begin);
}

}  // namespace firstcontact
