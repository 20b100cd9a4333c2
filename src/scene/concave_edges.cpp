#include "scene/concave_edges.hpp"

#include <algorithm>
#include <cmath>

#include <firstcontact/triangle_mesh.hpp>

namespace firstcontact {
namespace {

Mesh placed_mesh(const BodySurface& surface) {
  const Pose& pose = surface.body->definition.mesh_pose;
  Mesh mesh = *surface.mesh;
  for (Vec3& vertex : mesh.vertices) {
    vertex = pose.position + rotate(pose.orientation, surface.body->scale * vertex);
  }
  return mesh;
}

Vec3 normal_of(const TriangleMesh& mesh, const Triangle& t) {
  const Vec3& a = mesh.vertices[t[0]];
  return normalized_or(glm::cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a), Vec3(0.0));
}

// The corner that is no end of the edge.
const Vec3& apex_of(const TriangleMesh& mesh, const Triangle& t, const SharedEdge& edge) {
  const auto is_apex = [&](Index corner) { return corner != edge.low && corner != edge.high; };
  return mesh.vertices[*std::find_if(t.begin(), t.end(), is_apex)];
}

// How far (in the mesh's units) the chord across the edge stays off it; 0 where it is not concave.
double depth_of(const TriangleMesh& mesh, const SharedEdge& edge) {
  const Triangle& first = mesh.triangles[edge.uses[0].triangle];
  const Triangle& second = mesh.triangles[edge.uses[1].triangle];
  const Vec3& end = mesh.vertices[edge.low];
  const Vec3 along = normalized_or(mesh.vertices[edge.high] - end, Vec3(0.0));
  const Vec3 to_first = apex_of(mesh, first, edge) - end;
  const Vec3 to_second = apex_of(mesh, second, edge) - end;
  if (!(glm::dot(normal_of(mesh, first), to_second) > 0.0)) {
    return 0.0;
  }
  const Vec3 across_first = to_first - glm::dot(to_first, along) * along;
  const Vec3 across_second = to_second - glm::dot(to_second, along) * along;
  const double chord = std::sqrt(squared_length(across_first - across_second));
  return chord > 0.0 ? std::sqrt(squared_length(glm::cross(across_first, across_second))) / chord : 0.0;
}

bool is_between_two(const TriangleMesh& mesh, const SharedEdge& edge) {
  const auto has_apex = [&](const SharedEdge::Use& use) {
    const Triangle& t = mesh.triangles[use.triangle];
    return t[0] != t[1] && t[1] != t[2] && t[2] != t[0];
  };
  return edge.uses.size() == 2 && edge.low != edge.high && std::all_of(edge.uses.begin(), edge.uses.end(), has_apex);
}

}  // namespace

std::optional<double> deepest_concave_edge(const BodySurface& surface, const Aabb& box) {
  const auto prepared = surface.mesh != nullptr ? prepare(placed_mesh(surface), "") : Result<PreparedMesh>(Error{});
  if (!prepared) {
    return std::nullopt;
  }
  const PreparedMesh& found = prepared.value();
  const auto in_world = [&](Index vertex) { return found.middle + found.unit * found.mesh.vertices[vertex]; };
  double deepest = 0.0;
  for (const SharedEdge& edge : found.edges) {
    const Aabb around = merged(merged(Aabb(), in_world(edge.low)), in_world(edge.high));
    if (is_between_two(found.mesh, edge) && overlaps(around, box)) {
      deepest = std::max(deepest, found.unit * depth_of(found.mesh, edge));
    }
  }
  // What rounding makes of a flat one is none.
  return deepest > 1e-9 * found.unit ? std::optional(deepest) : std::nullopt;
}

Aabb start_box(const BodySurface& surface) {
  Aabb box;
  if (surface.mesh == nullptr) {
    const PlacedCollider at = placed(*surface.body);
    return {at.pose.position - Vec3(at.collider->radius), at.pose.position + Vec3(at.collider->radius)};
  }
  for (const Vec3& vertex : placed_mesh(surface).vertices) {
    box = merged(box, vertex);
  }
  return box;
}

}  // namespace firstcontact
