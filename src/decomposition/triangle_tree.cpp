#include "decomposition/triangle_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

namespace firstcontact {

namespace {

constexpr Index leaf_size = 4;
// A cluster's series stands for triangles further away than this many of their radii.
constexpr double far_radii = 2.25;
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

struct TriangleTree::Building {
  const TriangleMesh& mesh;
  std::vector<Index> order;  // of the triangles
  std::vector<Vec3> centroids;

  [[nodiscard]] std::array<Vec3, 3> corners(Index triangle) const {
    const Triangle& t = mesh.triangles[triangle];
    return {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
  }
  [[nodiscard]] Aabb box_of(std::span<const Index> triangles) const;
};

// What a node's cluster is made from: its triangles, a stretch of corners_, and their moments from the cluster's
// centre.
struct TriangleTree::Gathered {
  Index first = 0, count = 0;
  AreaMoments moments;
};

Aabb TriangleTree::Building::box_of(std::span<const Index> triangles) const {
  Aabb box;
  for (const Index triangle : triangles) {
    for (const Vec3& corner : corners(triangle)) {
      box = merged(box, corner);
    }
  }
  return box;
}

TriangleTree::TriangleTree(const TriangleMesh& mesh, Asked asked) {
  const std::size_t count = mesh.triangles.size();
  Building building{mesh, std::vector<Index>(count), {}};
  std::iota(building.order.begin(), building.order.end(), Index{0});
  building.centroids.reserve(count);
  for (const Triangle& t : mesh.triangles) {
    building.centroids.push_back((mesh.vertices[t[0]] + mesh.vertices[t[1]] + mesh.vertices[t[2]]) / 3.0);
  }
  corners_.reserve(count);
  nodes_.reserve(count);
  build(building, 0, static_cast<Index>(count));
  if (asked == Asked::windings && count > 0) {
    clusters_.resize(nodes_.size());
    gather(0);
  }
}

Index TriangleTree::build(Building& building, Index first, Index count) {
  const auto number = static_cast<Index>(nodes_.size());
  const auto begin = building.order.begin() + first;
  const std::span<const Index> triangles(building.order.data() + first, count);
  nodes_.push_back({building.box_of(triangles), first, count});
  if (count <= leaf_size) {
    for (const Index triangle : triangles) {
      corners_.push_back(building.corners(triangle));
    }
    return number;
  }
  Aabb centers;
  for (const Index triangle : triangles) {
    centers = merged(centers, building.centroids[triangle]);
  }
  const Vec3 size = centers.high - centers.low;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
  const Index half = count / 2;
  std::nth_element(begin, begin + half, begin + count, [&](Index a, Index b) {
    const Vec3& of_a = building.centroids[a];
    const Vec3& of_b = building.centroids[b];
    return of_a[axis] != of_b[axis] ? of_a[axis] < of_b[axis] : a < b;
  });
  build(building, first, half);
  nodes_[number].first = build(building, first + half, count - half);
  nodes_[number].count = 0;
  return number;
}

TriangleTree::Gathered TriangleTree::gather(Index number) {
  const Node& node = nodes_[number];
  const bool is_leaf = node.count > 0;
  const Gathered left = is_leaf ? Gathered{node.first, node.count, {}} : gather(number + 1);
  const Gathered right = is_leaf ? Gathered{} : gather(node.first);
  Gathered all{left.first, left.count + right.count, {}};
  const std::span<const std::array<Vec3, 3>> triangles(corners_.data() + all.first, all.count);
  Cluster& cluster = clusters_[number];
  cluster = cluster_of(triangles);
  cluster.first = node.first;
  cluster.count = node.count;
  if (is_leaf) {
    for (const auto& [a, b, c] : triangles) {
      all.moments = sum(all.moments, area_moments({a - cluster.center, b - cluster.center, c - cluster.center}));
    }
  } else {
    all.moments = sum(moved(left.moments, clusters_[number + 1].center - cluster.center),
                      moved(right.moments, clusters_[node.first].center - cluster.center));
  }
  cluster.winding = FarWinding(all.moments);
  return all;
}

// All but its winding.
TriangleTree::Cluster TriangleTree::cluster_of(std::span<const std::array<Vec3, 3>> triangles) {
  Cluster cluster;
  double total = 0.0;
  for (const auto& [a, b, c] : triangles) {
    const double size = std::sqrt(squared_length(0.5 * glm::cross(b - a, c - a)));
    cluster.center += size * ((a + b + c) / 3.0);
    total += size;
  }
  cluster.center = total > 0.0 ? cluster.center / total : triangles.front().front();
  double furthest = 0.0;
  for (const std::array<Vec3, 3>& triangle : triangles) {
    for (const Vec3& corner : triangle) {
      furthest = std::max(furthest, squared_length(corner - cluster.center));
    }
  }
  const double far = far_radii * std::sqrt(furthest);
  cluster.far = far * far;
  return cluster;
}

double TriangleTree::squared_distance(const Node& leaf, const Vec3& point, double best) const {
  for (Index i = leaf.first; i < leaf.first + leaf.count; ++i) {
    const auto& [a, b, c] = corners_[i];
    best = std::min(best, squared_distance_to_triangle(point, a, b, c));
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
    const Entry left{entry.node + 1, firstcontact::squared_distance(nodes_[entry.node + 1].box, point)};
    const Entry right{node.first, firstcontact::squared_distance(nodes_[node.first].box, point)};
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
    const Index number = stack[--depth];
    const Cluster& cluster = clusters_[number];
    const Vec3 offset = cluster.center - point;
    const double squared = squared_length(offset);
    if (squared > cluster.far) {
      far_sum += cluster.winding.angle(offset, squared);
    } else if (cluster.count == 0) {
      stack[depth++] = cluster.first;
      stack[depth++] = number + 1;
    } else {
      for (Index i = cluster.first; i < cluster.first + cluster.count; ++i) {
        const auto& [a, b, c] = corners_[i];
        add_half_angle(a - point, b - point, c - point, near_sum);
      }
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
    const Index number = stack[--depth];
    const Node& node = nodes_[number];
    if (!overlaps(node.box, box)) {
      continue;
    }
    if (node.count == 0) {
      stack[depth++] = node.first;
      stack[depth++] = number + 1;
      continue;
    }
    if (std::any_of(corners_.begin() + node.first, corners_.begin() + node.first + node.count, test)) {
      return true;
    }
  }
  return false;
}

}  // namespace firstcontact
