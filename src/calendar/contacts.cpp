#include <firstcontact/separation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

Aabb box_at(const Pose& pose, const Vec3& half_extents) {
  const Mat3 r = rotation_matrix(pose.orientation);
  const Vec3 extents =
      glm::abs(r[0]) * half_extents.x + glm::abs(r[1]) * half_extents.y + glm::abs(r[2]) * half_extents.z;
  return {pose.position - extents, pose.position + extents};
}

// The axis along which two boxes are furthest apart.
Nearness nearness_of_boxes(const Aabb& a, const Aabb& b) {
  Nearness best{-std::numeric_limits<double>::infinity(), Vec3(0.0)};
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 normal(0.0);
    const bool is_b_above = b.low[axis] - a.high[axis] >= a.low[axis] - b.high[axis];
    normal[axis] = is_b_above ? 1.0 : -1.0;
    const double gap = is_b_above ? b.low[axis] - a.high[axis] : a.low[axis] - b.high[axis];
    best = gap > best.gap ? Nearness{gap, normal} : best;
  }
  return best;
}

// Of a skin: a manifold whose nearest point is this much further off than the shapes are lacks a point.
constexpr double nearest_slack = 0.01;

struct PosedPair {
  PosedShape a, b;
  std::uint64_t shapes = 0;  // which two of the bodies' shapes
};

ContactPoint make_point(const PairRecord& pair, const Vec3& normal, const Vec3& at) {
  ContactPoint point;
  point.a = pair.a;
  point.b = pair.b;
  point.normal = normal;
  point.friction = pair.friction;
  point.restitution = pair.restitution;
  point.rest_gap = tolerances::rest_gap * pair.skin;
  point.lift_gap = tolerances::lift_gap * pair.skin;
  point.arm_a = at;  // relative to the bodies' centres once both are known
  point.arm_b = at;
  return point;
}

// The nearest points of the two shapes, or the deepest when they overlap.
ContactPoint witness_point(const PairRecord& pair, const PosedPair& posed, const Separation& apart) {
  ContactPoint point = make_point(pair, apart.normal, 0.5 * (apart.point_a + apart.point_b));
  point.separation = apart.distance - apart.depth;
  point.feature = posed.shapes << 48U;
  return point;
}

void add_manifold_points(const PairRecord& pair, const PosedPair& posed, const Manifold& manifold,
                         PairContact& contact) {
  for (int i = 0; i < manifold.count; ++i) {
    const ManifoldPoint& found = manifold.points[static_cast<std::size_t>(i)];
    ContactPoint point = make_point(pair, manifold.normal, found.point);
    point.separation = found.separation;
    point.feature = found.feature ^ (posed.shapes * 0x9E3779B97F4A7C15ULL);
    contact.points.push_back(point);
  }
}

Nearness add_shape_contact(const PairRecord& pair, const PosedPair& posed, double margin, PairContact& contact) {
  const Nearness boxes = nearness_of_boxes(box_at(posed.a.pose, posed.a.shape->half_extents),
                                           box_at(posed.b.pose, posed.b.shape->half_extents));
  if (boxes.gap > margin) {
    return boxes;
  }
  const Separation apart = separation(posed.a, posed.b);
  const Nearness nearness{apart.lower_bound, apart.normal};
  if (apart.distance > margin) {
    return nearness;
  }
  const Manifold manifold = contact_manifold(posed.a, posed.b, apart, margin);
  const bool is_deep = apart.depth > margin;  // then the way out is all that matters
  double nearest = std::numeric_limits<double>::infinity();
  if (!is_deep) {
    add_manifold_points(pair, posed, manifold, contact);
    for (int i = 0; i < manifold.count; ++i) {
      nearest = std::min(nearest, manifold.points[static_cast<std::size_t>(i)].separation);
    }
  }
  const ContactPoint witness = witness_point(pair, posed, apart);
  const double tilt = is_deep ? 0.0 : std::sqrt(squared_length(glm::cross(manifold.normal, apart.normal)));
  contact.witnesses.push_back({witness, tilt});
  // A face of a smooth hull may lie further off than a corner beside it: the point that will meet first is always in.
  if (apart.distance - apart.depth < nearest - nearest_slack * pair.skin) {
    contact.points.push_back(witness);
  }
  return nearness;
}

// Slow: no point of the pair will arrive faster than what gravity and restitution would settle anyway, and none leaves
// but much more slowly: a body that bounces keeps its parabola.
bool is_slow(WorldState& world, const PairRecord& pair, const PairContact& contact, double time) {
  const FlowState& a = state_of(world, pair.a, time);
  const FlowState& b = state_of(world, pair.b, time);
  return std::all_of(contact.points.begin(), contact.points.end(), [&](const ContactPoint& point) {
    const Vec3 velocity_a = a.linear_velocity + glm::cross(a.angular_velocity, point.arm_a);
    const Vec3 velocity_b = b.linear_velocity + glm::cross(b.angular_velocity, point.arm_b);
    const double speed = glm::dot(point.normal, velocity_b - velocity_a);
    const double pull = -glm::dot(point.normal, world.bodies[pair.b].acceleration - world.bodies[pair.a].acceleration);
    const double won = 2.0 * std::max(0.0, pull) * std::max(0.0, point.separation - point.rest_gap);
    const bool arrives_slowly = speed * speed + won < pair.resting_speed * pair.resting_speed;
    return arrives_slowly && speed < tolerances::leaving_share * pair.resting_speed;
  });
}

}  // namespace

bool is_in_crowd(const WorldState& world, const PairRecord& pair) {
  return world.in_crowd[pair.a] || world.in_crowd[pair.b];
}

const FlowState& state_of(WorldState& world, BodyIndex body, double time) {
  KnownState& known = world.known_states[body];
  const std::uint32_t version = world.bodies[body].version;
  if (known.time != time || known.version != version) {
    known = {time, version, state_at(world.bodies[body], time)};
  }
  return known.state;
}

namespace {

PairContact contact_at(WorldState& world, std::uint32_t index, double time, double margin,
                       std::vector<Nearness>& nearness) {
  const PairRecord& pair = world.pairs[index];
  const Pose pose_a = state_of(world, pair.a, time).pose;
  const Pose pose_b = state_of(world, pair.b, time).pose;
  const Collider& a = *world.bodies[pair.a].collider;
  const Collider& b = *world.bodies[pair.b].collider;
  PairContact contact;
  contact.pair = index;
  const Nearness boxes = nearness_of_boxes(box_at(pose_a, a.half_extents), box_at(pose_b, b.half_extents));
  nearness.clear();
  if (boxes.gap > margin) {
    nearness.push_back(boxes);
    return contact;
  }
  for (std::size_t i = 0; i < a.shapes.size(); ++i) {
    for (std::size_t j = 0; j < b.shapes.size(); ++j) {
      const std::uint64_t shapes = i * b.shapes.size() + j + 1;
      nearness.push_back(
          add_shape_contact(pair, {{&a.shapes[i], pose_a}, {&b.shapes[j], pose_b}, shapes}, margin, contact));
    }
  }
  contact.nearest = margin;
  for (ContactPoint& point : contact.points) {
    point.arm_a -= pose_a.position;
    point.arm_b -= pose_b.position;
    contact.nearest = std::min(contact.nearest, point.separation);
  }
  for (Witness& witness : contact.witnesses) {
    witness.point.arm_a -= pose_a.position;
    witness.point.arm_b -= pose_b.position;
  }
  return contact;
}

}  // namespace

PairContact pair_contact(WorldState& world, std::uint32_t index, double time, double margin) {
  std::vector<Nearness> nearness;
  return contact_at(world, index, time, margin, nearness);
}

PairContact measured_contact(WorldState& world, std::uint32_t index, double time, double margin) {
  std::vector<Nearness> nearness = std::move(world.pairs[index].nearness);
  PairContact contact = contact_at(world, index, time, margin, nearness);
  world.pairs[index].nearness = std::move(nearness);
  world.pairs[index].nearness_time = time;
  return contact;
}

namespace {

// m: how far the pair's surfaces may come together in the substep, at most.
double reach_of(WorldState& world, const PairRecord& pair, double time) {
  const FlowState& a = state_of(world, pair.a, time);
  const FlowState& b = state_of(world, pair.b, time);
  const double duration = world.substep_end - time;
  const auto spin = [&](BodyIndex body, const FlowState& state) {
    return world.bodies[body].collider->radius * std::sqrt(squared_length(state.angular_velocity));
  };
  const double fall = duration * std::sqrt(squared_length(world.bodies[pair.b].acceleration) +
                                           squared_length(world.bodies[pair.a].acceleration));
  return duration *
         (std::sqrt(squared_length(b.linear_velocity - a.linear_velocity)) + spin(pair.a, a) + spin(pair.b, b) + fall);
}

// A pair that rests, or moves so slowly that it soon will.
void find_slow_contacts(WorldState& world, double time, std::vector<PairContact>& contacts) {
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    PairRecord& pair = world.pairs[i];
    pair.active = false;
    if (pair.resting_speed == 0.0 && !pair.overlapping) {
      continue;
    }
    PairContact contact = measured_contact(world, i, time, tolerances::activation_gap * pair.skin);
    if (contact.points.empty()) {
      pair.overlapping = false;
      continue;
    }
    if (contact.nearest <= 0.0 && !pair.overlapping) {
      note_gap(world, contact.nearest);  // a broken promise is reported as what it is, and mended
    }
    pair.overlapping = contact.nearest <= 0.0;
    pair.active = pair.overlapping || is_slow(world, pair, contact, time);
    if (pair.active) {
      contacts.push_back(std::move(contact));
    }
  }
}

/// Sets of bodies that touch: union-find, the least body of a set is its root, whatever the order of joining.
class TouchingSets {
 public:
  explicit TouchingSets(std::size_t bodies) : parents_(bodies), sizes_(bodies, 1) {
    std::iota(parents_.begin(), parents_.end(), BodyIndex{0});
  }

  BodyIndex root(BodyIndex body) {
    while (parents_[body] != body) {
      parents_[body] = parents_[parents_[body]];
      body = parents_[body];
    }
    return body;
  }

  void join(BodyIndex a, BodyIndex b) {
    a = root(a);
    b = root(b);
    if (a != b) {
      parents_[std::max(a, b)] = std::min(a, b);
      sizes_[std::min(a, b)] += sizes_[std::max(a, b)];
    }
  }

  int size(BodyIndex body) { return sizes_[root(body)]; }

 private:
  std::vector<BodyIndex> parents_;
  std::vector<int> sizes_;
};

bool may_meet(WorldState& world, const PairRecord& pair, double time) {
  const double margin = tolerances::activation_gap * pair.skin + reach_of(world, pair, time);
  const Aabb box_a = box_at(state_of(world, pair.a, time).pose, world.bodies[pair.a].collider->half_extents);
  const Aabb box_b = box_at(state_of(world, pair.b, time).pose, world.bodies[pair.b].collider->half_extents);
  return overlaps(grown(box_a, margin), box_b);
}

// A crowd is many bodies that touch, or may within the substep.
void mark_crowds(WorldState& world, double time) {
  TouchingSets sets(world.bodies.size());
  for (const PairRecord& pair : world.pairs) {
    const bool both_move = world.bodies[pair.a].is_dynamic() && world.bodies[pair.b].is_dynamic();
    if (both_move && (pair.active || (pair.restitution < 1.0 && may_meet(world, pair, time)))) {
      sets.join(pair.a, pair.b);
    }
  }
  world.in_crowd.assign(world.bodies.size(), false);
  for (BodyIndex body = 0; body < world.bodies.size(); ++body) {
    world.in_crowd[body] = sets.size(body) >= tolerances::fewest_in_crowd;
  }
}

// What runs into a crowd joins it at once: an impact there would be answered by the whole crowd anyway.
void find_crowd_contacts(WorldState& world, double time, std::vector<PairContact>& contacts) {
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    PairRecord& pair = world.pairs[i];
    if (pair.active || pair.restitution == 1.0 || !is_in_crowd(world, pair)) {
      continue;
    }
    PairContact contact =
        measured_contact(world, i, time, tolerances::activation_gap * pair.skin + reach_of(world, pair, time));
    if (!contact.points.empty()) {
      pair.active = true;
      contacts.push_back(std::move(contact));
    }
  }
}

}  // namespace

std::vector<PairContact> find_persistent_contacts(WorldState& world, double time) {
  std::vector<PairContact> contacts;
  find_slow_contacts(world, time, contacts);
  mark_crowds(world, time);
  find_crowd_contacts(world, time, contacts);
  std::sort(contacts.begin(), contacts.end(),
            [](const PairContact& x, const PairContact& y) { return x.pair < y.pair; });
  return contacts;
}

void find_initial_overlaps(WorldState& world) {
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    PairRecord& pair = world.pairs[i];
    const PairContact contact = pair_contact(world, i, world.time, 0.0);
    if (!contact.points.empty()) {
      pair.overlapping = true;
      world.initial_overlaps.push_back({pair.a, pair.b, std::max(0.0, -contact.nearest)});
    }
  }
}

}  // namespace firstcontact
