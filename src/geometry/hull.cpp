#include <firstcontact/hull.hpp>

#include "core/arithmetic_mode.hpp"
#include "geometry/point_set.hpp"
#include "geometry/surface.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace firstcontact {

namespace {

// The points about their box's middle, longest side 1 to 2: by a power of two, so that scaling rounds nothing.
struct UnitPoints {
  std::vector<Vec3> points;
  double unit = 1.0;  // m: what 1 stands for
};

UnitPoints in_units(std::span<const Vec3> points) {
  Aabb box;
  for (const Vec3& point : points) {
    box = merged(box, point);
  }
  UnitPoints scaled;
  scaled.unit = std::ldexp(1.0, std::ilogb(longest_side(points)));
  const Vec3 middle = box.low + 0.5 * (box.high - box.low);
  for (const Vec3& point : points) {
    scaled.points.push_back((point - middle) / scaled.unit);
  }
  return scaled;
}

bool keeps_promise(const Hull& hull, std::span<const Vec3> points, double distance) {
  return check(hull).is_closed && outside_distance(hull, points) <= distance;
}

// Rounding of dot(normal, point) - offset far from the origin is not the hull's fault.
double rounding_slack(std::span<const Vec3> points) {
  double reach = 0.0;
  for (const Vec3& point : points) {
    reach = std::max(reach, std::abs(point.x) + std::abs(point.y) + std::abs(point.z));
  }
  return 1e-15 * reach;
}

Error hull_failed(std::size_t count) {
  return Error{"the hull of " + std::to_string(count) +
               " points cannot be closed: too close to flat for double precision"};
}

// A face sliver as wide as the tolerance has a normal good to 1e-7 only, which at the hull's far end is more than the
// tolerance. Lifting its plane until it supports the whole hull keeps every promise but that the face lies in it.
Hull with_supporting_planes(Hull hull) {
  for (HullFace& face : hull.faces) {
    for (const Vec3& vertex : hull.vertices) {
      face.offset = std::max(face.offset, glm::dot(face.normal, vertex));
    }
  }
  return hull;
}

// Where faces are coplanar only nearly, merging to the full tolerance can tear the surface; then it is asked for less,
// and at last for nothing beyond Qhull's own roundoff.
Result<Hull> hull_of_distinct(std::span<const Vec3> points, double tolerance) {
  const UnitPoints scaled = in_units(points);
  const std::optional<Surface> surface = quickhull(scaled.points);
  if (!surface) {
    return hull_failed(points.size());
  }
  const double promised = tolerance * longest_side(points) + rounding_slack(points);
  for (const double share : {1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 0.0}) {
    const double distance = share * tolerance * longest_side(points) / scaled.unit;
    const std::optional<Loops> loops = merged_loops(scaled.points, *surface, distance);
    if (loops && loops->size() >= 4) {
      Hull hull = hull_from_loops(points, *loops);
      hull = share == 0.0 ? with_supporting_planes(std::move(hull)) : std::move(hull);
      if (keeps_promise(hull, points, promised)) {
        return hull;
      }
    }
  }
  return hull_failed(points.size());
}

Result<Hull> checked_hull(std::span<const Vec3> points, const HullOptions& options) {
  const double distance = options.relative_tolerance * longest_side(points);
  const Result<Extents> solid = solid_extents(points, distance);
  if (!solid) {
    return solid.error();
  }
  return hull_of_distinct(distinct_points(points, distance), options.relative_tolerance);
}

std::string place(const Vec3& v) { return "(" + readable(v.x) + ", " + readable(v.y) + ", " + readable(v.z) + ")"; }

}  // namespace

Result<Hull> convex_hull(std::span<const Vec3> points, const HullOptions& options) {
  const ArithmeticMode mode;
  require(options.relative_tolerance >= 0.0 && options.relative_tolerance < 0.1,
          "convex_hull: relative_tolerance must be in [0, 0.1)");
  if (points.size() < 4) {
    return Error{"a hull needs at least 4 points, found " + std::to_string(points.size())};
  }
  if (const std::size_t bad = first_not_finite(points); bad < points.size()) {
    return Error{"point " + std::to_string(bad) + " is not finite: " + place(points[bad])};
  }
  return checked_hull(points, options);
}

Hull make_box(const Vec3& half_extents) {
  const ArithmeticMode mode;
  const Vec3& h = half_extents;
  require(is_finite(h) && h.x > 0.0 && h.y > 0.0 && h.z > 0.0, "make_box: half extents must be finite and > 0");
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back((i & 4) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y, (i & 1) != 0 ? h.z : -h.z);
  }
  const Loops quads{{0, 1, 3, 2}, {0, 2, 6, 4}, {0, 4, 5, 1}, {1, 5, 7, 3}, {2, 3, 7, 6}, {4, 6, 7, 5}};
  return hull_from_loops(corners, quads);
}

}  // namespace firstcontact
