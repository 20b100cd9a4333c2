// The calendar: impacts in the order of their times.
//
// Why nothing can interpenetrate. Every body always has a motion segment, and every candidate pair a certificate that
// these two segments keep the bodies apart until a time: the pair's impact, or the end. A body is never moved beyond
// the earliest such time, because impacts are taken in order and each one changes both bodies' segments first; a
// changed segment makes the old certificates stale (its version counts up) and is certified anew against every
// candidate before anything moves on. Candidates are complete, because a changed body's track is laid again when its
// old one no longer holds it. By induction over events, every pair is apart at every instant.
//
// Why the bits do not depend on the number of threads. A prediction is a pure function of the two segments and of the
// pair's own caches; predictions write to their own slots and enter the queue in the order of pairs; the queue's order
// is total.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "calendar/read_ahead.hpp"
#include "calendar/world_state.hpp"
#include "core/parallel.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// A kinematic body that waits does so until its version counts up: what flies towards it is asked about no more often
// than what flies towards a wall.
bool lasts_the_step(const RigidBody& body) {
  return body.motion == MotionClass::free || is_fixed(body) || body.type == BodyType::kinematic;
}

// What was said for one substep says nothing of the next, though neither body's motion has changed.
bool is_known(const WorldState& world, const PairRecord& pair) {
  return pair.predicted_until >= world.substep_end && pair.predicted_a == world.bodies[pair.a].version &&
         pair.predicted_b == world.bodies[pair.b].version;
}

// m/s: by how much whatever moves with the segment may be faster then than at its start.
double gain_of_speed(const MotionSegment& segment, double until) {
  return segment.linear_acceleration == Vec3(0.0)
             ? 0.0
             : std::sqrt(squared_length(segment.linear_acceleration)) * (until - segment.start_time);
}

// m: how far any point of the body may come within the query.
double way_within(const RigidBody& body, const PairQuery& query) {
  return (body.top_speed + gain_of_speed(body.segment, query.end)) * (query.end - query.begin);
}

// m/s: how fast turning brings any point of a body forward along `direction`, at most, from the segment's start until
// then. A point's speed along a fixed direction n is (w x r).n = (n x w).r: no more than the half extents along n x w,
// as the body sees it, which turns with the body, and no more than the radius.
double turning_forward(const RigidBody& body, const Vec3& direction, double until) {
  const MotionSegment& segment = body.segment;
  const Vec3& half = body.collider->half_extents;
  const Vec3 lever = glm::cross(direction, segment.angular_velocity);
  const Vec3 seen = rotate_inverse(segment.pose.orientation, lever);
  const double size = std::sqrt(squared_length(lever));
  const double turn = (until - segment.start_time) * std::sqrt(squared_length(segment.angular_velocity));
  return std::min(body.radius * size, glm::dot(glm::abs(seen), half) + size * turn * std::sqrt(squared_length(half)));
}

// m/s: how fast the body's furthest point along `direction` may come forward within the query. Nobody says where the
// spin of a body that tumbles goes.
double advance_speed(const RigidBody& body, const Vec3& direction, const PairQuery& query) {
  const MotionSegment& segment = body.segment;
  const double turning = segment.kind == FlowKind::screw
                             ? turning_forward(body, direction, query.end)
                             : body.top_speed - std::sqrt(squared_length(segment.linear_velocity));
  return glm::dot(segment.linear_velocity, direction) + turning + gain_of_speed(segment, query.end);
}

// Where the body is then, if that is known already.
const Pose* known_pose(const WorldState& world, BodyIndex index, double time) {
  const RigidBody& body = world.bodies[index];
  if (body.segment.start_time == time || is_fixed(body)) {
    return &body.segment.pose;
  }
  const KnownState& known = world.known_states[index];
  return known.time == time ? &known.state.pose : nullptr;
}

// The second rung: gaps once measured, less what the bodies' motions past each other have used up since and can use up
// yet. No vertex is touched; at rest it is enough for most pairs.
std::optional<double> gap_kept(const WorldState& world, const PairRecord& pair, const PairQuery& query) {
  const MeasuredContact& measured = pair.measured;
  const Pose* const pose_a = known_pose(world, pair.a, query.begin);
  const Pose* const pose_b = known_pose(world, pair.b, query.begin);
  if (measured.margin < 0.0 || pose_a == nullptr || pose_b == nullptr) {
    return std::nullopt;
  }
  const Drift drift = drift_since(measured, *pose_a, query.a->radius, *pose_b, query.b->radius);
  double kept = std::numeric_limits<double>::infinity();
  for (const Nearness& nearness : measured.nearness) {
    const double speed =
        advance_speed(*query.a, nearness.normal, query) + advance_speed(*query.b, -nearness.normal, query);
    const double begin = nearness.gap + glm::dot(nearness.normal, drift.shift) - drift.turn;
    kept = std::min(kept, begin - std::max(0.0, speed) * (query.end - query.begin));
  }
  return kept > query.target ? std::optional(kept) : std::nullopt;
}

// Of a body that flies; others have none.
const KnownScrew* known_screw(const WorldState& world, BodyIndex body, const PairQuery& query) {
  if (world.bodies[body].segment.kind != FlowKind::ballistic) {
    return nullptr;
  }
  const KnownScrew& known = world.known_screws[body];
  const bool is_of_query =
      known.version == world.bodies[body].version && known.begin == query.begin && known.end == query.end;
  return is_of_query ? &known : nullptr;
}

// m: the gap that the pair keeps.
double target_of(const PairRecord& pair) {
  return pair.skin * (pair.active ? tolerances::floor_gap : tolerances::impact_gap);
}

PairQuery query_of(const WorldState& world, const PairRecord& pair) {
  PairQuery query;
  query.a = &world.bodies[pair.a];
  query.b = &world.bodies[pair.b];
  query.begin = std::max(query.a->segment.start_time, query.b->segment.start_time);
  query.end = lasts_the_step(*query.a) && lasts_the_step(*query.b) ? world.step_end : world.substep_end;
  query.target = target_of(pair);
  return query;
}

// A body that flies on its own and was just set going is asked about by all its neighbours for the same span; one that
// flies among bodies in contact, for the same substep.
void find_screw_for(WorldState& world, BodyIndex index, const PairQuery& query) {
  const RigidBody& body = world.bodies[index];
  const bool is_shared = query.begin == body.segment.start_time || query.begin == world.ways_time;
  if (is_shared && body.segment.kind == FlowKind::ballistic && known_screw(world, index, query) == nullptr) {
    world.known_screws[index] = find_screw(body, query.begin, query.end);
  }
}

void mark_asked(const WorldState& world, PairRecord& pair, double until) {
  pair.predicted_until = until;
  pair.predicted_a = world.bodies[pair.a].version;
  pair.predicted_b = world.bodies[pair.b].version;
}

// The second rung, where it says all.
std::optional<double> gap_kept_as_measured(const WorldState& world, PairRecord& pair) {
  const PairQuery query = query_of(world, pair);
  const std::optional<double> kept = gap_kept(world, pair, query);
  if (kept) {
    mark_asked(world, pair, query.end);
  }
  return kept;
}

bool is_held(const RigidBody& body) { return body.motion == MotionClass::driven; }

// What stands on its rest gap is nearer to its neighbours than the gap at which others meet.
bool may_pass(const WorldState& world, const PairRecord& pair) {
  return !pair.active && (is_held(world.bodies[pair.a]) || is_held(world.bodies[pair.b]));
}

PairAnswer ask_pair(WorldState& world, PairRecord& pair) {
  PairQuery query = query_of(world, pair);
  mark_asked(world, pair, query.end);
  query.screw_a = known_screw(world, pair.a, query);
  query.screw_b = known_screw(world, pair.b, query);
  query.most_looks = std::max(tolerances::fewest_looks, tolerances::pair_looks_before_cut - pair.looks_since_impact);
  PairAnswer answer = first_contact(query, pair.caches, pair.triangles);
  pair.looks_since_impact += answer.looks;
  if (answer.impact_time && may_pass(world, pair)) {
    query.target = tolerances::passing_gap * pair.skin;
    const PairAnswer passing = first_contact(query, pair.caches, pair.triangles);
    pair.looks_since_impact += passing.looks;
    const int queries = answer.queries + passing.queries;
    answer = passing.impact_time ? answer : passing;
    answer.queries = queries;
  }
  return answer;
}

// The first rung of the certificate: the gap once measured, less every way the two bodies have come since and can yet.
// Where it is enough until the end of what is to be asked, what is left then.
std::optional<double> gap_kept_by_ways(const WorldState& world, PairRecord& pair) {
  const std::optional<double> left = gap_left(world, pair);
  if (!left || *left <= target_of(pair)) {
    return std::nullopt;
  }
  const PairQuery query = query_of(world, pair);
  if (query.begin != world.ways_time) {
    return std::nullopt;
  }
  const double kept = *left - way_within(*query.a, query) - way_within(*query.b, query);
  if (!(kept > query.target)) {
    return std::nullopt;
  }
  mark_asked(world, pair, query.end);
  return kept;
}

}  // namespace

bool is_stale(const WorldState& world, const PredictedImpact& impact) {
  return world.bodies[impact.a].version != impact.version_a || world.bodies[impact.b].version != impact.version_b;
}

void note_gap(WorldState& world, double gap) {
  auto& least = world.statistics.min_gap;
  least = least ? std::min(*least, gap) : gap;
}

namespace {

/// Pairs that a rung of the certificate says nothing of, and the least gap that it says is kept by others.
struct Unsettled {
  std::vector<std::uint32_t> pairs;
  std::optional<double> least;  // m

  void note(const std::optional<double>& gap) {
    if (gap) {
      least = std::min(*gap, least.value_or(*gap));
    }
  }
};

void add(const Unsettled& more, Unsettled& all) {
  all.pairs.insert(all.pairs.end(), more.pairs.begin(), more.pairs.end());
  all.note(more.least);
}

// Those that are to be asked, and lie too near for what their bodies do. Most do not, and of these only the first line
// is read.
Unsettled left_by_ways(WorldState& world, const std::vector<std::uint32_t>& pairs) {
  Unsettled left;
  const double told = world.statistics.min_gap.value_or(std::numeric_limits<double>::infinity());
  const auto visit = [&](std::size_t i, std::size_t /*end*/, Unsettled& found) {
    read_ahead(world.pairs, pairs, i);
    PairRecord& pair = world.pairs[pairs[i]];
    if (pair.overlapping || is_known(world, pair)) {
      return;
    }
    std::optional<double> kept = gap_kept_by_ways(world, pair);
    if (kept && *kept < told) {  // what is told is to be near the truth
      kept = std::max(*kept, gap_kept(world, pair, query_of(world, pair)).value_or(*kept));
    }
    found.note(kept);
    if (!kept) {
      found.pairs.push_back(pairs[i]);
    }
  };
  find_in_pieces(world.definition.threads, pairs.size(), left, visit, add);
  return left;
}

// What moves on is looked up once for all its pairs.
void know_poses(WorldState& world, const std::vector<std::uint32_t>& pairs) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    read_records_ahead(world.pairs, pairs, i);
    const PairRecord& pair = world.pairs[pairs[i]];
    if (pair.measured.margin < 0.0) {
      continue;
    }
    const double begin = query_of(world, pair).begin;
    for (const BodyIndex body : {pair.a, pair.b}) {
      if (known_pose(world, body, begin) == nullptr) {
        static_cast<void>(state_of(world, body, begin));
      }
    }
  }
}

Unsettled left_as_measured(WorldState& world, const std::vector<std::uint32_t>& pairs) {
  know_poses(world, pairs);
  Unsettled left;
  const auto visit = [&](std::size_t i, std::size_t /*end*/, Unsettled& found) {
    read_records_ahead(world.pairs, pairs, i);
    const std::optional<double> kept = gap_kept_as_measured(world, world.pairs[pairs[i]]);
    found.note(kept);
    if (!kept) {
      found.pairs.push_back(pairs[i]);
    }
  };
  find_in_pieces(world.definition.threads, pairs.size(), left, visit, add);
  return left;
}

// Pairs of which no rung says enough.
std::vector<std::uint32_t> those_to_ask(WorldState& world, const std::vector<std::uint32_t>& pairs) {
  const Unsettled by_ways = left_by_ways(world, pairs);
  Unsettled as_measured = left_as_measured(world, by_ways.pairs);
  for (const std::optional<double>& least : {by_ways.least, as_measured.least}) {
    if (least) {
      note_gap(world, *least);
    }
  }
  return std::move(as_measured.pairs);
}

}  // namespace

std::vector<Prediction> ask(WorldState& world, const std::vector<std::uint32_t>& pairs) {
  world.known_screws.resize(world.bodies.size());
  const std::vector<std::uint32_t> asked = those_to_ask(world, pairs);
  std::vector<Prediction> predictions(asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    read_ahead(world.pairs, asked, i);
    const PairRecord& pair = world.pairs[asked[i]];
    const PairQuery query = query_of(world, pair);
    predictions[i].pair = asked[i];
    find_screw_for(world, pair.a, query);
    find_screw_for(world, pair.b, query);
  }
  const auto ask_one = [&](std::size_t i) {
    if (world.definition.threads == 1) {  // another thread may be making those caches
      read_caches_ahead(world.pairs, asked, i);
    }
    predictions[i].answer = ask_pair(world, world.pairs[asked[i]]);
  };
  visit_each(world.definition.threads, predictions.size(), fewest_parallel, ask_one);
  for (const Prediction& prediction : predictions) {
    world.statistics.toi_queries += static_cast<std::uint64_t>(prediction.answer.queries);
    const PairRecord& pair = world.pairs[prediction.pair];
    if (prediction.answer.came_near) {
      note_gap(world, prediction.answer.certified_gap);
    } else if (pair.active && !prediction.answer.impact_time) {  // they bear, and boxes in the world's axes say no more
      note_gap(world, pair_contact(world, prediction.pair, query_of(world, pair).begin, pair.skin).nearest);
    }
  }
  return predictions;
}

void enter(WorldState& world, const std::vector<Prediction>& predictions) {
  for (const Prediction& prediction : predictions) {
    if (prediction.answer.impact_time) {
      const PairRecord& pair = world.pairs[prediction.pair];
      world.queue.push({*prediction.answer.impact_time, pair.a, pair.b, world.bodies[pair.a].version,
                        world.bodies[pair.b].version, prediction.pair});
    }
  }
}

}  // namespace firstcontact
