#include "calendar/near_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/flow.hpp"

namespace firstcontact {

namespace {

// The box in the body's own axes, about its centre of mass; and a little for rounding.
Aabb box_in_body(const RigidBody& body, const Aabb& box) {
  const Pose& pose = body.segment.pose;
  const Mat3 axes = rotation_matrix(pose.orientation);
  const Vec3 half = 0.5 * (box.high - box.low);
  const Vec3 middle = rotate_inverse(pose.orientation, box.low + half - pose.position);
  const Vec3 extents(glm::dot(glm::abs(axes[0]), half), glm::dot(glm::abs(axes[1]), half),
                     glm::dot(glm::abs(axes[2]), half));
  constexpr double rounding = 1e-14;
  const Vec3 reach = extents + rounding * (extents + glm::abs(middle) + Vec3(std::sqrt(squared_length(pose.position))));
  return {middle - reach, middle + reach};
}

RigidMotion motion_of(const RigidBody& body, double begin, double end) {
  const double bound = angular_acceleration_bound(body.segment, body.inertia);
  return screw_over(body.segment, body.inertia, {begin, end, body.collider->radius, bound});
}

}  // namespace

bool has_many_shapes(const RigidBody& body) {
  return body.type == BodyType::fixed && !body.collider->tree.nodes.empty();
}

ChosenShapes shapes_in(const RigidBody& body, const Aabb& box) {
  return {*body.collider, shapes_near(*body.collider, box_in_body(body, box))};
}

int stretches_of_way(const RigidBody& body, double begin, double end) {
  constexpr double most = 256.0;
  const RigidMotion motion = motion_of(body, begin, end);
  const double duration = end - begin;
  const double way = duration * (std::sqrt(squared_length(motion.linear_velocity)) +
                                 duration * std::sqrt(squared_length(motion.linear_acceleration)));
  return static_cast<int>(std::clamp(std::ceil(0.5 * way / body.collider->radius), 1.0, most));
}

Aabb box_of_way(const RigidBody& body, double begin, double end, double reach) {
  const RigidMotion motion = motion_of(body, begin, end);
  return grown(swept_box(motion, body.collider->half_extents, body.collider->radius, end - begin), reach);
}

}  // namespace firstcontact
