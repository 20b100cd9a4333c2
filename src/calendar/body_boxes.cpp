// Two bodies whose boxes overlap are asked about in every substep.
#include "calendar/body_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "calendar/world_state.hpp"
#include "narrowphase/support.hpp"

namespace firstcontact {

namespace {

// Colliders of more corners are boxed as a whole: looking at all of them costs more than it saves.
constexpr std::size_t most_corners = 256;
// Of the numbers that a corner's place is added up from: what a dozen roundings can make of it.
constexpr double rounding = 1e-15;

// Of a triangle, whose corners are sooner turned than searched.
Aabb box_of_triangle(const ConvexShape& shape, const Mat3& axes) {
  Aabb box;
  for (const Vec3& vertex : shape.core.vertices) {
    box = merged(box, Vec3(glm::dot(axes[0], vertex), glm::dot(axes[1], vertex), glm::dot(axes[2], vertex)));
  }
  return box;
}

// About the origin of the shape, in a frame of which these are the axes, as seen by the shape.
Aabb box_of_corners(const ConvexShape& shape, const Mat3& axes) {
  constexpr std::size_t corners_of_triangle = 3;
  if (shape.core.vertices.size() == corners_of_triangle) {
    return box_of_triangle(shape, axes);
  }
  Aabb box;
  if (is_smooth(shape)) {
    for (int axis = 0; axis < 3; ++axis) {
      box.low[axis] = -reach_of(shape, -axes[axis]);
      box.high[axis] = reach_of(shape, axes[axis]);
    }
    return box;
  }
  const TwoWayReaches reaches = reaches_along(shape, axes);
  for (int axis = 0; axis < 3; ++axis) {
    box.low[axis] = reaches[static_cast<std::size_t>(axis)].low - shape.rounding;
    box.high[axis] = reaches[static_cast<std::size_t>(axis)].high + shape.rounding;
  }
  return box;
}

// From about a body's centre to where the body is, and a little for rounding.
Aabb placed(const Aabb& box, const Pose& pose, double radius) {
  const Vec3 slack = rounding * (glm::abs(pose.position) + radius);
  return {pose.position + box.low - slack, pose.position + box.high + slack};
}

// m: of what lies in [-half_extents, half_extents] at `pose`.
Aabb box_at(const Pose& pose, const Vec3& half_extents) {
  const Mat3 r = rotation_matrix(pose.orientation);
  const Vec3 extents =
      glm::abs(r[0]) * half_extents.x + glm::abs(r[1]) * half_extents.y + glm::abs(r[2]) * half_extents.z;
  return {pose.position - extents, pose.position + extents};
}

}  // namespace

CloseBoxes close_boxes(const Collider& collider, const Pose& pose) {
  if (collider.corner_count > most_corners) {
    const Aabb box = box_at(pose, collider.half_extents);
    const Vec3& at = pose.position;
    return {{glm::max(box.low, at - collider.radius), glm::min(box.high, at + collider.radius)}, {}};
  }
  const Mat3 world_axes = glm::transpose(rotation_matrix(pose.orientation));
  const bool are_many = collider.shapes.size() > 1;
  CloseBoxes boxes;
  for (const ConvexShape& shape : collider.shapes) {
    const Aabb box = box_of_corners(shape, world_axes);
    boxes.whole = merged(boxes.whole, box);
    if (are_many) {
      boxes.of_shapes.push_back(placed(box, pose, shape.radius));
    }
  }
  boxes.whole = placed(boxes.whole, pose, collider.radius);
  return boxes;
}

Aabb close_box(const Collider& collider, const Pose& pose) { return close_boxes(collider, pose).whole; }

Aabb close_box(const ConvexShape& shape, const Pose& pose) {
  const Mat3 world_axes = glm::transpose(rotation_matrix(pose.orientation));
  return placed(box_of_corners(shape, world_axes), pose, shape.radius);
}

const CloseBoxes& close_boxes(WorldState& world, BodyIndex body, const Pose& pose) {
  PosedBoxes& known = world.close_boxes[body];
  const auto is_there = [&](const PosedBox& box) {
    return box.is_known && box.pose.position == pose.position && box.pose.orientation == pose.orientation;
  };
  for (const PosedBox& box : known.boxes) {
    if (is_there(box)) {
      return box.boxes;
    }
  }
  PosedBox& box = known.boxes[known.oldest];
  known.oldest = (known.oldest + 1) % known.boxes.size();
  box = {pose, close_boxes(*world.bodies[body].collider, pose), true};
  return box.boxes;
}

const Aabb& close_box(WorldState& world, BodyIndex body, const Pose& pose) {
  return close_boxes(world, body, pose).whole;
}

const Aabb& collider_box(WorldState& world, BodyIndex body, double time) {
  return close_box(world, body, state_of(world, body, time).pose);
}

}  // namespace firstcontact
