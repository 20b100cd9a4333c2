#include <firstcontact/mesh.hpp>

#include <firstcontact/mesh_surfaces.hpp>
#include "core/arithmetic_mode.hpp"
#include "geometry/point_set.hpp"
#include "geometry/quoted_text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

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

// What is to become one hull.
struct Candidate {
  MeshPart part;
  std::string place;  // for messages
};

enum class Demand : std::uint8_t { none, convex };

const char* const other_ways =
    "; decompose it, or choose \"objects\" (one hull per object or group, as modelled) or \"hull\" (one hull for all)";

Error concave(const std::string& where, const Concavity& depth, double side) {
  const bool by_polygon = depth.polygon > relative_polygon_depth * side;
  const double deepest = by_polygon ? depth.polygon : depth.corner;
  const double limit = by_polygon ? relative_polygon_depth : relative_corner_depth;
  return Error{where + "it is not convex: a " + (by_polygon ? "polygon" : "corner") + " lies up to " +
               readable(deepest) + " m inside its hull's surface (" + readable(100.0 * deepest / side) +
               " % of its longest side; up to " + readable(100.0 * limit) + " % counts as convex)" + other_ways};
}

Result<ConvexShape> shape_of(const Mesh& mesh, const Candidate& candidate, const Vec3& scale, Demand demand) {
  const std::vector<Vec3> points = corner_points(mesh, candidate.part, scale);
  Result<Hull> hull = convex_hull(points);
  if (!hull) {
    return Error{candidate.place + hull.error().message};
  }
  if (demand == Demand::convex) {
    const Concavity depth = concavity(mesh, candidate.part, scale, hull.value());
    if (!is_convex(depth, longest_side(points))) {
      return concave(candidate.place, depth, longest_side(points));
    }
  }
  return make_shape(std::move(hull).value());
}

std::string place_of(const Mesh& mesh, const MeshSurface& surface, std::string_view file_name) {
  const std::string& name = mesh.parts[surface.parts.front()].name;
  const std::size_t others = surface.parts.size() - 1;
  return std::string(file_name) + ": " + (name.empty() ? "the object without a name" : "object " + quoted_text(name)) +
         (others > 0 ? " and " + std::to_string(others) + " more that share edges: " : ": ");
}

Candidate candidate_of(const Mesh& mesh, const MeshSurface& surface, std::string_view file_name) {
  return {joined_part(mesh, surface), place_of(mesh, surface, file_name)};
}

ShapesResult whole_hull(const Mesh& mesh, const Vec3& scale, std::string_view file_name) {
  MeshSurface all;
  all.parts.resize(mesh.parts.size());
  std::iota(all.parts.begin(), all.parts.end(), std::size_t{0});
  const Candidate whole{joined_part(mesh, all), std::string(file_name) + ": all objects together: "};
  Result<ConvexShape> shape = shape_of(mesh, whole, scale, Demand::none);
  if (!shape) {
    return shape.error();
  }
  return std::vector<ConvexShape>{std::move(shape).value()};
}

// An open surface among others may close one of them; by itself it is closed by its hull.
ShapesResult shapes_of_convex(const Mesh& mesh, const Vec3& scale, std::string_view file_name) {
  const std::vector<MeshSurface> surfaces = surfaces_of(mesh);
  std::vector<ConvexShape> shapes;
  for (const MeshSurface& surface : surfaces) {
    const Candidate candidate = candidate_of(mesh, surface, file_name);
    if (!surface.is_closed && surfaces.size() > 1) {
      return Error{candidate.place + "it is not closed: some of its edges have a polygon on one side only" +
                   other_ways};
    }
    Result<ConvexShape> shape = shape_of(mesh, candidate, scale, Demand::convex);
    if (!shape) {
      return shape.error();
    }
    shapes.push_back(std::move(shape).value());
  }
  return shapes;
}

// As modelled; only what is cut into objects and closes one convex solid is that solid.
ShapesResult shapes_of_objects(const Mesh& mesh, const Vec3& scale, std::string_view file_name) {
  std::vector<ConvexShape> shapes;
  for (const MeshSurface& surface : surfaces_of(mesh)) {
    const bool is_cut = surface.parts.size() > 1 && surface.is_closed;
    Result<ConvexShape> joined =
        is_cut ? shape_of(mesh, candidate_of(mesh, surface, file_name), scale, Demand::convex) : Error{};
    if (joined) {
      shapes.push_back(std::move(joined).value());
      continue;
    }
    for (const std::size_t part : surface.parts) {
      Result<ConvexShape> shape = shape_of(mesh, candidate_of(mesh, {{part}, false}, file_name), scale, Demand::none);
      if (!shape) {
        return shape.error();
      }
      shapes.push_back(std::move(shape).value());
    }
  }
  return shapes;
}

std::optional<Error> input_trouble(const Mesh& mesh, const Vec3& scale, std::string_view file_name) {
  if (auto trouble = mesh_trouble(mesh, file_name)) {
    return trouble;
  }
  if (!is_finite(scale) || !(scale.x > 0.0 && scale.y > 0.0 && scale.z > 0.0)) {
    return Error{std::string(file_name) + ": scale must be finite and > 0, found " + readable(scale.x) + ", " +
                 readable(scale.y) + ", " + readable(scale.z)};
  }
  return mesh.parts.empty() ? std::optional(Error{std::string(file_name) + ": no object with a face"}) : std::nullopt;
}

}  // namespace

ShapesResult convex_shapes(const Mesh& mesh, HullPer what, const Vec3& scale, std::string_view file_name) {
  const ArithmeticMode mode;
  if (auto trouble = input_trouble(mesh, scale, file_name)) {
    return *std::move(trouble);
  }
  switch (what) {
    case HullPer::mesh:
      return whole_hull(mesh, scale, file_name);
    case HullPer::object:
      return shapes_of_objects(mesh, scale, file_name);
    default:
      return shapes_of_convex(mesh, scale, file_name);
  }
}

}  // namespace firstcontact
