// Waking. An island wakes as a whole, at the instant of what wakes it, and nobody else does. Its contacts come back as
// they were, with the impulses that held it: it goes on standing as if it had never slept.
#include <algorithm>
#include <iterator>

#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// What contacts held they hold again: gravity and their loads were in balance.
Event rise(WorldState& world, BodyIndex index, double time) {
  RigidBody& body = world.bodies[index];
  const Pose pose = body.segment.pose;
  body.motion = body.floats ? MotionClass::free : MotionClass::driven;
  body.rest_since = time;
  body.rest_pose = pose;
  body.impacts_this_step = 0;
  set_segment(world, index, {pose, Vec3(0.0), Vec3(0.0)}, time);
  world.octree.remove_resident(index);
  world.track_boxes[index] = {};
  Event event;
  event.time = time;
  event.kind = EventKind::wake;
  event.a = event.b = index;
  event.point = pose.position;
  return event;
}

void join_movers(WorldState& world, const std::vector<BodyIndex>& bodies) {
  std::vector<BodyIndex> movers;
  std::merge(world.movers.begin(), world.movers.end(), bodies.begin(), bodies.end(), std::back_inserter(movers));
  world.movers = std::move(movers);
}

// In the middle of a step: segments from now on, and tracks, which may bring new pairs.
void join_step(WorldState& world, const std::vector<BodyIndex>& bodies) {
  join_movers(world, bodies);
  for (const BodyIndex index : bodies) {
    record_segment(world, index);
    keep_in_track(world, index);
  }
  world.woken.insert(world.woken.end(), bodies.begin(), bodies.end());
}

void wake_island(WorldState& world, std::uint32_t place, double time) {
  SleepingIsland island = std::exchange(world.sleeping[place], {});
  world.free_islands.push_back(place);
  world.has_other_candidates = true;
  std::vector<Event>& events = world.is_stepping ? world.events : world.coming_events;
  for (const BodyIndex index : island.bodies) {
    events.push_back(rise(world, index, time));
  }
  for (PairRecord& pair : island.pairs) {
    if (!has_pair(world, pair.a, pair.b)) {
      add_pair(world, std::move(pair));
    }
  }
  world.sensor_pairs.insert(world.sensor_pairs.end(), island.visits.begin(), island.visits.end());
  if (world.is_stepping) {
    join_step(world, island.bodies);
  } else {
    world.has_other_movers = true;
  }
}

bool is_with(const PairRecord& pair, BodyIndex body) {
  return (pair.a == body || pair.b == body) && (pair.touching || pair.active);
}

// Sleepers whose boxes the body's own meets, in order.
std::vector<BodyIndex> sleepers_at(WorldState& world, BodyIndex body) {
  Track probe;
  probe.body = body;
  probe.box = collider_box(world, body, world.time);
  probe.begin = probe.end = world.time;
  std::vector<BodyIndex> sleepers = world.octree.query(probe);
  std::erase_if(sleepers, [&](BodyIndex other) { return !world.bodies[other].is_asleep(); });
  return sleepers;
}

bool touches(const WorldState& world, BodyIndex sleeper, BodyIndex body) {
  const std::vector<PairRecord>& put_away = world.sleeping[world.bodies[sleeper].island].pairs;
  const auto& own = world.pairs_of[sleeper];  // of who fell asleep in the last step
  return std::any_of(put_away.begin(), put_away.end(), [&](const PairRecord& pair) { return is_with(pair, body); }) ||
         std::any_of(own.begin(), own.end(), [&](std::uint32_t i) { return is_with(world.pairs[i], body); });
}

bool overlaps_or_touches(WorldState& world, BodyIndex a, BodyIndex b) {
  add_pair(world, make_pair_record(world, {std::min(a, b), std::max(a, b)}));
  const auto index = static_cast<std::uint32_t>(world.pairs.size() - 1);
  const double reach = tolerances::rest_gap * world.pairs[index].skin;
  const bool is_near = !pair_contact(world, index, world.time, reach).points.empty();
  world.pairs.pop_back();
  world.pairs_of[a].pop_back();
  world.pairs_of[b].pop_back();
  return is_near;
}

}  // namespace

void wake(WorldState& world, BodyIndex body, double time) {
  if (world.bodies[body].is_asleep()) {
    wake_island(world, world.bodies[body].island, time);
  }
}

void wake_touching(WorldState& world, BodyIndex body) {
  for (const BodyIndex sleeper : sleepers_at(world, body)) {
    if (world.bodies[sleeper].is_asleep() && touches(world, sleeper, body)) {
      wake(world, sleeper, world.time);
    }
  }
}

void wake_overlapping(WorldState& world, BodyIndex body) {
  for (const BodyIndex sleeper : sleepers_at(world, body)) {
    const bool may_meet = is_wanted(world.bodies[body], world.bodies[sleeper]);
    if (may_meet && world.bodies[sleeper].is_asleep() && overlaps_or_touches(world, sleeper, body)) {
      wake(world, sleeper, world.time);
    }
  }
}

void show_sleepers(WorldState& world, BodyIndex sensor) {
  for (const BodyIndex sleeper : sleepers_at(world, sensor)) {
    if (is_wanted(world.bodies[sensor], world.bodies[sleeper])) {
      world.sensor_pairs.push_back(make_sensor_pair(world, {std::min(sensor, sleeper), std::max(sensor, sleeper)}));
    }
  }
}

void recall_visits(WorldState& world, BodyIndex sensor) {
  for (SleepingIsland& island : world.sleeping) {
    const auto others = std::stable_partition(island.visits.begin(), island.visits.end(),
                                              [&](const SensorPair& pair) { return pair.sensor != sensor; });
    world.sensor_pairs.insert(world.sensor_pairs.end(), others, island.visits.end());
    island.visits.erase(others, island.visits.end());
  }
}

}  // namespace firstcontact
