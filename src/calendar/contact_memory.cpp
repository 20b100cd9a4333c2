// Contacts remembered while their bodies hardly move past each other: what rests is measured once.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "calendar/world_state.hpp"
#include "core/parallel.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Of the margin asked for: points a little further off are measured too, for when their bodies come nearer.
constexpr double measured_reach = 1.5;

// Of a skin: how far two bodies may move past each other before their contact is measured anew.
constexpr double lasting_share = 0.25;

// The same in m. A round body's contact does not ride on it when it rolls.
double lasting_drift(const WorldState& world, const PairRecord& pair) {
  if (world.bodies[pair.a].collider->is_curved || world.bodies[pair.b].collider->is_curved) {
    return 0.0;
  }
  return pair.skin * lasting_share;
}

// m: what the bodies' moving past each other has left of the gap once measured, at least.
double least_gap(const NearnessList& nearness, const Drift& drift) {
  double least = std::numeric_limits<double>::infinity();
  for (const Nearness& one : nearness) {
    least = std::min(least, one.gap + glm::dot(one.normal, drift.shift) - drift.turn);
  }
  return least;
}

// From now on the gap lasts as long as the bodies' ways let it.
void reckon_by_ways(const WorldState& world, double gap, PairRecord& pair) {
  pair.ways_to_meet = gap > 0.0 ? gap + world.ways[pair.a] + world.ways[pair.b] : -1.0;
}

// The points ride on both bodies; an impulse acts half-way between what was one point. Puts those within the margin
// behind the others in `points`, and returns the least separation, m: the margin where there are none.
double add_moved_points(const PairRecord& pair, const Pose& pose_a, const Pose& pose_b, double margin,
                        std::vector<ContactPoint>& points) {
  double nearest = margin;
  const ContactPoint of_pair = point_of_pair(pair);
  for (const MeasuredPoint& measured : pair.measured.points) {
    const Vec3 on_a = pose_a.position + rotate(pose_a.orientation, measured.arm_a);
    const Vec3 on_b = pose_b.position + rotate(pose_b.orientation, measured.arm_b);
    const double separation = measured.separation + glm::dot(measured.normal, on_b - on_a);
    if (separation <= margin) {
      const Vec3 middle = 0.5 * (on_a + on_b);
      ContactPoint& point = points.emplace_back(of_pair);
      point.normal = measured.normal;
      point.arm_a = middle - pose_a.position;
      point.arm_b = middle - pose_b.position;
      point.separation = separation;
      point.surface_velocity = measured.surface_velocity;
      point.feature = measured.feature;
      point.shapes = measured.shapes;
      nearest = std::min(nearest, separation);
    }
  }
  return nearest;
}

// What was found of two shapes is where questions about their motion begin: this axis, and these vertices.
void begin_questions_here(PairRecord& pair) {
  const MeasuredContact& measured = pair.measured;
  if (measured.nearest.count > 0 && measured.nearness.size() == 1) {
    pair.caches.resize(1);
    pair.caches.front().axis_local_a = rotate_inverse(measured.pose_a.orientation, measured.nearness.front().normal);
    pair.caches.front().nearest = measured.nearest;
  }
}

void remember(WorldState& world, PairRecord& pair, FoundContact&& found, double time, double margin) {
  MeasuredContact& measured = pair.measured;
  measured.margin = margin;
  measured.time = time;
  measured.pose_a = state_of(world, pair.a, time).pose;
  measured.pose_b = state_of(world, pair.b, time).pose;
  measured.nearness = std::move(found.nearness);
  measured.nearest = found.nearest;
  begin_questions_here(pair);
  measured.points.clear();
  measured.points.reserve(found.points.size());
  const Vec3 belt = belt_of(world, pair, time);
  for (const BearingPoint& point : found.points) {
    measured.points.emplace_back(point,
                                 rotate_inverse(measured.pose_a.orientation, point.at - measured.pose_a.position),
                                 rotate_inverse(measured.pose_b.orientation, point.at - measured.pose_b.position),
                                 surface_velocity(belt, point.normal));
  }
  reckon_by_ways(world, least_gap(measured.nearness, {}), pair);
}

}  // namespace

double way_of_turn(const Quat& before, const Quat& now, double radius) {
  const Vec3 change(now.x - before.x, now.y - before.y, now.z - before.z);
  const double w = now.w - before.w;
  return 2.0 * radius * std::sqrt(squared_length(change) + w * w);
}

void count_ways(WorldState& world, double time) {
  world.ways_time = time;
  visit_each(world.definition.threads, world.movers.size(), fewest_parallel, [&](std::size_t i) {
    const BodyIndex index = world.movers[i];
    const RigidBody& body = world.bodies[index];
    const Pose& pose = state_of(world, index, time).pose;
    WayMark& mark = world.way_marks[index];
    if (mark.is_begun) {
      const double come = std::sqrt(squared_length(pose.position - mark.pose.position)) +
                          way_of_turn(mark.pose.orientation, pose.orientation, body.radius);
      // Rounded up: the sum outgrows its parts, and is to stay a bound after any number of substeps.
      world.ways[index] = std::nextafter(world.ways[index] + come, std::numeric_limits<double>::infinity());
    }
    mark.pose = pose;
    mark.is_begun = true;
  });
}

Drift drift_since(const MeasuredContact& measured, const Pose& pose_a, double radius_a, const Pose& pose_b,
                  double radius_b) {
  const Vec3 apart = pose_b.position - pose_a.position;
  const Vec3 were_apart = measured.pose_b.position - measured.pose_a.position;
  return {apart - were_apart, way_of_turn(measured.pose_a.orientation, pose_a.orientation, radius_a) +
                                  way_of_turn(measured.pose_b.orientation, pose_b.orientation, radius_b)};
}

namespace {

bool is_still(const Drift& drift) { return drift.shift == Vec3(0.0) && drift.turn == 0.0; }

Drift drift_until(WorldState& world, const PairRecord& pair, double time) {
  return drift_since(pair.measured, state_of(world, pair.a, time).pose, world.bodies[pair.a].radius,
                     state_of(world, pair.b, time).pose, world.bodies[pair.b].radius);
}

enum class Known : std::uint8_t { nothing, points, they_are_apart };

// What was measured, and still holds within the margin now that the bodies have moved past each other by so much. Where
// they are apart, how long that lasts is reckoned anew.
Known known_after(const WorldState& world, PairRecord& pair, const Drift& drift, double margin) {
  if (pair.measured.margin < 0.0) {
    return Known::nothing;
  }
  const double gap = least_gap(pair.measured.nearness, drift);
  if (gap > margin) {
    reckon_by_ways(world, gap, pair);
    return Known::they_are_apart;
  }
  const bool lasts =
      is_still(drift) || std::sqrt(squared_length(drift.shift)) + drift.turn <= lasting_drift(world, pair);
  return margin <= pair.measured.margin && lasts ? Known::points : Known::nothing;
}

void measure(WorldState& world, std::uint32_t index, double time, double margin) {
  const double reach = measured_reach * margin;
  remember(world, world.pairs[index], find_contact(world, index, time, reach), time, reach);
}

}  // namespace

PairContact known_contact(WorldState& world, std::uint32_t index, double time, double margin,
                          std::vector<ContactPoint>& points) {
  PairRecord& pair = world.pairs[index];
  if (gap_left(world, pair).value_or(0.0) > margin) {
    return {index, {}, 0.0};
  }
  const Drift drift = drift_until(world, pair, time);
  const Known known = known_after(world, pair, drift, margin);
  if (known == Known::they_are_apart) {
    return {index, {}, 0.0};
  }
  const Pose& pose_a = state_of(world, pair.a, time).pose;
  const Pose& pose_b = state_of(world, pair.b, time).pose;
  const std::size_t first = points.size();
  double nearest = known == Known::points ? add_moved_points(pair, pose_a, pose_b, margin, points) : 0.0;
  // What is said of the nearest pairs is said of the present.
  const bool is_of_the_present = nearest > tolerances::smallest_gap * pair.skin || is_still(drift);
  if (known == Known::nothing || !is_of_the_present) {
    points.resize(first);
    measure(world, index, time, margin);
    nearest = add_moved_points(pair, pose_a, pose_b, margin, points);
  }
  return {index, std::span(points).subspan(first), nearest};
}

}  // namespace firstcontact
