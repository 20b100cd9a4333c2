#include "render/near_contacts.hpp"

#include <firstcontact/separation.hpp>

#include <algorithm>
#include <cmath>

namespace firstcontact {
namespace {

// Resting bodies keep a gap of a fraction of the skin, which is 8e-4 of the smaller one's size (docs/words.md).
constexpr double contact_margin = 1e-3;  // of the smaller body's size

double size_of(const Stage& stage, BodyIndex body) {
  double radius = 0.0;
  for (const ConvexShape& shape : stage.shapes[stage.header.bodies[body].collider]) {
    radius = std::max(radius, shape.radius);
  }
  return 1.15 * radius;  // a cube's edge, from its bounding radius
}

bool is_moving(const Instant& instant, BodyIndex body) {
  return instant.stage->header.bodies[body].type != BodyType::fixed && instant.motions->is_there(body, instant.time);
}

// The box of `box`, given in the axes of `pose`, in the axes of `frame`.
Aabb seen_from(const Pose& frame, const Pose& pose, const Aabb& box) {
  Aabb seen;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const Vec3 point((corner & 1U) != 0U ? box.high.x : box.low.x, (corner & 2U) != 0U ? box.high.y : box.low.y,
                     (corner & 4U) != 0U ? box.high.z : box.low.z);
    seen = merged(seen, rotate_inverse(frame.orientation, to_world(pose, point) - frame.position));
  }
  return seen;
}

// Shapes of `body` whose boxes reach into `room`, in the body's axes: of a landscape of triangles the few that matter.
std::vector<std::size_t> shapes_in(const Stage& stage, BodyIndex body, const Aabb& room) {
  const auto& boxes = stage.shape_boxes[stage.header.bodies[body].collider];
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (overlaps(boxes[i], room)) {
      found.push_back(i);
    }
  }
  return found;
}

Aabb whole_box(const Stage& stage, BodyIndex body) {
  Aabb box;
  for (const Aabb& part : stage.shape_boxes[stage.header.bodies[body].collider]) {
    box = merged(box, part);
  }
  return box;
}

void add_shape_contacts(std::vector<NearContact>& found, const Instant& instant, const BodyPair& pair, double margin) {
  const Stage& stage = *instant.stage;
  const Pose pose_a = instant.motions->state(pair.a, instant.time).pose;
  const Pose pose_b = instant.motions->state(pair.b, instant.time).pose;
  const auto& shapes_a = stage.shapes[stage.header.bodies[pair.a].collider];
  const auto& shapes_b = stage.shapes[stage.header.bodies[pair.b].collider];
  const Aabb room_a = grown(seen_from(pose_a, pose_b, whole_box(stage, pair.b)), margin);
  for (const std::size_t number_a : shapes_in(stage, pair.a, room_a)) {
    const Aabb& box_a = stage.shape_boxes[stage.header.bodies[pair.a].collider][number_a];
    for (const std::size_t number_b : shapes_in(stage, pair.b, grown(seen_from(pose_b, pose_a, box_a), margin))) {
      const PosedShape a{&shapes_a[number_a], pose_a};
      const PosedShape b{&shapes_b[number_b], pose_b};
      const Separation apart = separation(a, b);
      if (apart.distance <= 0.0 || apart.distance > margin) {
        continue;
      }
      const Manifold manifold = contact_manifold(a, b, apart, margin);
      for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& point = manifold.points.at(static_cast<std::size_t>(i));
        found.push_back({pair.a, pair.b, point.point, manifold.normal, point.separation});
      }
    }
  }
}

}  // namespace

std::vector<Track> tracks_at(const Instant& instant) {
  std::vector<Track> tracks;
  for (BodyIndex i = 0; i < instant.motions->size(); ++i) {
    if (!is_moving(instant, i)) {
      continue;
    }
    const FlowState state = instant.motions->state(i, instant.time);
    RigidMotion motion;
    motion.start = state.pose;
    motion.linear_velocity = state.linear_velocity;
    motion.angular_velocity = state.angular_velocity;
    motion.linear_acceleration = instant.motions->segment(i).linear_acceleration;
    Vec3 half(0.0);
    double radius = 0.0;
    for (const ConvexShape& shape : instant.stage->shapes[instant.stage->header.bodies[i].collider]) {
      half = glm::max(half, shape.half_extents);
      radius = std::max(radius, shape.radius);
    }
    Track track;
    track.body = i;
    // What rests on something is a gap away from it: the box reaches across.
    track.box = grown(swept_box(motion, half, radius, instant.time_step), 2.0 * contact_margin * radius);
    track.begin = instant.time;
    track.end = instant.time + instant.time_step;
    tracks.push_back(track);
  }
  return tracks;
}

Octree octree_at(const Instant& instant) {
  Octree octree;
  for (BodyIndex i = 0; i < instant.motions->size(); ++i) {
    if (!is_moving(instant, i) && instant.motions->is_there(i, instant.time)) {
      octree.set_resident(i, body_box(*instant.stage, i, instant.motions->state(i, instant.time).pose));
    }
  }
  octree.lay_tracks(tracks_at(instant));
  return octree;
}

std::vector<NearContact> near_contacts(const Instant& instant) {
  std::vector<NearContact> found;
  for (const BodyPair& pair : octree_at(instant).pairs()) {
    const double size = std::min(size_of(*instant.stage, pair.a), size_of(*instant.stage, pair.b));
    add_shape_contacts(found, instant, pair, contact_margin * size);
  }
  return found;
}

std::vector<NearContact> near_contacts_of(BodyIndex body, const Instant& instant) {
  const Stage& stage = *instant.stage;
  const auto pose_of = [&](BodyIndex i) { return instant.motions->state(i, instant.time).pose; };
  const double size = size_of(stage, body);
  const Aabb around = grown(whole_box(stage, body), contact_margin * size);
  std::vector<NearContact> found;
  for (BodyIndex other = 0; other < instant.motions->size(); ++other) {
    const bool can_meet = is_moving(instant, body) || is_moving(instant, other);
    if (other == body || !can_meet || !instant.motions->is_there(other, instant.time)) {
      continue;
    }
    if (overlaps(around, seen_from(pose_of(body), pose_of(other), whole_box(stage, other)))) {
      add_shape_contacts(found, instant, {body, other}, contact_margin * std::min(size, size_of(stage, other)));
    }
  }
  return found;
}

}  // namespace firstcontact
