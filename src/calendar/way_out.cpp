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
// Of a body's radius.
constexpr double as_good_as_a_point = 1e-6;
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

// From the surface to the middle of what lies across it, by the nearest triangle; zero where it lies in it. (In a
// valley the way down may be the shorter one, and who stood above the ground would be lost below it.)
Vec3 side_of_middle(const std::vector<OverlappingShapes>& pairs) {
  const PosedShape& across = is_of_surface(*pairs.front().a.shape) ? pairs.front().b : pairs.front().a;
  const ConvexShape middle = make_sphere(Vec3(0.0), as_good_as_a_point * across.shape->radius);
  double nearest = std::numeric_limits<double>::infinity();
  Vec3 side(0.0);
  for (const OverlappingShapes& pair : pairs) {
    const bool is_a = is_of_surface(*pair.a.shape);
    const PosedShape& triangle = is_a ? pair.a : pair.b;
    const Separation apart = separation(triangle, {&middle, is_a ? pair.b.pose : pair.a.pose});
    if (apart.distance < nearest) {
      nearest = apart.distance;
      side = apart.distance > 0.0 ? (is_a ? apart.normal : -apart.normal) : Vec3(0.0);
    }
  }
  return side;
}

}  // namespace

bool is_of_surface(const ConvexShape& shape) { return !shape.beyond_edges.empty(); }

WayOut way_out(const std::vector<OverlappingShapes>& pairs) {
  WayOut best;
  best.depth = std::numeric_limits<double>::infinity();
  const Vec3 side = side_of_middle(pairs);
  for (const Vec3& direction : directions_out(pairs)) {
    if (glm::dot(direction, side) < 0.0) {
      continue;
    }
    const double depth = depth_along(pairs, direction, best.depth);
    if (depth < best.depth) {
      best = {direction, depth};
    }
  }
  return best;
}

}  // namespace firstcontact
