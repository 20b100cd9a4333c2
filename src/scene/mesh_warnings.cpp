#include "scene/mesh_warnings.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <firstcontact/decomposition.hpp>
#include <vector>

#include <firstcontact/mesh_surfaces.hpp>

namespace firstcontact {
namespace {

bool is_open(const Mesh& mesh) {
  const std::vector<MeshSurface> surfaces = surfaces_of(mesh);
  return std::any_of(surfaces.begin(), surfaces.end(), [](const MeshSurface& surface) { return !surface.is_closed; });
}

std::vector<Vec3> corners_of(const Mesh& mesh, const Vec3& scale) {
  std::vector<Vec3> corners;
  for (const MeshPart& part : mesh.parts) {
    for (const std::vector<Index>& polygon : part.polygons) {
      for (const Index vertex : polygon) {
        corners.push_back(scale * mesh.vertices[vertex]);
      }
    }
  }
  return corners;
}

std::string readable(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", number);
  return text.data();
}

double longest_side(const std::vector<Vec3>& corners) {
  Aabb box;
  for (const Vec3& corner : corners) {
    box = merged(box, corner);
  }
  const Vec3 size = box.high - box.low;
  return std::max({size.x, size.y, size.z});
}

std::string mass_of(const SceneBody& body) {
  if (body.definition.type != BodyType::dynamic) {
    return "";
  }
  const double by_density = body.definition.density * body.definition.collider->mass.mass;
  return " of " + readable(body.definition.mass.value_or(by_density)) + " kg";
}

}  // namespace

std::optional<std::string> closing_warning(const SceneBody& body, const Mesh& mesh) {
  const DecompositionRequest& request = std::get<MeshGeometry>(body.geometry).decomposition;
  const bool is_static = body.definition.type == BodyType::fixed;
  if (request.method != Decomposition::automatic || !is_open(mesh)) {
    return std::nullopt;
  }
  const std::string as_it_is = is_static ? "; \"decompose\": \"triangles\" takes it as it is" : "";
  const std::vector<Vec3> corners = corners_of(mesh, body.scale);
  const double side = longest_side(corners);
  if (!convex_hull(corners, {flat_thickness})) {
    const double tolerance = request.tolerance.value_or(DecompositionOptions{}.tolerance);
    return "the mesh is flat: it becomes a slab " + readable(thickness_per_tolerance * tolerance * side) + " m thick" +
           mass_of(body) + as_it_is;
  }
  return is_static ? std::optional("the mesh is open: it becomes a solid, and what it opens to is closed" + as_it_is)
                   : std::nullopt;
}

}  // namespace firstcontact
