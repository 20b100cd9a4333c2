// Certifying the solver's motions, and repairing those that would not keep a pair apart.
#include <algorithm>
#include <cmath>

#include "calendar/driven.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Rounds after which rows are made with more care.
constexpr int plain_rounds = 2;

bool is_held(const RigidBody& body) { return body.motion != MotionClass::free; }

bool are_held(const WorldState& world, const PairRecord& pair) {
  return is_held(world.bodies[pair.a]) && is_held(world.bodies[pair.b]);
}

// Pairs of which no body flies freely: their motions are all known for the substep and can be repaired as a whole.
std::vector<std::uint32_t> held_pairs(const WorldState& world) {
  std::vector<std::uint32_t> pairs;
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    if (are_held(world, world.pairs[i])) {
      pairs.push_back(i);
    }
  }
  return pairs;
}

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

// Each point may use up its gap down to a quarter of the way above the floor; one that is already lower is lifted,
// gently.
double least_speed(const PairRecord& pair, double separation, double duration) {
  const double floor = tolerances::floor_gap * pair.skin;
  const double bottom = tolerances::smallest_gap * pair.skin;
  const double goal = std::max(std::min(floor, separation), bottom) + 0.25 * std::max(0.0, separation - floor);
  return std::min(bottom, goal - separation) / duration;
}

// Rows are tangents to the gap's course: at the start, and where the pair meets. Where one shape slides fast round the
// other the course is a parabola, and each round's meeting is but a little later than the last one's; then a look ahead
// says what is to come.
std::vector<double> times_of_rows(double begin, double meeting, double end, int round) {
  constexpr double look_ahead = 4.0;
  std::vector<double> times{begin, meeting};
  if (round >= plain_rounds) {
    times.push_back(std::min(end, begin + look_ahead * (meeting - begin)));
  }
  return times;
}

// A manifold's normal is a face's, and may lean from the way the shapes really meet: what slides fast comes nearer
// although no point of the manifold does. Then the nearest points have rows of their own.
std::vector<ContactPoint> points_of_rows(WorldState& world, std::uint32_t index, double time, int round) {
  const PairContact contact = pair_contact(world, index, time, tolerances::activation_gap * world.pairs[index].skin);
  std::vector<ContactPoint> points = contact.points;
  for (const Witness& witness : contact.witnesses) {
    if (round >= plain_rounds) {
      points.push_back(witness.point);
    }
  }
  return points;
}

void add_rows(WorldState& world, const Driven& driven, const Prediction& violation, double begin, int round,
              Repair& repair_data) {
  const PairRecord& pair = world.pairs[violation.pair];
  const double duration = world.substep_end - begin;
  for (const double time : times_of_rows(begin, *violation.answer.impact_time, world.substep_end, round)) {
    for (ContactPoint point : points_of_rows(world, violation.pair, time, round)) {
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
      const auto moved = [&](BodyIndex body, std::uint32_t slot) {
        return state_of(world, body, time).pose.position - driven.states[slot].pose.position;
      };
      repair_data.rows.push_back(
          {point, least_speed(pair, at_start, duration), moved(pair.a, slot_a), moved(pair.b, slot_b)});
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
      pair.predicted_until = -1.0;
      joining.push_back(prediction.pair);
    }
  }
  if (!joining.empty()) {
    add_violations(world, ask(world, joining), violations);
  }
}

// Sweeps that have not come to agree push one body up while the next one still comes down. Lifting is for when there is
// room: what it drives into others goes without. True when there was a push to take back.
bool take_push_back(std::uint32_t slot, Repair& repair_data) {
  if (slot == no_slot) {
    return false;
  }
  Velocity& push = repair_data.push[slot];
  Velocity& motion = repair_data.movers[slot].velocity;
  const bool was_pushed = push.linear != Vec3(0.0) || push.angular != Vec3(0.0);
  motion.linear -= push.linear;
  motion.angular -= push.angular;
  push = {};
  return was_pushed;
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
void give_motion(WorldState& world, const Driven& driven, std::uint32_t slot, const Velocity& motion, double begin) {
  RigidBody& body = world.bodies[driven.bodies[slot]];
  FlowState state = driven.states[slot];
  state.linear_velocity = motion.linear;
  state.angular_velocity = motion.angular;
  set_segment(world, driven.bodies[slot], state, begin);
  body.linear_velocity = driven.responders[slot].velocity.linear;
  body.angular_velocity = driven.responders[slot].velocity.angular;
}

namespace {

// The impulses of stop_approach alone: those that repaired the motions changed no velocity.
void note_stops(WorldState& world, const Driven& driven, const Repair& repair_data, double begin) {
  std::vector<ContactPoint> points;
  for (const RepairRow& row : repair_data.rows) {
    ContactPoint point = row.point;
    point.arm_a += row.moved_a;
    point.arm_b += row.moved_b;
    point.normal_impulse = row.stopping_impulse;
    point.friction_impulse = Vec3(0.0);
    point.turning_impulse = Vec3(0.0);
    points.push_back(point);
  }
  note_transfers(world, points, driven.bodies, begin);
}

}  // namespace

// What the repair held back is no longer approached, either: bodies that moved otherwise than they believe would leave
// the angular momentum behind, and run into each other again in the next substep.
void keep_repaired(WorldState& world, Driven& driven, Repair& repair_data, double begin) {
  stop_approach(repair_data.rows, driven.responders);
  note_stops(world, driven, repair_data, begin);
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    if (world.bodies[driven.bodies[slot]].is_dynamic()) {
      change_velocity(world, driven.bodies[slot], driven.responders[slot].velocity);
    }
  }
}

// Certify, add rows for what fails, change the motions, certify what changed: momentum is conserved throughout, and
// what is left after the rounds goes to the calendar as an impact.
void certify_and_repair(WorldState& world, Driven& driven, Repair& repair_data, double begin) {
  Violations violations;
  add_violations(world, ask(world, held_pairs(world)), violations);
  for (int round = 0; round < tolerances::repair_rounds && !violations.to_repair.empty(); ++round) {
    for (const Prediction& violation : violations.to_repair) {
      const PairRecord& pair = world.pairs[violation.pair];
      const bool a_was_pushed = take_push_back(driven.slot_of[pair.a], repair_data);
      const bool b_was_pushed = take_push_back(driven.slot_of[pair.b], repair_data);
      if (!a_was_pushed && !b_was_pushed) {
        add_rows(world, driven, violation, begin, round, repair_data);
      }
    }
    repair(repair_data.rows, rows_around(world, driven, violations.to_repair, repair_data, round), repair_data.movers);
    const std::vector<BodyIndex> changed = move_repaired(world, driven, repair_data, begin);
    if (changed.empty()) {
      break;
    }
    drop_stale(world, changed, violations.to_repair);
    drop_stale(world, changed, violations.impacts);
    add_violations(world, ask(world, held_pairs_of(world, changed)), violations);
  }
  keep_repaired(world, driven, repair_data, begin);
  enter(world, violations.impacts);
  enter(world, violations.to_repair);
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

}  // namespace firstcontact
