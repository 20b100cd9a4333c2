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

void add_shape_contacts(std::vector<NearContact>& found, const Instant& instant, const BodyPair& pair, double margin) {
  const auto& header = instant.stage->header;
  const Pose pose_a = instant.motions->state(pair.a, instant.time).pose;
  const Pose pose_b = instant.motions->state(pair.b, instant.time).pose;
  for (const ConvexShape& shape_a : instant.stage->shapes[header.bodies[pair.a].collider]) {
    for (const ConvexShape& shape_b : instant.stage->shapes[header.bodies[pair.b].collider]) {
      const PosedShape a{&shape_a, pose_a};
      const PosedShape b{&shape_b, pose_b};
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

}  // namespace firstcontact
