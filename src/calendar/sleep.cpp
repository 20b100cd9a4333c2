// Falling asleep. What this engine moves it moves exactly, so it must not freeze what moves: a body is at rest when it
// has come no further in half a second than a few millionths of its size, which no eye can see, and is
// pushed by nothing but gravity and what it lies on. An island sleeps as a whole or not at all, so that who sleeps lies
// on nobody who may give way unseen.
//
// A sleeper is in no list that a step goes through: it is a resident of the octree, like a wall, its pairs with others
// that do not move are put away with its island, and its standing segment lasts until it wakes.
#include <algorithm>
#include <cmath>

#include "calendar/world_state.hpp"
#include "core/disjoint_sets.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

bool is_pushed_by_user(const RigidBody& body) {
  const Vec3 zero(0.0);
  const Vec3 free_axes(glm::notEqual(body.inverse_mass, zero));
  const bool is_pulled = body.acceleration != free_axes * body.gravity || body.torque != zero;
  return is_pulled || body.lasting_load.force != zero || body.lasting_load.torque != zero;
}

// In contact, or afloat where nothing pulls at it.
bool is_held(const RigidBody& body, const FlowState& state) {
  const Vec3 zero(0.0);
  const bool floats = body.motion == MotionClass::free && state.linear_velocity == zero &&
                      state.angular_velocity == zero && body.acceleration == zero;
  return body.motion == MotionClass::driven || floats;
}

bool is_slow(const RigidBody& body, const FlowState& state) {
  const double speed = fastest_point(body, {state.linear_velocity, state.angular_velocity});
  return speed <= tolerances::sleeping_speed_per_size * body.size;
}

bool is_in_place(const RigidBody& body, const Pose& pose) {
  const double way = std::sqrt(squared_length(pose.position - body.rest_pose.position)) +
                     way_of_turn(body.rest_pose.orientation, pose.orientation, body.collider->radius);
  return way <= tolerances::sleeping_way_per_size * body.size;
}

// Sensors and belts work for as long as they are there.
bool may_sleep(const RigidBody& body) { return !body.is_sensor && body.surface_velocity_local == Vec3(0.0); }

void note_rest(WorldState& world, BodyIndex index) {
  const FlowState state = state_of(world, index, world.time);
  RigidBody& body = world.bodies[index];
  if (!is_held(body, state) || !is_slow(body, state) || !is_in_place(body, state.pose) || is_pushed_by_user(body)) {
    body.rest_since = world.time;
    body.rest_pose = state.pose;
  }
}

bool is_rested(const WorldState& world, const RigidBody& body) {
  constexpr double rounding = 1e-9;  // of the delay: steps do not add up exactly
  return may_sleep(body) && world.time - body.rest_since >= tolerances::sleeping_delay * (1.0 - rounding);
}

bool is_waiting_mover(const WorldState& world, BodyIndex body) {
  return std::any_of(world.waiting_movers.begin(), world.waiting_movers.end(), [&](const WaitingMover& mover) {
    return mover.body == body && (mover.wanted.linear != Vec3(0.0) || mover.wanted.angular != Vec3(0.0));
  });
}

// Who touches what goes, moves or runs is kept awake by it.
bool keeps_awake(const WorldState& world, BodyIndex index) {
  const RigidBody& body = world.bodies[index];
  const bool is_busy = body.removed || is_moving_mover(body) || is_waiting_mover(world, index);
  return is_busy || body.surface_velocity_local != Vec3(0.0);
}

/// Who hangs together with whom, and who keeps its island awake.
struct Company {
  DisjointSets sets;
  std::vector<bool> is_awake;  // per body; of an island in the end at its root
};

Company find_company(const WorldState& world) {
  Company company{DisjointSets(world.bodies.size()), std::vector<bool>(world.bodies.size(), false)};
  for (const PairRecord& pair : world.pairs) {
    if (!pair.touching && !pair.active) {
      continue;
    }
    if (world.bodies[pair.a].is_awake() && world.bodies[pair.b].is_awake()) {
      company.sets.join(pair.a, pair.b);
    }
    const bool is_restless =
        pair.overlapping || pair.squeezed || keeps_awake(world, pair.a) || keeps_awake(world, pair.b);
    company.is_awake[pair.a] = company.is_awake[pair.a] || is_restless;
    company.is_awake[pair.b] = company.is_awake[pair.b] || is_restless;
  }
  for (const BodyIndex index : world.movers) {
    const bool is_restless = company.is_awake[index] || !is_rested(world, world.bodies[index]);
    const std::uint32_t root = company.sets.root(index);
    company.is_awake[root] = company.is_awake[root] || is_restless;
  }
  return company;
}

std::uint32_t new_island(WorldState& world) {
  if (world.free_islands.empty()) {
    world.sleeping.emplace_back();
    return static_cast<std::uint32_t>(world.sleeping.size() - 1);
  }
  const std::uint32_t island = world.free_islands.back();
  world.free_islands.pop_back();
  return island;
}

void put_to_sleep(WorldState& world, BodyIndex index, std::uint32_t island) {
  RigidBody& body = world.bodies[index];
  const Pose pose = state_of(world, index, world.time).pose;
  world.sleeping[island].bodies.push_back(index);
  body.island = island;
  body.floats = body.motion == MotionClass::free;
  body.motion = MotionClass::asleep;
  set_segment(world, index, {pose, Vec3(0.0), Vec3(0.0)}, world.time);
  record_segment(world, index);
  const double skin = skin_of_size(world, body.size);
  world.octree.set_resident(index, grown(collider_box(world, index, world.time), tolerances::activation_gap * skin));
  Event event;
  event.time = world.time;
  event.kind = EventKind::sleep;
  event.a = event.b = index;
  event.point = pose.position;
  world.events.push_back(event);
}

}  // namespace

void fall_asleep(WorldState& world) {
  if (!world.definition.sleeping) {
    return;
  }
  bool is_anyone_rested = false;
  for (const BodyIndex index : world.movers) {
    if (world.bodies[index].is_dynamic()) {
      note_rest(world, index);
      is_anyone_rested = is_anyone_rested || is_rested(world, world.bodies[index]);
    }
  }
  if (!is_anyone_rested) {
    return;
  }
  constexpr std::uint32_t none = ~0U;
  Company company = find_company(world);
  std::vector<std::uint32_t> island_at(world.bodies.size(), none);  // per root
  for (const BodyIndex index : world.movers) {
    const std::uint32_t root = company.sets.root(index);
    if (!world.bodies[index].is_dynamic() || company.is_awake[root]) {
      continue;
    }
    if (island_at[root] == none) {
      island_at[root] = new_island(world);
    }
    put_to_sleep(world, index, island_at[root]);
    world.has_other_movers = true;
  }
}

bool are_at_rest(const WorldState& world, BodyIndex a, BodyIndex b) {
  const auto stands = [](const RigidBody& body) { return !body.removed && !body.is_awake() && !is_moving_mover(body); };
  const RigidBody& body_a = world.bodies[a];
  const RigidBody& body_b = world.bodies[b];
  return (body_a.is_asleep() || body_b.is_asleep()) && stands(body_a) && stands(body_b);
}

// Two islands that lie close together without touching remember nothing of each other.
bool keep_for_sleepers(WorldState& world, PairRecord& pair) {
  if (!are_at_rest(world, pair.a, pair.b)) {
    return false;
  }
  const RigidBody& a = world.bodies[pair.a];
  const RigidBody& b = world.bodies[pair.b];
  const bool are_strangers = a.is_asleep() && b.is_asleep() && a.island != b.island;
  if (!are_strangers) {
    world.sleeping[a.is_asleep() ? a.island : b.island].pairs.push_back(std::move(pair));
  }
  return true;
}

bool keep_for_sleepers(WorldState& world, const SensorPair& pair) {
  const bool is_kept = pair.is_known && are_at_rest(world, pair.sensor, pair.visitor);
  if (is_kept) {
    world.sleeping[world.bodies[pair.visitor].island].visits.push_back(pair);
  }
  return is_kept;
}

}  // namespace firstcontact
