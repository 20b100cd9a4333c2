#include "geometry/point_set.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace firstcontact {

namespace {

bool comes_before(const Vec3& a, const Vec3& b) {
  if (a.x != b.x) {
    return a.x < b.x;
  }
  return a.y != b.y ? a.y < b.y : a.z < b.z;
}

// Unit direction in general position: few points of a modelled mesh share their height along it, so that the window of
// possible neighbours stays short even where whole sides of a mesh share a coordinate.
const Vec3 sweep_direction(0.53771, 0.62433, 0.56664);

// Ascending height along the sweep direction; equal heights in lexicographic order.
std::vector<Vec3> swept_order(std::span<const Vec3> points) {
  std::vector<Vec3> sorted(points.begin(), points.end());
  for (Vec3& point : sorted) {
    point += Vec3(0.0);  // -0 and 0 are one number, and shall have one place in the order
  }
  std::sort(sorted.begin(), sorted.end(), [](const Vec3& a, const Vec3& b) {
    const double height_a = glm::dot(a, sweep_direction);
    const double height_b = glm::dot(b, sweep_direction);
    return height_a != height_b ? height_a < height_b : comes_before(a, b);
  });
  return sorted;
}

bool has_neighbour(const std::vector<Vec3>& kept, const Vec3& point, double distance) {
  const double lowest = glm::dot(point, sweep_direction) - 1.001 * distance;
  for (auto other = kept.rbegin(); other != kept.rend(); ++other) {
    if (squared_length(point - *other) <= distance * distance) {
      return true;
    }
    if (glm::dot(*other, sweep_direction) < lowest) {
      return false;
    }
  }
  return false;
}

// The point for which `measure` is greatest; of equals the first.
template <class Measure>
Vec3 furthest(std::span<const Vec3> points, Measure measure) {
  Vec3 best = points[0];
  double greatest = measure(best);
  for (const Vec3& point : points) {
    const double here = measure(point);
    if (here > greatest) {
      greatest = here;
      best = point;
    }
  }
  return best;
}

double distance_from_line(const Vec3& point, const Vec3& origin, const Vec3& along) {
  return std::sqrt(squared_length(glm::cross(point - origin, along)));
}

double thickness_along(std::span<const Vec3> points, const Vec3& origin, const Vec3& normal) {
  double low = 0.0;
  double high = 0.0;
  for (const Vec3& point : points) {
    const double height = glm::dot(normal, point - origin);
    low = std::min(low, height);
    high = std::max(high, height);
  }
  return high - low;
}

}  // namespace

std::size_t first_not_finite(std::span<const Vec3> points) {
  const auto found = std::find_if(points.begin(), points.end(), [](const Vec3& point) { return !is_finite(point); });
  return static_cast<std::size_t>(found - points.begin());
}

double longest_side(std::span<const Vec3> points) {
  Aabb box;
  for (const Vec3& point : points) {
    box = merged(box, point);
  }
  const Vec3 size = box.high - box.low;
  return points.empty() ? 0.0 : std::max({size.x, size.y, size.z});
}

std::vector<Vec3> distinct_points(std::span<const Vec3> points, double distance) {
  std::vector<Vec3> kept;
  kept.reserve(points.size());
  for (const Vec3& point : swept_order(points)) {
    if (!has_neighbour(kept, point, distance)) {
      kept.push_back(point);
    }
  }
  std::sort(kept.begin(), kept.end(), comes_before);
  return kept;
}

Extents extents(std::span<const Vec3> points) {
  Extents found;
  const Vec3 some = points[0];
  const Vec3 origin = furthest(points, [&](const Vec3& p) { return squared_length(p - some); });
  const Vec3 far = furthest(points, [&](const Vec3& p) { return squared_length(p - origin); });
  found.length = std::sqrt(squared_length(far - origin));
  const Vec3 along = normalized_or(far - origin, Vec3(1.0, 0.0, 0.0));
  const Vec3 side = furthest(points, [&](const Vec3& p) { return distance_from_line(p, origin, along); });
  found.width = distance_from_line(side, origin, along);
  const Vec3 normal = normalized_or(glm::cross(along, side - origin), any_perpendicular(along));
  found.thickness = thickness_along(points, origin, normal);
  return found;
}

Result<Extents> solid_extents(std::span<const Vec3> points, double distance) {
  const Extents found = extents(points);
  const std::string volume = "a hull needs points that enclose a volume";
  if (!(found.length > distance)) {
    return Error{"the points coincide (within " + readable(found.length) + " m); " + volume};
  }
  if (!(found.width > distance)) {
    return Error{"the points lie on a line (" + readable(found.length) + " m long, " + readable(found.width) +
                 " m wide); " + volume};
  }
  if (!(found.thickness > distance)) {
    return Error{"the points are flat (" + readable(found.length) + " m long, " + readable(found.thickness) +
                 " m thick, less than " + readable(distance) + " m); " + volume};
  }
  return found;
}

std::string readable(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", number);
  return text;
}

}  // namespace firstcontact
