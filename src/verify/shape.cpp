#include "verify/shape.hpp"

#include <algorithm>

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

}  // namespace

BodyShape body_shape(const RecordedCollider& collider) {
  BodyShape body;
  std::vector<Vec3> all;
  double rounding = 0.0;
  for (const RecordedShape& shape : collider.shapes) {
    body.shapes.push_back(made_shape(shape.vertices, shape.rounding));
    all.insert(all.end(), shape.vertices.begin(), shape.vertices.end());
    rounding = std::max(rounding, shape.rounding);
  }
  body.whole = made_shape(std::move(all), rounding);
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
