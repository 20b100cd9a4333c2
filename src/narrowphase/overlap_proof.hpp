// When GJK's tetrahedron proves that two cores overlap, rounding included, so that nobody need ask all axes.
#pragma once

#include "narrowphase/simplex.hpp"

namespace firstcontact {

/// True when the origin lies so far behind all four faces of the tetrahedron that no rounding moves it out: the cores
/// have a point in common. `slack` (m) is more than rounding moves a corner, and times the lengths of two edges it is
/// more than rounding changes a volume by: slivers prove nothing. (method 9.5)
[[nodiscard]] bool holds_origin(const Simplex& simplex, double slack);

}  // namespace firstcontact
