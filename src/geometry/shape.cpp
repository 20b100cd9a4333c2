#include <firstcontact/shape.hpp>

#include "geometry/shape_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace firstcontact {

namespace {

void fill_padded(ConvexShape& shape) {
  const std::vector<Vec3>& vertices = shape.core.vertices;
  const std::size_t padded = (vertices.size() + 3) / 4 * 4;
  shape.x.assign(padded, vertices.front().x);
  shape.y.assign(padded, vertices.front().y);
  shape.z.assign(padded, vertices.front().z);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    shape.x[i] = vertices[i].x;
    shape.y[i] = vertices[i].y;
    shape.z[i] = vertices[i].z;
  }
}

ConvexShape shape_of(Hull core, double rounding) {
  ConvexShape shape;
  shape.core = std::move(core);
  shape.rounding = rounding;
  refresh_bounds(shape);
  return shape;
}

}  // namespace

void refresh_bounds(ConvexShape& shape) {
  double squared_radius = 0.0;
  Vec3 reach(0.0);
  for (const Vec3& vertex : shape.core.vertices) {
    squared_radius = std::max(squared_radius, squared_length(vertex));
    reach = glm::max(reach, glm::abs(vertex));
  }
  // One step up: the square root may have rounded down, and a bound errs outward.
  shape.radius = std::nextafter(std::sqrt(squared_radius), std::numeric_limits<double>::infinity()) + shape.rounding;
  shape.half_extents = reach + Vec3(shape.rounding);
  fill_padded(shape);
}

ConvexShape make_shape(Hull hull) {
  require(hull.vertices.size() >= 4 && hull.faces.size() >= 4, "make_shape: the hull is empty");
  return shape_of(std::move(hull), 0.0);
}

ConvexShape make_sphere(const Vec3& center, double radius) {
  require(is_finite(center) && std::isfinite(radius) && radius > 0.0, "make_sphere: radius must be finite and > 0");
  Hull core;
  core.vertices = {center};
  return shape_of(std::move(core), radius);
}

ConvexShape make_capsule(const Vec3& a, const Vec3& b, double radius) {
  require(is_finite(a) && is_finite(b) && std::isfinite(radius) && radius > 0.0,
          "make_capsule: ends and radius must be finite, radius > 0");
  if (a == b) {
    return make_sphere(a, radius);
  }
  Hull core;
  core.vertices = {a, b};
  core.edges = {HullEdge{{0, 1}, {0, 0}}};
  return shape_of(std::move(core), radius);
}

}  // namespace firstcontact
