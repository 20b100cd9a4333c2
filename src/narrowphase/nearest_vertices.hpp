// What one question about two cores leaves behind for the next: the vertices that carried the nearest points. GJK that
// begins with them mostly ends with them.
#pragma once

#include <firstcontact/time_of_impact.hpp>

#include "narrowphase/simplex.hpp"

namespace firstcontact {

/// True when they are known, and of these two shapes: of whatever stands at the addresses now, all are vertices. What a
/// caller kept may be of a shape that is gone, or may be anything.
[[nodiscard]] bool are_of(const NearestVertices& vertices, const ConvexShape& a, const ConvexShape& b);

/// The simplex's vertices. Nothing of a tetrahedron, which says no more than that the cores seem to overlap.
[[nodiscard]] NearestVertices nearest_vertices(const ConvexShape& a, const ConvexShape& b, const Simplex& simplex);

/// A simplex of these vertices, to be moved to where they stand.
[[nodiscard]] Simplex simplex_of(const NearestVertices& vertices);

}  // namespace firstcontact
