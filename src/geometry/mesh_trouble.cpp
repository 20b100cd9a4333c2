// Meshes come from files and from hands: what they promise is asked once, here, at every door.
#include <firstcontact/mesh.hpp>

#include "core/arithmetic_mode.hpp"
#include "geometry/point_set.hpp"
#include "geometry/quoted_text.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

// m. Moments of inertia are fifth powers of lengths: these still are numbers, with room for a density.
constexpr double furthest = 1e50;

std::string vertex_trouble(const Mesh& mesh) {
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vec3& vertex = mesh.vertices[i];
    if (!is_finite(vertex)) {
      return "vertex " + std::to_string(i) + " is not finite";
    }
    const double reach = std::max({std::abs(vertex.x), std::abs(vertex.y), std::abs(vertex.z)});
    if (reach > furthest) {
      return "vertex " + std::to_string(i) + " is " + readable(reach) + " m from the origin, expected at most " +
             readable(furthest);
    }
  }
  return "";
}

std::string polygon_trouble(const std::vector<Index>& polygon, std::size_t vertex_count) {
  if (polygon.size() < 3) {
    return " has " + std::to_string(polygon.size()) + " corners, expected at least 3";
  }
  const auto is_too_large = [&](Index vertex) { return vertex >= vertex_count; };
  const auto wrong = std::find_if(polygon.begin(), polygon.end(), is_too_large);
  return wrong == polygon.end()
             ? ""
             : " names vertex " + std::to_string(*wrong) + ", expected less than " + std::to_string(vertex_count);
}

std::string part_trouble(const MeshPart& part, std::size_t vertex_count) {
  for (std::size_t i = 0; i < part.polygons.size(); ++i) {
    const std::string trouble = polygon_trouble(part.polygons[i], vertex_count);
    if (!trouble.empty()) {
      return (part.name.empty() ? "" : "object " + quoted_text(part.name) + ": ") + "polygon " + std::to_string(i) +
             trouble;
    }
  }
  return "";
}

}  // namespace

std::optional<Error> mesh_trouble(const Mesh& mesh, std::string_view file_name) {
  const ArithmeticMode mode;
  std::string trouble = vertex_trouble(mesh);
  for (const MeshPart& part : mesh.parts) {
    trouble = trouble.empty() ? part_trouble(part, mesh.vertices.size()) : trouble;
  }
  return trouble.empty() ? std::nullopt : std::optional(Error{std::string(file_name) + ": " + trouble});
}

}  // namespace firstcontact
