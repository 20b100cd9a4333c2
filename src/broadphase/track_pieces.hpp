// Fast tracks: cut into pieces along their way, and told apart by when and where they really are.
#pragma once

#include <firstcontact/octree.hpp>

#include <vector>

namespace firstcontact {

/// A slow track's one box, or a fast one's boxes along its way, each about `grain` metres long, at most 64.
[[nodiscard]] std::vector<Aabb> cut_into_pieces(const Track& track, double grain);

/// True unless the two bodies' moving boxes stay apart during all of their common time: a slab test of the relative
/// motion (Kay, Kajiya 1986), with a margin for rounding, so that doubt is 'may meet'.
[[nodiscard]] bool may_meet(const Track& a, const Track& b);

/// True when a body along `track` may touch the box [low, high], which stands still.
[[nodiscard]] bool may_touch(const Track& track, const Vec3& low, const Vec3& high);

}  // namespace firstcontact
