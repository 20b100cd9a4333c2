// A closed surface of flat patches over points, as the algorithms that find or clean hulls hand it to each other: just
// its directed edges. Every edge of a patch has its reverse in the patch next door.
#pragma once

#include <firstcontact/hull.hpp>

#include <optional>
#include <span>
#include <vector>

namespace firstcontact {

/// Seen from outside, the patch lies left of the edge.
struct DirectedEdge {
  Index from = 0;
  Index to = 0;
  Index patch = 0;
};

struct Surface {
  std::vector<DirectedEdge> edges;
  Index patch_count = 0;
};

/// Polygons' corners, counter-clockwise seen from outside.
using Loops = std::vector<std::vector<Index>>;

/// The surface of the polygons `loops`.
[[nodiscard]] Surface surface_of(std::span<const std::vector<Index>> loops);

/// For each edge the number of the edge that runs the other way; nothing when some edge has none or has two.
[[nodiscard]] std::optional<std::vector<Index>> twins_of(const Surface& surface);

/// Merges neighbouring patches that lie within `distance` (m) of one plane, and drops corners within `distance` of the
/// line between their neighbours. Nothing when what comes out is not one simple polygon per patch: then `distance` was
/// too generous for these points. The loops begin at their smallest index and are in lexicographic order.
[[nodiscard]] std::optional<Loops> merged_loops(std::span<const Vec3> points, const Surface& surface, double distance);

/// A hull of these polygons, whose corners must be those of a closed convex surface; unused points are left out, the
/// order of the others is kept.
[[nodiscard]] Hull hull_from_loops(std::span<const Vec3> points, std::span<const std::vector<Index>> loops);

/// Facets of the convex hull by Qhull, for points that span a volume and are about 1 in size. Nothing when Qhull gives
/// up.
[[nodiscard]] std::optional<Surface> quickhull(std::span<const Vec3> points);

}  // namespace firstcontact
