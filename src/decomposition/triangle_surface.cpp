// A mesh as it is, for bodies that stand still: nothing is covered, nothing sticks out.
#include <firstcontact/decomposition.hpp>

#include <firstcontact/triangle_mesh.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace firstcontact {

namespace {

/// What the integrals of a shell are made of.
struct ShellIntegrals {
  double area = 0.0;  // m^2
  Vec3 first{0.0};    // m^3: of x
  Mat3 second{0.0};   // m^4: of x_i x_j
};

// About `origin`. Over a triangle the integral of x_i x_j is area / 12 (sum of the corners' products + 9 times those of
// their mean).
void add(ShellIntegrals& sum, const ConvexShape& triangle, const Vec3& origin) {
  const Vec3 a = triangle.core.vertices[0] - origin;
  const Vec3 b = triangle.core.vertices[1] - origin;
  const Vec3 c = triangle.core.vertices[2] - origin;
  const double area = 0.5 * std::sqrt(squared_length(glm::cross(b - a, c - a)));
  const Vec3 whole = a + b + c;
  sum.area += area;
  sum.first += area / 3.0 * whole;
  sum.second +=
      area / 12.0 *
      (glm::outerProduct(a, a) + glm::outerProduct(b, b) + glm::outerProduct(c, c) + glm::outerProduct(whole, whole));
}

MassProperties shell_mass(const std::vector<ConvexShape>& triangles) {
  const Vec3 origin = triangles.front().core.vertices.front();
  ShellIntegrals sum;
  for (const ConvexShape& triangle : triangles) {
    add(sum, triangle, origin);
  }
  const Vec3 center = sum.first / sum.area;
  const Mat3 second = sum.second - sum.area * glm::outerProduct(center, center);
  return {sum.area, origin + center, Mat3(second[0][0] + second[1][1] + second[2][2]) - second};
}

/// One use of an edge by a triangle.
struct EdgeUse {
  Vec3 low, high;  // its ends, the lesser first
  std::size_t triangle = 0;
  Index edge = 0;
  bool is_forward = false;  // from the lesser end to the greater
};

bool comes_before(const Vec3& a, const Vec3& b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); }

std::vector<EdgeUse> sorted_edges(const std::vector<ConvexShape>& triangles) {
  std::vector<EdgeUse> uses;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const std::vector<Vec3>& corners = triangles[i].core.vertices;
    for (Index edge = 0; edge < 3; ++edge) {
      const Vec3& from = corners[edge];
      const Vec3& to = corners[(edge + 1) % 3];
      const bool is_forward = comes_before(from, to);
      uses.push_back({is_forward ? from : to, is_forward ? to : from, i, edge, is_forward});
    }
  }
  std::sort(uses.begin(), uses.end(), [](const EdgeUse& p, const EdgeUse& q) {
    if (p.low != q.low || p.high != q.high) {
      return p.low != q.low ? comes_before(p.low, q.low) : comes_before(p.high, q.high);
    }
    return p.triangle != q.triangle ? p.triangle < q.triangle : p.edge < q.edge;
  });
  return uses;
}

// Two triangles that share an edge know each other's normals. Where more than two meet none is the neighbour.
void join_neighbours(std::vector<ConvexShape>& triangles) {
  const std::vector<EdgeUse> uses = sorted_edges(triangles);
  for (ConvexShape& triangle : triangles) {
    triangle.beyond_edges.assign(3, Vec3(0.0));
  }
  const auto is_same = [](const EdgeUse& p, const EdgeUse& q) { return p.low == q.low && p.high == q.high; };
  for (std::size_t first = 0; first < uses.size();) {
    std::size_t end = first + 1;
    while (end < uses.size() && is_same(uses[first], uses[end])) {
      ++end;
    }
    if (end == first + 2) {
      const EdgeUse& a = uses[first];
      const EdgeUse& b = uses[first + 1];
      // Triangles that agree on what is above run along their edge in opposite directions.
      const double agree = a.is_forward != b.is_forward ? 1.0 : -1.0;
      triangles[a.triangle].beyond_edges[a.edge] = agree * triangles[b.triangle].core.faces[0].normal;
      triangles[b.triangle].beyond_edges[b.edge] = agree * triangles[a.triangle].core.faces[0].normal;
    }
    first = end;
  }
}

bool has_area(const Vec3& a, const Vec3& b, const Vec3& c) {
  return normalized_or(glm::cross(b - a, c - a), Vec3(0.0)) != Vec3(0.0);
}

void add_triangles(const Mesh& mesh, const std::vector<Index>& polygon, TriangleSurface& surface) {
  for (const Triangle& corners : cut_into_triangles(mesh.vertices, polygon)) {
    const Vec3& a = mesh.vertices[corners[0]];
    const Vec3& b = mesh.vertices[corners[1]];
    const Vec3& c = mesh.vertices[corners[2]];
    if (has_area(a, b, c)) {
      surface.shapes.push_back(make_triangle(a, b, c));
    } else {
      ++surface.without_area;
    }
  }
}

}  // namespace

Result<TriangleSurface> triangle_surface(const Mesh& mesh, std::string_view file_name) {
  if (auto trouble = mesh_trouble(mesh, file_name)) {
    return *std::move(trouble);
  }
  TriangleSurface surface;
  for (const MeshPart& part : mesh.parts) {
    for (const std::vector<Index>& polygon : part.polygons) {
      add_triangles(mesh, polygon, surface);
    }
  }
  if (surface.shapes.empty()) {
    return Error{std::string(file_name) + ": no face has an area; a surface needs one that does"};
  }
  join_neighbours(surface.shapes);
  surface.mass = shell_mass(surface.shapes);
  return surface;
}

}  // namespace firstcontact
