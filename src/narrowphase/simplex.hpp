// The simplex GJK walks with: up to four points of the difference set { b - a }, and the point of their hull nearest to
// the origin. Written for honesty before elegance: the nearest point is always a convex combination with weights that
// are >= 0 and sum to 1, so its length is a true upper bound of the distance even when a sliver spoils its optimality.
#pragma once

#include <firstcontact/hull.hpp>

namespace firstcontact {

/// No defaults: a simplex is made in every iteration, and most of its room is never read.
struct SimplexVertex {
  Index a, b;       // the vertices of the two cores
  Vec3 difference;  // m: vertex b minus vertex a, in a's frame
  double weight;    // barycentric weight of the nearest point
};

struct Simplex {
  SimplexVertex vertex[4];
  int count = 0;
};

/// The point of a simplex's hull nearest to the origin, and which of its vertices carry it. `index` ascends.
struct NearestPoint {
  int index[3];
  double weight[3];  // >= 0, sum 1
  int count;         // 4: the origin is inside the tetrahedron (as far as arithmetic can tell: callers confirm by SAT)
  Vec3 point;        // m, a's frame: the convex combination itself
  double squared_distance;
  Vec3 normal;  // when `count` is 3: square to the triangle, any length and side
};
[[nodiscard]] NearestPoint nearest_of(const Simplex& simplex);

/// Keeps of `simplex` only what carries `nearest`, and sets the weights.
void keep(Simplex& simplex, const NearestPoint& nearest);

/// A direction from a to b, of any length, square to `simplex`, of which `nearest` kept what carries it. Taken from the
/// simplex's own edges and not from the nearest point, whose direction has only rounding error left to show when the
/// gap is small: 1e-16 m on a gap of 1e-8 m turns the axis by 1e-8 rad, and a metre-long face would lose 1e-8 m of
/// bound.
[[nodiscard]] Vec3 direction_square_to(const Simplex& simplex, const NearestPoint& nearest);

/// The different vertices of each core that carry the nearest points.
struct FeatureVertices {
  Index a[4] = {0, 0, 0, 0};
  Index b[4] = {0, 0, 0, 0};
  int count_a = 0;
  int count_b = 0;
};
[[nodiscard]] FeatureVertices feature_vertices(const Simplex& simplex);

}  // namespace firstcontact
