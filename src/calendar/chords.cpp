// Lasting contact by chords. A substep begins with one piece for each island of bodies that touch or nearly do; each is
// solved, given its motions, certified, and solved on with more rows where a certificate fails. After that everything
// that happens is an event of the calendar, in the order of times: an impact cuts the islands of its two bodies there,
// by interpolation, which costs no energy, and their remainder is a piece of its own. Nothing before it changes.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "calendar/contact_piece.hpp"
#include "calendar/motors.hpp"
#include "calendar/phase_timer.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

constexpr int most_joins = 64;

// What was cut goes on.
void release_cut(WorldState& world, double begin) {
  for (const BodyIndex index : world.movers) {
    RigidBody& body = world.bodies[index];
    if (body.is_dynamic() && body.motion == MotionClass::cut) {
      count_lost_time(world, index, begin);
      const FlowState state = state_of(world, index, begin);
      body.motion = MotionClass::driven;
      body.path = {};
      set_segment(world, index, state, begin);
    }
  }
}

bool pushes(const ContactConstraint& row) { return row.load > 0.0 || row.impulse > 0.0 || row.is_hit; }

void add_pressed_sleepers(const WorldState& world, const ContactPiece& piece, std::vector<BodyIndex>& sleepers) {
  for (const ContactConstraint& row : piece.problem.rows) {
    for (const std::uint32_t place : {row.a, row.b}) {
      const BodyIndex body = piece.problem.bodies[place].body;
      if (pushes(row) && world.bodies[body].is_asleep()) {
        sleepers.push_back(body);
      }
    }
  }
}

// Who sleeps and is pressed by who is awake wakes, before anybody moves. True when any did.
bool wake_pressed_ones(WorldState& world, const Drive& drive, double begin) {
  std::vector<BodyIndex> pressed;
  for (const ContactPiece& piece : drive.pieces) {
    add_pressed_sleepers(world, piece, pressed);
  }
  for (const BodyIndex body : pressed) {
    wake(world, body, begin);
  }
  return !pressed.empty();
}

void begin_chords(WorldState& world, ContactStep& step, double begin) {
  const PhaseTimer timer(world.statistics.phases.solve);
  release_cut(world, begin);
  Drive drive{begin, true, {}, {}, {}};
  do {
    drive.pieces = first_pieces(world, step, begin);
    for (ContactPiece& piece : drive.pieces) {
      solve_first(world, step, piece);
    }
  } while (wake_pressed_ones(world, drive, begin));
  world.woken.clear();
  static_cast<void>(ease_motors(world, step, drive));  // of what has woken: a sleeper gives way to nothing
  for (ContactPiece& piece : drive.pieces) {
    static_cast<void>(give_motions(world, piece));
  }
  std::vector<std::uint32_t> all(world.pairs.size());
  std::iota(all.begin(), all.end(), 0U);
  certify(world, step, all, drive);
  for (const ContactPiece& piece : drive.pieces) {  // one that was merged into another has nobody left
    commit(world, step, piece, {});
  }
  enter_all(world, drive);
}

// Those pairs of the piece's bodies that may bear: with each other, and with what does not give way; and who have met.
void find_near_pairs(WorldState& world, const std::vector<std::uint32_t>& met, ContactPiece& piece) {
  const auto is_own = [&](BodyIndex body) {
    return !takes_part(world.bodies[body]) || std::binary_search(piece.bodies.begin(), piece.bodies.end(), body);
  };
  for (const std::uint32_t index : pairs_of_bodies(world, piece.bodies)) {
    PairRecord& pair = world.pairs[index];
    if (!is_own(pair.a) || !is_own(pair.b)) {
      continue;
    }
    pair.active = false;
    const bool has_met = std::binary_search(met.begin(), met.end(), index);
    BearingPair found = has_met                     ? met_pair(world, index, piece.begin, piece.end)
                        : pair.resting_speed == 0.0 ? touching_pair(world, index, piece.begin, piece.end)
                                                    : near_pair(world, index, piece.begin, piece.end);
    if (!found.points.empty()) {
      piece.near.push_back(std::move(found));
    }
  }
}

// Who is met at once by a body of the piece, and is not in it.
bool add_who_is_met_at_once(const WorldState& world, const Drive& drive, std::vector<BodyIndex>& bodies) {
  const ContactPiece& piece = drive.pieces.front();
  const std::size_t before = bodies.size();
  for (const Prediction& meeting : drive.meetings) {
    const PairRecord& pair = world.pairs[meeting.pair];
    if (*meeting.answer.impact_time - piece.begin <= at_once * piece.problem.duration) {
      add_company(world, pair.a, bodies);
      add_company(world, pair.b, bodies);
    }
  }
  std::sort(bodies.begin(), bodies.end());
  return bodies.size() > before;
}

// Whatever becomes of it, it is to be asked about anew.
void begin_again(WorldState& world, BodyIndex index, const FlowState& state, double time) {
  RigidBody& body = world.bodies[index];
  body.twisted_until = body.path.is_active ? std::max(time, body.twisted_until) : body.twisted_until;
  body.motion = MotionClass::driven;
  body.path = {};
  set_segment(world, index, state, time);
}

// With their company; ascending.
void add_woken(WorldState& world, std::vector<BodyIndex>& bodies) {
  for (const BodyIndex body : world.woken) {
    add_company(world, body, bodies);
  }
  world.woken.clear();
  std::sort(bodies.begin(), bodies.end());
}

// Drives these bodies anew from `time` on.
std::vector<BodyIndex> drive_from(WorldState& world, ContactStep& step, std::vector<BodyIndex> bodies, double time,
                                  const std::vector<std::uint32_t>& met) {
  std::sort(bodies.begin(), bodies.end());
  std::vector<std::pair<BodyIndex, FlowState>> states;  // before anything was given
  for (int joins = 0;; ++joins) {
    for (const BodyIndex body : bodies) {
      auto known = std::find_if(states.begin(), states.end(), [&](const auto& one) { return one.first == body; });
      if (known == states.end()) {
        known = states.emplace(states.end(), body, state_of(world, body, time));
      }
      begin_again(world, body, known->second, time);
    }
    Drive drive{time, false, {}, {}, {}};
    drive.pieces.push_back(make_piece(world, bodies, time, world.substep_end));
    ContactPiece& piece = drive.pieces.front();
    find_near_pairs(world, met, piece);
    find_rows(world, step, piece);
    solve(world, step, piece);
    if (wake_pressed_ones(world, drive, time)) {
      add_woken(world, bodies);
      continue;
    }
    static_cast<void>(ease_motors(world, step, drive));
    static_cast<void>(give_motions(world, piece));
    std::vector<BodyIndex> changed = bodies;
    changed.insert(changed.end(), drive.slowed.begin(), drive.slowed.end());
    certify(world, step, pairs_of_bodies(world, changed), drive);
    if (joins < most_joins && add_who_is_met_at_once(world, drive, bodies)) {
      continue;
    }
    commit(world, step, piece, met);
    enter_all(world, drive);
    return bodies;
  }
}

/// Who meets at the same time is answered at the same time: what is symmetric stays so.
struct Simultaneous {
  std::vector<BodyIndex> bodies;     // with their company
  std::vector<std::uint32_t> pairs;  // ascending
};

void add_who_meets_then(WorldState& world, double time, Simultaneous& together) {
  const double soon = time + at_once * (world.substep_end - time);
  std::vector<PredictedImpact> others;
  while (!world.queue.empty() && world.queue.top().time <= soon) {
    if (!is_stale(world, world.queue.top())) {
      others.push_back(world.queue.top());
    }
    world.queue.pop();
  }
  for (const PredictedImpact& other : others) {
    world.queue.push(other);  // it is stale when its bodies are driven
  }
  const auto is_in = [&](BodyIndex body) {
    return std::find(together.bodies.begin(), together.bodies.end(), body) != together.bodies.end();
  };
  for (bool any = true; any;) {
    any = false;
    for (const PredictedImpact& other : others) {
      const bool is_known = std::find(together.pairs.begin(), together.pairs.end(), other.pair) != together.pairs.end();
      if (!is_known && (is_in(other.a) || is_in(other.b))) {
        add_company(world, other.a, together.bodies);
        add_company(world, other.b, together.bodies);
        together.pairs.push_back(other.pair);
        any = true;
      }
    }
  }
  std::sort(together.pairs.begin(), together.pairs.end());
}

int count_of(const WorldState& world, BodyIndex body) {
  return world.bodies[body].is_dynamic() ? world.bodies[body].impacts_this_step : 0;
}

// Two that have no gap left and do not move would meet for ever.
bool both_stand(const WorldState& world, const Prediction& meeting) {
  const PairRecord& pair = world.pairs[meeting.pair];
  const auto stands = [&](BodyIndex index) {
    const RigidBody& body = world.bodies[index];
    return body.motion == MotionClass::cut || is_fixed(body) ||
           (body.segment.linear_velocity == Vec3(0.0) && body.segment.angular_velocity == Vec3(0.0));
  };
  return stands(pair.a) && stands(pair.b);
}

void answer_chord_impact(WorldState& world, ContactStep& step, const PredictedImpact& impact) {
  ++world.pairs[impact.pair].impacts_this_step;
  ++world.pairs[impact.pair].impacts_this_substep;
  ++world.bodies[impact.a].impacts_this_step;
  ++world.bodies[impact.b].impacts_this_step;
  Simultaneous together{{}, {impact.pair}};
  for (const BodyIndex body : {impact.a, impact.b}) {
    wake(world, body, impact.time);
    add_company(world, body, together.bodies);
  }
  add_woken(world, together.bodies);
  add_who_meets_then(world, impact.time, together);
  bool is_endless =
      std::max(count_of(world, impact.a), count_of(world, impact.b)) > tolerances::body_impacts_before_cut;
  PairRecord& pair = world.pairs[impact.pair];  // waking may have moved it
  if (is_endless && stop_motors_at(world, together.bodies, impact.time)) {
    is_endless = false;  // it may come to an end without them
  }
  if (together.bodies.empty() || is_endless || pair.looks_since_impact >= tolerances::pair_looks_before_cut) {
    stop_pair(world, impact.pair, impact.time);
    Drive drive;
    note_meetings(world, pairs_of_bodies(world, {impact.a, impact.b}), drive);
    std::erase_if(drive.meetings, [&](const Prediction& meeting) { return both_stand(world, meeting); });
    enter_all(world, drive);
    return;
  }
  pair.looks_since_impact = 0;
  static_cast<void>(drive_from(world, step, std::move(together.bodies), impact.time, together.pairs));
}

// The bodies whose chord ends then, and was not cut before.
std::vector<BodyIndex> those_that_go_on(const WorldState& world, const Continuation& continuation) {
  std::vector<BodyIndex> bodies;
  for (const BodyIndex index : continuation.bodies) {
    const RigidBody& body = world.bodies[index];
    const bool has_ended = body.motion == MotionClass::driven && body.path.is_active &&
                           body.segment.start_time + body.path.duration <= continuation.time * (1.0 + 1e-15);
    if (has_ended) {
      add_company(world, index, bodies);
    }
  }
  return bodies;
}

void run_chord_events(WorldState& world, ContactStep& step) {
  const PhaseTimer timer(world.statistics.phases.events);
  while (true) {
    const auto next = std::min_element(step.continuations.begin(), step.continuations.end(),
                                       [](const auto& x, const auto& y) { return x.time < y.time; });
    const double time = next == step.continuations.end() ? std::numeric_limits<double>::infinity() : next->time;
    const double impact_time = world.queue.empty() ? std::numeric_limits<double>::infinity() : world.queue.top().time;
    if (std::min(time, impact_time) >= world.substep_end) {
      return;  // what happens at the very end is the next substep's: no time is left for a piece
    }
    if (time <= impact_time) {
      const Continuation continuation = *next;
      step.continuations.erase(next);
      std::vector<BodyIndex> bodies = those_that_go_on(world, continuation);
      if (!bodies.empty()) {
        static_cast<void>(drive_from(world, step, std::move(bodies), continuation.time, {}));
      }
      continue;
    }
    const PredictedImpact impact = world.queue.top();
    world.queue.pop();
    if (!is_stale(world, impact)) {
      answer_chord_impact(world, step, impact);
    }
  }
}

// The state at its end is the chord's, whose velocity is not that of the way.
void end_chords(WorldState& world) {
  for (const BodyIndex index : world.movers) {
    RigidBody& body = world.bodies[index];
    if (body.is_dynamic() && body.motion == MotionClass::driven && body.path.is_active &&
        !is_under_way(body, world.substep_end)) {
      const FlowState state = state_of(world, index, world.substep_end);
      body.path = {};
      body.twisted_until = std::max(body.twisted_until, world.substep_end);
      set_segment(world, index, state, world.substep_end);
    }
  }
}

}  // namespace

void drive_chords(WorldState& world, double begin) {
  ContactStep step;
  begin_motors(world, begin);
  begin_chords(world, step, begin);
  run_chord_events(world, step);
  end_chords(world);
  end_motors(world, world.substep_end);
}

}  // namespace firstcontact
