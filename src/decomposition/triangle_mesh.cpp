#include <firstcontact/triangle_mesh.hpp>

#include <firstcontact/mesh_surfaces.hpp>
#include "core/arithmetic_mode.hpp"
#include "decomposition/orientation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace firstcontact {

namespace {

Aabb used_box(const Mesh& mesh) {
  Aabb box;
  for (const MeshPart& part : mesh.parts) {
    for (const std::vector<Index>& polygon : part.polygons) {
      for (const Index vertex : polygon) {
        box = merged(box, mesh.vertices[vertex]);
      }
    }
  }
  return box;
}

// An area smaller than this has no direction that could be told from rounding, longest side 1.
constexpr double no_area = 1e-24;

bool has_area(const TriangleMesh& mesh, const Triangle& t) {
  const Vec3& a = mesh.vertices[t[0]];
  const Vec3 area = glm::cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a);
  return squared_length(area) > no_area * no_area;
}

// Triangles that say the same as an earlier one, in the same direction. The reverse of one is the other side of a
// sheet.
void drop_duplicates(PreparedMesh& prepared) {
  std::vector<Triangle>& triangles = prepared.mesh.triangles;
  const auto rotated = [](Triangle t) {
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    return t;
  };
  std::vector<Index> order(triangles.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    const Triangle first = rotated(triangles[a]);
    const Triangle second = rotated(triangles[b]);
    return first != second ? first < second : a < b;
  });
  std::vector<char> repeats(triangles.size(), 0);
  for (std::size_t i = 1; i < order.size(); ++i) {
    repeats[order[i]] = rotated(triangles[order[i]]) == rotated(triangles[order[i - 1]]) ? 1 : 0;
  }
  std::vector<Triangle> kept;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    if (repeats[i] == 0) {
      kept.push_back(triangles[i]);
    }
  }
  prepared.facts.duplicate_triangles = triangles.size() - kept.size();
  triangles = std::move(kept);
}

void collect_triangles(const Mesh& mesh, PreparedMesh& prepared) {
  const std::vector<Index> first = first_at_place(prepared.mesh.vertices);
  for (const MeshPart& part : mesh.parts) {
    for (const std::vector<Index>& polygon : part.polygons) {
      std::vector<Index> corners;
      for (const Index vertex : polygon) {
        corners.push_back(first[vertex]);
      }
      prepared.facts.cut_polygons += corners.size() > 3 ? 1U : 0U;
      for (const Triangle& triangle : cut_into_triangles(prepared.mesh.vertices, corners)) {
        prepared.mesh.triangles.push_back(triangle);
      }
    }
  }
  for (Index i = 0; i < first.size(); ++i) {
    prepared.facts.welded_vertices += first[i] != i ? 1U : 0U;
  }
}

// Triangles that are points go, and vertices that no triangle names: the list is renumbered in the file's order. Those
// without an area stay: they are part of what must be covered, and often what closes a mesh beside a T-junction.
void drop_useless(PreparedMesh& prepared) {
  TriangleMesh& mesh = prepared.mesh;
  std::vector<char> used(mesh.vertices.size(), 0);
  std::vector<Triangle> kept;
  for (const Triangle& t : mesh.triangles) {
    prepared.facts.degenerate_triangles += has_area(mesh, t) ? 0U : 1U;
    if (t[0] != t[1] || t[0] != t[2]) {
      kept.push_back(t);
      used[t[0]] = used[t[1]] = used[t[2]] = 1;
    }
  }
  std::vector<Index> number(mesh.vertices.size());
  std::vector<Vec3> vertices;
  for (std::size_t i = 0; i < used.size(); ++i) {
    number[i] = static_cast<Index>(vertices.size());
    if (used[i] != 0) {
      vertices.push_back(mesh.vertices[i]);
    }
  }
  for (Triangle& triangle : kept) {
    triangle = {number[triangle[0]], number[triangle[1]], number[triangle[2]]};
  }
  prepared.facts.unused_vertices = mesh.vertices.size() - vertices.size() - prepared.facts.welded_vertices;
  mesh.vertices = std::move(vertices);
  mesh.triangles = std::move(kept);
}

void find_topology(PreparedMesh& prepared) {
  TriangleMesh& mesh = prepared.mesh;
  MeshFacts& facts = prepared.facts;
  std::vector<SharedEdge> edges = shared_edges(mesh.triangles);
  facts.turned_triangles = orient(mesh, edges);
  edges = facts.turned_triangles > 0 ? shared_edges(mesh.triangles) : std::move(edges);
  facts.is_closed = is_closed(edges);
  facts.components = component_count(edges, mesh.triangles.size());
  for (const SharedEdge& edge : edges) {
    facts.open_edges += edge.uses.size() == 1 ? 1U : 0U;
    facts.crowded_edges += edge.uses.size() > 2 ? 1U : 0U;
  }
  facts.vertices = mesh.vertices.size();
  facts.triangles = mesh.triangles.size();
  prepared.edges = std::move(edges);
}

}  // namespace

Result<PreparedMesh> prepare(const Mesh& mesh, std::string_view file_name) {
  const ArithmeticMode mode;
  if (auto trouble = mesh_trouble(mesh, file_name)) {
    return *std::move(trouble);
  }
  const Aabb box = used_box(mesh);
  const Vec3 size = box.high - box.low;
  const double longest = std::max({size.x, size.y, size.z});
  if (!(longest > 0.0) || !std::isfinite(longest)) {
    return Error{std::string(file_name) + ": all corners of all faces coincide; a mesh needs some that differ"};
  }
  PreparedMesh prepared;
  prepared.unit = std::ldexp(1.0, std::ilogb(longest));
  prepared.middle = box.low + 0.5 * size;
  prepared.longest_side = longest / prepared.unit;
  for (const Vec3& vertex : mesh.vertices) {
    prepared.mesh.vertices.push_back((vertex - prepared.middle) / prepared.unit);
  }
  collect_triangles(mesh, prepared);
  drop_useless(prepared);
  drop_duplicates(prepared);
  if (prepared.mesh.triangles.empty()) {
    return Error{std::string(file_name) + ": every face is a single point; a mesh needs one that is not"};
  }
  find_topology(prepared);
  return prepared;
}

}  // namespace firstcontact
