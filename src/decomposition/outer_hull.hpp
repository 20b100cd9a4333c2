// Fewer vertices around the same points. Dropping vertices would uncover the mesh; here edges shrink to points that see
// every face around them, so that what comes out holds what went in.
#pragma once

#include "decomposition/piece.hpp"

#include <functional>
#include <optional>
#include <span>

namespace firstcontact {

/// Whether a new vertex may be there, given the vertex and some points of the faces that it would have.
using VertexTest = std::function<bool(const Vec3& vertex, std::span<const Vec3> faces)>;

/// A piece that holds `piece` and has at most `most_vertices` vertices, or as few as could be reached until `is_over`:
/// new vertices are only put where `may_be` allows. In each step the edge goes that adds the least volume. Pure.
[[nodiscard]] Piece outer_hull(const Piece& piece, std::size_t most_vertices, const VertexTest& may_be,
                               const std::function<bool()>& is_over);

/// Minimises dot(objective, x) over { x : height(plane, x) <= 0 for all planes } within the cube [-4, 4]^3 (Seidel
/// 1991). Nothing when no point fulfils them all.
[[nodiscard]] std::optional<Vec3> least_point(const Vec3& objective, std::span<const Plane> planes);

}  // namespace firstcontact
