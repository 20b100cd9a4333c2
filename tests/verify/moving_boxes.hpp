// Boxes that fly and tumble, and their gap by looking: for tests of what is proved about them.
#pragma once

#include <vector>

#include "support/random.hpp"
#include "verify/pair_proof.hpp"

namespace firstcontact::verify::testing {

inline RecordedCollider box_collider(const Vec3& half, double rounding = 0.0) {
  RecordedShape shape;
  shape.rounding = rounding;
  for (int i = 0; i < 8; ++i) {
    shape.vertices.emplace_back((i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                                (i & 4) != 0 ? half.z : -half.z);
  }
  shape.faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return {Vec3(0.0), {shape}};
}

inline RecordedCollider ball_collider(double radius) { return {Vec3(0.0), {{radius, {Vec3(0.0)}, {}}}}; }

struct MovingBody {
  RecordedCollider collider;
  BodyShape shape;
  InertiaFrame inertia;
  Timeline timeline;

  [[nodiscard]] Mover mover() const { return {&timeline, &shape, &collider, &inertia}; }
};

inline MovingBody moving(const RecordedCollider& collider, const MotionSegment& segment, double end) {
  MovingBody body{collider, body_shape(collider), {}, {}};
  body.inertia.principal_moments = {1.0, 1.7, 2.2};
  body.timeline.push_back(
      {segment.start_time, end, segment, Rotation(segment, body.inertia, end - segment.start_time), {}});
  return body;
}

/// The least of n.(x_b - x_a) over all points at `time`, with the engine's own poses.
inline double gap_along(const MovingBody& a, const MovingBody& b, const Vec3& n, double time) {
  const auto furthest = [&](const MovingBody& body, const Vec3& direction) {
    const Pose pose = evaluate(body.timeline.front().segment, body.inertia, time).pose;
    double most = -1e300;
    for (const RecordedShape& shape : body.collider.shapes) {
      for (const Vec3& vertex : shape.vertices) {
        most = std::max(most, glm::dot(direction, to_world(pose, vertex)) + shape.rounding);
      }
    }
    return most;
  };
  return -furthest(b, -n) - furthest(a, n);
}

inline MotionSegment any_motion(testing_support::Random& random, const Vec3& place, double speed, double spin) {
  MotionSegment segment;
  segment.kind = random.between(0.0, 1.0) < 0.5 ? FlowKind::ballistic : FlowKind::screw;
  segment.pose = {place, random.rotation()};
  segment.linear_velocity = random.vector(speed);
  segment.angular_velocity = random.vector(spin);
  segment.linear_acceleration = segment.kind == FlowKind::ballistic ? random.vector(20.0) : Vec3(0.0);
  return segment;
}

}  // namespace firstcontact::verify::testing
