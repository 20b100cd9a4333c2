#include "decomposition/border_tree.hpp"

#include "decomposition/triangle_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace firstcontact {

namespace {

constexpr double full_angle = 4.0 * 3.14159265358979323846;
constexpr std::size_t stack_size = 96;
// A box stands for its segments when it is this much smaller than it is far away.
constexpr double far_sizes = 2.0;
constexpr double very_far_sizes = 4.0;

double distance(const Aabb& box, const Vec3& point) {
  return std::sqrt(squared_length(glm::max(glm::max(box.low - point, point - box.high), Vec3(0.0))));
}

}  // namespace

BorderTree::BorderTree(const TriangleMesh& mesh, const std::vector<SharedEdge>& edges) {
  for (const SharedEdge& edge : edges) {
    int net = 0;
    for (const SharedEdge::Use& use : edge.uses) {
      net += use.forward ? 1 : -1;
    }
    const Vec3& low = mesh.vertices[edge.low];
    const Vec3& high = mesh.vertices[edge.high];
    if (net != 0) {
      segments_.push_back({net > 0 ? low : high, net > 0 ? high : low, static_cast<double>(std::abs(net))});
    }
  }
  if (!segments_.empty()) {
    nodes_.reserve(2 * segments_.size());
    build(0, static_cast<Index>(segments_.size()));
  }
}

Index BorderTree::build(Index first, Index count) {
  const auto number = static_cast<Index>(nodes_.size());
  Node node;
  node.segment = first;
  for (Index i = first; i < first + count; ++i) {
    const Segment& segment = segments_[i];
    node.box = merged(merged(node.box, segment.from), segment.to);
    node.along += segment.uses * (segment.to - segment.from);
    node.length += segment.uses * std::sqrt(squared_length(segment.to - segment.from));
  }
  const Vec3 size = node.box.high - node.box.low;
  node.size = std::sqrt(squared_length(size));
  nodes_.push_back(node);
  if (count == 1) {
    return number;
  }
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
  const auto begin = segments_.begin() + first;
  std::stable_sort(begin, begin + count, [axis](const Segment& a, const Segment& b) {
    return a.from[axis] + a.to[axis] < b.from[axis] + b.to[axis];
  });
  const Index half = count / 2;
  const Index left = build(first, half);
  const Index right = build(first + half, count - half);
  nodes_[number].left = left;
  nodes_[number].right = right;
  return number;
}

double BorderTree::most_slope(const Node& leaf, const Vec3& point, double around) const {
  const Segment& segment = segments_[leaf.segment];
  const double off = std::sqrt(squared_distance_to_segment(point - segment.from, segment.to - segment.from)) - around;
  return off > 0.0 ? std::min(leaf.length / (off * off), 2.0 * segment.uses / off)
                   : std::numeric_limits<double>::infinity();
}

double BorderTree::winding_change(const Vec3& point, double around) const {
  if (nodes_.empty()) {
    return 0.0;
  }
  double slopes = 0.0;
  std::array<Index, stack_size> stack;  // filled as it grows
  std::size_t depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Node& node = nodes_[stack[--depth]];
    if (node.left == 0) {
      slopes += most_slope(node, point, around);
      continue;
    }
    const double off = distance(node.box, point) - around;
    if (off > far_sizes * node.size) {
      slopes += node.length / (off * off);
    } else {
      stack[depth++] = node.right;
      stack[depth++] = node.left;
    }
  }
  return around * slopes / full_angle;
}

// Of a straight segment in closed form.
Vec3 BorderTree::slope(const Node& leaf, const Vec3& point) const {
  const Segment& segment = segments_[leaf.segment];
  const Vec3 a = segment.from - point;
  const Vec3 b = segment.to - point;
  const double length_a = std::sqrt(squared_length(a));
  const double length_b = std::sqrt(squared_length(b));
  const double both = length_a * length_b;
  const double below = both * (both + glm::dot(a, b));
  return below > 0.0 ? glm::cross(a, b) * (segment.uses * (length_a + length_b) / below) : Vec3(0.0);
}

Vec3 BorderTree::winding_gradient(const Vec3& point) const {
  if (nodes_.empty()) {
    return Vec3(0.0);
  }
  Vec3 sum(0.0);
  std::array<Index, stack_size> stack;  // filled as it grows
  std::size_t depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Node& node = nodes_[stack[--depth]];
    const Vec3 offset = 0.5 * (node.box.low + node.box.high) - point;
    const double squared = squared_length(offset);
    if (node.left == 0) {
      sum += slope(node, point);
    } else if (squared > very_far_sizes * very_far_sizes * node.size * node.size) {
      sum += glm::cross(offset, node.along) / (squared * std::sqrt(squared));
    } else {
      stack[depth++] = node.right;
      stack[depth++] = node.left;
    }
  }
  return sum / full_angle;
}

}  // namespace firstcontact
