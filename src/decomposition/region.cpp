#include "decomposition/region.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "geometry/volume_integrals.hpp"

namespace firstcontact {

namespace {

// How far a corner is moved towards the middle of its cell before it is asked whether it is inside: a corner on the
// surface counts when the solid is on the cell's side of it.
constexpr double corner_step = 1e-6;
constexpr double parallel = 1e-12;
// Of a hull that is made of very many points.
constexpr double error_per_tolerance = 1.0 / 8.0;

struct Heights {
  double lowest = 0.0, highest = 0.0;
};

Heights heights(std::span<const Vec3> polygon, const Plane& plane) {
  Heights found{height(plane, polygon[0]), height(plane, polygon[0])};
  for (const Vec3& corner : polygon.subspan(1)) {
    const double here = height(plane, corner);
    found.lowest = std::min(found.lowest, here);
    found.highest = std::max(found.highest, here);
  }
  return found;
}

Vec3 area_vector(std::span<const Vec3> polygon) {
  Vec3 sum(0.0);
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    sum += glm::cross(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]);
  }
  return sum;
}

// The part of a polygon below the plane, corners on it included.
void clip_below(std::span<const Vec3> polygon, const Plane& plane, std::vector<Vec3>& clipped) {
  clipped.clear();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3& from = polygon[i];
    const Vec3& to = polygon[(i + 1) % polygon.size()];
    const double start = height(plane, from);
    const double end = height(plane, to);
    if (start <= on_plane) {
      clipped.push_back(from);
    }
    if ((start < -on_plane && end > on_plane) || (start > on_plane && end < -on_plane)) {
      // From the lower end always, so that both polygons at an edge, and both sides of the plane, get the same point.
      const Vec3& low = start < end ? from : to;
      const Vec3& high = start < end ? to : from;
      const double share = std::min(start, end) / (std::min(start, end) - std::max(start, end));
      clipped.push_back(low + share * (high - low));
    }
  }
}

Plane reversed(const Plane& plane) { return {-plane.normal, -plane.offset}; }

std::optional<Vec3> common_point(const Plane& a, const Plane& b, const Plane& c) {
  const Vec3 bc = glm::cross(b.normal, c.normal);
  const double volume = glm::dot(a.normal, bc);
  if (std::abs(volume) < parallel) {
    return std::nullopt;
  }
  return (a.offset * bc + b.offset * glm::cross(c.normal, a.normal) + c.offset * glm::cross(a.normal, b.normal)) /
         volume;
}

bool is_in_cell(const std::vector<Plane>& walls, const Vec3& point) {
  return std::all_of(walls.begin(), walls.end(), [&](const Plane& wall) { return height(wall, point) <= on_plane; });
}

// Those on one wall and two later ones.
void add_corners(const std::vector<Plane>& walls, std::size_t first, std::vector<Vec3>& corners) {
  for (std::size_t j = first + 1; j < walls.size(); ++j) {
    for (std::size_t k = j + 1; k < walls.size(); ++k) {
      const auto point = common_point(walls[first], walls[j], walls[k]);
      if (point && is_in_cell(walls, *point)) {
        corners.push_back(*point);
      }
    }
  }
}

std::vector<Vec3> cell_corners(const std::vector<Plane>& walls) {
  std::vector<Vec3> corners;
  for (std::size_t i = 0; i < walls.size(); ++i) {
    add_corners(walls, i, corners);
  }
  return corners;
}

}  // namespace

Region whole_region(const TriangleMesh& mesh, const Aabb& box) {
  Region whole;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 normal(0.0);
    normal[axis] = 1.0;
    // Outside of the mesh, so that no corner of the cell is ever inside by itself.
    whole.walls.push_back({normal, box.high[axis] + 1.0});
    whole.walls.push_back({-normal, 1.0 - box.low[axis]});
  }
  for (const Triangle& t : mesh.triangles) {
    const std::array<Vec3, 3> corners{mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
    whole.surface.add(corners);
  }
  return whole;
}

std::array<Region, 2> cut(const Region& region, const Plane& plane) {
  std::array<Region, 2> halves;
  const std::array<Plane, 2> wall{plane, reversed(plane)};
  for (std::size_t side = 0; side < 2; ++side) {
    halves[side].walls = region.walls;
    halves[side].walls.push_back(wall[side]);
  }
  std::vector<Vec3> clipped;
  for (std::size_t i = 0; i < region.surface.count(); ++i) {
    const std::span<const Vec3> polygon = region.surface[i];
    const Heights found = heights(polygon, plane);
    if (found.lowest >= -on_plane && found.highest <= on_plane) {
      const bool solid_is_below = glm::dot(area_vector(polygon), plane.normal) >= 0.0;
      halves[solid_is_below ? 0 : 1].surface.add(polygon);
    } else if (found.highest <= on_plane) {
      halves[0].surface.add(polygon);
    } else if (found.lowest >= -on_plane) {
      halves[1].surface.add(polygon);
    } else {
      for (std::size_t side = 0; side < 2; ++side) {
        clip_below(polygon, wall[side], clipped);
        halves[side].surface.add(clipped);
      }
    }
  }
  return halves;
}

std::vector<Vec3> solid_corners(const std::vector<Plane>& walls, const Clearance& clearance) {
  const std::vector<Vec3> corners = cell_corners(walls);
  std::vector<Vec3> solid;
  if (corners.empty()) {
    return solid;
  }
  const Vec3 middle = mean(corners);
  for (const Vec3& corner : corners) {
    if (clearance.is_inside(corner + corner_step * (middle - corner))) {
      solid.push_back(corner);
    }
  }
  return solid;
}

std::vector<Vec3> solid_corners_on(const Plane& plane, const std::vector<Plane>& walls, const Clearance& clearance) {
  std::vector<Vec3> solid;
  for (std::size_t i = 0; i < walls.size(); ++i) {
    for (std::size_t j = i + 1; j < walls.size(); ++j) {
      const auto point = common_point(walls[i], walls[j], plane);
      if (point && is_in_cell(walls, *point) && clearance.is_inside(*point)) {
        solid.push_back(*point);
      }
    }
  }
  return solid;
}

Piece piece_of(const Region& region, const Clearance& clearance, double thickness) {
  std::vector<Vec3> points = region.surface.corners;
  const std::vector<Vec3> corners = solid_corners(region.walls, clearance);
  points.insert(points.end(), corners.begin(), corners.end());
  return make_rough_piece(points, thickness, error_per_tolerance * clearance.tolerance());
}

}  // namespace firstcontact
