// A polytope of few faces around very many points. The hull of a dense mesh has thousands of vertices that say nothing
// at the scale of the tolerance, and whatever asks each face about each vertex would take their number's square.
#pragma once

#include <firstcontact/triangle_mesh.hpp>

#include <optional>
#include <span>
#include <vector>

namespace firstcontact {

struct RoughHull {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;  // over `vertices`, counter-clockwise from outside
};

/// A convex polytope that holds all of `points`, which are about 1 in size and span a volume: the common part of
/// half-spaces, each touching some point. Faces reach out by about `error`, vertices between steep faces by a few times
/// that; nothing here proves it, so that whoever has a tolerance to keep asks about what comes out. Nothing when
/// rounding got in the way: no point is ever outside by more than 1e-9. Pure.
[[nodiscard]] std::optional<RoughHull> rough_hull(std::span<const Vec3> points, double error);

}  // namespace firstcontact
