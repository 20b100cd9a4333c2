#include "calendar/way_out.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "narrowphase/support.hpp"

namespace firstcontact {

namespace {

// Directions that are tried: a body across a fine mesh lies on thousands of triangles, which look much the same way.
constexpr std::size_t most_directions = 64;
// Cosine: nearer directions are one.
constexpr double same_direction = 1.0 - 1e-4;

double top_of(const PosedShape& posed, const Vec3& direction) {
  return reach_along(*posed.shape, rotate_inverse(posed.pose.orientation, direction)) + posed.shape->rounding;
}

// m: how far b must go along the direction to be beyond a.
double depth_along(const OverlappingShapes& pair, const Vec3& direction) {
  const double apart = glm::dot(direction, pair.b.pose.position - pair.a.pose.position);
  return top_of(pair.a, direction) + top_of(pair.b, -direction) - apart;
}

// Where that is not less than `least`, some number that is not either.
double depth_along(const std::vector<OverlappingShapes>& pairs, const Vec3& direction, double least) {
  double depth = 0.0;
  for (const OverlappingShapes& pair : pairs) {
    depth = std::max(depth, depth_along(pair, direction));
    if (depth >= least) {
      break;
    }
  }
  return depth;
}

void add_direction(const Vec3& direction, std::vector<Vec3>& directions) {
  const auto is_same = [&](const Vec3& other) { return glm::dot(direction, other) > same_direction; };
  if (directions.size() < most_directions && std::none_of(directions.begin(), directions.end(), is_same)) {
    directions.push_back(direction);
  }
}

// Both sides of the surfaces' mean, and of each triangle.
std::vector<Vec3> directions_out(const std::vector<OverlappingShapes>& pairs) {
  Vec3 sum(0.0);
  std::vector<Vec3> normals;
  for (const OverlappingShapes& pair : pairs) {
    for (const PosedShape& posed : {pair.a, pair.b}) {
      if (is_of_surface(*posed.shape)) {
        normals.push_back(rotate(posed.pose.orientation, posed.shape->core.faces[0].normal));
        sum += normals.back();
      }
    }
  }
  std::vector<Vec3> directions;
  const double length = std::sqrt(squared_length(sum));
  if (length > 0.0) {
    add_direction(sum / length, directions);
    add_direction(-sum / length, directions);
  }
  for (const Vec3& normal : normals) {
    add_direction(normal, directions);
    add_direction(-normal, directions);
  }
  return directions;
}

}  // namespace

bool is_of_surface(const ConvexShape& shape) { return !shape.beyond_edges.empty(); }

WayOut way_out(const std::vector<OverlappingShapes>& pairs) {
  WayOut best;
  best.depth = std::numeric_limits<double>::infinity();
  for (const Vec3& direction : directions_out(pairs)) {
    const double depth = depth_along(pairs, direction, best.depth);
    if (depth < best.depth) {
      best = {direction, depth};
    }
  }
  return best;
}

}  // namespace firstcontact
