#include "geometry/shape_tree.hpp"

#include <firstcontact/triangle_surface.hpp>

#include "geometry/height_field.hpp"
#include "geometry/smooth_core.hpp"

#include <algorithm>
#include <numeric>

namespace firstcontact {

namespace {

constexpr Index most_in_leaf = 4;

Aabb box_of(const ConvexShape& shape) {
  Aabb box;
  for (const Vec3& vertex : shape.core.vertices) {
    box = merged(box, vertex);
  }
  for (const Ellipsoid& ellipsoid : shape.ellipsoids) {
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 along(0.0);
      along[axis] = 1.0;
      box.low[axis] = std::min(box.low[axis], -reach_along(ellipsoid, -along));
      box.high[axis] = std::max(box.high[axis], reach_along(ellipsoid, along));
    }
  }
  return {box.low - Vec3(shape.rounding), box.high + Vec3(shape.rounding)};
}

/// Halves the shapes along the longest side of their middles' box, again and again.
class TreeBuilder {
 public:
  explicit TreeBuilder(std::vector<Aabb> boxes) : boxes_(std::move(boxes)) {
    tree_.order.resize(boxes_.size());
    std::iota(tree_.order.begin(), tree_.order.end(), Index{0});
  }

  ShapeTree build() {
    add_node(0, static_cast<Index>(boxes_.size()));
    tree_.nodes.shrink_to_fit();
    return std::move(tree_);
  }

 private:
  [[nodiscard]] Vec3 middle(Index shape) const { return boxes_[shape].low + boxes_[shape].high; }  // twice as far

  Index add_node(Index first, Index end) {
    const auto number = static_cast<Index>(tree_.nodes.size());
    tree_.nodes.push_back({Aabb{}, first, end - first, 0});
    Aabb middles;
    for (Index i = first; i < end; ++i) {
      tree_.nodes[number].box = merged(tree_.nodes[number].box, boxes_[tree_.order[i]]);
      middles = merged(middles, middle(tree_.order[i]));
    }
    if (end - first <= most_in_leaf) {
      return number;
    }
    const Index half = first + (end - first) / 2;
    halve(first, half, end, middles.high - middles.low);
    add_node(first, half);  // the next node
    const Index right = add_node(half, end);
    tree_.nodes[number].right = right;
    return number;
  }

  void halve(Index first, Index half, Index end, const Vec3& size) {
    const int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    const auto begin = tree_.order.begin();
    std::nth_element(begin + first, begin + half, begin + end, [&](Index p, Index q) {
      const double at_p = middle(p)[axis];
      const double at_q = middle(q)[axis];
      return at_p != at_q ? at_p < at_q : p < q;
    });
  }

  std::vector<Aabb> boxes_;
  ShapeTree tree_;
};

}  // namespace

ShapeTree make_shape_tree(const std::vector<ConvexShape>& shapes) {
  if (shapes.size() < fewest_shapes_for_tree) {
    return {};
  }
  std::vector<Aabb> boxes;
  for (const ConvexShape& shape : shapes) {
    boxes.push_back(box_of(shape));
  }
  return make_shape_tree(std::move(boxes));
}

ShapeTree make_shape_tree(std::vector<Aabb> boxes) { return TreeBuilder(std::move(boxes)).build(); }

std::vector<Index> shapes_near(const Collider& collider, const Aabb& box_local) {
  if (collider.height_field != nullptr) {
    constexpr double rounding = 1e-15;  // of what is added up, twice
    const Vec3& center = collider.mass.center_of_mass;
    const Vec3 slack = rounding * (glm::abs(box_local.low) + glm::abs(box_local.high) + glm::abs(center));
    return triangles_near(*collider.height_field, {box_local.low + center - slack, box_local.high + center + slack});
  }
  std::vector<Index> found;
  const ShapeTree& tree = collider.tree;
  if (tree.nodes.empty()) {
    found.resize(shape_count(collider));
    std::iota(found.begin(), found.end(), Index{0});
    return found;
  }
  std::vector<Index> open{0};
  while (!open.empty()) {
    const Index number = open.back();
    open.pop_back();
    const ShapeTreeNode& node = tree.nodes[number];
    if (!overlaps(node.box, box_local)) {
      continue;
    }
    if (node.right == 0) {
      found.insert(found.end(), tree.order.begin() + node.first, tree.order.begin() + node.first + node.count);
    } else {
      open.push_back(node.right);
      open.push_back(number + 1);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace firstcontact
