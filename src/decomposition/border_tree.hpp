// The border of an open mesh, and how its winding number changes around a point.
//
// Away from the surface the gradient of the winding number is that of the solid angle of the border, over a full
// sphere's: an integral along the border of r x dl / (4 pi |r|^3), r from the point to the border (the law of Biot and
// Savart). A segment of length l, nowhere nearer than r, adds no more than l / r^2 to the integral, and no more than
// 2 / r, as if it were endless.
#pragma once

#include "decomposition/orientation.hpp"

namespace firstcontact {

class BorderTree {
 public:
  /// An edge belongs to the border as often as triangles use it more in one direction than in the other.
  BorderTree(const TriangleMesh& mesh, const std::vector<SharedEdge>& edges);

  /// By how much the winding number of a point within `around` of `point` can differ from that of `point`, at most:
  /// when the surface is further away than that. Infinite where the border is not.
  [[nodiscard]] double winding_change(const Vec3& point, double around) const;

  /// The gradient of the winding number at a point off the border; far stretches of the border count as if they were at
  /// one point, which is good to a tenth.
  [[nodiscard]] Vec3 winding_gradient(const Vec3& point) const;

 private:
  struct Segment {
    Vec3 from{0.0}, to{0.0};
    double uses = 0.0;
  };
  struct Node {
    Aabb box;
    Vec3 along{0.0};            // from each segment's beginning to its end, summed up as often as it is used
    double size = 0.0;          // of the box, corner to corner
    double length = 0.0;        // of the segments, as often as they are used
    Index segment = 0;          // of a leaf
    Index left = 0, right = 0;  // 0: a leaf
  };
  Index build(Index first, Index count);
  [[nodiscard]] double most_slope(const Node& leaf, const Vec3& point, double around) const;
  [[nodiscard]] Vec3 slope(const Node& leaf, const Vec3& point) const;

  std::vector<Segment> segments_;
  std::vector<Node> nodes_;
};

}  // namespace firstcontact
