// Which edges triangles share, and turning the triangles so that neighbours agree on what is outside.
#pragma once

#include <firstcontact/triangle_mesh.hpp>

namespace firstcontact {

/// Every edge once, in lexicographic order; uses in order of triangles.
[[nodiscard]] std::vector<SharedEdge> shared_edges(const std::vector<Triangle>& triangles);

/// Turns triangles so that the two at every manifold edge agree; then closed patches so that they enclose a positive
/// volume, unless they lie inside such a one (a cavity); open ones as most of their triangles were. A mesh that agrees
/// already is left as it is. Returns how many were turned.
[[nodiscard]] std::size_t orient(TriangleMesh& mesh, const std::vector<SharedEdge>& edges);

/// True when every edge is used as often forward as backward.
[[nodiscard]] bool is_closed(const std::vector<SharedEdge>& edges);

/// For each triangle the number of its patch: triangles connected across edges that two share.
[[nodiscard]] std::vector<Index> patch_numbers(const std::vector<SharedEdge>& edges, std::size_t triangle_count);

/// How many sets of triangles are connected by edges.
[[nodiscard]] std::size_t component_count(const std::vector<SharedEdge>& edges, std::size_t triangle_count);

}  // namespace firstcontact
