// What is asked of a state before anybody steps it: every index is within its list, every body is one.
#include <algorithm>
#include <cmath>

#include "calendar/places.hpp"
#include "calendar/state_bytes.hpp"
#include "core/doors.hpp"
#include "core/limits.hpp"

namespace firstcontact {
namespace {

// Far beyond what a world can get to, and near enough that a step's boxes and poses stay within what those take.
constexpr double farthest = 1e-10 * limits::of_octree;  // m, m/s, m/s^2
constexpr double fastest_spin = 1e-10 * limits::of_query;
constexpr double latest = limits::turn;  // s

bool is_near(const Vec3& v) { return is_within(v, farthest); }
bool is_spin(const Vec3& v) { return is_within(v, fastest_spin); }
bool is_time(double time) { return std::abs(time) <= latest; }
bool is_turn(const Quat& q) { return std::abs(glm::dot(q, q) - 1.0) < 1e-6; }
bool is_pose(const Pose& pose) { return is_near(pose.position) && is_turn(pose.orientation); }
bool is_positive(double value) { return value > 0.0 && std::isfinite(value); }
bool is_not_negative(double value) { return value >= 0.0 && std::isfinite(value); }

bool is_length(double value) { return value > 0.0 && value <= farthest; }

bool is_sound(const MotionSegment& segment, std::size_t bodies) {
  return segment.body < bodies && segment.kind <= FlowKind::screw && is_pose(segment.pose) &&
         is_time(segment.start_time) && is_near(segment.linear_velocity) && is_spin(segment.angular_velocity) &&
         is_near(segment.linear_acceleration);
}

bool has_sound_material(const RigidBody& body) {
  return is_not_negative(body.restitution) && body.restitution <= 1.0 && is_not_negative(body.friction) &&
         is_not_negative(body.rolling_friction) && is_not_negative(body.spinning_friction) &&
         is_finite(body.surface_velocity_local);
}

bool has_sound_mass(const RigidBody& body) {
  const Vec3& moments = body.inertia.principal_moments;
  return is_positive(body.mass) && is_positive(moments.x) && is_positive(moments.y) && is_positive(moments.z) &&
         is_turn(body.inertia.principal_axes) && is_finite(body.inverse_mass) && body.inverse_mass.x >= 0.0 &&
         body.inverse_mass.y >= 0.0 && body.inverse_mass.z >= 0.0;
}

bool is_sound(const RigidBody& body, const WorldState& world) {
  const bool sleeps_somewhere = body.motion != MotionClass::asleep || body.island < world.sleeping.size();
  return body.type <= BodyType::kinematic && body.motion <= MotionClass::asleep && sleeps_somewhere &&
         is_length(body.radius) && is_length(body.size) && is_not_negative(body.top_speed) &&
         is_sound(body.segment, world.bodies.size()) && is_near(body.linear_velocity) &&
         is_spin(body.angular_velocity) && is_near(body.acceleration) && is_near(body.gravity) &&
         is_finite(body.torque) && is_pose(body.rest_pose) && has_sound_mass(body) && has_sound_material(body);
}

// Its indices are compared with the shapes whenever they are used.
bool is_sound(const NearestVertices& nearest) {
  return nearest.count <= 3 && (nearest.count == 0 || (nearest.shape_a != nullptr && nearest.shape_b != nullptr));
}

bool are_sound(const std::vector<AxisCache>& caches) {
  return std::all_of(caches.begin(), caches.end(), [](const AxisCache& cache) { return is_sound(cache.nearest); });
}

template <class Pair>
bool is_pair(const Pair& pair, std::size_t bodies) {
  return pair.a < pair.b && pair.b < bodies;
}

bool is_sound(const PairRecord& pair, std::size_t bodies) {
  return is_pair(pair, bodies) && is_positive(pair.skin) && is_sound(pair.measured.nearest) && are_sound(pair.caches);
}

bool is_sound(const SensorPair& pair, std::size_t bodies) {
  return pair.sensor < bodies && pair.visitor < bodies && are_sound(pair.caches);
}

template <class List, class Test>
bool all(const List& list, Test&& test) {
  return std::all_of(list.begin(), list.end(), test);
}

// Lists with a place per body are filled when bodies come, in the step after.
bool has_a_place_for_each(const WorldState& world) {
  const std::size_t bodies = world.bodies.size();
  const auto sizes = {world.pairs_of.size(),    world.known_states.size(), world.known_screws.size(),
                      world.close_boxes.size(), world.ways.size(),         world.way_marks.size(),
                      world.track_boxes.size()};
  return all(sizes, [&](std::size_t size) { return size == bodies || (world.has_new_bodies && size <= bodies); });
}

bool has_sound_places(const WorldState& world) {
  const std::size_t bodies = world.bodies.size();
  std::vector<bool> is_known(bodies, false);  // each is in one list, once
  const auto is_left = [&](BodyIndex place) {
    const bool is_first = place < bodies && world.bodies[place].removed && !is_known[place];
    if (is_first) {
      is_known[place] = true;
    }
    return is_first;
  };
  return bodies <= most_places && world.generations.size() == bodies && world.is_new.size() == bodies &&
         all(world.generations, [](std::uint32_t generation) { return generation <= last_generation; }) &&
         all(world.free_places, is_left) && all(world.leaving_places, is_left) &&
         all(world.free_places, [&](BodyIndex place) { return world.generations[place] < last_generation; });
}

bool has_sound_pairs(const WorldState& world) {
  const std::size_t bodies = world.bodies.size();
  const auto is_pair_number = [&](std::uint32_t pair) { return pair < world.pairs.size(); };
  const auto is_sleep = [&](const SleepingIsland& island) {
    return all(island.bodies, [&](BodyIndex body) { return body < bodies; }) &&
           all(island.pairs, [&](const PairRecord& pair) { return is_sound(pair, bodies); }) &&
           all(island.visits, [&](const SensorPair& pair) { return is_sound(pair, bodies); });
  };
  return all(world.pairs, [&](const PairRecord& pair) { return is_sound(pair, bodies); }) &&
         all(world.pairs_of, [&](const std::vector<std::uint32_t>& list) { return all(list, is_pair_number); }) &&
         all(world.sensor_pairs, [&](const SensorPair& pair) { return is_sound(pair, bodies); }) &&
         all(world.sleeping, is_sleep) &&
         all(world.free_islands, [&](std::uint32_t island) { return island < world.sleeping.size(); });
}

bool has_sound_events(const WorldState& world) {
  const std::size_t bodies = world.bodies.size();
  // What users see has handles; what the next step begins with has places still.
  const auto is_named = [&](BodyIndex handle) { return place_of(handle) < bodies; };
  const auto is_event = [&](const Event& event) {
    return event.kind <= EventKind::squeezed && is_named(event.a) && is_named(event.b);
  };
  const auto is_coming = [&](const Event& event) { return is_event(event) && event.a < bodies && event.b < bodies; };
  const auto is_between = [&](const auto& pair) { return is_named(pair.a) && is_named(pair.b); };
  const auto is_motion = [&](MotionSegment segment) {
    segment.body = place_of(segment.body);
    return is_sound(segment, bodies);
  };
  return all(world.events, is_event) && all(world.coming_events, is_coming) && all(world.segments, is_motion) &&
         all(world.impulses.transfers, is_between) && all(world.initial_overlaps, is_between) &&
         all(world.impulses.own_velocities, [&](const OwnVelocity& own) { return is_named(own.body); }) &&
         all(world.impulses.loads, is_between) &&
         all(world.impulses.chords, [&](const ChordVelocity& chord) { return is_named(chord.body); });
}

bool has_sound_queue(const WorldState& world) {
  for (EventQueue left = world.queue; !left.empty(); left.pop()) {
    if (!is_pair(left.top(), world.bodies.size()) || left.top().pair >= world.pairs.size()) {
      return false;
    }
  }
  return true;
}

bool has_sound_clock(const WorldState& world) {
  const WorldDefinition& definition = world.definition;
  const double next = static_cast<double>(world.statistics.steps + 1) * definition.time_step;
  return is_not_negative(world.time) && world.time < next && is_time(next) && is_time(world.step_end) &&
         is_time(world.substep_end) && is_time(world.substep_length) && is_positive(definition.time_step) &&
         is_finite(definition.gravity) && (!definition.skin || is_length(*definition.skin)) &&
         is_not_negative(definition.linear_damping) && is_not_negative(definition.angular_damping) &&
         definition.restitution_rule <= MixRule::geometric && definition.friction_rule <= MixRule::geometric &&
         definition.impact_law <= ImpactLaw::newton && definition.threads >= 1;
}

}  // namespace

std::optional<std::string> find_flaw(const WorldState& world) {
  const std::size_t bodies = world.bodies.size();
  for (std::size_t i = 0; i < bodies; ++i) {
    if (!is_sound(world.bodies[i], world) || world.bodies[i].segment.body != i) {
      return "found a senseless body " + std::to_string(i) + ", expected finite numbers and lists that have it";
    }
  }
  const auto is_body = [&](BodyIndex body) { return body < bodies; };
  const bool is_between_steps = !world.is_stepping && world.woken.empty();
  const bool has_movers = all(world.movers, is_body) && std::is_sorted(world.movers.begin(), world.movers.end()) &&
                          all(world.waiting_movers, [&](const WaitingMover& mover) { return is_body(mover.body); });
  if (!is_between_steps || !has_movers || !has_a_place_for_each(world) || !has_sound_places(world) ||
      !has_sound_pairs(world) || !has_sound_events(world) || !has_sound_queue(world)) {
    return std::string("found a place in a list that is none, expected one that is");
  }
  return has_sound_clock(world)
             ? std::nullopt
             : std::optional<std::string>("found a senseless clock or world, expected finite numbers");
}

}  // namespace firstcontact
