// Bodies in lasting contact: solved, given screws, certified, repaired.
#include <algorithm>
#include <cmath>

#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"
#include "dynamics/contact_solver.hpp"
#include "dynamics/flow.hpp"
#include "dynamics/rebound.hpp"

namespace firstcontact {

namespace {

// A point that moved less than this fraction of the smaller body's size since the last substep is the same point,
// whatever its feature's name: names flicker where clipping ties (calendar.md, P5).
constexpr double same_point_skins = 40.0;

/// The bodies of one substep's contacts, as the solver sees them.
struct Driven {
  std::vector<BodyIndex> bodies;  // sorted; fixed and kinematic ones too
  std::vector<FlowState> states;  // at the substep's start
  std::vector<Responder> responders;
  std::vector<std::uint32_t> slot_of;  // per body of the world: position in `bodies`, or none
};

constexpr std::uint32_t no_slot = ~0U;

Driven gather(WorldState& world, const std::vector<PairContact>& contacts, double begin) {
  Driven driven;
  driven.slot_of.assign(world.bodies.size(), no_slot);
  for (const PairContact& contact : contacts) {
    driven.bodies.push_back(world.pairs[contact.pair].a);
    driven.bodies.push_back(world.pairs[contact.pair].b);
  }
  std::sort(driven.bodies.begin(), driven.bodies.end());
  driven.bodies.erase(std::unique(driven.bodies.begin(), driven.bodies.end()), driven.bodies.end());
  const double duration = world.substep_end - begin;
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    const BodyIndex index = driven.bodies[slot];
    RigidBody& body = world.bodies[index];
    driven.slot_of[index] = slot;
    driven.states.push_back(settled_state(world, index, begin));
    body.motion = body.is_dynamic() ? MotionClass::driven : body.motion;
    Responder responder = responder_of(body, driven.states.back());
    if (body.is_dynamic()) {
      responder.velocity.linear += duration * body.acceleration;
      responder.velocity.angular += duration * (responder.inverse_inertia * body.torque);
    }
    driven.responders.push_back(responder);
  }
  return driven;
}

// The points as the solver sees them. A slow approach has no restitution.
std::vector<ContactPoint> flatten(const WorldState& world, const std::vector<PairContact>& contacts,
                                  const Driven& driven) {
  std::vector<ContactPoint> points;
  for (const PairContact& contact : contacts) {
    for (ContactPoint point : contact.points) {
      point.a = driven.slot_of[point.a];
      point.b = driven.slot_of[point.b];
      const double speed = -glm::dot(point.normal, relative_velocity(point, driven.responders));
      point.restitution = speed > world.pairs[contact.pair].resting_speed ? point.restitution : 0.0;
      points.push_back(point);
    }
  }
  return points;
}

// What restitution asks of the points that were pressed, given how fast they approached.
std::vector<Rebound> wanted_rebounds(const std::vector<ContactPoint>& points, const std::vector<Responder>& before) {
  std::vector<Rebound> rebounds;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ContactPoint& point = points[i];
    const double approach = -glm::dot(point.normal, relative_velocity(point, before));
    if (point.restitution > 0.0 && approach > 0.0 && point.normal_impulse > 0.0) {
      rebounds.push_back({i, point.restitution * approach});
    }
  }
  return rebounds;
}

void recall_impulse(const PairRecord& pair, const Pose& pose_b, ContactPoint& point) {
  const Vec3 here = rotate_inverse(pose_b.orientation, point.arm_b);
  const StoredImpulse* best = nullptr;
  double nearest = same_point_skins * pair.skin;
  for (const StoredImpulse& stored : pair.impulses) {
    const double distance = std::sqrt(squared_length(stored.point_local_b - here));
    if (stored.feature == point.feature || distance < nearest) {
      best = &stored;
      nearest = stored.feature == point.feature ? 0.0 : distance;
    }
  }
  if (best != nullptr) {
    point.normal_impulse = best->normal_impulse;
    point.friction_impulse = best->friction_impulse - point.normal * glm::dot(point.normal, best->friction_impulse);
  }
}

void remember_impulses(WorldState& world, const std::vector<PairContact>& contacts, const Driven& driven,
                       const std::vector<ContactPoint>& points) {
  std::size_t next = 0;
  for (const PairContact& contact : contacts) {
    PairRecord& pair = world.pairs[contact.pair];
    pair.impulses.clear();
    for (std::size_t i = 0; i < contact.points.size(); ++i, ++next) {
      const ContactPoint& point = points[next];
      const Quat& orientation = driven.states[point.b].pose.orientation;
      pair.impulses.push_back(
          {point.feature, rotate_inverse(orientation, point.arm_b), point.normal_impulse, point.friction_impulse});
    }
  }
}

// The segment takes the motion (push included), the state keeps the relaxed velocity.
void give_motion(WorldState& world, const Driven& driven, std::uint32_t slot, const Velocity& motion, double begin) {
  RigidBody& body = world.bodies[driven.bodies[slot]];
  FlowState state = driven.states[slot];
  state.linear_velocity = motion.linear;
  state.angular_velocity = motion.angular;
  set_segment(world, driven.bodies[slot], state, begin);
  body.linear_velocity = driven.responders[slot].velocity.linear;
  body.angular_velocity = driven.responders[slot].velocity.angular;
}

bool is_held(const RigidBody& body) { return body.motion != MotionClass::free; }

// Pairs of which no body flies freely: their motions are all known for the substep and can be repaired as a whole.
std::vector<std::uint32_t> held_pairs(const WorldState& world, const std::vector<BodyIndex>& bodies) {
  std::vector<std::uint32_t> pairs;
  for (const BodyIndex index : bodies) {
    if (!world.bodies[index].is_dynamic()) {
      continue;
    }
    for (const std::uint32_t pair : world.pairs_of[index]) {
      if (is_held(world.bodies[world.pairs[pair].a]) && is_held(world.bodies[world.pairs[pair].b])) {
        pairs.push_back(pair);
      }
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

/// Motions under repair: the solver's, on which rows act by equal and opposite impulses.
struct Repair {
  std::vector<Responder> movers;  // per slot of Driven
  std::vector<RepairRow> rows;
};

// Each point may use up its gap down to a quarter of the way above the floor; one that is already lower is lifted,
// gently.
double least_speed(const PairRecord& pair, double separation, double duration) {
  const double floor = tolerances::floor_gap * pair.skin;
  const double bottom = tolerances::smallest_gap * pair.skin;
  const double goal = std::max(std::min(floor, separation), bottom) + 0.25 * std::max(0.0, separation - floor);
  return std::min(bottom, goal - separation) / duration;
}

void add_rows(WorldState& world, const Driven& driven, const Prediction& violation, double begin, Repair& repair_data) {
  const PairRecord& pair = world.pairs[violation.pair];
  const double duration = world.substep_end - begin;
  const double margin = tolerances::activation_gap * pair.skin;
  for (const double time : {begin, *violation.answer.impact_time}) {
    for (ContactPoint point : pair_contact(world, violation.pair, time, margin).points) {
      const std::uint32_t slot_a = driven.slot_of[point.a];
      const std::uint32_t slot_b = driven.slot_of[point.b];
      if (slot_a == no_slot || slot_b == no_slot) {
        continue;
      }
      point.a = slot_a;
      point.b = slot_b;
      // What the gap was at the start, seen from the instant of the violation.
      const double speed = glm::dot(point.normal, relative_velocity(point, repair_data.movers));
      const double at_start = point.separation - speed * (time - begin);
      repair_data.rows.push_back({point, least_speed(pair, at_start, duration)});
    }
  }
}

std::vector<BodyIndex> move_repaired(WorldState& world, const Driven& driven, const Repair& repair_data, double begin) {
  std::vector<BodyIndex> changed;
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    const Velocity& motion = repair_data.movers[slot].velocity;
    if (body.is_dynamic() &&
        (motion.linear != body.segment.linear_velocity || motion.angular != body.segment.angular_velocity)) {
      give_motion(world, driven, slot, motion, begin);
      keep_in_track(world, driven.bodies[slot]);
      changed.push_back(driven.bodies[slot]);
    }
  }
  return changed;
}

/// Pairs whose motions do not keep them apart: some for the repair, some for the calendar.
struct Violations {
  std::vector<Prediction> to_repair;
  std::vector<Prediction> impacts;
};

// A pair of a crowd that meets within the substep joins the solver's pairs, and keeps their smaller gap. Any other new
// meeting is the calendar's.
void add_violations(WorldState& world, const std::vector<Prediction>& predictions, Violations& violations) {
  std::vector<std::uint32_t> joining;
  for (const Prediction& prediction : predictions) {
    PairRecord& pair = world.pairs[prediction.pair];
    if (!prediction.answer.impact_time) {
      continue;
    }
    if (pair.active) {
      violations.to_repair.push_back(prediction);
    } else if (!is_in_crowd(world, pair)) {
      violations.impacts.push_back(prediction);
    } else {
      pair.active = true;
      pair.predicted = false;
      joining.push_back(prediction.pair);
    }
  }
  if (!joining.empty()) {
    add_violations(world, ask(world, joining), violations);
  }
}

// A violation of bodies that changed says nothing any more.
void drop_stale(const WorldState& world, const std::vector<BodyIndex>& changed, std::vector<Prediction>& violations) {
  std::erase_if(violations, [&](const Prediction& violation) {
    const PairRecord& pair = world.pairs[violation.pair];
    return std::binary_search(changed.begin(), changed.end(), pair.a) ||
           std::binary_search(changed.begin(), changed.end(), pair.b);
  });
}

// Certify, add rows for what fails, change the motions, certify what changed: momentum is conserved throughout, and
// what is left after the rounds goes to the calendar as an impact.
void certify_and_repair(WorldState& world, const Driven& driven, Repair repair_data, double begin) {
  Violations violations;
  add_violations(world, ask(world, held_pairs(world, driven.bodies)), violations);
  for (int round = 0; round < tolerances::repair_rounds && !violations.to_repair.empty(); ++round) {
    for (const Prediction& violation : violations.to_repair) {
      add_rows(world, driven, violation, begin, repair_data);
    }
    repair(repair_data.rows, repair_data.movers);
    const std::vector<BodyIndex> changed = move_repaired(world, driven, repair_data, begin);
    if (changed.empty()) {
      break;
    }
    drop_stale(world, changed, violations.to_repair);
    drop_stale(world, changed, violations.impacts);
    add_violations(world, ask(world, held_pairs(world, changed)), violations);
  }
  enter(world, violations.impacts);
  enter(world, violations.to_repair);
}

void release_bodies(WorldState& world, const Driven& driven, double begin) {
  for (BodyIndex index = 0; index < world.bodies.size(); ++index) {
    RigidBody& body = world.bodies[index];
    const bool was_held =
        body.motion == MotionClass::driven || body.motion == MotionClass::supported || body.motion == MotionClass::cut;
    if (body.is_dynamic() && was_held && driven.slot_of[index] == no_slot) {
      const FlowState state = settled_state(world, index, begin);
      body.motion = MotionClass::free;
      set_segment(world, index, state, begin);
      record_segment(world, index);
      keep_in_track(world, index);
    }
  }
}

double energy_of(const WorldState& world, const Driven& driven, const std::vector<Responder>& movers) {
  double energy = 0.0;
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    if (body.is_dynamic()) {
      const Velocity& velocity = movers[slot].velocity;
      energy += kinetic_energy(body, {driven.states[slot].pose, velocity.linear, velocity.angular});
    }
  }
  return energy;
}

// J: what gravity and the users' forces do along the motions.
double work_of_forces(const WorldState& world, const Driven& driven, const std::vector<Velocity>& motion,
                      double duration) {
  double work = 0.0;
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    if (body.is_dynamic()) {
      work += duration * body.mass * glm::dot(body.acceleration, motion[slot].linear);
    }
  }
  return work;
}

// The push lifts bodies, and lifting costs. The motions keep as much of it as the contacts' own losses in this substep
// pay for: then the total energy never grows by it.
void limit_push(const WorldState& world, const Driven& driven, const std::vector<Responder>& before, double duration,
                std::vector<Velocity>& motion) {
  std::vector<Velocity> relaxed;
  for (const Responder& responder : driven.responders) {
    relaxed.push_back(responder.velocity);
  }
  const double allowed = energy_of(world, driven, before) - energy_of(world, driven, driven.responders) +
                         work_of_forces(world, driven, relaxed, duration);
  const double cost =
      work_of_forces(world, driven, relaxed, duration) - work_of_forces(world, driven, motion, duration);
  const double share = cost <= allowed ? 1.0 : std::max(0.0, allowed) / cost;
  if (cost <= 0.0 || share == 1.0) {
    return;
  }
  for (std::size_t slot = 0; slot < motion.size(); ++slot) {
    motion[slot].linear = relaxed[slot].linear + share * (motion[slot].linear - relaxed[slot].linear);
    motion[slot].angular = relaxed[slot].angular + share * (motion[slot].angular - relaxed[slot].angular);
  }
}

std::vector<Responder> at_start(const WorldState& world, const Driven& driven) {
  std::vector<Responder> responders;
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    responders.push_back(responder_of(world.bodies[driven.bodies[slot]], driven.states[slot]));
  }
  return responders;
}

// The motions rebound too, at once and not where the bodies would touch: bodies that moved with other velocities than
// they have would change the angular momentum.
void add_rebounds(const std::vector<ContactPoint>& points, const std::vector<Rebound>& rebounds,
                  const std::vector<Responder>& responders, std::vector<Velocity>& motion) {
  std::vector<Responder> movers = responders;
  for (std::size_t slot = 0; slot < movers.size(); ++slot) {
    movers[slot].velocity = motion[slot];
  }
  for (const Rebound& rebound : rebounds) {
    const ContactPoint& point = points[rebound.point];
    apply_impulse(point, rebound.impulse * point.normal, movers);
  }
  for (std::size_t slot = 0; slot < movers.size(); ++slot) {
    motion[slot] = movers[slot].velocity;
  }
}

// The solver's answer, within what it may cost.
std::vector<Velocity> solve(const WorldState& world, Driven& driven, std::vector<ContactPoint>& points,
                            double duration) {
  const std::vector<Responder> before = driven.responders;
  ContactSolution solution = solve_contacts(points, driven.responders, duration);
  const double lost = energy_of(world, driven, before) - energy_of(world, driven, driven.responders);
  std::vector<Rebound> rebounds = wanted_rebounds(points, before);
  static_cast<void>(give_rebounds(points, rebounds, std::max(0.0, lost), driven.responders));
  add_rebounds(points, rebounds, driven.responders, solution.motion);
  limit_push(world, driven, at_start(world, driven), duration, solution.motion);
  return std::move(solution.motion);
}

// Points nearer than the smallest gap are lifted to it whatever it costs, which is next to nothing: a pair that stayed
// there would be trapped where the arithmetic can hardly tell the shapes apart.
void add_deep_rows(const WorldState& world, const std::vector<PairContact>& contacts, const Driven& driven,
                   double duration, Repair& repair_data) {
  for (const PairContact& contact : contacts) {
    const PairRecord& pair = world.pairs[contact.pair];
    for (ContactPoint point : contact.points) {
      if (!pair.overlapping && point.separation < tolerances::smallest_gap * pair.skin) {
        point.a = driven.slot_of[point.a];
        point.b = driven.slot_of[point.b];
        repair_data.rows.push_back({point, least_speed(pair, point.separation, duration)});
      }
    }
  }
}

void recall_impulses(const WorldState& world, const std::vector<PairContact>& contacts, const Driven& driven,
                     std::vector<ContactPoint>& points) {
  std::size_t next = 0;
  for (const PairContact& contact : contacts) {
    for (std::size_t i = 0; i < contact.points.size(); ++i, ++next) {
      recall_impulse(world.pairs[contact.pair], driven.states[points[next].b].pose, points[next]);
    }
  }
}

}  // namespace

void drive_contacts(WorldState& world, const std::vector<PairContact>& contacts, double begin) {
  Driven driven = gather(world, contacts, begin);
  release_bodies(world, driven, begin);
  if (contacts.empty()) {
    return;
  }
  const double duration = world.substep_end - begin;
  std::vector<ContactPoint> points = flatten(world, contacts, driven);
  recall_impulses(world, contacts, driven, points);
  Repair repair_data;
  repair_data.movers = driven.responders;
  const std::vector<Velocity> motion = solve(world, driven, points, duration);
  remember_impulses(world, contacts, driven, points);
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    repair_data.movers[slot].velocity = motion[slot];
  }
  add_deep_rows(world, contacts, driven, duration, repair_data);
  repair(repair_data.rows, repair_data.movers);
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    if (world.bodies[driven.bodies[slot]].is_dynamic()) {
      give_motion(world, driven, slot, repair_data.movers[slot].velocity, begin);
      keep_in_track(world, driven.bodies[slot]);
    }
  }
  certify_and_repair(world, driven, std::move(repair_data), begin);
  for (const BodyIndex body : driven.bodies) {
    if (world.bodies[body].is_dynamic()) {
      record_segment(world, body);
    }
  }
}

}  // namespace firstcontact
