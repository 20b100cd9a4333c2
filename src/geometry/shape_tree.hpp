// A tree of boxes over a collider's shapes: of ten thousand triangles it finds the few beside a body.
#pragma once

#include <firstcontact/shape.hpp>

namespace firstcontact {

/// Colliders of fewer shapes get no tree: asking each shape is as quick.
inline constexpr std::size_t fewest_shapes_for_tree = 32;

/// A tree over `shapes`, or an empty one when they are few. Pure.
[[nodiscard]] ShapeTree make_shape_tree(const std::vector<ConvexShape>& shapes);
/// A tree over shapes that lie in these boxes, m. Pure.
[[nodiscard]] ShapeTree make_shape_tree(std::vector<Aabb> boxes);

}  // namespace firstcontact
