// A mesh as it is, for bodies that stand still: nothing is covered, nothing sticks out.
#include <firstcontact/triangle_surface.hpp>

#include <firstcontact/triangle_mesh.hpp>

#include "core/arithmetic_mode.hpp"
#include "geometry/shell_integrals.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace firstcontact {

namespace {

MassProperties shell_mass(const TriangleSurface& surface) {
  const std::vector<Vec3>& at = surface.vertices;
  ShellIntegrals shell(at[surface.triangles.front()[0]]);
  for (const std::array<Index, 3>& corners : surface.triangles) {
    shell.add(at[corners[0]], at[corners[1]], at[corners[2]]);
  }
  return shell.mass();
}

bool has_area(const Vec3& a, const Vec3& b, const Vec3& c) {
  return normalized_or(glm::cross(b - a, c - a), Vec3(0.0)) != Vec3(0.0);
}

// Triangles of the mesh's own vertices.
void add_triangles(const Mesh& mesh, const std::vector<Index>& polygon, TriangleSurface& surface) {
  for (const Triangle& corners : cut_into_triangles(mesh.vertices, polygon)) {
    const Vec3& a = mesh.vertices[corners[0]];
    const Vec3& b = mesh.vertices[corners[1]];
    const Vec3& c = mesh.vertices[corners[2]];
    if (has_area(a, b, c)) {
      surface.triangles.push_back({corners[0], corners[1], corners[2]});
    } else {
      ++surface.without_area;
    }
  }
}

std::vector<Index> used_vertices(const TriangleSurface& surface, std::size_t count) {
  std::vector<bool> is_used(count, false);
  for (const std::array<Index, 3>& corners : surface.triangles) {
    for (const Index corner : corners) {
      is_used[corner] = true;
    }
  }
  std::vector<Index> used;
  for (Index i = 0; i < count; ++i) {
    if (is_used[i]) {
      used.push_back(i);
    }
  }
  return used;
}

// Vertices that no triangle uses are left out, and each place is there once.
void weld(const std::vector<Vec3>& vertices, TriangleSurface& surface) {
  std::vector<Index> used = used_vertices(surface, vertices.size());
  std::sort(used.begin(), used.end(), [&](Index p, Index q) {
    const Vec3& a = vertices[p];
    const Vec3& b = vertices[q];
    return std::tie(a.x, a.y, a.z, p) < std::tie(b.x, b.y, b.z, q);
  });
  std::vector<Index> new_number(vertices.size(), 0);
  for (const Index old : used) {
    if (surface.vertices.empty() || surface.vertices.back() != vertices[old]) {
      surface.vertices.push_back(vertices[old]);
    }
    new_number[old] = static_cast<Index>(surface.vertices.size() - 1);
  }
  for (std::array<Index, 3>& corners : surface.triangles) {
    for (Index& corner : corners) {
      corner = new_number[corner];
    }
  }
}

/// One use of an edge by a triangle.
struct EdgeUse {
  Index low = 0, high = 0;  // its ends, the lesser first
  Index triangle = 0;
  Index edge = 0;
};

std::vector<EdgeUse> sorted_edges(const TriangleSurface& surface) {
  std::vector<EdgeUse> uses;
  uses.reserve(3 * surface.triangles.size());
  for (Index i = 0; i < surface.triangles.size(); ++i) {
    const std::array<Index, 3>& corners = surface.triangles[i];
    for (Index edge = 0; edge < 3; ++edge) {
      const auto [low, high] = std::minmax(corners[edge], corners[(edge + 1) % 3]);
      uses.push_back({low, high, i, edge});
    }
  }
  std::sort(uses.begin(), uses.end(), [](const EdgeUse& p, const EdgeUse& q) {
    return std::tie(p.low, p.high, p.triangle, p.edge) < std::tie(q.low, q.high, q.triangle, q.edge);
  });
  return uses;
}

// Where more than two triangles share an edge, none is the neighbour.
void join_neighbours(TriangleSurface& surface) {
  const std::vector<EdgeUse> uses = sorted_edges(surface);
  surface.neighbours.assign(surface.triangles.size(), {no_triangle, no_triangle, no_triangle});
  const auto is_same = [](const EdgeUse& p, const EdgeUse& q) { return p.low == q.low && p.high == q.high; };
  for (std::size_t first = 0; first < uses.size();) {
    std::size_t end = first + 1;
    while (end < uses.size() && is_same(uses[first], uses[end])) {
      ++end;
    }
    if (end == first + 2) {
      const EdgeUse& a = uses[first];
      const EdgeUse& b = uses[first + 1];
      surface.neighbours[a.triangle][a.edge] = b.triangle;
      surface.neighbours[b.triangle][b.edge] = a.triangle;
    }
    first = end;
  }
}

}  // namespace

Result<TriangleSurface> triangle_surface(const Mesh& mesh, std::string_view file_name) {
  const ArithmeticMode mode;
  if (auto trouble = mesh_trouble(mesh, file_name)) {
    return *std::move(trouble);
  }
  TriangleSurface surface;
  for (const MeshPart& part : mesh.parts) {
    for (const std::vector<Index>& polygon : part.polygons) {
      add_triangles(mesh, polygon, surface);
    }
  }
  if (surface.triangles.empty()) {
    return Error{std::string(file_name) + ": no face has an area; a surface needs one that does"};
  }
  weld(mesh.vertices, surface);
  surface.vertices.shrink_to_fit();
  surface.triangles.shrink_to_fit();
  join_neighbours(surface);
  surface.mass = shell_mass(surface);
  return surface;
}

}  // namespace firstcontact
