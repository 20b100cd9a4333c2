// Volume, centre of mass and inertia of overlapping hulls taken as one solid.
#pragma once

#include <firstcontact/triangle_mesh.hpp>

namespace firstcontact {

/// The union of `hulls` at density 1, every point counted once: exact along lines parallel to x, sampled across them.
/// To about 1e-3 for solids that fill some of their box; deterministic. At least one hull.
[[nodiscard]] MassProperties union_mass(std::span<const Hull> hulls);

}  // namespace firstcontact
