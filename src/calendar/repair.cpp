// Certifying the solver's motions, and repairing those that would not keep a pair apart.
#include <algorithm>
#include <cmath>

#include "calendar/driven.hpp"
#include "calendar/read_ahead.hpp"
#include "core/parallel.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

bool is_held(const RigidBody& body) { return body.motion != MotionClass::free; }

bool are_held(const WorldState& world, const PairRecord& pair) {
  return is_held(world.bodies[pair.a]) && is_held(world.bodies[pair.b]);
}

// Pairs of which no body flies freely: their motions are all known for the substep and can be repaired as a whole.
std::vector<std::uint32_t> held_pairs(const WorldState& world) {
  std::vector<std::uint32_t> pairs;
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    read_ahead(world.pairs, i);
    if (are_held(world, world.pairs[i])) {
      pairs.push_back(i);
    }
  }
  return pairs;
}

}  // namespace

// Those of bodies whose motions changed (sorted): each once, at the first of its bodies.
std::vector<std::uint32_t> held_pairs_of(const WorldState& world, const std::vector<BodyIndex>& changed) {
  std::vector<bool> is_done(world.bodies.size(), false);
  std::vector<std::uint32_t> pairs;
  for (const BodyIndex index : changed) {
    for (const std::uint32_t i : world.pairs_of[index]) {
      const PairRecord& pair = world.pairs[i];
      if (!is_done[pair.a == index ? pair.b : pair.a] && are_held(world, pair)) {
        pairs.push_back(i);
      }
    }
    is_done[index] = true;
  }
  return pairs;
}

namespace {

std::vector<BodyIndex> move_repaired(WorldState& world, const Driven& driven, const Repair& repair_data, double begin) {
  std::vector<BodyIndex> changed;
  std::vector<GivenMotion> motions;
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    const Velocity& motion = repair_data.movers[slot].velocity;
    if (body.is_dynamic() &&
        (motion.linear != body.segment.linear_velocity || motion.angular != body.segment.angular_velocity)) {
      motions.push_back({slot, motion});
      changed.push_back(driven.bodies[slot]);
    }
  }
  give_motions(world, driven, motions, begin);
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
    } else if (!is_in_crowd(world, pair) || pair.whirls) {
      violations.impacts.push_back(prediction);
    } else {
      pair.active = true;
      pair.predicted_until = -1.0;
      joining.push_back(prediction.pair);
    }
  }
  if (!joining.empty()) {
    add_violations(world, ask(world, joining), violations);
  }
}

// The rows that bear on a body of a pair that fails. What was repaired before and is not touched by it stays as it is:
// swept again it would change by ever less, and everybody around it would have to be certified again. What is left
// after many rounds is squeezed by more than its neighbours, and all give way.
std::vector<std::uint32_t> rows_around(const WorldState& world, const Driven& driven,
                                       const std::vector<Prediction>& violations, const Repair& repair_data,
                                       int round) {
  std::vector<bool> fails(driven.bodies.size(), false);
  for (const Prediction& violation : violations) {
    for (const BodyIndex body : {world.pairs[violation.pair].a, world.pairs[violation.pair].b}) {
      if (driven.slot_of[body] != no_slot && world.bodies[body].is_dynamic()) {
        fails[driven.slot_of[body]] = true;
      }
    }
  }
  const bool all = round >= tolerances::local_repair_rounds;
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < repair_data.rows.size(); ++i) {
    const ContactPoint& point = repair_data.rows[i].point;
    if (all || fails[point.a] || fails[point.b]) {
      rows.push_back(i);
    }
  }
  return rows;
}

// A violation of bodies that changed says nothing any more.
void drop_stale(const WorldState& world, const std::vector<BodyIndex>& changed, std::vector<Prediction>& violations) {
  std::erase_if(violations, [&](const Prediction& violation) {
    const PairRecord& pair = world.pairs[violation.pair];
    return std::binary_search(changed.begin(), changed.end(), pair.a) ||
           std::binary_search(changed.begin(), changed.end(), pair.b);
  });
}

}  // namespace

// The segment takes the motion (push included), the state keeps the relaxed velocity.
void give_motions(WorldState& world, const Driven& driven, std::span<const GivenMotion> given, double begin) {
  std::vector<BodyIndex> bodies(given.size());
  visit_each(world.definition.threads, given.size(), fewest_parallel, [&](std::size_t i) {
    const std::uint32_t slot = given[i].slot;
    bodies[i] = driven.bodies[slot];
    FlowState state = driven.states[slot];
    state.linear_velocity = given[i].motion.linear;
    state.angular_velocity = given[i].motion.angular;
    set_segment(world, bodies[i], state, begin);
    world.bodies[bodies[i]].linear_velocity = driven.responders[slot].velocity.linear;
    world.bodies[bodies[i]].angular_velocity = driven.responders[slot].velocity.angular;
  });
  keep_in_tracks(world, bodies);
}

// What velocities lost alone: the impulses that repaired the motions changed none.
void note_stops(WorldState& world, const Driven& driven, const Repair& repair_data, double begin) {
  std::vector<ContactPoint> points;
  for (const RepairRow& row : repair_data.rows) {
    if (row.stopping_impulse == 0.0 && row.stopping_couple == Vec3(0.0)) {
      continue;
    }
    points.push_back(frictionless(at_start(row), row.stopping_impulse));
    points.back().turning_impulse = row.stopping_couple;
  }
  note_transfers(world, points, driven.bodies, begin);
}

namespace {

// What the repair held back is no longer approached, either: bodies that moved otherwise than they believe would leave
// the angular momentum behind, and run into each other again in the next substep.
void keep_repaired(WorldState& world, Driven& driven, Repair& repair_data) {
  if ((is_heap(driven) && !repair_data.is_direct) || !stop_approach_directly(repair_data.rows, driven.responders)) {
    stop_approach(repair_data.rows, driven.responders);
  }
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    if (world.bodies[driven.bodies[slot]].is_dynamic()) {
      change_velocity(world, driven.bodies[slot], driven.responders[slot].velocity);
    }
  }
}

// What sweeps have not brought apart in so many rounds is done directly, if it can be.
void change_motions(const WorldState& world, const Driven& driven, const std::vector<Prediction>& violations, int round,
                    Repair& repair_data) {
  const std::vector<std::uint32_t> rows = rows_around(world, driven, violations, repair_data, round);
  if (round >= tolerances::local_repair_rounds && repair_directly(repair_data.rows, rows, repair_data.movers)) {
    repair_data.is_direct = true;
  } else {
    repair(repair_data.rows, rows, repair_data.movers, world.definition.threads);
  }
}

}  // namespace

// Certify, add rows for what fails, change the motions, certify what changed: momentum is conserved throughout, and
// what is left after the rounds goes to the calendar as an impact.
void certify_and_repair(WorldState& world, Driven& driven, Repair& repair_data, double begin) {
  const double duration = world.substep_end - begin;
  Violations violations;
  add_violations(world, ask(world, held_pairs(world)), violations);
  for (int round = 0; round < tolerances::repair_rounds && !violations.to_repair.empty(); ++round) {
    // All are measured along the motions that failed, before any of these changes.
    add_rows(world, driven, violations.to_repair, begin, round, repair_data);
    for (const Prediction& violation : violations.to_repair) {
      for (const BodyIndex body : {world.pairs[violation.pair].a, world.pairs[violation.pair].b}) {
        take_push_back(driven.slot_of[body], repair_data);
        add_rows_around(driven.slot_of[body], duration, repair_data);
      }
    }
    change_motions(world, driven, violations.to_repair, round, repair_data);
    const std::vector<BodyIndex> changed = move_repaired(world, driven, repair_data, begin);
    if (changed.empty()) {
      break;
    }
    drop_stale(world, changed, violations.to_repair);
    drop_stale(world, changed, violations.impacts);
    add_violations(world, ask(world, held_pairs_of(world, changed)), violations);
  }
  keep_repaired(world, driven, repair_data);
  enter(world, violations.impacts);
  enter(world, violations.to_repair);
}

}  // namespace firstcontact
