// The boxes of bodies and of their shapes in the world, as close as the corners of their hulls say.
#pragma once

#include <firstcontact/math.hpp>
#include <firstcontact/shape.hpp>

#include <vector>

namespace firstcontact {

/// m, world: of a collider and of its shapes.
struct CloseBoxes {
  Aabb whole;
  std::vector<Aabb> of_shapes;  // none where there is one shape, or very many corners
};
[[nodiscard]] CloseBoxes close_boxes(const Collider& collider, const Pose& pose);
/// m: the least world box of a collider at `pose`, but for rounding; of one with very many corners that of the box and
/// the ball around it.
[[nodiscard]] Aabb close_box(const Collider& collider, const Pose& pose);
/// m: the least world box of one of its shapes, but for rounding.
[[nodiscard]] Aabb close_box(const ConvexShape& shape, const Pose& pose);

}  // namespace firstcontact
