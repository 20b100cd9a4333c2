#include "decomposition/solids.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "support/random.hpp"

namespace firstcontact {

namespace {

constexpr double full_turn = 6.283185307179586;

// The corners of a cell's side towards `axis`, counter-clockwise from outside.
std::array<Cell, 4> side_corners(const Cell& cell, int axis, bool is_high) {
  const int u = (axis + 1) % 3;
  const int v = (axis + 2) % 3;
  std::array<Cell, 4> corners{cell, cell, cell, cell};
  for (std::size_t i = 0; i < 4; ++i) {
    corners[i][static_cast<std::size_t>(axis)] += is_high ? 1 : 0;
    corners[i][static_cast<std::size_t>(u)] += i == 1 || i == 2 ? 1 : 0;
    corners[i][static_cast<std::size_t>(v)] += i >= 2 ? 1 : 0;
  }
  if (!is_high) {
    std::reverse(corners.begin(), corners.end());
  }
  return corners;
}

// A grid of `rows` by `columns` vertices that closes on itself both ways.
Mesh closed_grid(int rows, int columns, const std::vector<Vec3>& vertices) {
  Mesh mesh;
  mesh.vertices = vertices;
  mesh.parts.emplace_back();
  const auto at = [&](int row, int column) { return static_cast<Index>((row % rows) * columns + column % columns); };
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const Index a = at(row, column);
      const Index c = at(row + 1, column + 1);
      mesh.parts[0].polygons.push_back({a, at(row + 1, column), c});
      mesh.parts[0].polygons.push_back({a, c, at(row, column + 1)});
    }
  }
  return mesh;
}

// The closest point of a triangle by a search of its own: projection, or the best of the three edges.
double distance_to(const std::array<Vec3, 3>& t, const Vec3& point) {
  const Vec3 normal = glm::cross(t[1] - t[0], t[2] - t[0]);
  bool projects_into = squared_length(normal) > 0.0;
  double nearest = std::sqrt(squared_length(point - t[0]));
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 edge = t[(k + 1) % 3] - t[k];
    const Vec3 offset = point - t[k];
    projects_into = projects_into && glm::dot(glm::cross(normal, edge), offset) >= 0.0;
    const double along = squared_length(edge) > 0.0 ? glm::dot(offset, edge) / squared_length(edge) : 0.0;
    nearest = std::min(nearest, std::sqrt(squared_length(offset - std::clamp(along, 0.0, 1.0) * edge)));
  }
  const double off_plane = std::abs(glm::dot(normal, point - t[0])) / std::sqrt(squared_length(normal));
  return projects_into ? off_plane : nearest;
}

bool ray_crosses(const std::array<Vec3, 3>& t, const Vec3& origin, const Vec3& direction) {
  const Vec3 e1 = t[1] - t[0];
  const Vec3 e2 = t[2] - t[0];
  const Vec3 p = glm::cross(direction, e2);
  const double determinant = glm::dot(e1, p);
  if (determinant == 0.0) {
    return false;
  }
  const Vec3 s = origin - t[0];
  const double u = glm::dot(s, p) / determinant;
  const Vec3 q = glm::cross(s, e1);
  const double v = glm::dot(direction, q) / determinant;
  return u >= 0.0 && v >= 0.0 && u + v <= 1.0 && glm::dot(e2, q) / determinant > 0.0;
}

}  // namespace

GridSolid l_shape() { return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{{0.0, 1.0, 3.0}, {0.0, 1.0, 3.0}, {0.0, 1.0}}}}; }

GridSolid u_shape() {
  return {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {2, 1, 0}}, {{{0, 1, 3, 4}, {0, 1, 4}, {0, 1.5}}}};
}

GridSolid table() {
  GridSolid solid{{{1, 0, 1}, {3, 0, 1}, {1, 0, 3}, {3, 0, 3}},
                  {{{0, 0.1, 0.25, 1.75, 1.9, 2}, {0, 0.9, 1}, {0, 0.1, 0.25, 0.95, 1.1, 1.2}}}};
  for (int i = 0; i < 25; ++i) {
    solid.cells.insert({i % 5, 1, i / 5});
  }
  return solid;
}

GridSolid frame() {
  GridSolid solid{{}, {{{0, 1, 2, 3.5}, {0, 1.2, 2, 3}, {0, 1}}}};
  for (int i = 0; i < 9; ++i) {
    if (i != 4) {
      solid.cells.insert({i % 3, i / 3, 0});
    }
  }
  return solid;
}

GridSolid box() { return {{{0, 0, 0}, {1, 0, 0}}, {{{0, 1, 2}, {0, 3}, {0, 1}}}}; }

Mesh surface(const GridSolid& solid) {
  Mesh mesh;
  mesh.parts.emplace_back();
  std::map<Cell, Index> numbers;
  for (const Cell& cell : solid.cells) {
    for (int side = 0; side < 6; ++side) {
      Cell beyond = cell;
      beyond[static_cast<std::size_t>(side / 2)] += side % 2 == 0 ? -1 : 1;
      if (solid.cells.contains(beyond)) {
        continue;
      }
      std::vector<Index> quad;
      for (const Cell& corner : side_corners(cell, side / 2, side % 2 == 1)) {
        const auto [entry, is_new] = numbers.emplace(corner, static_cast<Index>(mesh.vertices.size()));
        if (is_new) {
          mesh.vertices.emplace_back(solid.planes[0].at(static_cast<std::size_t>(corner[0])),
                                     solid.planes[1].at(static_cast<std::size_t>(corner[1])),
                                     solid.planes[2].at(static_cast<std::size_t>(corner[2])));
        }
        quad.push_back(entry->second);
      }
      mesh.parts[0].polygons.push_back({quad[0], quad[1], quad[2]});
      mesh.parts[0].polygons.push_back({quad[0], quad[2], quad[3]});
    }
  }
  return mesh;
}

double volume(const GridSolid& solid) {
  double sum = 0.0;
  for (const Cell& cell : solid.cells) {
    double product = 1.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto low = static_cast<std::size_t>(cell.at(axis));
      product *= solid.planes.at(axis).at(low + 1) - solid.planes.at(axis).at(low);
    }
    sum += product;
  }
  return sum;
}

Mesh ring(double radius, double thickness, int around, int across) {
  std::vector<Vec3> vertices;
  for (int i = 0; i < around; ++i) {
    const SineCosine turn = sine_cosine(full_turn * i / around);
    for (int j = 0; j < across; ++j) {
      const SineCosine tilt = sine_cosine(full_turn * j / across);
      const double out = radius + thickness * tilt.cosine;
      vertices.emplace_back(out * turn.cosine, out * turn.sine, thickness * tilt.sine);
    }
  }
  return closed_grid(around, across, vertices);
}

Mesh ball(double radius, int rings, int sides) {
  Mesh mesh;
  mesh.parts.emplace_back();
  mesh.vertices = {Vec3(0.0, 0.0, radius), Vec3(0.0, 0.0, -radius)};
  for (int i = 1; i <= rings; ++i) {
    const SineCosine down = sine_cosine(0.5 * full_turn * i / (rings + 1));
    for (int j = 0; j < sides; ++j) {
      const SineCosine turn = sine_cosine(full_turn * j / sides);
      mesh.vertices.emplace_back(radius * down.sine * turn.cosine, radius * down.sine * turn.sine,
                                 radius * down.cosine);
    }
  }
  const auto at = [&](int circle, int side) { return static_cast<Index>(2 + circle * sides + side % sides); };
  for (int side = 0; side < sides; ++side) {
    mesh.parts[0].polygons.push_back({0, at(0, side), at(0, side + 1)});
    mesh.parts[0].polygons.push_back({1, at(rings - 1, side + 1), at(rings - 1, side)});
    for (int circle = 0; circle + 1 < rings; ++circle) {
      mesh.parts[0].polygons.push_back(
          {at(circle, side), at(circle + 1, side), at(circle + 1, side + 1), at(circle, side + 1)});
    }
  }
  return mesh;
}

Mesh cup() {
  Mesh mesh = ball(1.0, 15, 24);
  std::erase_if(mesh.parts.front().polygons, [&](const std::vector<Index>& polygon) {
    return std::all_of(polygon.begin(), polygon.end(),
                       [&](Index i) { return mesh.vertices[i].z > 0.2 + 0.9 * std::abs(mesh.vertices[i].x); });
  });
  return mesh;
}

Mesh turned(Mesh mesh, const Quat& rotation, const Vec3& offset) {
  for (Vec3& vertex : mesh.vertices) {
    vertex = rotate(rotation, vertex) + offset;
  }
  return mesh;
}

std::vector<std::array<Vec3, 3>> triangles(const Mesh& mesh) {
  std::vector<std::array<Vec3, 3>> all;
  for (const MeshPart& part : mesh.parts) {
    for (const std::vector<Index>& polygon : part.polygons) {
      for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
        all.push_back({mesh.vertices[polygon[0]], mesh.vertices[polygon[i]], mesh.vertices[polygon[i + 1]]});
      }
    }
  }
  return all;
}

std::vector<Vec3> surface_samples(const Mesh& mesh, std::size_t count, std::uint64_t seed) {
  testing_support::Random random(seed);
  const auto all = triangles(mesh);
  double area = 0.0;
  for (const auto& t : all) {
    area += std::sqrt(squared_length(glm::cross(t[1] - t[0], t[2] - t[0])));
  }
  std::vector<Vec3> samples = mesh.vertices;
  double due = 0.5;
  for (const auto& t : all) {
    due += static_cast<double>(count) * std::sqrt(squared_length(glm::cross(t[1] - t[0], t[2] - t[0]))) / area;
    for (; due >= 1.0; due -= 1.0) {
      double u = random.between(0.0, 1.0);
      double v = random.between(0.0, 1.0);
      if (u + v > 1.0) {
        u = 1.0 - u;
        v = 1.0 - v;
      }
      samples.push_back(t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]));
    }
  }
  return samples;
}

double distance(const std::vector<std::array<Vec3, 3>>& triangles, const Vec3& point) {
  double least = distance_to(triangles.front(), point);
  for (const auto& t : triangles) {
    least = std::min(least, distance_to(t, point));
  }
  return least;
}

bool is_inside(const std::vector<std::array<Vec3, 3>>& triangles, const Vec3& point) {
  const Vec3 direction(0.5291, 0.6137, 0.5860);
  const auto crossings = std::count_if(triangles.begin(), triangles.end(),
                                       [&](const auto& t) { return ray_crosses(t, point, direction); });
  return crossings % 2 == 1;
}

// van Oosterom, Strackee 1983.
double winding_number(const std::vector<std::array<Vec3, 3>>& triangles, const Vec3& point) {
  double sum = 0.0;
  for (const auto& t : triangles) {
    const Vec3 a = glm::normalize(t[0] - point);
    const Vec3 b = glm::normalize(t[1] - point);
    const Vec3 c = glm::normalize(t[2] - point);
    sum += std::atan2(glm::dot(a, glm::cross(b, c)), 1.0 + glm::dot(a, b) + glm::dot(b, c) + glm::dot(c, a));
  }
  return sum / (2.0 * std::acos(-1.0));
}

}  // namespace firstcontact
