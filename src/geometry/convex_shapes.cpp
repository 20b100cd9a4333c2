#include <firstcontact/mesh.hpp>

#include "geometry/point_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firstcontact {

namespace {

// How far inside its hull's surface an object may lie and still count as convex, fractions of its longest side. Corners
// are modelled; what lies between them is a matter of how a warped polygon was cut into triangles, and fractured solids
// warp: the cells of rigid-ipc's fractured cube by up to 4e-4.
constexpr double relative_corner_depth = 1e-4;
constexpr double relative_polygon_depth = 1e-3;

using ShapesResult = Result<std::vector<ConvexShape>>;

// Corners of the part's polygons, each vertex once, scaled.
std::vector<Vec3> corner_points(const Mesh& mesh, const MeshPart& part, const Vec3& scale) {
  std::vector<Index> used;
  for (const std::vector<Index>& polygon : part.polygons) {
    used.insert(used.end(), polygon.begin(), polygon.end());
  }
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::vector<Vec3> points;
  for (const Index vertex : used) {
    points.push_back(scale * mesh.vertices[vertex]);
  }
  return points;
}

// How far the polygon's deepest corner lies below the one face of the hull that it follows best. One face for all
// corners: every corner of a bored disc is on its hull's surface, but the wall of the bore follows no face.
double depth_inside(const Hull& hull, std::span<const Vec3> polygon) {
  double least = std::numeric_limits<double>::infinity();
  for (const HullFace& face : hull.faces) {
    double deepest = 0.0;
    for (const Vec3& corner : polygon) {
      deepest = std::max(deepest, face.offset - glm::dot(face.normal, corner));
      if (deepest >= least) {
        break;
      }
    }
    least = std::min(least, deepest);
  }
  return least;
}

struct Concavity {
  double corner = 0.0;   // m: the deepest corner
  double polygon = 0.0;  // m: the polygon that follows the hull worst
};

Concavity concavity(const Mesh& mesh, const MeshPart& part, const Vec3& scale, const Hull& hull) {
  Concavity deepest;
  std::vector<Vec3> corners;
  for (const std::vector<Index>& polygon : part.polygons) {
    corners.clear();
    for (const Index vertex : polygon) {
      corners.push_back(scale * mesh.vertices[vertex]);
      deepest.corner = std::max(deepest.corner, depth_inside(hull, std::span(&corners.back(), 1)));
    }
    deepest.polygon = std::max(deepest.polygon, depth_inside(hull, corners));
  }
  return deepest;
}

bool is_convex(const Concavity& depth, double longest_side) {
  return depth.corner <= relative_corner_depth * longest_side && depth.polygon <= relative_polygon_depth * longest_side;
}

std::string place(const MeshPart& part, std::string_view file_name) {
  return std::string(file_name) + ": " +
         (part.name.empty() ? "the object without a name: " : "object '" + part.name + "': ");
}

Error concave(const std::string& where, double depth, double side) {
  return Error{where + "it is not convex: its surface lies up to " + readable(depth) + " m inside its hull (" +
               readable(100.0 * depth / side) + " % of its longest side; up to " +
               readable(100.0 * relative_corner_depth) +
               " % counts as convex); decompose it, or choose \"objects\" (one hull per object or "
               "group, as modelled) or \"hull\" (one hull for all)"};
}

Result<ConvexShape> part_shape(const Mesh& mesh, const MeshPart& part, Decomposition decomposition, const Vec3& scale,
                               const std::string& where) {
  const std::vector<Vec3> points = corner_points(mesh, part, scale);
  Result<Hull> hull = convex_hull(points);
  if (!hull) {
    return Error{where + hull.error().message};
  }
  if (decomposition == Decomposition::automatic) {
    const Concavity depth = concavity(mesh, part, scale, hull.value());
    if (!is_convex(depth, longest_side(points))) {
      return concave(where, depth.polygon, longest_side(points));
    }
  }
  return make_shape(std::move(hull).value());
}

// All polygons as one part.
MeshPart whole(const Mesh& mesh) {
  MeshPart all;
  for (const MeshPart& part : mesh.parts) {
    all.polygons.insert(all.polygons.end(), part.polygons.begin(), part.polygons.end());
  }
  return all;
}

ShapesResult whole_hull(const Mesh& mesh, const Vec3& scale, std::string_view file_name) {
  Result<ConvexShape> shape =
      part_shape(mesh, whole(mesh), Decomposition::hull, scale, std::string(file_name) + ": all objects together: ");
  if (!shape) {
    return shape.error();
  }
  return std::vector<ConvexShape>{std::move(shape).value()};
}

}  // namespace

ShapesResult convex_shapes(const Mesh& mesh, Decomposition decomposition, const Vec3& scale,
                           std::string_view file_name) {
  if (!is_finite(scale) || !(scale.x > 0.0 && scale.y > 0.0 && scale.z > 0.0)) {
    return Error{std::string(file_name) + ": scale must be finite and > 0, found " + readable(scale.x) + ", " +
                 readable(scale.y) + ", " + readable(scale.z)};
  }
  require(decomposition != Decomposition::triangles, "convex_shapes: triangles are not taken for convex objects");
  if (decomposition == Decomposition::hull) {
    return whole_hull(mesh, scale, file_name);
  }
  std::vector<ConvexShape> shapes;
  for (const MeshPart& part : mesh.parts) {
    Result<ConvexShape> shape = part_shape(mesh, part, decomposition, scale, place(part, file_name));
    if (!shape) {
      return shape.error();
    }
    shapes.push_back(std::move(shape).value());
  }
  if (shapes.empty()) {
    return Error{std::string(file_name) + ": no object with a face"};
  }
  return shapes;
}

}  // namespace firstcontact
