// A tree of boxes over triangles that answers how far a point is from the surface, and how often the surface winds
// around it.
#pragma once

#include <firstcontact/triangle_mesh.hpp>
#include "decomposition/far_winding.hpp"

#include <algorithm>
#include <functional>
#include <span>

namespace firstcontact {

/// By so much winding numbers may be off: a third as much again as any seen on the open meshes of
/// docs/decomposition.md.
inline constexpr double winding_error = 0.0075;

class TriangleTree {
 public:
  enum class Asked : std::uint8_t { distances, windings };
  /// Winding numbers can only be asked for where that is said at once: to be ready for them takes as long as the rest.
  explicit TriangleTree(const TriangleMesh& mesh, Asked asked = Asked::windings);

  /// Distance from `point` to the surface when it is below `limit`, else `limit`. Exact up to rounding.
  [[nodiscard]] double distance(const Vec3& point, double limit) const;

  /// The generalised winding number (Jacobson, Kavan, Sorkine-Hornung 2013), far triangles by a series
  /// (far_winding.hpp): 1 inside a closed surface, 0 outside, to within `winding_error`.
  [[nodiscard]] double winding_number(const Vec3& point) const;

  /// Inside: the surface winds around the point more than half a time, one way or the other.
  [[nodiscard]] bool is_inside(const Vec3& point) const;

  /// Whether `test` holds for the corners of some triangle near `box`; asked until it does.
  [[nodiscard]] bool any_near(const Aabb& box, const std::function<bool(const std::array<Vec3, 3>&)>& test) const;

 private:
  // Depth first: the left half of an inner node follows it.
  struct Node {
    Aabb box;
    Index first = 0;  // of a leaf's triangles in corners_; the right half of an inner node
    Index count = 0;  // of a leaf's triangles; 0: an inner node
  };
  // How the node of the same number winds around points far away. What tells whether they are fills a cache line.
  struct Cluster {
    Vec3 center{0.0};  // of area
    double far = 0.0;  // squared distance from the centre beyond which `winding` stands for the triangles
    Index first = 0, count = 0;
    FarWinding winding;
  };
  struct Building;
  struct Gathered;
  Index build(Building& building, Index first, Index count);
  Gathered gather(Index number);
  [[nodiscard]] static Cluster cluster_of(std::span<const std::array<Vec3, 3>> triangles);
  [[nodiscard]] double squared_distance(const Node& leaf, const Vec3& point, double best) const;

  std::vector<std::array<Vec3, 3>> corners_;  // of the triangles, leaf by leaf
  std::vector<Node> nodes_;
  std::vector<Cluster> clusters_;
};

/// Squared distance to the segment from the origin along `edge`, of a point at `offset`.
[[nodiscard]] inline double squared_distance_to_segment(const Vec3& offset, const Vec3& edge) {
  const double length = squared_length(edge);
  const double along = length > 0.0 ? std::clamp(glm::dot(offset, edge) / length, 0.0, 1.0) : 0.0;
  return squared_length(offset - along * edge);
}

/// Squared distance from `point` to the triangle (Ericson 2005, 'Real-time collision detection', 5.1.5).
[[nodiscard]] double squared_distance_to_triangle(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace firstcontact
