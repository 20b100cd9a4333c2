// Where a surface is concave, and by how much: what hulls fill when their tolerance allows it.
#pragma once

#include <optional>

#include "scene/start_overlaps.hpp"

namespace firstcontact {

/// Of the concave edges of a body's mesh that begin within `box` the deepest: how far the chord across the two
/// triangles beside it stays off the edge, m. Hulls of a tolerance below that are cut along it. Nothing without such an
/// edge.
[[nodiscard]] std::optional<double> deepest_concave_edge(const BodySurface& surface, const Aabb& box);

/// The box around a body's surface where it begins.
[[nodiscard]] Aabb start_box(const BodySurface& surface);

}  // namespace firstcontact
