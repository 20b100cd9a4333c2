#include <firstcontact/shape.hpp>

#include "core/arithmetic_mode.hpp"
#include "geometry/shape_bounds.hpp"
#include "geometry/smooth_core.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace firstcontact {

namespace {

// The coordinate `axis` of all, padded to a multiple of 4 with that of the first.
std::vector<double> padded(std::span<const Vec3> vectors, int axis) {
  std::vector<double> lanes(vectors.empty() ? 0 : (vectors.size() + 3) / 4 * 4,
                            vectors.empty() ? 0.0 : vectors[0][axis]);
  std::transform(vectors.begin(), vectors.end(), lanes.begin(), [axis](const Vec3& vector) { return vector[axis]; });
  return lanes;
}

void fill_padded(ConvexShape& shape) {
  constexpr Index fewest_corners = 3;
  std::vector<Vec3> normals;
  for (const HullFace& face : shape.core.faces) {
    if (face.count >= fewest_corners) {
      normals.push_back(face.normal);
    }
  }
  shape.x = padded(shape.core.vertices, 0);
  shape.y = padded(shape.core.vertices, 1);
  shape.z = padded(shape.core.vertices, 2);
  shape.normal_x = padded(normals, 0);
  shape.normal_y = padded(normals, 1);
  shape.normal_z = padded(normals, 2);
}

// The next half-edge that begins at a vertex is the `next` of the `twin` of the one before.
void note_rims(ConvexShape& shape) {
  const std::vector<HalfEdge>& half_edges = shape.core.half_edges;
  std::vector<Index> leaving(shape.core.vertices.size(), 0);  // of each vertex: one that begins there
  for (Index i = 0; i < half_edges.size(); ++i) {
    leaving[half_edges[i].origin] = i;
  }
  shape.rim.clear();
  shape.rim_begin.clear();
  for (std::size_t vertex = 0; vertex < leaving.size() && !half_edges.empty(); ++vertex) {
    shape.rim_begin.push_back(static_cast<Index>(shape.rim.size()));
    Index half_edge = leaving[vertex];
    do {
      half_edge = half_edges[half_edges[half_edge].twin].next;
      shape.rim.push_back({half_edges[half_edges[half_edge].next].origin, half_edges[half_edge].face});
    } while (half_edge != leaving[vertex]);
  }
  shape.rim_begin.push_back(static_cast<Index>(shape.rim.size()));
}

ConvexShape shape_of(Hull core, double rounding) {
  ConvexShape shape;
  shape.core = std::move(core);
  shape.rounding = rounding;
  refresh_bounds(shape);
  return shape;
}

// Half-edge i of the upper face runs from corner i, and the lower face's loop is 0, 2, 1: it has the edge from i to i +
// 1 backwards at place 5 - i. Side i's half-edges 6 + 2 i and 7 + 2 i are the twins of the one and of the other.
std::vector<HalfEdge> flat_half_edges(const std::vector<Index>& loops) {
  std::vector<HalfEdge> half_edges;
  for (Index i = 0; i < 3; ++i) {
    half_edges.push_back({i, 6 + 2 * i, (i + 1) % 3, 0});
  }
  for (Index k = 3; k < 6; ++k) {
    half_edges.push_back({loops[k], 7 + 2 * (5 - k), 3 + (k - 2) % 3, 1});
  }
  for (Index i = 0; i < 3; ++i) {
    half_edges.push_back({(i + 1) % 3, i, 7 + 2 * i, 2 + i});
    half_edges.push_back({i, 5 - i, 6 + 2 * i, 2 + i});
  }
  return half_edges;
}

// Each edge of the triangle stands twice, once beside either face, with a side of no height in between: so every edge
// has two faces a right angle apart, and what is true of polyhedra is true of it.
Hull flat_hull(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal) {
  Hull hull;
  hull.vertices = {a, b, c};
  hull.face_vertices = {0, 1, 2, 0, 2, 1};
  hull.faces = {{normal, 0.0, 0, 3}, {-normal, 0.0, 3, 3}};
  for (Index i = 0; i < 3; ++i) {
    const Index next = (i + 1) % 3;
    const Vec3 outward = normalized_or(glm::cross(hull.vertices[next] - hull.vertices[i], normal), normal);
    hull.faces.push_back({outward, 0.0, 6 + 2 * i, 2});
    hull.face_vertices.insert(hull.face_vertices.end(), {next, i});
    hull.edges.push_back({{i, next}, {0, 2 + i}});
    hull.edges.push_back({{next, i}, {1, 2 + i}});
  }
  hull.half_edges = flat_half_edges(hull.face_vertices);
  for (HullFace& face : hull.faces) {
    face.offset = -std::numeric_limits<double>::infinity();
    for (Index i = 0; i < face.count; ++i) {
      face.offset = std::max(face.offset, glm::dot(face.normal, hull.vertices[hull.face_vertices[face.first + i]]));
    }
  }
  return hull;
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
  if (is_smooth(shape)) {
    refresh_smooth_bounds(shape);
  }
  fill_padded(shape);
  note_rims(shape);
}

ConvexShape make_shape(Hull hull) {
  const ArithmeticMode mode;
  require(hull.vertices.size() >= 4 && hull.faces.size() >= 4, "make_shape: the hull is empty");
  require(hull.half_edges.size() == hull.face_vertices.size(), "make_shape: the hull's half-edges are missing");
  return shape_of(std::move(hull), 0.0);
}

ConvexShape make_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const ArithmeticMode mode;
  require(is_finite(a) && is_finite(b) && is_finite(c), "make_triangle: a corner is not finite");
  const Vec3 normal = normalized_or(glm::cross(b - a, c - a), Vec3(0.0));
  require(normal != Vec3(0.0), "make_triangle: the corners lie on a line");
  return shape_of(flat_hull(a, b, c, normal), 0.0);
}

ConvexShape make_sphere(const Vec3& center, double radius) {
  const ArithmeticMode mode;
  require(is_finite(center) && std::isfinite(radius) && radius > 0.0, "make_sphere: radius must be finite and > 0");
  Hull core;
  core.vertices = {center};
  return shape_of(std::move(core), radius);
}

ConvexShape make_capsule(const Vec3& a, const Vec3& b, double radius) {
  const ArithmeticMode mode;
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
