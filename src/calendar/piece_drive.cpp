// Pieces under way: certified, given more rows where a certificate fails, made one where two of them meet, and told of.
#include <algorithm>
#include <cmath>
#include <limits>

#include "calendar/contact_piece.hpp"
#include "calendar/motors.hpp"
#include "contact/row_response.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

bool takes_part(const RigidBody& body) { return body.is_awake() && body.motion != MotionClass::cut; }

std::vector<std::uint32_t> pairs_of_bodies(const WorldState& world, const std::vector<BodyIndex>& bodies) {
  std::vector<std::uint32_t> pairs;
  for (const BodyIndex body : bodies) {
    pairs.insert(pairs.end(), world.pairs_of[body].begin(), world.pairs_of[body].end());
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

// All that a body presses on or is pressed by, through others.
void add_company(const WorldState& world, BodyIndex body, std::vector<BodyIndex>& bodies) {
  if (!takes_part(world.bodies[body]) || std::find(bodies.begin(), bodies.end(), body) != bodies.end()) {
    return;
  }
  std::vector<BodyIndex> open{body};
  bodies.push_back(body);
  while (!open.empty()) {
    const BodyIndex here = open.back();
    open.pop_back();
    for (const std::uint32_t index : world.pairs_of[here]) {
      const PairRecord& pair = world.pairs[index];
      const BodyIndex other = pair.a == here ? pair.b : pair.a;
      if (pair.presses && takes_part(world.bodies[other]) &&
          std::find(bodies.begin(), bodies.end(), other) == bodies.end()) {
        bodies.push_back(other);
        open.push_back(other);
      }
    }
  }
}

namespace {

constexpr int most_rounds = 12;

bool is_valid(const WorldState& world, const Prediction& prediction) {
  const PairRecord& pair = world.pairs[prediction.pair];
  return prediction.answer.impact_time && pair.predicted_a == world.bodies[pair.a].version &&
         pair.predicted_b == world.bodies[pair.b].version;
}

// The piece that both bodies of the pair are in, but for one that gives way to nothing.
ContactPiece* piece_of(Drive& drive, const WorldState& world, const PairRecord& pair) {
  const BodyIndex mover = takes_part(world.bodies[pair.a]) ? pair.a : pair.b;
  const BodyIndex other = mover == pair.a ? pair.b : pair.a;
  for (ContactPiece& piece : drive.pieces) {
    const auto has = [&](BodyIndex body) { return std::binary_search(piece.bodies.begin(), piece.bodies.end(), body); };
    if (has(mover)) {
      return has(other) || !takes_part(world.bodies[other]) ? &piece : nullptr;
    }
  }
  return nullptr;
}

}  // namespace

void note_meetings(WorldState& world, const std::vector<std::uint32_t>& pairs, Drive& drive) {
  std::erase_if(drive.meetings, [&](const Prediction& meeting) { return !is_valid(world, meeting); });
  for (const Prediction& prediction : ask(world, pairs)) {
    if (prediction.answer.impact_time) {
      drive.meetings.push_back(prediction);
    }
  }
  std::sort(drive.meetings.begin(), drive.meetings.end(), [&](const Prediction& x, const Prediction& y) {
    return std::pair(*x.answer.impact_time, x.pair) < std::pair(*y.answer.impact_time, y.pair);
  });
}

namespace {

ContactPiece* piece_with(Drive& drive, BodyIndex body) {
  for (ContactPiece& piece : drive.pieces) {
    if (std::binary_search(piece.bodies.begin(), piece.bodies.end(), body)) {
      return &piece;
    }
  }
  return nullptr;
}

// The piece that may take the pair's rows; of two pieces one is made.
ContactPiece* piece_for(const WorldState& world, std::uint32_t index, Drive& drive) {
  const PairRecord& pair = world.pairs[index];
  const bool a_moves = takes_part(world.bodies[pair.a]);
  const bool b_moves = takes_part(world.bodies[pair.b]);
  ContactPiece* const of_a = a_moves ? piece_with(drive, pair.a) : nullptr;
  ContactPiece* const of_b = b_moves ? piece_with(drive, pair.b) : nullptr;
  if ((a_moves && of_a == nullptr) || (b_moves && of_b == nullptr)) {
    return nullptr;
  }
  if (of_a != nullptr && of_b != nullptr && of_a != of_b) {
    if (std::max(of_a->rounds, of_b->rounds) >= most_rounds) {
      return nullptr;
    }
    merge_pieces(*of_a, *of_b);
    return of_a;
  }
  return of_a != nullptr ? of_a : of_b;
}

bool is_in_piece(Drive& drive, const WorldState& world, const PairRecord& pair) {
  return (takes_part(world.bodies[pair.a]) && piece_with(drive, pair.a) != nullptr) ||
         (takes_part(world.bodies[pair.b]) && piece_with(drive, pair.b) != nullptr);
}

// True where contact is to keep a pair apart: what bears, or is about to, or comes to stop at what is in contact. Where
// it rebounds it has an impact of its own when it is there, whether the pair has rows elsewhere or not. But who has
// rows and meets at once at another place bounces there, too, or would have to stand.
bool asks_for_rows(WorldState& world, const Prediction& meeting, Drive& drive) {
  const PairRecord& pair = world.pairs[meeting.pair];
  const bool may_stop = pair.restitution == 0.0 && pair.resting_speed > 0.0;
  if (meets_slowly(world, meeting, world.substep_length) || (may_stop && pair.active) ||
      (is_in_piece(drive, world, pair) && comes_to_stop(world, meeting, drive.begin))) {
    return true;
  }
  const ContactPiece* const piece = pair.active ? piece_of(drive, world, pair) : nullptr;
  return piece != nullptr && *meeting.answer.impact_time - piece->begin <= at_once * piece->problem.duration;
}

// Who flies by itself at a substep's start, and comes to who is in contact, has no piece yet.
void give_pieces(WorldState& world, ContactStep& step, const PairRecord& pair, Drive& drive) {
  if (!drive.is_first || !is_in_piece(drive, world, pair)) {
    return;
  }
  for (const BodyIndex body : {pair.a, pair.b}) {
    if (takes_part(world.bodies[body]) && piece_with(drive, body) == nullptr &&
        !is_under_way(world.bodies[body], drive.begin)) {
      drive.pieces.push_back(make_piece(world, {body}, drive.begin, world.substep_end));
      find_rows(world, step, drive.pieces.back());
    }
  }
}

std::vector<Prediction> meetings_that_ask(WorldState& world, Drive& drive) {
  std::vector<Prediction> asking;
  for (const Prediction& meeting : drive.meetings) {
    if (*meeting.answer.impact_time > world.substep_end) {
      break;
    }
    if (asks_for_rows(world, meeting, drive)) {
      asking.push_back(meeting);
    }
  }
  return asking;
}

// Adds rows where pairs meet that contact is to keep apart. Returns the pieces that have more now.
std::vector<ContactPiece*> add_rows(WorldState& world, ContactStep& step, Drive& drive) {
  const std::vector<Prediction> asking = meetings_that_ask(world, drive);
  for (const Prediction& meeting : asking) {
    give_pieces(world, step, world.pairs[meeting.pair], drive);
  }
  std::vector<ContactPiece*> changed;
  for (const Prediction& meeting : asking) {
    ContactPiece* const piece = piece_for(world, meeting.pair, drive);
    if (piece == nullptr || piece->rounds >= most_rounds || *meeting.answer.impact_time > piece->end) {
      continue;
    }
    if (piece->is_new) {
      add_met_pair(world, meeting.pair, *piece);
    }
    if ((piece->is_new || add_rows_at(world, step, meeting, *piece)) &&
        std::find(changed.begin(), changed.end(), piece) == changed.end()) {
      changed.push_back(piece);
    }
  }
  std::erase_if(changed, [](const ContactPiece* piece) { return piece->bodies.empty(); });
  for (ContactPiece* const piece : changed) {
    if (piece->is_new) {
      find_rows(world, step, *piece);
    }
  }
  return changed;
}

void solve_on_all(WorldState& world, ContactStep& step, const std::vector<ContactPiece*>& pieces, Drive& drive) {
  for (ContactPiece* const piece : pieces) {
    ++piece->rounds;
    if (piece->is_new) {
      solve(world, step, *piece);
      piece->is_new = false;
    } else {
      solve_on(world, step, *piece);
    }
  }
  const std::size_t slowed = drive.slowed.size();
  std::vector<ContactPiece*> moved = ease_motors(world, step, drive);
  for (ContactPiece* const piece : pieces) {
    if (std::find(moved.begin(), moved.end(), piece) == moved.end()) {
      moved.push_back(piece);
    }
  }
  std::vector<BodyIndex> changed(drive.slowed.begin() + static_cast<std::ptrdiff_t>(slowed), drive.slowed.end());
  for (ContactPiece* const piece : moved) {
    const std::vector<BodyIndex> own = give_motions(world, *piece);
    changed.insert(changed.end(), own.begin(), own.end());
  }
  note_meetings(world, pairs_of_bodies(world, changed), drive);
}

// Two that meet at once, and nothing has kept them apart: they stand, like walls to all others.
bool make_stand(ContactPiece& piece, const PairRecord& pair) {
  bool any = false;
  for (const BodyIndex body : {pair.a, pair.b}) {
    const auto at = std::lower_bound(piece.bodies.begin(), piece.bodies.end(), body);
    if (at == piece.bodies.end() || *at != body || piece.stands[static_cast<std::size_t>(at - piece.bodies.begin())]) {
      continue;
    }
    const auto place = static_cast<std::size_t>(at - piece.bodies.begin());
    piece.stands[place] = true;
    any = true;
    SolverBody& solved = piece.problem.bodies[place];
    solved.is_dynamic = false;
    solved.inverse_mass = Vec3(0.0);
    solved.inverse_inertia = solved.middle_inverse_inertia = Mat3(0.0);
    solved.before = solved.after = solved.way = solved.end = {};
  }
  return any;
}

void solve_with_what_stands(WorldState& world, ContactStep& step, ContactPiece& piece, Drive& drive) {
  for (SolverBody& body : piece.problem.bodies) {
    body.is_disturbed = true;
  }
  for (ContactConstraint& row : piece.problem.rows) {
    make_ready(piece.problem, row);
    if (row.response == 0.0) {
      row.load = row.load_1 = row.load_2 = row.impulse = row.impulse_1 = row.impulse_2 = 0.0;
      row.couple = Vec3(0.0);
    }
  }
  solve_on_all(world, step, {&piece}, drive);
}

bool stop_who_meets_at_once(WorldState& world, ContactStep& step, Drive& drive) {
  for (const Prediction& meeting : drive.meetings) {
    const std::uint32_t index = meeting.pair;
    ContactPiece* const piece = world.pairs[index].active ? piece_of(drive, world, world.pairs[index]) : nullptr;
    if (piece == nullptr || *meeting.answer.impact_time - piece->begin > at_once * piece->problem.duration) {
      continue;
    }
    if (stop_motors_of(world, step, index, *piece, drive)) {
      return true;
    }
    if (make_stand(*piece, world.pairs[index])) {
      solve_with_what_stands(world, step, *piece, drive);
      return true;
    }
  }
  return false;
}

}  // namespace

// Certifies the motions given, and mends what fails.
void certify(WorldState& world, ContactStep& step, const std::vector<std::uint32_t>& pairs, Drive& drive) {
  note_meetings(world, pairs, drive);
  while (true) {
    const std::vector<ContactPiece*> more = add_rows(world, step, drive);
    if (!more.empty()) {
      solve_on_all(world, step, more, drive);
    } else if (!stop_who_meets_at_once(world, step, drive)) {
      return;
    }
  }
}

namespace {

/// What a pair's rows did at a piece's start, summed.
struct PairImpulse {
  Vec3 impulse{0.0};                                     // N s, on b
  Vec3 normal_part{0.0};                                 // N s: of each row along its own normal
  double along = 0.0;                                    // N s: the sum of these lengths
  double load = 0.0;                                     // N s, over the piece
  Vec3 weighted{0.0};                                    // N s m: where, weighed by the normal part
  Vec3 normal{0.0};                                      // of the normal part; of the first row where there is none
  double approach = 0.0;                                 // m/s
  double gap = std::numeric_limits<double>::infinity();  // m
  bool is_impact = false;  // it bounced, was felt, or changed the velocity of who flies on
};

void add_row(const ContactPiece& piece, const ContactConstraint& row, PairImpulse& sum) {
  const Vec3 impulse = impulse_of(row) + row.bounce;
  const double along = glm::dot(impulse, row.normal);
  const Vec3 velocity = start_velocity(piece.problem, row, &SolverBody::before);
  const auto flies = [&](std::uint32_t place) {
    return piece.problem.bodies[place].is_dynamic && !piece.problem.bodies[place].is_pressed;
  };
  sum.impulse += impulse;
  sum.normal_part += along * row.normal;
  sum.along += along;
  sum.load += row.load;
  sum.weighted += along * (piece.problem.bodies[row.a].pose.position + row.start_arm_a);
  sum.normal = sum.normal == Vec3(0.0) ? row.normal : sum.normal;
  sum.approach = std::max(sum.approach, -glm::dot(row.normal, velocity));
  sum.gap = std::min(sum.gap, row.separation);
  const bool is_felt = row.impulse * row.start_response > row.resting_speed;
  sum.is_impact = sum.is_impact || row.is_hit || (row.impulse > 0.0 && (is_felt || flies(row.a) || flies(row.b)));
}

// In the order of the piece's pairs.
std::vector<PairImpulse> impulses_of_pairs(const ContactPiece& piece) {
  std::vector<std::pair<std::uint32_t, std::size_t>> places;
  for (std::size_t i = 0; i < piece.pairs.size(); ++i) {
    places.emplace_back(piece.pairs[i], i);
  }
  std::sort(places.begin(), places.end());
  std::vector<PairImpulse> sums(piece.pairs.size());
  for (const ContactConstraint& row : piece.problem.rows) {
    const auto found = std::lower_bound(places.begin(), places.end(), std::pair(row.pair, std::size_t{0}));
    add_row(piece, row, sums[found->second]);
  }
  for (PairImpulse& sum : sums) {
    const double size = std::sqrt(squared_length(sum.normal_part));
    sum.normal = size > 0.0 ? sum.normal_part / size : sum.normal;
  }
  return sums;
}

Event event_of(const PairRecord& pair, const PairImpulse& sum, double time) {
  Event event;
  event.time = time;
  event.a = pair.a;
  event.b = pair.b;
  event.normal = sum.normal;
  event.gap = sum.gap;
  event.approach_speed = sum.approach;
  event.normal_impulse = glm::dot(sum.impulse, sum.normal);
  event.point = sum.along > 0.0 ? sum.weighted / sum.along : Vec3(0.0);
  event.friction_impulse = std::sqrt(squared_length(sum.impulse - glm::dot(sum.impulse, sum.normal) * sum.normal));
  return event;
}

void report(WorldState& world, const ContactPiece& piece, const std::vector<std::uint32_t>& met) {
  const std::vector<PairImpulse> sums = impulses_of_pairs(piece);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const PairImpulse& sum = sums[i];
    PairRecord& pair = world.pairs[piece.pairs[i]];
    Event event = event_of(pair, sum, piece.begin);
    const bool has_met = std::binary_search(met.begin(), met.end(), piece.pairs[i]);
    if (sum.along > 0.0 && (sum.is_impact || has_met)) {
      world.events.push_back(event);
      ++world.statistics.events;
    }
    if (sum.load > 0.0 && !pair.touching) {
      pair.touching = true;
      event.kind = EventKind::begin;
      event.normal_impulse += sum.load;
      world.events.push_back(event);
    }
  }
}

}  // namespace

void commit(WorldState& world, ContactStep& step, const ContactPiece& piece, const std::vector<std::uint32_t>& met) {
  for (const std::uint32_t pair : pairs_of_bodies(world, piece.bodies)) {
    world.pairs[pair].presses = false;
  }
  remember_loads(world, piece);
  report(world, piece, met);
  for (const BodyIndex body : piece.bodies) {
    if (world.bodies[body].segment.start_time == piece.begin) {
      record_segment(world, body);
    }
  }
  note_piece(world, piece);
  if (piece.end < world.substep_end) {
    step.continuations.push_back({piece.end, piece.bodies});
  }
}

void enter_all(WorldState& world, const Drive& drive) {
  std::vector<Prediction> valid;
  for (const Prediction& meeting : drive.meetings) {
    if (is_valid(world, meeting)) {
      valid.push_back(meeting);
    }
  }
  enter(world, valid);
}

}  // namespace firstcontact
