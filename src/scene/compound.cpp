#include "scene/compound.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scene/text.hpp"

namespace firstcontact {
namespace {

ConvexShape moved_smooth(const ConvexShape& shape, std::vector<Vec3> points, const Pose& pose) {
  std::vector<Ellipsoid> ellipsoids = shape.ellipsoids;
  for (Ellipsoid& ellipsoid : ellipsoids) {
    ellipsoid = {to_world(pose, ellipsoid.center), rotation_matrix(pose.orientation) * ellipsoid.semi_axes};
  }
  return make_smooth_shape(std::move(points), std::move(ellipsoids));
}

Result<ConvexShape> moved(const ConvexShape& shape, const Pose& pose) {
  std::vector<Vec3> points;
  for (const Vec3& vertex : shape.core.vertices) {
    points.push_back(to_world(pose, vertex));
  }
  if (is_smooth(shape)) {
    return moved_smooth(shape, std::move(points), pose);
  }
  if (points.size() == 1) {
    return make_sphere(points[0], shape.rounding);
  }
  if (points.size() == 2) {
    return make_capsule(points[0], points[1], shape.rounding);
  }
  auto hull = convex_hull(points);
  return hull ? Result<ConvexShape>(make_shape(std::move(hull).value())) : hull.error();
}

// x_mesh' = rotate(pose, x_mesh): the same matter, told of in another frame.
MassProperties moved(const MassProperties& mass, const Pose& pose) {
  const Mat3 turn = rotation_matrix(pose.orientation);
  return {mass.mass, to_world(pose, mass.center_of_mass), turn * mass.inertia * glm::transpose(turn)};
}

}  // namespace

Result<std::shared_ptr<const Collider>> bound_together(std::span<const CompoundPart> parts) {
  std::vector<ConvexShape> shapes;
  std::vector<MassProperties> masses;
  for (const CompoundPart& part : parts) {
    const Pose of_shapes{to_world(part.pose, part.collider->mass.center_of_mass), part.pose.orientation};
    for (const ConvexShape& shape : part.collider->shapes) {
      auto placed = moved(shape, of_shapes);
      if (!placed) {
        return placed.error();
      }
      shapes.push_back(std::move(placed).value());
    }
    masses.push_back(moved(part.collider->mass, part.pose));
  }
  return make_collider(shapes, combined(masses));
}

Result<std::shared_ptr<const Collider>> with_own_mass(const Collider& collider, const OwnMass& own, double mass) {
  const Vec3 center = own.center_of_mass.value_or(collider.mass.center_of_mass);
  MassProperties given = collider.mass;
  given.center_of_mass = center - collider.mass.center_of_mass;  // the shapes stand about the centre they had
  given.inertia = own.inertia ? *own.inertia * (collider.mass.mass / mass) : collider.mass.inertia;
  const auto made = make_collider(collider.shapes, given);
  if (!made) {
    return made.error();
  }
  constexpr double rounding = 1.0 + 1e-9;
  const Vec3& moments = made.value()->principal_moments;
  const double largest = std::max({moments.x, moments.y, moments.z});
  const double others = moments.x + moments.y + moments.z - largest;
  if (!(std::min({moments.x, moments.y, moments.z}) > 0.0) || !(largest <= others * rounding)) {
    const Vec3 found = moments * (mass / collider.mass.mass);
    return Error{"found principal moments of " + shortest_text(found.x) + ", " + shortest_text(found.y) + " and " +
                 shortest_text(found.z) + " kg m^2, expected positive ones, none above the sum of the other two"};
  }
  auto own_collider = std::make_shared<Collider>(*made.value());
  own_collider->mass.center_of_mass = center;
  return std::shared_ptr<const Collider>(std::move(own_collider));
}

}  // namespace firstcontact
