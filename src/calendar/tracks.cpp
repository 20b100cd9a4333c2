#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "calendar/world_state.hpp"
#include "core/parallel.hpp"
#include "core/tolerances.hpp"
#include "dynamics/flow.hpp"

namespace firstcontact {

namespace {

// Room in a track for what contact may do to a body that the present velocities do not show.
constexpr double track_margin_per_size = 0.01;
// All tracks are laid anew once more than one in so many was moved: pairs that have parted are candidates until then.
constexpr std::size_t movers_per_moved_track = 8;
// A body that goes further than this many of its radii in a step is cast along its way instead of boxed.
constexpr double fast_radii = 4.0;

RigidMotion motion_for_box(const RigidBody& body, double begin, double end) {
  const double bound = angular_acceleration_bound(body.segment, body.inertia);
  RigidMotion motion = screw_over(body.segment, body.inertia, {begin, end, body.collider->radius, bound});
  if (motion.deviation > 0.25 * body.collider->radius) {
    // A screw this coarse says nothing of the attitude: any attitude is possible.
    motion.deviation = 0.0;
    motion.angular_velocity = Vec3(0.0);
  }
  return motion;
}

Aabb common(const Aabb& a, const Aabb& b) { return {glm::max(a.low, b.low), glm::min(a.high, b.high)}; }

// Two bounds, each valid alone: of the body's box as it turns, and of its corners at the start with the furthest that
// turning takes any of them from there.
Aabb box_of(const RigidBody& body, const Aabb& box_at_start, const RigidMotion& motion, double duration) {
  const bool any_attitude = motion.angular_velocity == Vec3(0.0) && body.segment.angular_velocity != Vec3(0.0);
  const double radius = body.collider->radius;
  if (any_attitude) {
    return swept_box(motion, Vec3(radius * 1.7320508075688774), radius, duration);
  }
  const Aabb path = swept_box(motion, Vec3(0.0), 0.0, duration);
  const Vec3& start = motion.start.position;
  const double turn = radius * std::sqrt(squared_length(motion.angular_velocity)) * duration;
  const Aabb of_corners = grown({path.low + (box_at_start.low - start), path.high + (box_at_start.high - start)}, turn);
  return common(of_corners, swept_box(motion, body.collider->half_extents, radius, duration));
}

double track_margin(const WorldState& world, const RigidBody& body) {
  const double skin = skin_of_size(world, body.size);
  return 2.0 * tolerances::activation_gap * skin + track_margin_per_size * body.size;
}

Track make_track(WorldState& world, BodyIndex index, double begin) {
  const RigidBody& body = world.bodies[index];
  const double duration = world.step_end - begin;
  RigidMotion motion = motion_for_box(body, begin, world.step_end);
  const double margin = track_margin(world, body);
  Track track;
  track.body = index;
  track.begin = begin;
  const Aabb& box = close_box(world, index, motion.start);
  track.box = box_of(body, box, motion, duration);
  const Vec3 travel = motion.linear_velocity * duration;
  // A body that contact may hold up does not fall as its flow says: both ways are in the box.
  RigidMotion held = motion;
  held.linear_acceleration = Vec3(0.0);
  track.box = grown(merged(track.box, box_of(body, box, held, duration)), margin);
  track.center = motion.start.position;
  track.velocity = motion.linear_velocity;
  const double bulge = 0.5 * std::sqrt(squared_length(motion.linear_acceleration)) * duration * duration;
  track.half_extents = Vec3(body.collider->radius + bulge + margin);
  track.fast = squared_length(travel) > fast_radii * fast_radii * body.collider->radius * body.collider->radius;
  // A box may be kept for steps to come; a cast is of this step.
  track.end = track.fast ? world.step_end : std::numeric_limits<double>::infinity();
  return track;
}

// A cast's candidates hold for this very way only.
Aabb known_box(const Track& track) { return track.fast ? Aabb{} : track.box; }

bool holds(const Aabb& outer, const Aabb& inner) {
  return glm::all(glm::lessThanEqual(outer.low, inner.low)) && glm::all(glm::lessThanEqual(inner.high, outer.high));
}

// True when the track that the octree knows holds the body, and half the margin around it, from `begin` to the end of
// the step. What turns about one axis at one speed is first asked for by the ways of its points alone.
bool stays_in_track(WorldState& world, BodyIndex index, double begin, const Pose& pose) {
  const RigidBody& body = world.bodies[index];
  const Aabb& known = world.track_boxes[index];
  const double duration = world.step_end - begin;
  const double room = 0.5 * track_margin(world, body);
  const Aabb& box = close_box(world, index, pose);
  if (body.segment.kind == FlowKind::screw && body.segment.linear_acceleration == Vec3(0.0)) {
    const double way = duration * body.top_speed;
    if (holds(known, grown(box, room + way))) {
      return true;
    }
  }
  const RigidMotion motion = motion_for_box(body, begin, world.step_end);
  return holds(known, grown(box_of(body, box, motion, duration), room));
}

// Asked of every candidate before anything else is: what is filtered costs no query. A kinematic body that stands
// leaves who sleeps on it alone.
bool may_collide(const RigidBody& a, const RigidBody& b) {
  const bool someone_moves =
      a.is_awake() || b.is_awake() || (a.is_asleep() && is_moving_mover(b)) || (b.is_asleep() && is_moving_mover(a));
  const bool both_are_solid = !a.is_sensor && !b.is_sensor && !a.removed && !b.removed;
  return someone_moves && both_are_solid && is_wanted(a, b);
}

// m/s. Slower than this bounces are not worth following: what a step's fall gives would take them in, and all that
// would come after, 2 e v / (g (1 - e)), is over within the step.
double resting_speed(double restitution, double fall_in_step) {
  const double base = tolerances::resting_speed * (1.0 - restitution);
  const double least = base + tolerances::least_resting_speed_per_step_of_fall * fall_in_step;
  const double most = base + tolerances::resting_speed_per_step_of_fall * fall_in_step;
  const double over_in_a_step = 0.5 * tolerances::last_bounces * fall_in_step * (1.0 - restitution);
  return std::clamp(over_in_a_step / std::max(restitution, 1e-3), least, most);
}

/// A record's place in the order of pairs, and where it is. (The records themselves are too large to be sorted.)
struct PlaceOfPair {
  std::pair<BodyIndex, BodyIndex> bodies;
  std::uint32_t index = 0;
};

std::vector<PlaceOfPair> in_order(const std::vector<PairRecord>& pairs) {
  std::vector<PlaceOfPair> places;
  places.reserve(pairs.size());
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    places.push_back({{pairs[i].a, pairs[i].b}, i});
  }
  std::sort(places.begin(), places.end(),
            [](const PlaceOfPair& x, const PlaceOfPair& y) { return x.bodies < y.bodies; });
  return places;
}

void take_memory(PairRecord& old, PairRecord& pair) {
  pair.overlapping = old.overlapping;
  pair.squeezed = old.squeezed;
  pair.presses = old.presses;
  pair.touching = std::exchange(old.touching, false);
  pair.caches = std::move(old.caches);
  pair.triangles = std::move(old.triangles);
  pair.impulses = std::move(old.impulses);
  pair.impulses_substep = old.impulses_substep;
  pair.measured = std::move(old.measured);
  pair.ways_to_meet = old.ways_to_meet;
}

// Records of pairs that were candidates in the last step too keep their caches and impulses (a merge of sorted lists).
// Those that are none any more are out of touch.
void merge_memory(WorldState& world, std::vector<PairRecord>& before) {
  const std::vector<PlaceOfPair> places = in_order(before);
  auto old = places.begin();
  for (PairRecord& pair : world.pairs) {
    const std::pair bodies(pair.a, pair.b);
    while (old != places.end() && old->bodies < bodies) {
      ++old;
    }
    if (old != places.end() && old->bodies == bodies) {
      take_memory(before[old->index], pair);
    }
  }
  for (const PlaceOfPair& place : places) {
    PairRecord& pair = before[place.index];
    if (!keep_for_sleepers(world, pair)) {
      report_parting(world, pair, world.time);
    }
  }
}

bool is_watched(const WorldState& world, BodyIndex a, BodyIndex b) {
  return std::any_of(world.sensor_pairs.begin(), world.sensor_pairs.end(), [&](const SensorPair& pair) {
    return (pair.sensor == a && pair.visitor == b) || (pair.sensor == b && pair.visitor == a);
  });
}

void file_pair(WorldState& world, std::uint32_t index) {
  world.pairs_of[world.pairs[index].a].push_back(index);
  world.pairs_of[world.pairs[index].b].push_back(index);
}

}  // namespace

double skin_of_size(const WorldState& world, double size) {
  return world.definition.skin.value_or(tolerances::skin_per_size * size);
}

PairRecord make_pair_record(const WorldState& world, const BodyPair& ids) {
  const RigidBody& a = world.bodies[ids.a];
  const RigidBody& b = world.bodies[ids.b];
  PairRecord pair;
  pair.a = ids.a;
  pair.b = ids.b;
  const double size = !a.is_dynamic() ? b.size : !b.is_dynamic() ? a.size : std::min(a.size, b.size);
  pair.skin = skin_of_size(world, size);
  pair.restitution = mixed(a.restitution, b.restitution, world.definition.restitution_rule);
  pair.rolling_friction = std::max(a.rolling_friction, b.rolling_friction);
  pair.spinning_friction = std::max(a.spinning_friction, b.spinning_friction);
  pair.friction = mixed(a.friction, b.friction, world.definition.friction_rule);
  const double fall = std::sqrt(squared_length(b.acceleration - a.acceleration));
  const double supported_fall =
      std::max({fall, std::sqrt(squared_length(a.acceleration)), std::sqrt(squared_length(b.acceleration))});
  pair.resting_speed = resting_speed(pair.restitution, supported_fall * world.definition.time_step);
  return pair;
}

bool is_wanted(const RigidBody& a, const RigidBody& b) {
  const bool is_one_group = a.group && b.group && *a.group == *b.group;
  return !is_one_group && (a.mask & b.category) != 0U && (b.mask & a.category) != 0U;
}

bool is_moving_mover(const RigidBody& body) {
  const bool moves = body.linear_velocity != Vec3(0.0) || body.angular_velocity != Vec3(0.0);
  return body.type == BodyType::kinematic && !body.removed && moves;
}

bool is_fixed(const RigidBody& body) { return body.type == BodyType::fixed || body.removed || body.is_asleep(); }

void list_movers(WorldState& world) {
  if (!std::exchange(world.has_other_movers, false)) {
    return;
  }
  world.has_other_candidates = true;
  world.movers.clear();
  for (BodyIndex i = 0; i < world.bodies.size(); ++i) {
    if (!is_fixed(world.bodies[i])) {
      world.movers.push_back(i);
    }
  }
}

bool has_pair(const WorldState& world, BodyIndex a, BodyIndex b) {
  const bool a_has_fewer = world.pairs_of[a].size() < world.pairs_of[b].size();  // a floor may have thousands
  const BodyIndex other = a_has_fewer ? b : a;
  const auto& pairs = world.pairs_of[a_has_fewer ? a : b];
  return std::any_of(pairs.begin(), pairs.end(),
                     [&](std::uint32_t i) { return world.pairs[i].a == other || world.pairs[i].b == other; });
}

void add_pair(WorldState& world, PairRecord pair) {
  world.pairs.push_back(std::move(pair));
  file_pair(world, static_cast<std::uint32_t>(world.pairs.size() - 1));
}

namespace {

// All tracks anew, and all pairs.
void lay_all_tracks(WorldState& world) {
  std::vector<Track> tracks(world.movers.size());
  visit_each(world.definition.threads, tracks.size(), fewest_parallel, [&](std::size_t i) {
    const BodyIndex body = world.movers[i];
    tracks[i] = make_track(world, body, world.time);
    world.track_boxes[body] = known_box(tracks[i]);
  });
  world.octree.lay_tracks(tracks);
  std::vector<PairRecord> before = std::exchange(world.pairs, std::exchange(world.spare_pairs, {}));
  for (const PairRecord& pair : before) {
    world.pairs_of[pair.a].clear();
    world.pairs_of[pair.b].clear();
  }
  std::vector<SensorPair> visits;
  for (const BodyPair& ids : world.octree.pairs()) {
    if (may_collide(world.bodies[ids.a], world.bodies[ids.b])) {
      world.pairs.push_back(make_pair_record(world, ids));
    } else if (may_sense(world.bodies[ids.a], world.bodies[ids.b])) {
      visits.push_back(make_sensor_pair(world, ids));
    }
  }
  merge_memory(world, before);
  before.clear();
  world.spare_pairs = std::move(before);
  remember_visits(world, std::move(visits));
  world.statistics.pairs_tested += world.pairs.size();
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    file_pair(world, i);
  }
}

// Puts the body's present track into the octree, and adds the candidate pairs that it brings.
void move_track(WorldState& world, BodyIndex body, double begin) {
  const Track track = make_track(world, body, begin);
  world.octree.move_track(track);
  world.track_boxes[body] = known_box(track);
  ++world.moved_tracks;
  for (const BodyIndex other : world.octree.query(track)) {
    if (may_collide(world.bodies[body], world.bodies[other]) && !has_pair(world, body, other)) {
      add_pair(world, make_pair_record(world, {std::min(body, other), std::max(body, other)}));
      ++world.statistics.pairs_tested;
    } else if (may_sense(world.bodies[body], world.bodies[other]) && !is_watched(world, body, other)) {
      world.sensor_pairs.push_back(make_sensor_pair(world, {std::min(body, other), std::max(body, other)}));
    }
  }
}

// The bodies that the tracks of the step before do not hold any more; nothing when too many, or when who may meet whom
// may have changed but by the bodies' ways.
std::optional<std::vector<BodyIndex>> out_of_track(WorldState& world) {
  const bool are_others = world.has_other_candidates || world.has_new_bodies || world.is_disturbed;
  if (are_others || !world.sensor_pairs.empty() || !world.waiting_movers.empty()) {
    return std::nullopt;
  }
  const std::size_t most = world.movers.size() / movers_per_moved_track;
  std::vector<BodyIndex> out;
  for (const BodyIndex index : world.movers) {
    if (!stays_in_track(world, index, world.time, state_of(world, index, world.time).pose)) {
      out.push_back(index);
      if (world.moved_tracks + out.size() > most) {
        return std::nullopt;
      }
    }
  }
  return out;
}

// What a pair knows of a step it knows no more.
void begin_pair_step(PairRecord& pair) {
  pair.active = false;
  pair.impacts_this_step = 0;
  pair.looks_since_impact = 0;
  pair.predicted_until = -1.0;
}

}  // namespace

void lay_tracks(WorldState& world) {
  const std::optional<std::vector<BodyIndex>> out = out_of_track(world);
  world.has_other_candidates = false;
  if (!out) {
    world.moved_tracks = 0;
    lay_all_tracks(world);
    return;
  }
  for (PairRecord& pair : world.pairs) {
    begin_pair_step(pair);
  }
  world.statistics.pairs_tested += world.pairs.size();
  for (const BodyIndex index : *out) {
    move_track(world, index, world.time);
  }
}

void keep_in_tracks(WorldState& world, std::span<const BodyIndex> bodies) {
  std::vector<char> stays(bodies.size());  // no bits, which threads would share
  visit_each(world.definition.threads, bodies.size(), fewest_parallel, [&](std::size_t i) {
    const MotionSegment& segment = world.bodies[bodies[i]].segment;
    stays[i] = stays_in_track(world, bodies[i], segment.start_time, segment.pose) ? 1 : 0;
  });
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (stays[i] == 0) {
      move_track(world, bodies[i], world.bodies[bodies[i]].segment.start_time);
    }
  }
}

void keep_in_track(WorldState& world, BodyIndex body) { keep_in_tracks(world, {&body, 1}); }

}  // namespace firstcontact
