#include <firstcontact/triangle_surface.hpp>
#include <firstcontact/world.hpp>

#include <cmath>

#include "calendar/world_holder.hpp"
#include "core/hash.hpp"
#include "dynamics/flow.hpp"

namespace firstcontact {

namespace {

Error about(const BodyDefinition& definition, const std::string& what) {
  return Error{"body '" + definition.name + "': " + what};
}

bool is_positive(double value) { return std::isfinite(value) && value > 0.0; }

std::optional<Error> find_mistake(const BodyDefinition& definition) {
  if (definition.collider == nullptr || shape_count(*definition.collider) == 0) {
    return about(definition, "has no shape, expected a collider with at least one");
  }
  if (has_surface(*definition.collider) && definition.type != BodyType::fixed) {
    return about(definition, "has a surface of triangles, expected it only of a static body");
  }
  if (!is_finite(definition.mesh_pose.position) || !is_finite(definition.mesh_pose.orientation)) {
    return about(definition, "position and rotation must be finite");
  }
  if (!is_finite(definition.linear_velocity) || !is_finite(definition.angular_velocity)) {
    return about(definition, "velocities must be finite");
  }
  if (definition.gravity && !is_finite(*definition.gravity)) {
    return about(definition, "gravity must be finite");
  }
  if (!is_finite(definition.force) || !is_finite(definition.torque)) {
    return about(definition, "force and torque must be finite");
  }
  if (!is_positive(definition.mass.value_or(definition.density))) {
    return about(definition, "mass or density must be finite and > 0");
  }
  if (!(definition.restitution >= 0.0 && definition.restitution <= 1.0)) {
    return about(definition, "restitution must be in 0..1");
  }
  if (!(definition.friction >= 0.0) || !std::isfinite(definition.friction)) {
    return about(definition, "friction must be finite and >= 0");
  }
  for (const double friction : {definition.rolling_friction, definition.spinning_friction}) {
    if (!(friction >= 0.0) || !std::isfinite(friction)) {
      return about(definition, "rolling and spinning friction must be finite and >= 0");
    }
  }
  if (!is_finite(definition.surface_velocity_local)) {
    return about(definition, "surface velocity must be finite");
  }
  if (std::abs(glm::dot(definition.mesh_pose.orientation, definition.mesh_pose.orientation) - 1.0) > 1e-2) {
    return about(definition, "rotation must be a unit quaternion");
  }
  return std::nullopt;
}

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
  body.size = std::cbrt(collider.mass.mass);
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

// Who is held up after an impact has its fall coming, and is told to have it: without it, its energy would be too small
// by what it has sunk in the meantime, and grow by that in the next step.
FlowState told_state(const RigidBody& body, double time) {
  FlowState state = state_at(body, time);
  if (body.motion == MotionClass::supported) {
    state.linear_velocity += (time - body.held_since) * body.acceleration;
  }
  return state;
}

}  // namespace

World::World(const WorldDefinition& definition) : state_(std::make_unique<State>()) {
  require(std::isfinite(definition.time_step) && definition.time_step > 0.0, "World: time_step must be > 0");
  require(is_finite(definition.gravity), "World: gravity must be finite");
  require(!definition.skin || is_positive(*definition.skin), "World: skin must be > 0");
  require(definition.linear_damping >= 0.0 && definition.angular_damping >= 0.0, "World: damping must be >= 0");
  require(definition.threads >= 1, "World: threads must be >= 1");
  state_->world.definition = definition;
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

Result<BodyIndex> World::add_body(const BodyDefinition& definition) {
  if (auto mistake = find_mistake(definition)) {
    return *std::move(mistake);
  }
  WorldState& world = state_->world;
  const auto index = static_cast<BodyIndex>(world.bodies.size());
  world.bodies.push_back(make_body(world.definition, definition));
  world.track_boxes.emplace_back();
  world.has_new_bodies = true;
  world.is_disturbed = true;
  world.known_states.emplace_back();
  world.close_boxes.emplace_back();
  world.ways.push_back(0.0);
  world.way_marks.emplace_back();
  world.pairs_of.emplace_back();
  world.has_other_movers = true;
  set_segment(world, index, start_state(definition), world.time);
  record_segment(world, index);
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
  return index;
}

void World::set_velocity(BodyIndex index, const Vec3& linear_velocity, const Vec3& angular_velocity) {
  WorldState& world = state_->world;
  const RigidBody& body = world.bodies.at(index);
  require(body.type == BodyType::dynamic, "World::set_velocity: the body must be dynamic");
  require(is_finite(linear_velocity) && is_finite(angular_velocity), "World::set_velocity: numbers must be finite");
  if (body.removed) {
    return;
  }
  if (body.is_asleep() && linear_velocity == Vec3(0.0) && angular_velocity == Vec3(0.0)) {
    return;
  }
  wake(world, index, world.time);
  FlowState state = settled_state(world, index, world.time);
  state.linear_velocity = Vec3(glm::notEqual(body.inverse_mass, Vec3(0.0))) * linear_velocity;
  const auto& locked = body.locked_rotation;
  state.angular_velocity = Vec3(locked[0] ? 0.0 : 1.0, locked[1] ? 0.0 : 1.0, locked[2] ? 0.0 : 1.0) * angular_velocity;
  set_segment(world, index, state, world.time);
  record_segment(world, index);
  world.known_states[index].time = -1.0;
}

void World::step() {
  WorldState& world = state_->world;
  if (world.definition.threads > 1) {
    if (!state_->arena) {
      state_->arena.emplace(world.definition.threads);
    }
    state_->arena->execute([&world] { advance(world); });
  } else {
    advance(world);
  }
}

double World::time() const { return state_->world.time; }
std::size_t World::body_count() const { return state_->world.bodies.size(); }
const std::string& World::name(BodyIndex body) const { return state_->world.bodies.at(body).name; }
BodyType World::type(BodyIndex body) const { return state_->world.bodies.at(body).type; }
const std::shared_ptr<const Collider>& World::collider(BodyIndex body) const {
  return state_->world.bodies.at(body).collider;
}
double World::mass(BodyIndex body) const { return state_->world.bodies.at(body).mass; }
InertiaFrame World::inertia(BodyIndex body) const { return state_->world.bodies.at(body).inertia; }

BodyState World::state(BodyIndex index) const {
  const RigidBody& body = state_->world.bodies.at(index);
  const FlowState flow = told_state(body, state_->world.time);
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

std::span<const Event> World::events() const { return state_->world.events; }
std::span<const MotionSegment> World::segments() const { return state_->world.segments; }
const ImpulseRecord& World::impulses() const { return state_->world.impulses; }
std::span<const InitialOverlap> World::initial_overlaps() const { return state_->world.initial_overlaps; }
const Statistics& World::statistics() const { return state_->world.statistics; }
const Octree& World::octree() const { return state_->world.octree; }

Totals World::totals() const {
  const WorldState& world = state_->world;
  Totals totals;
  for (const RigidBody& body : world.bodies) {
    if (!body.is_dynamic()) {
      continue;
    }
    const FlowState state = told_state(body, world.time);
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
  for (BodyIndex index = 0; index < body_count(); ++index) {
    const BodyState state_now = state(index);
    const Quat& q = state_now.pose.orientation;
    for (const Vec3& v : {state_now.pose.position, state_now.linear_velocity, state_now.angular_velocity}) {
      hash = hashed(hashed(hashed(hash, v.x), v.y), v.z);
    }
    hash = hashed(hashed(hashed(hashed(hash, q.w), q.x), q.y), q.z);
  }
  return hash;
}

}  // namespace firstcontact
