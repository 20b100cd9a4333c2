// From the search's groups to what is handed out: hulls of few enough vertices, with the promises of hull.hpp,
// measured.
#pragma once

#include "decomposition/joining.hpp"

namespace firstcontact {

/// Pieces of at most `max_vertices` vertices (0: no limit) that cover the groups. Each holds one group; a group whose
/// hull cannot be simplified within the tolerance is halved until its parts can.
[[nodiscard]] std::vector<Piece> limited_pieces(const std::vector<Group>& groups, std::size_t max_vertices,
                                                const Workshop& workshop);

/// The final hulls, in the mesh's own coordinates, each with its bound.
[[nodiscard]] Result<std::vector<DecompositionHull>> finished_hulls(const std::vector<Piece>& pieces,
                                                                    const PreparedMesh& prepared,
                                                                    const Workshop& workshop);

/// How far the furthest of the vertices lies outside of all hulls.
[[nodiscard]] double uncovered_distance(std::span<const DecompositionHull> hulls, const Mesh& mesh);

}  // namespace firstcontact
