// Mass, centre and inertia of shapes: closed forms for round ones, integrals for polyhedra.
#include <firstcontact/shape.hpp>

#include <cmath>

#include "core/arithmetic_mode.hpp"
#include "geometry/smooth_core.hpp"
#include "geometry/volume_integrals.hpp"

namespace firstcontact {

namespace {

constexpr double pi = 3.14159265358979323846;

Mat3 diagonal(double value) { return Mat3(value); }

// Inertia of a point of mass 1 at `v`, about the origin: the parallel-axis theorem's term.
Mat3 point_inertia(const Vec3& v) { return diagonal(squared_length(v)) - glm::outerProduct(v, v); }

// From second moments (integrals of x_i x_j) to inertia.
Mat3 inertia_from(const Mat3& second) { return diagonal(second[0][0] + second[1][1] + second[2][2]) - second; }

VolumeIntegrals integrals_about(const Hull& hull, const Vec3& center) {
  VolumeIntegrals sum;
  for (const HullFace& face : hull.faces) {
    const auto corner = [&](Index i) { return hull.vertices[hull.face_vertices[face.first + i]] - center; };
    for (Index i = 1; i + 1 < face.count; ++i) {
      add_tetrahedron(sum, corner(0), corner(i), corner(i + 1));
    }
  }
  return sum;
}

MassProperties sphere_properties(const Vec3& center, double radius) {
  const double mass = 4.0 / 3.0 * pi * radius * radius * radius;
  return {mass, center, diagonal(0.4 * mass * radius * radius)};
}

// Cylinder and two hemispheres; a hemisphere's centre of mass is 3/8 r from its disc, its inertia about its own centre
// of mass across the axis (2/5 - 9/64) m r^2.
MassProperties capsule_properties(const Vec3& a, const Vec3& b, double r) {
  const double length = std::sqrt(squared_length(b - a));
  const Vec3 axis = (b - a) / length;
  const double middle = pi * r * r * length;
  const double caps = 4.0 / 3.0 * pi * r * r * r;
  const double arm = 0.5 * length + 0.375 * r;
  const double along = 0.5 * middle * r * r + 0.4 * caps * r * r;
  const double across =
      middle * (0.25 * r * r + length * length / 12.0) + caps * ((0.4 - 9.0 / 64.0) * r * r + arm * arm);
  return {middle + caps, a + 0.5 * (b - a), diagonal(across) + (along - across) * glm::outerProduct(axis, axis)};
}

}  // namespace

MassProperties properties_of(const VolumeIntegrals& integrals, const Vec3& center) {
  const double sign = integrals.volume < 0.0 ? -1.0 : 1.0;
  const Vec3 offset = integrals.first / integrals.volume;
  return {sign * integrals.volume, center + offset,
          sign * (inertia_from(integrals.second) - integrals.volume * point_inertia(offset))};
}

Vec3 mean(const std::vector<Vec3>& points) {
  Vec3 sum(0.0);
  for (const Vec3& point : points) {
    sum += point - points.front();
  }
  return points.front() + sum / static_cast<double>(points.size());
}

MassProperties mass_properties(const Hull& hull) {
  const ArithmeticMode mode;
  const Vec3 center = mean(hull.vertices);
  return properties_of(integrals_about(hull, center), center);
}

MassProperties mass_properties(const ConvexShape& shape) {
  const ArithmeticMode mode;
  const std::vector<Vec3>& vertices = shape.core.vertices;
  require(!vertices.empty(), "mass_properties: the shape is empty");
  if (is_smooth(shape)) {
    return smooth_mass(shape);
  }
  if (vertices.size() == 1) {
    return sphere_properties(vertices[0], shape.rounding);
  }
  if (vertices.size() == 2) {
    return capsule_properties(vertices[0], vertices[1], shape.rounding);
  }
  return mass_properties(shape.core);
}

MassProperties combined(std::span<const MassProperties> parts) {
  const ArithmeticMode mode;
  MassProperties whole;
  Vec3 moment(0.0);
  const Vec3 near = parts.empty() ? Vec3(0.0) : parts.front().center_of_mass;
  for (const MassProperties& part : parts) {
    whole.mass += part.mass;
    moment += part.mass * (part.center_of_mass - near);
  }
  whole.center_of_mass = whole.mass > 0.0 ? near + moment / whole.mass : near;
  for (const MassProperties& part : parts) {
    whole.inertia += part.inertia + part.mass * point_inertia(part.center_of_mass - whole.center_of_mass);
  }
  return whole;
}

}  // namespace firstcontact
