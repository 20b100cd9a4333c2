#include "decomposition/triangle_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace firstcontact {

namespace {

constexpr Index leaf_size = 4;
// A dipole stands for triangles further away than this many of their radii; Barill et al. use 2.
constexpr double far_radii = 2.5;
constexpr double full_turn = 2.0 * 3.14159265358979323846;
constexpr double full_angle = 2.0 * full_turn;
constexpr std::size_t stack_size = 96;

double squared_distance(const Aabb& box, const Vec3& point) {
  return squared_length(glm::max(glm::max(box.low - point, point - box.high), Vec3(0.0)));
}

// A sum of angles, each in (-pi, pi], kept as one complex number and the full turns that its angle leaves out: a
// product instead of an arc tangent for each.
class AngleSum {
 public:
  // The angle of real + i imaginary; their size is any but tiny or huge.
  void add(double real, double imaginary) {
    const double product = real_ * real - imaginary_ * imaginary;
    const double turned = real_ * imaginary + imaginary_ * real;
    // Two angles on one side of the real axis whose sum is on the other have passed half a turn. Half a turn itself is
    // on the upper side.
    if (imaginary_ >= 0.0 && imaginary >= 0.0 && turned < 0.0) {
      ++turns_;
    } else if (imaginary_ < 0.0 && imaginary < 0.0 && (turned > 0.0 || (turned == 0.0 && product < 0.0))) {
      --turns_;
    }
    const double size = std::abs(product) + std::abs(turned);
    if (size == 0.0) {
      return;
    }
    const bool is_usual = size > smallest && size < largest;
    real_ = is_usual ? product : product / size;
    imaginary_ = is_usual ? turned : turned / size;
  }
  [[nodiscard]] double radians() const { return std::atan2(imaginary_ + 0.0, real_) + full_turn * turns_; }  // no -0.0

 private:
  // Between these it is left as it is: the next product would wait for the division.
  static constexpr double smallest = 1e-100, largest = 1e100;
  double real_ = 1.0, imaginary_ = 0.0;
  int turns_ = 0;
};

// Solid angle of a triangle (van Oosterom, Strackee 1983), half of it.
void add_half_angle(const Vec3& a, const Vec3& b, const Vec3& c, AngleSum& sum) {
  const double length_a = std::sqrt(squared_length(a));
  const double length_b = std::sqrt(squared_length(b));
  const double length_c = std::sqrt(squared_length(c));
  const double above = glm::dot(a, glm::cross(b, c));
  const double below = length_a * length_b * length_c + glm::dot(a, b) * length_c + glm::dot(b, c) * length_a +
                       glm::dot(c, a) * length_b;
  sum.add(below, above);
}

}  // namespace

double squared_distance_to_triangle(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a;
  const Vec3 ac = c - a;
  const Vec3 ap = point - a;
  const double d1 = glm::dot(ab, ap);
  const double d2 = glm::dot(ac, ap);
  const Vec3 bp = point - b;
  const double d3 = glm::dot(ab, bp);
  const double d4 = glm::dot(ac, bp);
  const Vec3 cp = point - c;
  const double d5 = glm::dot(ab, cp);
  const double d6 = glm::dot(ac, cp);
  const double va = d3 * d6 - d5 * d4;
  const double vb = d5 * d2 - d1 * d6;
  const double vc = d1 * d4 - d3 * d2;
  const double sum = va + vb + vc;
  if (va > 0.0 && vb > 0.0 && vc > 0.0) {
    return squared_length(ap - ab * (vb / sum) - ac * (vc / sum));
  }
  return std::min({squared_distance_to_segment(ap, ab), squared_distance_to_segment(ap, ac),
                   squared_distance_to_segment(bp, c - b)});
}

TriangleTree::TriangleTree(const TriangleMesh& mesh) : mesh_(mesh), order_(mesh.triangles.size()) {
  std::iota(order_.begin(), order_.end(), Index{0});
  centroids_.reserve(mesh.triangles.size());
  for (const Triangle& t : mesh.triangles) {
    centroids_.push_back((mesh.vertices[t[0]] + mesh.vertices[t[1]] + mesh.vertices[t[2]]) / 3.0);
  }
  nodes_.reserve(mesh.triangles.size());
  build(0, static_cast<Index>(order_.size()));
}

Index TriangleTree::build(Index first, Index count) {
  const auto number = static_cast<Index>(nodes_.size());
  Node node;
  node.first = first;
  node.count = count;
  summarize(node);
  nodes_.push_back(node);
  if (count <= leaf_size) {
    return number;
  }
  Aabb centers;
  for (Index i = first; i < first + count; ++i) {
    centers = merged(centers, centroids_[order_[i]]);
  }
  const Vec3 size = centers.high - centers.low;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
  const Index half = count / 2;
  const auto begin = order_.begin() + first;
  std::nth_element(begin, begin + half, begin + count, [&](Index a, Index b) {
    return centroids_[a][axis] != centroids_[b][axis] ? centroids_[a][axis] < centroids_[b][axis] : a < b;
  });
  const Index left = build(first, half);
  const Index right = build(first + half, count - half);
  nodes_[number].count = 0;
  nodes_[number].left = left;
  nodes_[number].right = right;
  return number;
}

void TriangleTree::summarize(Node& node) const {
  double total = 0.0;
  for (Index i = node.first; i < node.first + node.count; ++i) {
    const Triangle& t = mesh_.triangles[order_[i]];
    const std::array<Vec3, 3> corner{mesh_.vertices[t[0]], mesh_.vertices[t[1]], mesh_.vertices[t[2]]};
    for (const Vec3& p : corner) {
      node.box = merged(node.box, p);
    }
    const Vec3 area = 0.5 * glm::cross(corner[1] - corner[0], corner[2] - corner[0]);
    const double size = std::sqrt(squared_length(area));
    node.area += area;
    node.center += size * centroids_[order_[i]];
    total += size;
  }
  node.center = total > 0.0 ? node.center / total : node.box.low;
  double furthest = 0.0;
  for (Index i = node.first; i < node.first + node.count; ++i) {
    for (const Index vertex : mesh_.triangles[order_[i]]) {
      furthest = std::max(furthest, squared_length(mesh_.vertices[vertex] - node.center));
    }
  }
  node.radius = std::sqrt(furthest);
}

double TriangleTree::squared_distance(const Node& leaf, const Vec3& point, double best) const {
  for (Index i = leaf.first; i < leaf.first + leaf.count; ++i) {
    const Triangle& t = mesh_.triangles[order_[i]];
    best = std::min(
        best, squared_distance_to_triangle(point, mesh_.vertices[t[0]], mesh_.vertices[t[1]], mesh_.vertices[t[2]]));
  }
  return best;
}

double TriangleTree::distance(const Vec3& point, double limit) const {
  double best = limit * limit;
  struct Entry {
    Index node;
    double near;
  };
  std::array<Entry, stack_size> stack;  // filled as it grows
  std::size_t depth = 0;
  stack[depth++] = {0, firstcontact::squared_distance(nodes_[0].box, point)};
  while (depth > 0) {
    const Entry entry = stack[--depth];
    if (entry.near >= best) {
      continue;
    }
    const Node& node = nodes_[entry.node];
    if (node.count > 0) {
      best = squared_distance(node, point, best);
      continue;
    }
    const Entry left{node.left, firstcontact::squared_distance(nodes_[node.left].box, point)};
    const Entry right{node.right, firstcontact::squared_distance(nodes_[node.right].box, point)};
    const bool left_first = left.near < right.near;
    stack[depth++] = left_first ? right : left;
    stack[depth++] = left_first ? left : right;
  }
  return std::sqrt(best);
}

double TriangleTree::winding_number(const Vec3& point) const {
  double far_sum = 0.0;
  AngleSum near_sum;
  std::array<Index, stack_size> stack;  // filled as it grows
  std::size_t depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Node& node = nodes_[stack[--depth]];
    const Vec3 offset = node.center - point;
    const double squared = squared_length(offset);
    const double far = far_radii * node.radius;
    if (squared > far * far) {
      far_sum += glm::dot(offset, node.area) / (squared * std::sqrt(squared));
    } else if (node.count == 0) {
      stack[depth++] = node.right;
      stack[depth++] = node.left;
    }
    for (Index i = node.first; i < node.first + node.count && squared <= far * far; ++i) {
      const Triangle& t = mesh_.triangles[order_[i]];
      add_half_angle(mesh_.vertices[t[0]] - point, mesh_.vertices[t[1]] - point, mesh_.vertices[t[2]] - point,
                     near_sum);
    }
  }
  return (far_sum + 2.0 * near_sum.radians()) / full_angle;
}

bool TriangleTree::is_inside(const Vec3& point) const { return std::abs(winding_number(point)) > 0.5; }

bool TriangleTree::any_near(const Aabb& box, const std::function<bool(const std::array<Vec3, 3>&)>& test) const {
  std::array<Index, stack_size> stack;  // filled as it grows
  std::size_t depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const Node& node = nodes_[stack[--depth]];
    if (!overlaps(node.box, box)) {
      continue;
    }
    if (node.count == 0) {
      stack[depth++] = node.right;
      stack[depth++] = node.left;
    }
    for (Index i = node.first; i < node.first + node.count; ++i) {
      const Triangle& t = mesh_.triangles[order_[i]];
      if (test({mesh_.vertices[t[0]], mesh_.vertices[t[1]], mesh_.vertices[t[2]]})) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace firstcontact
