// Distance and depth of two cores of which one at least is smooth (cylinder, cone, ellipsoid). GJK with the points of
// the surfaces themselves: there are no vertices to name, so a simplex's numbers are those of a list of points.
//
// Both bounds are as certain as those of polyhedra: the lower one is the separation of the support functions, which are
// exact, along the returned axis; the upper one is the length of a vector between two points of the cores.
#pragma once

#include <firstcontact/time_of_impact.hpp>

#include "narrowphase/gjk.hpp"

namespace firstcontact {

inline constexpr Index no_vertex = ~Index{0};

/// A point of a core, m, local; `vertex` is its index in core.vertices where it is one of them.
struct CorePoint {
  Vec3 at{0.0};
  Index vertex = no_vertex;
};

/// A point of the core, of whatever kind, that is furthest along `direction_local`, of any length.
[[nodiscard]] CorePoint furthest_core_point(const ConvexShape& shape, const Vec3& direction_local);

/// How far the core, of whatever kind, reaches along `direction_local`.
[[nodiscard]] double core_reach(const ConvexShape& shape, const Vec3& direction_local);

/// Separation (m) of the cores, of whatever kind, along the unit axis (a's frame, from a to b).
[[nodiscard]] double core_separation(const CorePair& pair, const Vec3& axis);

struct SmoothDistance {
  Distance distance;
  WitnessPoints points;      // m, a's frame
  FeatureVertices vertices;  // those of core.vertices that carry the points
};

/// Is true when one of them at least is smooth.
[[nodiscard]] inline bool is_smooth(const CorePair& pair) { return is_smooth(pair.a) || is_smooth(pair.b); }

/// GJK from the support along `first_axis` (a's frame, not zero).
[[nodiscard]] SmoothDistance smooth_distance(const CorePair& pair, const DistanceGoal& goal, const Vec3& first_axis);

/// Like smooth_distance, then the axes that are known to full precision near the one found: face normals of polyhedra
/// and normals of discs.
void sharpen(const CorePair& pair, SmoothDistance& found);

/// Of overlapping cores: `distance.lower` is minus a depth, along `distance.axis`, that parts them, and no other way is
/// shorter by more than a part in 1e9 of their size (unless very many ways are nearly as short). Cores that turn out to
/// be apart have a positive lower bound. The expanding polytope of van den Bergen (2001), on true points.
[[nodiscard]] SmoothDistance smooth_depth(const CorePair& pair);

/// Names what holds the cores apart along `axis` (a's frame): a face of a polyhedron, or the cores.
[[nodiscard]] ClosingFeature smooth_feature(const CorePair& pair, const Vec3& axis);

}  // namespace firstcontact
