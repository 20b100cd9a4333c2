// Whether a decomposition out of a file is one: asked once, by its reader. What is not is made anew.
#pragma once

#include <firstcontact/decomposition.hpp>

namespace firstcontact {

/// True when it keeps its own promises: every number finite, every hull closed and convex to rounding with unit
/// normals, and a volume, centre and inertia that its hulls can have. Follows no index out of its list. Pure.
[[nodiscard]] bool is_sound(const ConvexDecomposition& found);

/// True when it may be of `mesh`: every corner that a face uses lies in a hull, no hull is beyond the mesh's box by
/// more than it says, and the volume is the mesh's where nothing had to be mended. For what is sound. Pure.
[[nodiscard]] bool fits(const ConvexDecomposition& found, const Mesh& mesh);

}  // namespace firstcontact
