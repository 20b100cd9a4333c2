// The best axis of two polyhedra among all face normals and all pairs of edges, without looking at most of them: a face
// or an edge is passed over when one vertex of the other polyhedron proves that no axis on its part of the sphere of
// normals can beat the best so far. What is left of the edges is paired by sweeping over that sphere. docs/method.md,
// section 7.
#pragma once

#include "narrowphase/sat.hpp"

namespace firstcontact {

/// The same as trying every face normal and every pair of edges whose arcs cross (method 7.1). Both cores have faces.
[[nodiscard]] BestAxis best_axis_on_gauss_map(const CorePair& pair);

}  // namespace firstcontact
