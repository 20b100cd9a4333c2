#include "verify/shape.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace firstcontact::verify {
namespace {

// |center + M u|^2 <= |center|^2 + 2 |M^T center| + |M|^2, and |M|^2, the greatest eigenvalue of M^T M, is at most its
// greatest row sum: for columns at right angles the longest column's square.
double reach_from(const Ellipsoid& ellipsoid, const Vec3& origin) {
  const IntervalVector center = IntervalVector(ellipsoid.center) - IntervalVector(origin);
  Interval along;
  double norm2 = 0.0;
  for (int i = 0; i < 3; ++i) {
    const IntervalVector column(ellipsoid.semi_axes[i]);
    along = along + square(dot(column, center));
    double row = 0.0;
    for (int j = 0; j < 3; ++j) {
      row = sum_up(row, magnitude(dot(column, IntervalVector(ellipsoid.semi_axes[j]))));
    }
    norm2 = std::max(norm2, row);
  }
  const Interval squares = dot(center, center) + Interval(2.0) * square_root(along) + Interval(norm2);
  return square_root(Interval(squares.high)).high;
}

// How far it reaches from its centre along a coordinate.
double half_width(const Ellipsoid& ellipsoid, int axis) {
  return greatest_length(
      IntervalVector(Vec3(ellipsoid.semi_axes[0][axis], ellipsoid.semi_axes[1][axis], ellipsoid.semi_axes[2][axis])));
}

}  // namespace

Shape made_shape(std::vector<Vec3> vertices, std::vector<Ellipsoid> ellipsoids, double rounding) {
  Shape shape;
  shape.vertices = std::move(vertices);
  shape.ellipsoids = std::move(ellipsoids);
  shape.rounding = rounding;
  Vec3 low(shape.vertices.front());
  Vec3 high(low);
  for (const Vec3& vertex : shape.vertices) {
    low = glm::min(low, vertex);
    high = glm::max(high, vertex);
    shape.radius = std::max(shape.radius, greatest_length(IntervalVector(vertex)));
  }
  for (const Ellipsoid& ellipsoid : shape.ellipsoids) {
    for (int axis = 0; axis < 3; ++axis) {
      const double half = half_width(ellipsoid, axis);
      low[axis] = std::min(low[axis], below(ellipsoid.center[axis] - half));
      high[axis] = std::max(high[axis], above(ellipsoid.center[axis] + half));
    }
    shape.radius = std::max(shape.radius, reach_from(ellipsoid, Vec3(0.0)));
  }
  shape.extents = glm::max(glm::abs(low), glm::abs(high));
  shape.center = 0.5 * (low + high);
  for (const Vec3& vertex : shape.vertices) {
    shape.ball = std::max(shape.ball, greatest_length(IntervalVector(vertex) - IntervalVector(shape.center)));
  }
  for (const Ellipsoid& ellipsoid : shape.ellipsoids) {
    shape.ball = std::max(shape.ball, reach_from(ellipsoid, shape.center));
  }
  return shape;
}

namespace {

Shape hull_of(const std::vector<Shape>& shapes, std::span<const std::uint32_t> members) {
  std::vector<Vec3> vertices;
  std::vector<Ellipsoid> ellipsoids;
  double rounding = 0.0;
  for (const std::uint32_t member : members) {
    const Shape& shape = shapes[member];
    vertices.insert(vertices.end(), shape.vertices.begin(), shape.vertices.end());
    ellipsoids.insert(ellipsoids.end(), shape.ellipsoids.begin(), shape.ellipsoids.end());
    rounding = std::max(rounding, shape.rounding);
  }
  return made_shape(std::move(vertices), std::move(ellipsoids), rounding);
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
    body.shapes.push_back(made_shape(shape.vertices, shape.ellipsoids, shape.rounding));
  }
  std::vector<std::uint32_t> all(body.shapes.size());
  std::iota(all.begin(), all.end(), 0U);
  body.whole = hull_of(body.shapes, all);
  add_groups(body, all);
  return body;
}

namespace {

// An ellipsoid's furthest point is as far from its centre as the direction is long in its semi-axes.
double greatest_along(const Ellipsoid& ellipsoid, const IntervalVector& direction) {
  Interval squares;
  for (int i = 0; i < 3; ++i) {
    squares = squares + square(dot(direction, IntervalVector(ellipsoid.semi_axes[i])));
  }
  return (dot(direction, IntervalVector(ellipsoid.center)) + square_root(squares)).high;
}

// The loop runs on the middle of the direction, in plain arithmetic. What that may err is the same bound for all
// vertices: of the direction's width, sum r_k |v_k|; of a product of three terms, 3u / (1 - 3u) < 4u times
// sum |c_k v_k| (N. Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 3.1).
double greatest_vertex_along(const Shape& shape, const IntervalVector& direction) {
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

}  // namespace

double greatest_along(const Shape& shape, const IntervalVector& direction) {
  double most = greatest_vertex_along(shape, direction);
  for (const Ellipsoid& ellipsoid : shape.ellipsoids) {
    most = std::max(most, greatest_along(ellipsoid, direction));
  }
  return most;
}

Vec3 furthest_point(const Shape& shape, const Vec3& direction) {
  Vec3 best(0.0);
  double most = -std::numeric_limits<double>::infinity();
  const auto offer = [&](const Vec3& v) {
    const double along = direction.x * v.x + direction.y * v.y + direction.z * v.z;
    best = along > most ? v : best;
    most = std::max(most, along);
  };
  for (const Ellipsoid& ellipsoid : shape.ellipsoids) {
    const Vec3 scaled = glm::transpose(ellipsoid.semi_axes) * direction;
    const double length = std::sqrt(scaled.x * scaled.x + scaled.y * scaled.y + scaled.z * scaled.z);
    offer(length > 0.0 ? ellipsoid.center + ellipsoid.semi_axes * (scaled / length) : ellipsoid.center);
  }
  for (const Vec3& v : shape.vertices) {
    offer(v);
  }
  return best;
}

// A unit vector that was divided by its length is unit to 4 u, and the sum of two products and the centre that comes
// of it is rounded to 8 u of what it is made of.
double point_error(const Shape& shape) { return shape.ellipsoids.empty() ? 0.0 : 0x1p-48 * shape.radius; }

}  // namespace firstcontact::verify
