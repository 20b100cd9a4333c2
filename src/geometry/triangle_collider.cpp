// Colliders of many triangles: what is kept of them, and how one becomes a shape.
#include <firstcontact/triangle_surface.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/arithmetic_mode.hpp"
#include "geometry/height_field.hpp"
#include "geometry/principal_axes.hpp"
#include "geometry/shape_bounds.hpp"
#include "geometry/shape_tree.hpp"

namespace firstcontact {

namespace {

// As make_triangle has it, to the last bit.
Vec3 normal_of(const TriangleSurface& surface, Index triangle) {
  const std::array<Index, 3>& corners = surface.triangles[triangle];
  const Vec3& a = surface.vertices[corners[0]];
  return normalized_or(glm::cross(surface.vertices[corners[1]] - a, surface.vertices[corners[2]] - a), Vec3(0.0));
}

// The neighbour's normal, turned to agree on what is above: triangles that do run along their edge in opposite
// directions.
Vec3 beyond(const TriangleSurface& surface, Index triangle, Index edge) {
  const Index neighbour = surface.neighbours[triangle][edge];
  if (neighbour == no_triangle) {
    return Vec3(0.0);
  }
  const Index from = surface.triangles[triangle][edge];
  const Index to = surface.triangles[triangle][(edge + 1) % 3];
  const std::array<Index, 3>& other = surface.triangles[neighbour];
  double agree = 1.0;
  for (Index i = 0; i < 3; ++i) {
    if (other[i] == from && other[(i + 1) % 3] == to) {
      agree = -1.0;
    }
  }
  return agree * normal_of(surface, neighbour);
}

template <class Surface>
std::vector<ConvexShape> first_triangles(const Surface& surface, std::size_t count) {
  std::vector<ConvexShape> shapes;
  for (Index i = 0; i < count; ++i) {
    shapes.push_back(shape_of_triangle(surface, i));
    shapes.back().identity = nullptr;  // the surface may go
  }
  return shapes;
}

// m: of each triangle, about the centre of mass.
std::vector<Aabb> boxes_of(const TriangleSurface& surface) {
  std::vector<Aabb> boxes(surface.triangles.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (const Index corner : surface.triangles[i]) {
      boxes[i] = merged(boxes[i], surface.vertices[corner] - surface.mass.center_of_mass);
    }
  }
  return boxes;
}

void reach_to(const Vec3& at, Collider& collider) {
  collider.half_extents = glm::max(collider.half_extents, glm::abs(at));
  // One step up: the square root may have rounded down, and a bound errs outward.
  const double distance = std::nextafter(std::sqrt(squared_length(at)), std::numeric_limits<double>::infinity());
  collider.radius = std::max(collider.radius, distance);
}

// A surface made by hand may say anything.
std::optional<Error> mistake_in(const TriangleSurface& surface) {
  const auto wrong = [](std::size_t triangle, const std::string& what) {
    return Error{"a surface's triangle " + std::to_string(triangle) + " " + what};
  };
  if (surface.triangles.empty() || surface.neighbours.size() != surface.triangles.size()) {
    return Error{"a surface needs at least one triangle, and neighbours for each, found " +
                 std::to_string(surface.triangles.size()) + " and " + std::to_string(surface.neighbours.size())};
  }
  for (Index i = 0; i < surface.triangles.size(); ++i) {
    for (Index edge = 0; edge < 3; ++edge) {
      if (surface.triangles[i][edge] >= surface.vertices.size()) {
        return wrong(i, "has corner " + std::to_string(surface.triangles[i][edge]) + " of " +
                            std::to_string(surface.vertices.size()));
      }
      if (surface.neighbours[i][edge] != no_triangle && surface.neighbours[i][edge] >= surface.triangles.size()) {
        return wrong(i, "has neighbour " + std::to_string(surface.neighbours[i][edge]) + " of " +
                            std::to_string(surface.triangles.size()));
      }
    }
    if (!(squared_length(normal_of(surface, i)) > 0.0)) {
      return wrong(i, "has no area, or a corner that is not finite");
    }
  }
  return std::nullopt;
}

std::shared_ptr<Collider> shell_collider(const MassProperties& mass, std::size_t triangles) {
  constexpr std::size_t corners_of_triangle = 4;  // padded
  auto collider = std::make_shared<Collider>();
  collider->mass = mass;
  const PrincipalAxes principal = principal_axes(mass.inertia);
  collider->principal_moments = principal.moments;
  collider->principal_axes = principal.axes;
  collider->corner_count = corners_of_triangle * triangles;
  return collider;
}

std::shared_ptr<const Collider> compact_collider(TriangleSurface surface) {
  auto collider = shell_collider(surface.mass, surface.triangles.size());
  for (const Vec3& vertex : surface.vertices) {
    reach_to(vertex - surface.mass.center_of_mass, *collider);
  }
  collider->tree = make_shape_tree(boxes_of(surface));
  collider->surface = std::make_shared<const TriangleSurface>(std::move(surface));
  return collider;
}

std::shared_ptr<const Collider> compact_collider(HeightField field) {
  auto collider = shell_collider(shell_mass(field), triangle_count(field));
  for (Index column = 0; column < field.columns; ++column) {
    for (Index row = 0; row < field.rows; ++row) {
      reach_to(sample(field, column, row) - collider->mass.center_of_mass, *collider);
    }
  }
  collider->height_field = std::make_shared<const HeightField>(std::move(field));
  return collider;
}

}  // namespace

ConvexShape shape_of_triangle(const TriangleSurface& surface, Index number) {
  require(number < surface.triangles.size(), "shape_of_triangle: there are not so many triangles");
  const std::array<Index, 3>& corners = surface.triangles[number];
  ConvexShape shape =
      make_triangle(surface.vertices[corners[0]], surface.vertices[corners[1]], surface.vertices[corners[2]]);
  shape.beyond_edges = {beyond(surface, number, 0), beyond(surface, number, 1), beyond(surface, number, 2)};
  shape.identity = &surface.triangles[number];
  return shape;
}

Result<std::shared_ptr<const Collider>> make_collider(TriangleSurface surface) {
  const ArithmeticMode mode;
  if (auto mistake = mistake_in(surface)) {
    return *std::move(mistake);
  }
  if (surface.triangles.size() < fewest_shapes_for_tree) {
    return make_collider(first_triangles(surface, surface.triangles.size()), surface.mass);
  }
  return compact_collider(std::move(surface));
}

Result<std::shared_ptr<const Collider>> make_collider(HeightField field) {
  const ArithmeticMode mode;
  if (const auto mistake = mistake_in(field)) {
    return *mistake;
  }
  if (triangle_count(field) < fewest_shapes_for_tree) {
    return make_collider(first_triangles(field, triangle_count(field)), shell_mass(field));
  }
  return compact_collider(std::move(field));
}

bool has_surface(const Collider& collider) { return collider.surface != nullptr || collider.height_field != nullptr; }

std::size_t shape_count(const Collider& collider) {
  if (collider.height_field != nullptr) {
    return triangle_count(*collider.height_field);
  }
  return collider.surface != nullptr ? collider.surface->triangles.size() : collider.shapes.size();
}

ConvexShape shape_at(const Collider& collider, Index number) {
  require(number < shape_count(collider), "shape_at: the collider has fewer shapes");
  if (!has_surface(collider)) {
    return collider.shapes[number];
  }
  return moved(collider.surface != nullptr ? shape_of_triangle(*collider.surface, number)
                                           : shape_of_triangle(*collider.height_field, number),
               -collider.mass.center_of_mass);
}

const void* identity_at(const Collider& collider, Index number) {
  require(number < shape_count(collider), "identity_at: the collider has fewer shapes");
  if (collider.surface != nullptr) {
    return &collider.surface->triangles[number];
  }
  return collider.height_field != nullptr ? identity_of_triangle(*collider.height_field, number)
                                          : identity_of(collider.shapes[number]);
}

std::shared_ptr<const Collider> with_all_shapes(const std::shared_ptr<const Collider>& collider) {
  if (!has_surface(*collider)) {
    return collider;
  }
  auto copy = std::make_shared<Collider>(*collider);
  copy->surface = nullptr;
  copy->height_field = nullptr;
  copy->shapes.reserve(shape_count(*collider));
  for (Index i = 0; i < shape_count(*collider); ++i) {
    copy->shapes.push_back(shape_at(*collider, i));
    copy->shapes.back().identity = nullptr;  // the surface may go
  }
  return copy;
}

}  // namespace firstcontact
