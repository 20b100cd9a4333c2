#include <firstcontact/separation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

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

void add_shape_contact(const PairRecord& pair, const PosedPair& posed, double margin, PairContact& contact) {
  const Aabb box_a = box_at(posed.a.pose, posed.a.shape->half_extents);
  const Aabb box_b = box_at(posed.b.pose, posed.b.shape->half_extents);
  if (!overlaps(grown(box_a, margin), box_b)) {
    return;
  }
  const Separation apart = separation(posed.a, posed.b);
  if (apart.distance > margin) {
    return;
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
}

// Slow: no point of the pair approaches or leaves faster than what gravity and restitution would settle anyway.
bool is_slow(WorldState& world, const PairRecord& pair, const PairContact& contact, double time) {
  const FlowState& a = state_of(world, pair.a, time);
  const FlowState& b = state_of(world, pair.b, time);
  return std::all_of(contact.points.begin(), contact.points.end(), [&](const ContactPoint& point) {
    const Vec3 velocity_a = a.linear_velocity + glm::cross(a.angular_velocity, point.arm_a);
    const Vec3 velocity_b = b.linear_velocity + glm::cross(b.angular_velocity, point.arm_b);
    return std::abs(glm::dot(point.normal, velocity_b - velocity_a)) < pair.resting_speed;
  });
}

}  // namespace

const FlowState& state_of(WorldState& world, BodyIndex body, double time) {
  KnownState& known = world.known_states[body];
  const std::uint32_t version = world.bodies[body].version;
  if (known.time != time || known.version != version) {
    known = {time, version, state_at(world.bodies[body], time)};
  }
  return known.state;
}

PairContact pair_contact(WorldState& world, std::uint32_t index, double time, double margin) {
  const PairRecord& pair = world.pairs[index];
  const Pose pose_a = state_of(world, pair.a, time).pose;
  const Pose pose_b = state_of(world, pair.b, time).pose;
  const auto& shapes_a = world.bodies[pair.a].collider->shapes;
  const auto& shapes_b = world.bodies[pair.b].collider->shapes;
  PairContact contact;
  contact.pair = index;
  const Aabb box_a = box_at(pose_a, world.bodies[pair.a].collider->half_extents);
  const Aabb box_b = box_at(pose_b, world.bodies[pair.b].collider->half_extents);
  if (!overlaps(grown(box_a, margin), box_b)) {
    return contact;
  }
  for (std::size_t i = 0; i < shapes_a.size(); ++i) {
    for (std::size_t j = 0; j < shapes_b.size(); ++j) {
      const std::uint64_t shapes = i * shapes_b.size() + j + 1;
      add_shape_contact(pair, {{&shapes_a[i], pose_a}, {&shapes_b[j], pose_b}, shapes}, margin, contact);
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

std::vector<PairContact> find_persistent_contacts(WorldState& world, double time) {
  std::vector<PairContact> contacts;
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    PairRecord& pair = world.pairs[i];
    pair.active = false;
    if (pair.resting_speed == 0.0 && !pair.overlapping) {
      continue;
    }
    PairContact contact = pair_contact(world, i, time, tolerances::activation_gap * pair.skin);
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
