#include "decomposition/sketch.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace firstcontact {

namespace {

constexpr std::size_t exact_corners = 600;   // clouds up to this size are not thinned
constexpr int cells_per_side = 20;           // of the grid that thins larger ones
constexpr std::size_t most_forbidden = 400;  // samples that a score looks at
constexpr double forbidden_weight = 4.0;
// Samples that follow each other are near each other: so many are asked about a hull's planes together.
constexpr std::size_t grouped = 16;

std::vector<ForbiddenPoint> thinned(const std::vector<ForbiddenPoint>& points) {
  const std::size_t step = points.size() / most_forbidden + 1;
  std::vector<ForbiddenPoint> few;
  for (std::size_t i = 0; i < points.size(); i += step) {
    few.push_back({points[i].position, points[i].volume * static_cast<double>(step)});
  }
  return few;
}

double longest_side(const Aabb& box) {
  const Vec3 size = box.high - box.low;
  return std::max({size.x, size.y, size.z});
}

// One of the points for each cell of a grid.
std::vector<Vec3> thinned(const std::vector<Vec3>& points, const Aabb& box, double cell) {
  std::map<std::tuple<int, int, int>, Vec3> kept;
  for (const Vec3& point : points) {
    const Vec3 at = (point - box.low) / cell;
    kept.try_emplace(std::tuple(static_cast<int>(at.x), static_cast<int>(at.y), static_cast<int>(at.z)), point);
  }
  std::vector<Vec3> few;
  for (const auto& [key, point] : kept) {
    few.push_back(point);
  }
  return few;
}

// The piece's planes that have not all of the points well inside. False: one of them has all of them outside.
bool find_planes_near(const Piece& piece, std::span<const ForbiddenPoint> points, std::vector<Plane>& near) {
  Aabb box;
  for (const ForbiddenPoint& point : points) {
    box = merged(box, point.position);
  }
  const Vec3 half = 0.5 * (box.high - box.low);
  const Vec3 middle = box.low + half;
  near.clear();
  for (const Plane& plane : piece.planes) {
    const double above = height(plane, middle);
    const double around = glm::dot(glm::abs(plane.normal), half) + on_plane;
    if (above > around) {
      return false;
    }
    if (above >= -around) {
      near.push_back(plane);
    }
  }
  return true;
}

// The part of the score that needs a hull: its volume, and how much of it is forbidden.
void weigh(Sketch& sketch) {
  std::vector<Vec3> points = sketch.cloud;
  points.insert(points.end(), sketch.corners.begin(), sketch.corners.end());
  points.insert(points.end(), sketch.large.corners.begin(), sketch.large.corners.end());
  if (points.empty()) {
    return;
  }
  const Piece piece = make_outline(points);
  sketch.hull = piece.vertices;
  sketch.cost = piece.volume;
  sketch.forbidden = held_by(piece, sketch.forbidden);
  for (const ForbiddenPoint& point : sketch.forbidden) {
    sketch.cost += forbidden_weight * point.volume;
  }
  sketch.is_empty = false;
}

void share_out(const std::vector<Vec3>& points, const Plane& plane, std::vector<Vec3>& below,
               std::vector<Vec3>& above) {
  for (const Vec3& point : points) {
    const double here = height(plane, point);
    if (here <= on_plane) {
      below.push_back(point);
    }
    if (here >= -on_plane) {
      above.push_back(point);
    }
  }
}

}  // namespace

std::vector<ForbiddenPoint> held_by(const Piece& piece, const std::vector<ForbiddenPoint>& points) {
  std::vector<ForbiddenPoint> held;
  std::vector<Plane> near;
  for (std::size_t first = 0; first < points.size(); first += grouped) {
    const std::span group = std::span(points).subspan(first, std::min(grouped, points.size() - first));
    if (!find_planes_near(piece, group, near)) {
      continue;
    }
    for (const ForbiddenPoint& point : group) {
      if (std::all_of(near.begin(), near.end(),
                      [&](const Plane& plane) { return height(plane, point.position) <= 0.0; })) {
        held.push_back(point);
      }
    }
  }
  return held;
}

Vec3 middle_of(const std::vector<ForbiddenPoint>& points) {
  Vec3 sum(0.0);
  double volume = 0.0;
  for (const ForbiddenPoint& point : points) {
    sum += point.volume * point.position;
    volume += point.volume;
  }
  return sum / volume;
}

double forbidden_volume(const Sketch& sketch) {
  double sum = 0.0;
  for (const ForbiddenPoint& point : sketch.forbidden) {
    sum += point.volume;
  }
  return sum;
}

Sketch sketch_of(const Part& part, const Clearance& clearance) {
  Sketch sketch;
  sketch.walls = part.region.walls;
  sketch.forbidden = thinned(part.forbidden);
  sketch.corners = solid_corners(part.region.walls, clearance);
  const Polygons& surface = part.region.surface;
  if (surface.corners.size() <= exact_corners) {
    sketch.large = surface;
  } else {
    const double cell = longest_side(part.piece.box) / cells_per_side;
    std::vector<Vec3> small;
    for (std::size_t i = 0; i < surface.count(); ++i) {
      Aabb box;
      for (const Vec3& corner : surface[i]) {
        box = merged(box, corner);
      }
      if (longest_side(box) > cell) {
        sketch.large.add(surface[i]);
      } else {
        small.insert(small.end(), surface[i].begin(), surface[i].end());
      }
    }
    sketch.cloud = thinned(small, part.piece.box, cell);
  }
  weigh(sketch);
  return sketch;
}

std::array<Sketch, 2> cut(const Sketch& whole, const Plane& plane, const Clearance& clearance) {
  std::array<Sketch, 2> halves;
  Region large;
  large.walls = whole.walls;
  large.surface = whole.large;
  std::array<Region, 2> clipped = cut(large, plane);
  share_out(whole.cloud, plane, halves[0].cloud, halves[1].cloud);
  share_out(whole.corners, plane, halves[0].corners, halves[1].corners);
  const std::vector<Vec3> on = solid_corners_on(plane, whole.walls, clearance);
  for (std::size_t side = 0; side < 2; ++side) {
    Sketch& half = halves[side];
    half.large = std::move(clipped[side].surface);
    half.walls = std::move(clipped[side].walls);
    half.corners.insert(half.corners.end(), on.begin(), on.end());
    const double sign = side == 0 ? 1.0 : -1.0;
    for (const ForbiddenPoint& point : whole.forbidden) {
      if (sign * height(plane, point.position) <= 0.0) {
        half.forbidden.push_back(point);
      }
    }
    weigh(half);
  }
  return halves;
}

}  // namespace firstcontact
