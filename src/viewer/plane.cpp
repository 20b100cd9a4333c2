#include "viewer/plane.hpp"

#include <utility>
#include <vector>

namespace firstcontact {
namespace {

// A disc across the normal: what a ball's shadow is.
Ellipsoid disc(const Vec3& center, const Vec3& normal, double radius) {
  const Vec3 across = radius * any_perpendicular(normal);
  return {center, Mat3(across, glm::cross(normal, across), Vec3(0.0))};
}

}  // namespace

std::optional<Vec3> plane_normal(const RecordingHeader& header, BodyIndex body) {
  const bool is_known = header.laws && body < header.laws->bodies.size();
  return is_known ? plane_normal(header.laws->bodies[body].locked) : std::nullopt;
}

std::optional<Vec3> plane_normal(const std::array<bool, 6>& locked) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const bool turns_about_others = !locked[3 + (axis + 1) % 3] || !locked[3 + (axis + 2) % 3];
    if (locked[axis] && !locked[3 + axis] && !turns_about_others) {
      Vec3 normal(0.0);
      normal[static_cast<int>(axis)] = 1.0;
      return normal;
    }
  }
  return std::nullopt;
}

std::optional<Vec3> plane_normal_of_pair(const RecordingHeader& header, const BodyPair& pair) {
  const auto of = [&](BodyIndex body) { return plane_normal(header, body); };
  const auto stands = [&](BodyIndex body) { return header.bodies[body].type == BodyType::fixed; };
  if (stands(pair.a) || stands(pair.b)) {
    return stands(pair.a) ? of(pair.b) : of(pair.a);
  }
  return of(pair.a) == of(pair.b) ? of(pair.a) : std::nullopt;
}

Result<ConvexShape> drawn_out(const ConvexShape& shape, const Vec3& normal_local, double reach) {
  std::vector<Vec3> points;
  std::vector<Ellipsoid> rounds;
  for (const double way : {-reach, reach}) {
    for (const Vec3& vertex : shape.core.vertices) {
      points.push_back(vertex + way * normal_local);
      if (shape.rounding > 0.0) {
        rounds.push_back(disc(points.back(), normal_local, shape.rounding));
      }
    }
    for (Ellipsoid round : shape.ellipsoids) {
      round.center += way * normal_local;
      rounds.push_back(round);
    }
  }
  if (!rounds.empty()) {
    return make_smooth_shape(std::move(points), std::move(rounds));
  }
  auto hull = convex_hull(points);
  return hull ? Result<ConvexShape>(make_shape(std::move(hull).value())) : Result<ConvexShape>(hull.error());
}

}  // namespace firstcontact
