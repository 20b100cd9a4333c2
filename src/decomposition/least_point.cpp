// Linear programs in three unknowns, one constraint after the other (Seidel 1991): as long as the optimum so far
// fulfils the next constraint it stays; else the new one lies on that constraint's plane, which is a program with one
// unknown less.
#include "decomposition/outer_hull.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace firstcontact {

namespace {

constexpr double reach = 4.0;       // half side of the cube that bounds every program; pieces are about 1 in size
constexpr double slack = 1e-12;     // a constraint violated by less holds
constexpr double parallel = 1e-10;  // sine below which two constraints have one direction

// dot(normal, x) <= offset in two unknowns.
struct HalfPlane {
  std::array<double, 2> normal{};
  double offset = 0.0;
};
using Point2 = std::array<double, 2>;

double excess(const HalfPlane& h, const Point2& p) { return h.normal[0] * p[0] + h.normal[1] * p[1] - h.offset; }

// The best point on the border of `on`, among those that fulfil `others`.
std::optional<Point2> least_on_line(const Point2& objective, const HalfPlane& on, std::span<const HalfPlane> others) {
  const Point2 along{-on.normal[1], on.normal[0]};
  const Point2 origin{on.offset * on.normal[0], on.offset * on.normal[1]};
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  for (const HalfPlane& other : others) {
    const double speed = other.normal[0] * along[0] + other.normal[1] * along[1];
    const double missing = -excess(other, origin);
    if (std::abs(speed) < parallel) {
      if (missing < -slack) {
        return std::nullopt;
      }
    } else if (speed > 0.0) {
      high = std::min(high, missing / speed);
    } else {
      low = std::max(low, missing / speed);
    }
  }
  if (low > high + slack) {
    return std::nullopt;
  }
  const double growth = objective[0] * along[0] + objective[1] * along[1];
  const double at = growth > 0.0 ? low : high;
  return Point2{origin[0] + at * along[0], origin[1] + at * along[1]};
}

std::optional<Point2> least_in_plane(const Point2& objective, std::span<const HalfPlane> constraints) {
  // The first four are the border of a square, on which the program begins.
  Point2 best{objective[0] > 0.0 ? -constraints[1].offset : constraints[0].offset,
              objective[1] > 0.0 ? -constraints[3].offset : constraints[2].offset};
  for (std::size_t i = 4; i < constraints.size(); ++i) {
    if (excess(constraints[i], best) <= slack) {
      continue;
    }
    const auto better = least_on_line(objective, constraints[i], constraints.first(i));
    if (!better) {
      return std::nullopt;
    }
    best = *better;
  }
  return best;
}

// The best point on the plane `on`, among those below `others` and within the cube.
std::optional<Vec3> least_on_plane(const Vec3& objective, const Plane& on, std::span<const Plane> others) {
  const Vec3 u = any_perpendicular(on.normal);
  const Vec3 v = glm::cross(on.normal, u);
  const Vec3 origin = on.offset * on.normal;
  const double far = 4.0 * reach;
  std::vector<HalfPlane> constraints{{{1.0, 0.0}, far}, {{-1.0, 0.0}, far}, {{0.0, 1.0}, far}, {{0.0, -1.0}, far}};
  for (const Plane& other : others) {
    const Point2 normal{glm::dot(other.normal, u), glm::dot(other.normal, v)};
    const double length = std::sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
    const double missing = -height(other, origin);
    if (length < parallel) {
      if (missing < -slack) {
        return std::nullopt;
      }
      continue;
    }
    constraints.push_back({{normal[0] / length, normal[1] / length}, missing / length});
  }
  const auto best = least_in_plane({glm::dot(objective, u), glm::dot(objective, v)}, constraints);
  if (!best) {
    return std::nullopt;
  }
  return origin + (*best)[0] * u + (*best)[1] * v;
}

}  // namespace

std::optional<Vec3> least_point(const Vec3& objective, std::span<const Plane> planes) {
  Vec3 best(objective.x > 0.0 ? -reach : reach, objective.y > 0.0 ? -reach : reach, objective.z > 0.0 ? -reach : reach);
  for (std::size_t i = 0; i < planes.size(); ++i) {
    if (height(planes[i], best) <= slack) {
      continue;
    }
    const auto better = least_on_plane(objective, planes[i], planes.first(i));
    if (!better) {
      return std::nullopt;
    }
    best = *better;
  }
  return best;
}

}  // namespace firstcontact
