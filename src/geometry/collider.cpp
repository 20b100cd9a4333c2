#include <firstcontact/shape.hpp>

#include "core/arithmetic_mode.hpp"
#include "geometry/point_set.hpp"
#include "geometry/principal_axes.hpp"
#include "geometry/shape_bounds.hpp"
#include "geometry/shape_tree.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

using ColliderResult = Result<std::shared_ptr<const Collider>>;

// A centre of mass nearer to the mesh's origin than this fraction of its reach is there but for the integrals'
// rounding; then the vertices keep their bits.
constexpr double center_rounding = 1e-15;

MassProperties total_mass(std::span<const ConvexShape> shapes) {
  std::vector<MassProperties> parts;
  Vec3 reach(0.0);
  for (const ConvexShape& shape : shapes) {
    parts.push_back(mass_properties(shape));
    reach = glm::max(reach, shape.half_extents);
  }
  MassProperties whole = combined(parts);
  for (int axis = 0; axis < 3; ++axis) {
    double& coordinate = whole.center_of_mass[axis];
    coordinate = std::abs(coordinate) <= center_rounding * reach[axis] ? 0.0 : coordinate;
  }
  return whole;
}

bool is_size(double metres) { return std::isfinite(metres) && metres > 0.0; }

Error bad_size(const std::string& what, const std::string& found) {
  return Error{what + " must be finite and > 0, found " + found};
}

ColliderResult collider_of(const ConvexShape& shape) { return make_collider(std::span(&shape, 1)); }

}  // namespace

ConvexShape moved(ConvexShape shape, const Vec3& offset) {
  if (offset == Vec3(0.0)) {
    return shape;
  }
  Hull& core = shape.core;
  for (Vec3& vertex : core.vertices) {
    vertex += offset;
  }
  for (Ellipsoid& ellipsoid : shape.ellipsoids) {
    ellipsoid.center += offset;
  }
  // From the moved vertices, not by adding: a face's offset stays the maximum over its own corners to the last bit.
  for (HullFace& face : core.faces) {
    face.offset = glm::dot(face.normal, core.vertices[core.face_vertices[face.first]]);
    for (Index i = 1; i < face.count; ++i) {
      face.offset = std::max(face.offset, glm::dot(face.normal, core.vertices[core.face_vertices[face.first + i]]));
    }
  }
  refresh_bounds(shape);
  return shape;
}

ColliderResult make_collider(std::span<const ConvexShape> shapes) {
  const ArithmeticMode mode;
  if (shapes.empty()) {
    return Error{"a collider needs at least one shape, found none"};
  }
  return make_collider(shapes, total_mass(shapes));
}

ColliderResult make_collider(std::span<const ConvexShape> shapes, const MassProperties& mass) {
  const ArithmeticMode mode;
  if (shapes.empty()) {
    return Error{"a collider needs at least one shape, found none"};
  }
  auto collider = std::make_shared<Collider>();
  collider->mass = mass;
  if (!is_size(collider->mass.mass)) {
    return bad_size("a collider's volume", readable(collider->mass.mass) + " m^3");
  }
  const PrincipalAxes principal = principal_axes(collider->mass.inertia);
  collider->principal_moments = principal.moments;
  collider->principal_axes = principal.axes;
  for (const ConvexShape& shape : shapes) {
    collider->shapes.push_back(moved(shape, -collider->mass.center_of_mass));
    collider->radius = std::max(collider->radius, collider->shapes.back().radius);
    collider->half_extents = glm::max(collider->half_extents, collider->shapes.back().half_extents);
    collider->corner_count += shape.x.size();
    collider->is_curved = collider->is_curved || shape.rounding > 0.0 || is_smooth(shape);
  }
  collider->tree = make_shape_tree(collider->shapes);
  return std::shared_ptr<const Collider>(std::move(collider));
}

ColliderResult make_box_collider(const Vec3& half_extents) {
  const ArithmeticMode mode;
  const Vec3& h = half_extents;
  if (!is_size(h.x) || !is_size(h.y) || !is_size(h.z)) {
    return bad_size("a box's half extents", readable(h.x) + ", " + readable(h.y) + ", " + readable(h.z));
  }
  return collider_of(make_shape(make_box(h)));
}

ColliderResult make_sphere_collider(double radius) {
  const ArithmeticMode mode;
  return is_size(radius) ? collider_of(make_sphere(Vec3(0.0), radius))
                         : bad_size("a sphere's radius", readable(radius));
}

ColliderResult make_capsule_collider(double radius, double half_height) {
  const ArithmeticMode mode;
  if (!is_size(radius) || !is_size(half_height)) {
    return bad_size("a capsule's radius and half height", readable(radius) + ", " + readable(half_height));
  }
  const Vec3 top(0.0, half_height, 0.0);
  return collider_of(make_capsule(-top, top, radius));
}

ColliderResult make_cylinder_collider(double radius, double half_height) {
  const ArithmeticMode mode;
  if (!is_size(radius) || !is_size(half_height)) {
    return bad_size("a cylinder's radius and half height", readable(radius) + ", " + readable(half_height));
  }
  const Vec3 top(0.0, half_height, 0.0);
  return collider_of(make_cylinder(-top, top, radius));
}

ColliderResult make_cone_collider(double radius, double half_height) {
  const ArithmeticMode mode;
  if (!is_size(radius) || !is_size(half_height)) {
    return bad_size("a cone's radius and half height", readable(radius) + ", " + readable(half_height));
  }
  const Vec3 top(0.0, half_height, 0.0);
  return collider_of(make_cone(-top, top, radius));
}

ColliderResult make_ellipsoid_collider(const Vec3& semi_axes) {
  const ArithmeticMode mode;
  const Vec3& s = semi_axes;
  if (!is_size(s.x) || !is_size(s.y) || !is_size(s.z)) {
    return bad_size("an ellipsoid's semi-axes", readable(s.x) + ", " + readable(s.y) + ", " + readable(s.z));
  }
  return collider_of(make_ellipsoid({Vec3(0.0), {Vec3(s.x, 0.0, 0.0), Vec3(0.0, s.y, 0.0), Vec3(0.0, 0.0, s.z)}}));
}

ColliderResult make_hull_collider(std::span<const Vec3> points) {
  const ArithmeticMode mode;
  Result<Hull> hull = convex_hull(points);
  return hull ? collider_of(make_shape(std::move(hull).value())) : ColliderResult(hull.error());
}

}  // namespace firstcontact
