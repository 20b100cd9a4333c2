#include "verify/whirl.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace firstcontact::verify {
namespace {

// Of the radius: what the cylinder's own numbers, rounded to nearest, may err; far more than they do.
constexpr double padding = 1e-12;
// Of the radius: a cylinder that is hardly shorter or slimmer than the ball is no help.
constexpr double most_of_ball = 0.8;

const Interval& component(const IntervalVector& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

IntervalVector unit(const IntervalVector& v) {
  const Interval size(least_length(v), greatest_length(v));
  return {v.x / size, v.y / size, v.z / size};
}

// Holds the squared sine at all times.
Interval squared_sine(const Vec3& moments, const IntervalVector& direction, int k) {
  const Interval anything(0.0, 1.0);
  Interval conserved;
  Interval shares(std::numeric_limits<double>::infinity(), 0.0);
  double sign = 0.0;
  for (const int i : {(k + 1) % 3, (k + 2) % 3}) {
    const Interval share = (Interval(moments[k]) - Interval(moments[i])) / Interval(moments[i]);
    const double side = share.low > 0.0 ? 1.0 : share.high < 0.0 ? -1.0 : 0.0;
    if (side == 0.0 || side == -sign) {
      return anything;
    }
    sign = side;
    conserved += square(component(direction, i)) * Interval(least_magnitude(share), magnitude(share));
    shares = {std::min(shares.low, least_magnitude(share)), std::max(shares.high, magnitude(share))};
  }
  const Interval found = conserved / shares;
  return {std::max(0.0, found.low), std::min(1.0, found.high)};
}

// Where the axis may come to be square to L it may turn over.
void lean(Nutation& nutation, const Interval& squares) {
  const Interval cosine = square_root(Interval(1.0) - squares);
  nutation.sine = square_root(squares).high;
  nutation.cosine = cosine.low > 0.0 ? cosine : Interval(-cosine.high, cosine.high);
}

// No point of the shape is further from the line along `axis` through the origin. As in shape.cpp, a matrix stretches
// by no more than the root of the greatest row sum of its columns' products.
double greatest_orbit(const Shape& shape, const IntervalVector& axis) {
  double orbit = 0.0;
  for (const Vec3& vertex : shape.vertices) {
    orbit = std::max(orbit, greatest_length(cross(vertex, axis)));
  }
  for (const Ellipsoid& ellipsoid : shape.ellipsoids) {
    std::array<IntervalVector, 3> across;
    for (int i = 0; i < 3; ++i) {
      across[static_cast<std::size_t>(i)] = cross(ellipsoid.semi_axes[i], axis);
    }
    double squares = 0.0;
    for (const IntervalVector& p : across) {
      double row = 0.0;
      for (const IntervalVector& q : across) {
        row = sum_up(row, magnitude(dot(p, q)));
      }
      squares = std::max(squares, row);
    }
    orbit =
        std::max(orbit, sum_up(greatest_length(cross(ellipsoid.center, axis)), square_root(Interval(squares)).high));
  }
  return orbit;
}

double greatest_height(double reach, double back, const Nutation& nutation, double orbit) {
  const double along = std::max((Interval(reach) * nutation.cosine).high, (Interval(-back) * nutation.cosine).high);
  return sum_up(along, product_up(nutation.sine, orbit));
}

Shape ball_about(double radius) {
  Shape shape;
  shape.vertices = {Vec3(0.0)};
  shape.rounding = radius;
  return shape;
}

Vec3 some_perpendicular(const Vec3& n) {
  const Vec3 other = std::abs(n.x) < 0.6 ? Vec3(1.0, 0.0, 0.0) : Vec3(0.0, 1.0, 0.0);
  return glm::normalize(glm::cross(n, other));
}

Shape cylinder_along(const Vec3& axis, const Interval& heights, double radius) {
  const Vec3 across = some_perpendicular(axis);
  const Mat3 disc(radius * across, radius * glm::cross(axis, across), Vec3(0.0));
  const std::array<Vec3, 2> centers{heights.low * axis, heights.high * axis};
  return made_shape({centers[0], centers[1]}, {{centers[0], disc}, {centers[1], disc}}, 0.0);
}

}  // namespace

Nutation nutation_of(const MotionSegment& segment, const InertiaFrame& inertia) {
  const Vec3& moments = inertia.principal_moments;
  const bool is_round = moments.x == moments.y && moments.y == moments.z;
  const IntervalQuaternion start = exact_quaternion(segment.pose.orientation);
  Nutation nutation;
  if (segment.angular_velocity == Vec3(0.0)) {
    return nutation;
  }
  if (segment.kind == FlowKind::screw || is_round) {
    nutation.axis = unit(segment.angular_velocity);
    nutation.axis_local = transposed_times(rotation_by(start), nutation.axis);
    lean(nutation, Interval(0.0));
    return nutation;
  }
  const IntervalMatrix axes = rotation_by(exact_quaternion(inertia.principal_axes));
  const IntervalVector spin =
      transposed_times(axes, transposed_times(rotation_by(start), IntervalVector(segment.angular_velocity)));
  const IntervalVector direction =
      unit({Interval(moments.x) * spin.x, Interval(moments.y) * spin.y, Interval(moments.z) * spin.z});
  nutation.axis = rotation_by(start) * (axes * direction);
  double narrowest = 1.0;
  for (int k = 0; k < 3; ++k) {
    const Interval squares = squared_sine(moments, direction, k);
    if (squares.width() < narrowest) {
      Vec3 own(0.0);
      own[k] = component(direction, k).middle() > 0.0 ? 1.0 : -1.0;
      narrowest = squares.width();
      nutation.axis_local = axes * IntervalVector(own);
      lean(nutation, squares);
    }
  }
  return nutation;
}

Shape cover_of(const Shape& shape, const Nutation& nutation) {
  Shape ball = ball_about(sum_up(shape.radius, shape.rounding));
  const Vec3 axis = middle(nutation.axis);
  const double orbit = greatest_orbit(shape, nutation.axis_local);
  const double up = greatest_along(shape, nutation.axis_local);
  const double down = greatest_along(shape, -nutation.axis_local);
  const Interval heights(-greatest_height(down, up, nutation, orbit), greatest_height(up, down, nutation, orbit));
  const double leaning = product_up(nutation.sine, std::max(std::abs(up), std::abs(down)));
  const double radius = std::min(sum_up(orbit, leaning), shape.radius);
  const double most = most_of_ball * shape.radius;
  if (!(heights.low < heights.high) || !(heights.width() < 2.0 * most || radius < most)) {
    return ball;
  }
  Shape cover = cylinder_along(axis, heights, radius);
  // The line is where the middle of its bounds is, to within their width.
  const double off = greatest_length(nutation.axis - IntervalVector(axis));
  cover.rounding = sum_up(shape.rounding, product_up(sum_up(off, padding), product_up(4.0, shape.radius)));
  return cover;
}

Covers covers_of(const BodyShape& body, const Nutation& nutation) {
  Covers covers;
  covers.whole = cover_of(body.whole, nutation);
  for (const Shape& shape : body.shapes) {
    covers.shapes.push_back(cover_of(shape, nutation));
  }
  return covers;
}

}  // namespace firstcontact::verify
