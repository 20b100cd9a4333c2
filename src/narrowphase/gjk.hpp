// Distance of two cores by GJK (Gilbert, Johnson, Keerthi 1988), with both bounds proven by their construction: the
// lower one is the separation of supports along the returned axis (method 1.4), the upper one the length of a real
// vector between the cores. Nobody has to trust the iteration: a poor axis only makes the lower bound smaller.
#pragma once

#include "narrowphase/simplex.hpp"
#include "narrowphase/support.hpp"

namespace firstcontact {

/// When the two bounds are near enough: upper - lower <= max(relative * (lower - threshold), absolute) (method 5.1).
/// Relative to what lies above `threshold` and not to the distance, because a query about a gap of 1e-4 m lives from
/// that difference.
struct DistanceGoal {
  double threshold = 0.0;  // m
  double relative = 0.0;
  double absolute = 0.0;  // m
};

/// True when the bounds are that near.
inline bool reaches(const DistanceGoal& goal, double lower, double squared_upper) {
  const double enough = lower + std::max(goal.relative * (lower - goal.threshold), goal.absolute);
  return enough >= 0.0 && squared_upper <= enough * enough;
}

struct Distance {
  double lower = -std::numeric_limits<double>::infinity();  // m, separation along `axis`
  double upper = 0.0;                                       // m
  Vec3 axis{0.0, 1.0, 0.0};                                 // unit, a's frame, from a to b
  bool converged = false;                                   // the goal was reached
  bool origin_inside = false;                               // the cores seem to overlap: confirm by SAT
};

struct CorePair {
  const ConvexShape& a;
  const ConvexShape& b;
  RelativePose pose;
};

/// A lower bound that is known beforehand, with its axis.
struct KnownBound {
  double lower = -std::numeric_limits<double>::infinity();  // m
  Vec3 axis{0.0, 1.0, 0.0};                                 // unit, a's frame
};

/// Runs GJK from the vertices in `simplex` (warm) or, when it is empty, from the supports along `pose.origin`. On
/// return `simplex` is the one that carries the nearest points. Where the known bound and the warm simplex reach the
/// goal already, no vertex is searched.
[[nodiscard]] Distance core_distance(const CorePair& pair, const DistanceGoal& goal, Simplex& simplex,
                                     const KnownBound& known = {});

/// Vertex b minus vertex a, in a's frame.
inline Vec3 difference_of(const CorePair& pair, Index vertex_a, Index vertex_b) {
  return pair.pose.origin + pair.pose.axes * vertex_of(pair.b, vertex_b) - vertex_of(pair.a, vertex_a);
}

/// The vertex of the difference set furthest against `axis` (a's frame, any length): b's hindmost minus a's foremost.
inline SimplexVertex support_against(const CorePair& pair, const Vec3& axis) {
  const FurthestOfBoth found =
      furthest_vertices(asked_of(pair.a, axis), asked_of(pair.b, -into_frame(pair.pose.axes, axis)));
  const auto a = static_cast<Index>(found.a);
  const auto b = static_cast<Index>(found.b);
  return {a, b, difference_of(pair, a, b), 0.0};
}

/// The simplex's vertices where the cores stand now.
inline void move_to(const CorePair& pair, Simplex& simplex) {
  for (int i = 0; i < simplex.count; ++i) {
    SimplexVertex& vertex = simplex.vertex[i];
    vertex.difference = difference_of(pair, vertex.a, vertex.b);
  }
}

/// True when the pair of vertices is in the simplex.
inline bool holds(const Simplex& simplex, const SimplexVertex& vertex) {
  for (int i = 0; i < simplex.count; ++i) {
    if (simplex.vertex[i].a == vertex.a && simplex.vertex[i].b == vertex.b) {
      return true;
    }
  }
  return false;
}

struct WitnessPoints {
  Vec3 a{0.0}, b{0.0};  // m, a's frame, on the cores
};
[[nodiscard]] WitnessPoints witness_points(const CorePair& pair, const Simplex& simplex);

}  // namespace firstcontact
