#include "verify/shape.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace firstcontact::verify {
namespace {

Shape made_shape(std::vector<Vec3> vertices, double rounding) {
  Shape shape;
  shape.vertices = std::move(vertices);
  shape.rounding = rounding;
  Vec3 low(shape.vertices.front());
  Vec3 high(low);
  for (const Vec3& vertex : shape.vertices) {
    low = glm::min(low, vertex);
    high = glm::max(high, vertex);
    shape.radius = std::max(shape.radius, greatest_length(IntervalVector(vertex)));
  }
  shape.extents = glm::max(glm::abs(low), glm::abs(high));
  shape.center = 0.5 * (low + high);
  for (const Vec3& vertex : shape.vertices) {
    shape.ball = std::max(shape.ball, greatest_length(IntervalVector(vertex) - IntervalVector(shape.center)));
  }
  return shape;
}

Shape hull_of(const std::vector<Shape>& shapes, std::span<const std::uint32_t> members) {
  std::vector<Vec3> vertices;
  double rounding = 0.0;
  for (const std::uint32_t member : members) {
    const Shape& shape = shapes[member];
    vertices.insert(vertices.end(), shape.vertices.begin(), shape.vertices.end());
    rounding = std::max(rounding, shape.rounding);
  }
  return made_shape(std::move(vertices), rounding);
}

// Halves at the middle shape along the longest side of where the centres are, until few are left.
void add_groups(BodyShape& body, std::span<std::uint32_t> members) {
  constexpr std::size_t most_in_a_group = 24;
  if (members.size() <= most_in_a_group) {
    body.groups.push_back({hull_of(body.shapes, members), {members.begin(), members.end()}});
    return;
  }
  Vec3 low = body.shapes[members.front()].center;
  Vec3 high = low;
  for (const std::uint32_t member : members) {
    low = glm::min(low, body.shapes[member].center);
    high = glm::max(high, body.shapes[member].center);
  }
  const Vec3 sides = high - low;
  const int axis = sides.x >= sides.y && sides.x >= sides.z ? 0 : (sides.y >= sides.z ? 1 : 2);
  const std::size_t half = members.size() / 2;
  std::nth_element(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(half), members.end(),
                   [&](std::uint32_t i, std::uint32_t j) {
                     return std::pair(body.shapes[i].center[axis], i) < std::pair(body.shapes[j].center[axis], j);
                   });
  add_groups(body, members.first(half));
  add_groups(body, members.subspan(half));
}

}  // namespace

BodyShape body_shape(const RecordedCollider& collider) {
  BodyShape body;
  for (const RecordedShape& shape : collider.shapes) {
    body.shapes.push_back(made_shape(shape.vertices, shape.rounding));
  }
  std::vector<std::uint32_t> all(body.shapes.size());
  std::iota(all.begin(), all.end(), 0U);
  body.whole = hull_of(body.shapes, all);
  add_groups(body, all);
  return body;
}

// The loop runs on the middle of the direction, in plain arithmetic. What that may err is the same bound for all
// vertices: of the direction's width, sum r_k |v_k|; of a product of three terms, 3u / (1 - 3u) < 4u times
// sum |c_k v_k| (N. Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 3.1).
double greatest_along(const Shape& shape, const IntervalVector& direction) {
  const Vec3 c = middle(direction);
  double most = -std::numeric_limits<double>::infinity();
  for (const Vec3& v : shape.vertices) {
    most = std::max(most, c.x * v.x + c.y * v.y + c.z * v.z);
  }
  const IntervalVector off = direction - IntervalVector(c);
  constexpr double rounding = 0x1p-51;  // 4u
  const Interval width = Interval(magnitude(off.x)) * Interval(shape.extents.x) +
                         Interval(magnitude(off.y)) * Interval(shape.extents.y) +
                         Interval(magnitude(off.z)) * Interval(shape.extents.z);
  const Interval size = Interval(std::abs(c.x)) * Interval(shape.extents.x) +
                        Interval(std::abs(c.y)) * Interval(shape.extents.y) +
                        Interval(std::abs(c.z)) * Interval(shape.extents.z);
  constexpr double underflow = 1e-300;
  return sum_up(most, sum_up(sum_up(width.high, product_up(rounding, size.high)), underflow));
}

const Vec3& furthest_vertex(const Shape& shape, const Vec3& direction) {
  std::size_t best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < shape.vertices.size(); ++i) {
    const Vec3& v = shape.vertices[i];
    const double along = direction.x * v.x + direction.y * v.y + direction.z * v.z;
    best = along > most ? i : best;
    most = std::max(most, along);
  }
  return shape.vertices[best];
}

}  // namespace firstcontact::verify
