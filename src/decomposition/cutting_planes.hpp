// Where to cut: planes worth trying, and how good each of them is.
#pragma once

#include "decomposition/orientation.hpp"
#include "decomposition/sketch.hpp"

#include <optional>
#include <vector>

namespace firstcontact {

/// An edge at which the solid is concave, and the planes of its two triangles.
struct ReflexEdge {
  Vec3 from{0.0}, to{0.0};
  std::array<Plane, 2> planes;
  double sine = 0.0;    // of the angle by which it is concave
  double weight = 0.0;  // length times sine
};

/// The concave edges of the mesh, heaviest first.
[[nodiscard]] std::vector<ReflexEdge> reflex_edges(const TriangleMesh& mesh, const std::vector<SharedEdge>& edges);

/// The cut after which, and after the best next cut of either half, the hulls of the halves are smallest, what is
/// forbidden in them counting several times. Nothing when no plane leaves something on either side.
[[nodiscard]] std::optional<Plane> best_cut(const Part& part, const std::vector<ReflexEdge>& edges,
                                            const Clearance& clearance);

/// The same of a few planes across the axes, without looking ahead: a fiftieth of the work, and more pieces.
[[nodiscard]] std::optional<Plane> quick_cut(const Part& part, const Clearance& clearance);

}  // namespace firstcontact
