// Sensors: who goes in and out, and when, along the motions that the step has settled on.
//
// Nothing fast is missed. On the way in the time-of-impact query is asked, as between solid bodies. On the way out the
// depth of the overlap is what is left to go: no point of either body moves past the other's faster than a bound, so
// that they overlap until depth / bound has passed, and from there it is asked again. Between going in (within a gap)
// and coming out (beyond twice that gap) lies a distance, so that what grazes does not flicker.
//
// Every pair of a sensor and a visitor is followed by itself, through motions that nobody changes any more, and what
// was seen is reported in the order of the pairs: the bits are the same for any number of threads.
#include <firstcontact/separation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "calendar/body_boxes.hpp"
#include "calendar/near_shapes.hpp"
#include "calendar/world_state.hpp"
#include "core/parallel.hpp"
#include "core/tolerances.hpp"
#include "dynamics/flow.hpp"

namespace firstcontact {

namespace {

// Below this many pairs the threads' own cost is greater than what they save.
constexpr std::size_t fewest_parallel_pairs = 16;

// A leg of a visit is looked at this often as closely as need be. What grazes on for longer is then looked at in steps
// of this part of the leg, and may be out for less than one of them unseen.
constexpr int close_looks = 1000;
constexpr double coarse_part = 1.0 / 4096.0;

/// Two bodies and a span of time in which each has one motion.
struct Leg {
  RigidBody sensor, visitor;  // with the segments of this span
  double begin = 0.0, end = 0.0;
  double near = 0.0;                    // m: the gap within which the visitor counts as inside
  BuiltTriangles* triangles = nullptr;  // of the pair's
};

// m/s: no point of either body moves faster than this against the other's frame's centre; torque-free spin keeps its
// energy, and with all of it about the axis of the least moment it would be fastest.
double fastest_spin(const RigidBody& body) {
  const Vec3& spin = body.segment.angular_velocity;
  if (body.segment.kind == FlowKind::screw || spin == Vec3(0.0)) {
    return std::sqrt(squared_length(spin));
  }
  const Vec3& moments = body.inertia.principal_moments;
  const double least = std::min({moments.x, moments.y, moments.z});
  const double energy = glm::dot(spin, apply_inertia(body.inertia, body.segment.pose.orientation, spin));
  return std::sqrt(energy / least);
}

double fastest_change(const Leg& leg, double time) {
  const auto velocity = [&](const RigidBody& body) {
    return body.segment.linear_velocity + (time - body.segment.start_time) * body.segment.linear_acceleration;
  };
  const Vec3 gain = leg.visitor.segment.linear_acceleration - leg.sensor.segment.linear_acceleration;
  return std::sqrt(squared_length(velocity(leg.visitor) - velocity(leg.sensor))) +
         std::sqrt(squared_length(gain)) * (leg.end - time) + leg.sensor.collider->radius * fastest_spin(leg.sensor) +
         leg.visitor.collider->radius * fastest_spin(leg.visitor);
}

/// How far the bodies are apart, or how deep they overlap (negative), and where.
struct Look {
  double gap = std::numeric_limits<double>::infinity();  // m
  Separation nearest;
};

// Of a body of very many shapes, which stands still, those beside the other body: whatever is further off than that
// body is large is out of sight.
ChosenShapes shapes_in_sight(const RigidBody& body, const RigidBody& other, const Pose& other_pose,
                             BuiltTriangles& triangles) {
  return has_many_shapes(body)
             ? shapes_in(body, grown(close_box(*other.collider, other_pose), other.collider->radius), triangles)
             : ChosenShapes(*body.collider);
}

Look look(const Leg& leg, double time) {
  const Pose sensor = evaluate(leg.sensor.segment, leg.sensor.inertia, time).pose;
  const Pose visitor = evaluate(leg.visitor.segment, leg.visitor.inertia, time).pose;
  const ChosenShapes shapes_a = shapes_in_sight(leg.sensor, leg.visitor, visitor, *leg.triangles);
  const ChosenShapes shapes_b = shapes_in_sight(leg.visitor, leg.sensor, sensor, *leg.triangles);
  Look least;
  for (std::size_t i = 0; i < shapes_a.size(); ++i) {
    for (std::size_t j = 0; j < shapes_b.size(); ++j) {
      const Separation found = separation({&shapes_a[i], sensor}, {&shapes_b[j], visitor});
      const double gap = found.depth > 0.0 ? -found.depth : found.lower_bound;
      if (gap < least.gap) {
        least = {gap, found};
      }
    }
  }
  return least;
}

Event sensor_event(const Leg& leg, EventKind kind, double time) {
  const Look seen = look(leg, time);
  const FlowState sensor = evaluate(leg.sensor.segment, leg.sensor.inertia, time);
  const FlowState visitor = evaluate(leg.visitor.segment, leg.visitor.inertia, time);
  Event event;
  event.time = time;
  event.kind = kind;
  event.a = leg.sensor.segment.body;
  event.b = leg.visitor.segment.body;
  event.normal = seen.nearest.normal;
  event.point = 0.5 * (seen.nearest.point_a + seen.nearest.point_b);
  event.gap = seen.gap;
  const auto velocity = [&](const FlowState& state) {
    return state.linear_velocity + glm::cross(state.angular_velocity, event.point - state.pose.position);
  };
  event.approach_speed = std::max(0.0, -glm::dot(event.normal, velocity(visitor) - velocity(sensor)));
  return event;
}

/// What following one visitor through a step found.
struct Sighting {
  std::vector<Event> events;
  int queries = 0;
};

/// Follows one visitor through one leg. Touches nothing but its own pair, and what it is given to write into.
class Visit {
 public:
  Visit(Leg leg, SensorPair& pair, Sighting& seen)
      : leg_(std::move(leg)), pair_(pair), seen_(seen), time_(leg_.begin) {}

  void follow() {
    if (!pair_.is_known) {
      pair_.is_known = true;
      if (look(leg_, time_).gap <= leg_.near) {
        go_in();
      }
    }
    while (time_ < leg_.end) {
      if (pair_.inside) {
        seek_way_out();
      } else if (!seek_way_in()) {
        return;
      }
    }
  }

 private:
  void go_in() {
    pair_.inside = true;
    seen_.events.push_back(sensor_event(leg_, EventKind::enter, time_));
  }

  // False when the visitor stays outside until the leg's end.
  bool seek_way_in() {
    PairQuery query{&leg_.sensor, &leg_.visitor, time_, leg_.end, leg_.near};
    query.most_looks = std::max(tolerances::fewest_looks, tolerances::pair_looks_before_cut - spent_);
    const PairAnswer answer = first_contact(query, pair_.caches, pair_.triangles);
    spent_ += answer.looks;
    seen_.queries += answer.queries;
    if (!answer.impact_time) {
      return false;
    }
    time_ = *answer.impact_time;
    const double gap = look(leg_, time_).gap;
    if (gap <= came_out * leg_.near) {
      go_in();
    } else {
      advance(gap - leg_.near);  // the query was in doubt; it is not in touch
    }
    return true;
  }

  void seek_way_out() {
    const double gap = look(leg_, time_).gap;
    if (gap >= came_out * leg_.near) {
      pair_.inside = false;
      seen_.events.push_back(sensor_event(leg_, EventKind::leave, time_));
    } else {
      advance(2.0 * leg_.near - gap);
    }
  }

  // As long as no point can have moved `way`.
  void advance(double way) {
    const double shortest = ++looks_ > close_looks ? coarse_part * (leg_.end - leg_.begin) : 0.0;
    const double speed = fastest_change(leg_, time_);
    const double rest = leg_.end - time_;
    time_ = way >= speed * rest ? leg_.end : std::min(leg_.end, time_ + std::max(way / speed, shortest));
  }

  static constexpr double came_out = 1.5;  // of the near gap; less than the two that an advance may use up

  Leg leg_;
  SensorPair& pair_;
  Sighting& seen_;
  double time_;
  int looks_ = 0;
  int spent_ = 0;  // looks of queries
};

RigidBody probe_of(const RigidBody& body, const MotionSegment& segment) {
  RigidBody probe;
  probe.type = body.type;
  probe.collider = body.collider;
  probe.inertia = body.inertia;
  probe.segment = segment;
  return probe;
}

using Ways = std::vector<std::vector<MotionSegment>>;  // per body, those of the present step in order

// What a body without a segment in this step does is what its last one says.
std::span<const MotionSegment> way_of(const WorldState& world, const Ways& ways, BodyIndex body) {
  return ways[body].empty() ? std::span(&world.bodies[body].segment, 1) : std::span(ways[body]);
}

Sighting follow_through_step(const WorldState& world, const Ways& ways, SensorPair& pair, double begin) {
  Sighting seen;
  const std::span<const MotionSegment> sensor = way_of(world, ways, pair.sensor);
  const std::span<const MotionSegment> visitor = way_of(world, ways, pair.visitor);
  const auto end_of = [&](std::span<const MotionSegment> way, std::size_t i) {
    return i + 1 < way.size() ? way[i + 1].start_time : world.step_end;
  };
  std::size_t i = 0;
  std::size_t j = 0;
  double time = begin;
  while (i < sensor.size() && j < visitor.size()) {
    const double end = std::min(end_of(sensor, i), end_of(visitor, j));
    if (end > time) {
      Leg leg{probe_of(world.bodies[pair.sensor], sensor[i]),
              probe_of(world.bodies[pair.visitor], visitor[j]),
              time,
              end,
              pair.near,
              &pair.triangles};
      Visit(std::move(leg), pair, seen).follow();
      time = end;
    }
    i += end_of(sensor, i) <= time ? 1U : 0U;
    j += end_of(visitor, j) <= time ? 1U : 0U;
  }
  return seen;
}

// A body without a segment from the step's beginning on slept until its first one.
MotionSegment standing_before(const MotionSegment& first, double begin) {
  MotionSegment standing;
  standing.body = first.body;
  standing.kind = FlowKind::screw;
  standing.start_time = begin;
  standing.pose = first.pose;
  return standing;
}

bool in_order(const SensorPair& x, const SensorPair& y) {
  return std::pair(x.sensor, x.visitor) < std::pair(y.sensor, y.visitor);
}

void report_lost(WorldState& world, const SensorPair& pair) {
  Event event;
  event.time = world.time;
  event.kind = EventKind::leave;
  event.a = pair.sensor;
  event.b = pair.visitor;
  event.point = world.bodies[pair.visitor].segment.pose.position;
  world.events.push_back(event);
}

}  // namespace

bool may_sense(const RigidBody& a, const RigidBody& b) {
  const bool is_of_interest = a.is_sensor != b.is_sensor && !a.removed && !b.removed;
  const bool is_settled =
      (a.is_asleep() || b.is_asleep()) && !is_moving_mover(a) && !is_moving_mover(b) && !a.is_awake() && !b.is_awake();
  return is_of_interest && !is_settled && (a.type != BodyType::fixed || b.type != BodyType::fixed) && is_wanted(a, b);
}

SensorPair make_sensor_pair(const WorldState& world, const BodyPair& ids) {
  const bool is_first = world.bodies[ids.a].is_sensor;
  SensorPair pair;
  pair.sensor = is_first ? ids.a : ids.b;
  pair.visitor = is_first ? ids.b : ids.a;
  const double size = std::min(world.bodies[ids.a].size, world.bodies[ids.b].size);
  pair.near = tolerances::sensor_gap_per_size * size;
  return pair;
}

void remember_visits(WorldState& world, std::vector<SensorPair> candidates) {
  std::vector<SensorPair> before = std::move(world.sensor_pairs);
  std::sort(before.begin(), before.end(), in_order);
  std::sort(candidates.begin(), candidates.end(), in_order);
  auto old = before.begin();
  for (SensorPair& pair : candidates) {
    while (old != before.end() && in_order(*old, pair)) {
      ++old;
    }
    if (old != before.end() && !in_order(pair, *old)) {
      std::swap(pair, *old);  // what stays behind was never inside
    }
  }
  world.sensor_pairs = std::move(candidates);
  for (const SensorPair& pair : before) {
    if (!pair.is_known && are_at_rest(world, pair.sensor, pair.visitor)) {
      world.sensor_pairs.push_back(pair);  // a new sensor, over one asleep: looked at once
    } else if (!keep_for_sleepers(world, pair) && pair.inside) {
      report_lost(world, pair);
    }
  }
}

void sense(WorldState& world, double begin) {
  if (world.sensor_pairs.empty()) {
    return;
  }
  Ways ways(world.bodies.size());
  for (const MotionSegment& segment : world.segments) {
    if (ways[segment.body].empty() && segment.start_time > begin) {
      ways[segment.body].push_back(standing_before(segment, begin));
    }
    ways[segment.body].push_back(segment);
  }
  std::vector<Sighting> sightings(world.sensor_pairs.size());
  const auto follow_one = [&](std::size_t i) {
    sightings[i] = follow_through_step(world, ways, world.sensor_pairs[i], begin);
  };
  visit_each(world.definition.threads, sightings.size(), fewest_parallel_pairs, follow_one);
  for (const Sighting& seen : sightings) {
    world.events.insert(world.events.end(), seen.events.begin(), seen.events.end());
    world.statistics.toi_queries += static_cast<std::uint64_t>(seen.queries);
  }
}

}  // namespace firstcontact
