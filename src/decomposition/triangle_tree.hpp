// A tree of boxes over triangles that answers how far a point is from the surface, and how often the surface winds
// around it.
#pragma once

#include "decomposition/triangle_mesh.hpp"

#include <algorithm>
#include <functional>

namespace firstcontact {

class TriangleTree {
 public:
  /// `mesh` must outlive the tree.
  explicit TriangleTree(const TriangleMesh& mesh);

  /// Distance from `point` to the surface when it is below `limit`, else `limit`. Exact up to rounding.
  [[nodiscard]] double distance(const Vec3& point, double limit) const;

  /// The generalised winding number (Jacobson, Kavan, Sorkine-Hornung 2013), far triangles by their dipole (Barill et
  /// al. 2018): 1 inside a closed surface, 0 outside, to within a few hundredths.
  [[nodiscard]] double winding_number(const Vec3& point) const;

  /// Inside: the surface winds around the point more than half a time, one way or the other.
  [[nodiscard]] bool is_inside(const Vec3& point) const;

  /// Whether `test` holds for the corners of some triangle near `box`; asked until it does.
  [[nodiscard]] bool any_near(const Aabb& box, const std::function<bool(const std::array<Vec3, 3>&)>& test) const;

 private:
  struct Node {
    Vec3 center{0.0};            // of area
    Vec3 area{0.0};              // sum of area vectors
    double radius = 0.0;         // of the triangles about `center`
    Index first = 0, count = 0;  // a leaf's triangles in order_; count 0: an inner node
    Index left = 0, right = 0;
    Aabb box;
  };
  Index build(Index first, Index count);
  void summarize(Node& node) const;
  [[nodiscard]] double squared_distance(const Node& leaf, const Vec3& point, double best) const;

  const TriangleMesh& mesh_;
  std::vector<Vec3> centroids_;
  std::vector<Index> order_;
  std::vector<Node> nodes_;
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
