#include <firstcontact/world.hpp>

#include <algorithm>
#include <cmath>

#include "calendar/definition_checks.hpp"
#include "calendar/places.hpp"
#include "calendar/world_holder.hpp"
#include "core/arithmetic_mode.hpp"
#include "core/cube_root.hpp"
#include "core/doors.hpp"
#include "core/hash.hpp"
#include "core/limits.hpp"
#include "dynamics/flow.hpp"

namespace firstcontact {

namespace {

Vec3 without_locked(const Vec3& v, const std::array<bool, 6>& locked, std::size_t first) {
  return {locked[first] ? 0.0 : v.x, locked[first + 1] ? 0.0 : v.y, locked[first + 2] ? 0.0 : v.z};
}

RigidBody make_body(const WorldDefinition& world, const BodyDefinition& definition) {
  RigidBody body;
  const Collider& collider = *definition.collider;
  body.name = definition.name;
  body.type = definition.type;
  body.collider = definition.collider;
  body.radius = collider.radius;
  body.mass = definition.mass.value_or(definition.density * collider.mass.mass);
  body.inertia.principal_moments = collider.principal_moments * (body.mass / collider.mass.mass);
  body.inertia.principal_axes = collider.principal_axes;
  body.restitution = definition.restitution;
  body.friction = definition.friction;
  body.rolling_friction = definition.rolling_friction;
  body.spinning_friction = definition.spinning_friction;
  body.surface_velocity_local = definition.surface_velocity_local;
  body.group = definition.group;
  body.is_sensor = definition.is_sensor;
  body.category = definition.category;
  body.mask = definition.mask;
  body.gravity = definition.gravity.value_or(world.gravity);
  body.lasting_load = {definition.force, definition.torque};
  body.size = cube_root(collider.mass.mass);
  if (definition.type == BodyType::dynamic) {
    const auto& locked = definition.locked;
    body.inverse_mass = without_locked(Vec3(1.0 / body.mass), locked, 0);
    body.locked_rotation = {locked[3], locked[4], locked[5]};
    body.any_rotation_locked = locked[3] || locked[4] || locked[5];
  }
  take_up_loads(body);
  body.motion = definition.type == BodyType::dynamic     ? MotionClass::free
                : definition.type == BodyType::kinematic ? MotionClass::kinematic
                                                         : MotionClass::fixed;
  return body;
}

FlowState start_state(const BodyDefinition& definition) {
  FlowState state;
  const Quat orientation = glm::normalize(definition.mesh_pose.orientation);
  const Pose mesh{definition.mesh_pose.position, orientation};
  state.pose = {to_world(mesh, definition.collider->mass.center_of_mass), orientation};
  if (definition.type != BodyType::fixed) {
    state.linear_velocity = without_locked(definition.linear_velocity, definition.locked, 0);
    state.angular_velocity = without_locked(definition.angular_velocity, definition.locked, 3);
  }
  return state;
}

}  // namespace

World::World(const WorldDefinition& definition) : state_(std::make_unique<State>()) {
  const ArithmeticMode mode;
  require_sound(definition);
  state_->world.definition = definition;
  state_->world.definition.threads = std::min(definition.threads, limits::threads);
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

WorldState& World::content() const {
  require(state_ != nullptr, "World: it was moved from, and has nothing any more");
  return state_->world;
}

Result<BodyIndex> World::add_body(const BodyDefinition& definition) {
  const ArithmeticMode mode;
  WorldState& world = content();
  if (auto mistake = find_mistake(definition, world.definition)) {
    return *std::move(mistake);
  }
  const std::optional<BodyIndex> place = take_place(world);
  if (!place) {
    return Error{"body '" + definition.name + "': the world has " + std::to_string(most_places) +
                 " bodies, and room for no more"};
  }
  const BodyIndex index = *place;
  world.bodies[index] = make_body(world.definition, definition);
  world.has_new_bodies = true;
  world.is_disturbed = true;
  world.has_other_movers = true;
  set_segment(world, index, start_state(definition), world.time);
  record_segment(world, index);
  for (const std::uint32_t pair : world.pairs_of[index]) {  // of whoever had the place, to which a sleeper woke
    world.pairs[pair] = make_pair_record(world, {world.pairs[pair].a, world.pairs[pair].b});
  }
  world.bodies[index].rest_since = world.time;
  world.bodies[index].rest_pose = world.bodies[index].segment.pose;
  if (definition.type == BodyType::fixed) {
    world.octree.set_resident(index, close_box(world, index, world.bodies[index].segment.pose));
  }
  if (definition.type != BodyType::dynamic && definition.is_sensor) {
    show_sleepers(world, index);
  } else if (definition.type != BodyType::dynamic) {
    wake_overlapping(world, index);
  }
  return handle_of(world, index);
}

void World::step() {
  const ArithmeticMode mode;
  WorldState& world = content();
  const std::size_t gone = world.leaving_places.size();
  if (world.definition.threads > 1) {
    if (!state_->threads) {
      // Work is shared out by the threads that were asked for; more than the machine has would only be in each other's
      // way.
      state_->threads = std::make_unique<Threads>(std::min(world.definition.threads, most_threads()));
    }
    state_->threads->execute([&world] { advance(world); });
  } else {
    advance(world);
  }
  settle_places(world, gone);
}

double World::time() const { return content().time; }
std::size_t World::body_count() const { return content().bodies.size(); }
BodyIndex World::body_at(std::size_t place) const {
  require(place < content().bodies.size(), "World::body_at: the place must be below body_count()");
  return handle_of(content(), static_cast<BodyIndex>(place));
}
const std::string& World::name(BodyIndex body) const { return known_body(content(), body, "World::name").name; }
BodyType World::type(BodyIndex body) const { return known_body(content(), body, "World::type").type; }
const std::shared_ptr<const Collider>& World::collider(BodyIndex body) const {
  return known_body(content(), body, "World::collider").collider;
}
double World::mass(BodyIndex body) const { return known_body(content(), body, "World::mass").mass; }
InertiaFrame World::inertia(BodyIndex body) const { return known_body(content(), body, "World::inertia").inertia; }

BodyState World::state(BodyIndex index) const {
  const ArithmeticMode mode;
  const RigidBody& body = known_body(content(), index, "World::state");
  const FlowState flow = state_at(body, content().time);
  BodyState state;
  state.pose = flow.pose;
  state.mesh_pose = {flow.pose.position - rotate(flow.pose.orientation, body.collider->mass.center_of_mass),
                     flow.pose.orientation};
  state.linear_velocity = flow.linear_velocity;
  state.angular_velocity = flow.angular_velocity;
  state.removed = body.removed;
  state.asleep = body.is_asleep();
  return state;
}

std::span<const Event> World::events() const { return content().events; }
std::span<const MotionSegment> World::segments() const { return content().segments; }
const ImpulseRecord& World::impulses() const { return content().impulses; }
std::span<const InitialOverlap> World::initial_overlaps() const { return content().initial_overlaps; }
const Statistics& World::statistics() const { return content().statistics; }
const Octree& World::octree() const { return content().octree; }

Totals World::totals() const {
  const ArithmeticMode mode;
  const WorldState& world = content();
  Totals totals;
  for (const RigidBody& body : world.bodies) {
    if (!body.is_dynamic()) {
      continue;
    }
    const FlowState state = state_at(body, world.time);
    const Vec3 momentum = body.mass * state.linear_velocity;
    totals.kinetic_energy += kinetic_energy(body, state);
    totals.potential_energy -= body.mass * glm::dot(body.gravity, state.pose.position);
    totals.momentum += momentum;
    totals.angular_momentum += glm::cross(state.pose.position, momentum) +
                               apply_inertia(body.inertia, state.pose.orientation, state.angular_velocity);
  }
  return totals;
}

std::uint64_t World::state_hash() const {
  std::uint64_t hash = empty_hash;
  for (std::size_t place = 0; place < body_count(); ++place) {
    const BodyState state_now = state(body_at(place));
    const Quat& q = state_now.pose.orientation;
    for (const Vec3& v : {state_now.pose.position, state_now.linear_velocity, state_now.angular_velocity}) {
      hash = hashed(hashed(hashed(hash, v.x), v.y), v.z);
    }
    hash = hashed(hashed(hashed(hashed(hash, q.w), q.x), q.y), q.z);
  }
  return hash;
}

}  // namespace firstcontact
