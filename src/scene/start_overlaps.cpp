#include "scene/start_overlaps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <firstcontact/separation.hpp>

#include <firstcontact/triangle_mesh.hpp>
#include <firstcontact/triangle_surface.hpp>

namespace firstcontact {
namespace {

Vec3 world_point(const Pose& pose, const Vec3& local) { return pose.position + rotate(pose.orientation, local); }

// A polyhedron is where its corners are; of what is round only the reach is known here.
Aabb box_of(const ConvexShape& shape, const Pose& pose) {
  if (shape.core.faces.empty()) {
    return {pose.position - Vec3(shape.radius), pose.position + Vec3(shape.radius)};
  }
  Aabb box;
  for (const Vec3& vertex : shape.core.vertices) {
    box = merged(box, world_point(pose, vertex));
  }
  return grown(box, shape.rounding);
}

// The pose of a as seen from b.
Pose relative_pose(const Pose& a, const Pose& b) {
  return {rotate_inverse(b.orientation, a.position - b.position), glm::conjugate(b.orientation) * a.orientation};
}

// Shapes that may reach into the ball around the other body.
std::vector<Index> shapes_beside(const PlacedCollider& of, const PlacedCollider& other) {
  const Vec3 middle = rotate_inverse(of.pose.orientation, other.pose.position - of.pose.position);
  const Vec3 reach(other.collider->radius * (1.0 + 1e-9));
  return shapes_near(*of.collider, {middle - reach, middle + reach});
}

// A triangle of a mesh, or a shape of a collider, in the world.
struct Part {
  Aabb box;
  bool is_first = false;  // of the first body
  const ConvexShape* shape = nullptr;
  Pose pose;
  std::array<Vec3, 3> corners{};           // of a triangle
  std::optional<ConvexShape> as_triangle;  // once it is asked for
};

bool has_area(const std::array<Vec3, 3>& c) {
  return normalized_or(glm::cross(c[1] - c[0], c[2] - c[0]), Vec3(0.0)) != Vec3(0.0);
}

Part triangle_part(const BodySurface& surface, const Triangle& triangle) {
  Part made;
  for (std::size_t i = 0; i < 3; ++i) {
    made.corners[i] =
        world_point(surface.body->definition.mesh_pose, surface.body->scale * surface.mesh->vertices[triangle[i]]);
    made.box = merged(made.box, made.corners[i]);
  }
  return made;
}

void add_triangles(const BodySurface& surface, const std::vector<Index>& polygon, std::vector<Part>& parts) {
  for (const Triangle& triangle : cut_into_triangles(surface.mesh->vertices, polygon)) {
    Part made = triangle_part(surface, triangle);
    if (has_area(made.corners)) {
      parts.push_back(std::move(made));
    }
  }
}

std::vector<Part> triangle_parts(const BodySurface& surface) {
  std::vector<Part> parts;
  for (const MeshPart& part : surface.mesh->parts) {
    for (const std::vector<Index>& polygon : part.polygons) {
      add_triangles(surface, polygon, parts);
    }
  }
  return parts;
}

std::vector<Part> parts_of(const BodySurface& surface) {
  if (surface.mesh != nullptr) {
    return triangle_parts(surface);
  }
  const PlacedCollider at = placed(*surface.body);
  std::vector<Part> parts;
  for (const ConvexShape& shape : at.collider->shapes) {
    Part part;
    part.box = box_of(shape, at.pose);
    part.shape = &shape;
    part.pose = at.pose;
    parts.push_back(std::move(part));
  }
  return parts;
}

Aabb box_around(const std::vector<Part>& parts) {
  Aabb box;
  for (const Part& part : parts) {
    box = merged(box, part.box);
  }
  return box;
}

PosedShape posed(Part& part) {
  if (part.shape != nullptr) {
    return {part.shape, part.pose};
  }
  if (!part.as_triangle) {
    part.as_triangle = make_triangle(part.corners[0], part.corners[1], part.corners[2]);
  }
  return {&*part.as_triangle, {}};
}

// Those of both near the other, by the left end of their boxes.
std::vector<Part> parts_between(const BodySurface& a, const BodySurface& b, double reach) {
  std::vector<Part> first = parts_of(a);
  std::vector<Part> second = parts_of(b);
  const Aabb around_first = grown(box_around(first), reach);
  const Aabb around_second = grown(box_around(second), reach);
  std::erase_if(first, [&](const Part& part) { return !overlaps(part.box, around_second); });
  std::erase_if(second, [&](const Part& part) { return !overlaps(part.box, around_first); });
  std::for_each(first.begin(), first.end(), [](Part& part) { part.is_first = true; });
  first.insert(first.end(), std::make_move_iterator(second.begin()), std::make_move_iterator(second.end()));
  std::stable_sort(first.begin(), first.end(), [](const Part& p, const Part& q) { return p.box.low.x < q.box.low.x; });
  return first;
}

// Each part of one beside each of the other that is nearer than `reach`: `look` at both says how near others still
// matter.
template <class Look>
void visit_near(const BodySurface& a, const BodySurface& b, double reach, Look&& look) {
  std::vector<Part> parts = parts_between(a, b, reach);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Aabb box = grown(parts[i].box, reach);
    for (std::size_t j = i + 1; j < parts.size() && parts[j].box.low.x <= box.high.x; ++j) {
      if (parts[i].is_first != parts[j].is_first && overlaps(box, parts[j].box)) {
        reach = look(separation(posed(parts[i]), posed(parts[j])));
      }
    }
  }
}

}  // namespace

PlacedCollider placed(const SceneBody& body) {
  const Collider* const collider = body.definition.collider.get();
  const Pose& mesh = body.definition.mesh_pose;
  return {collider, {world_point(mesh, collider->mass.center_of_mass), mesh.orientation}};
}

bool may_collide(const BodyDefinition& a, const BodyDefinition& b) {
  const bool is_one_group = a.group && a.group == b.group;
  const bool both_want_to = (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
  const bool both_are_solid = !a.is_sensor && !b.is_sensor;
  return both_are_solid && both_want_to && !is_one_group &&
         (a.type == BodyType::dynamic || b.type == BodyType::dynamic);
}

namespace {

// A triangle of a surface has to be built first.
const ConvexShape& shape_in(const Collider& collider, Index number, std::optional<ConvexShape>& built) {
  return has_surface(collider) ? built.emplace(shape_at(collider, number)) : collider.shapes[number];
}

}  // namespace

std::optional<double> overlap_depth(const PlacedCollider& a, const PlacedCollider& b) {
  std::optional<double> deepest;
  const Pose seen_from_b = relative_pose(a.pose, b.pose);
  const std::vector<Index> beside_a = shapes_beside(b, a);
  for (const Index i : shapes_beside(a, b)) {
    std::optional<ConvexShape> built_of_a;
    const ConvexShape& shape = shape_in(*a.collider, i, built_of_a);
    const Aabb box = grown(box_of(shape, seen_from_b), 1e-9 * (a.collider->radius + b.collider->radius));
    for (const Index j : shapes_near(*b.collider, box)) {
      if (!std::binary_search(beside_a.begin(), beside_a.end(), j)) {
        continue;
      }
      std::optional<ConvexShape> built_of_b;
      const Separation found = separation({&shape, a.pose}, {&shape_in(*b.collider, j, built_of_b), b.pose});
      if (found.distance <= 0.0) {
        deepest = std::max(deepest.value_or(0.0), found.depth);
      }
    }
  }
  return deepest;
}

std::vector<BodyPair> meeting_pairs(std::vector<BodyBox> boxes) {
  std::sort(boxes.begin(), boxes.end(), [](const BodyBox& a, const BodyBox& b) {
    return a.box.low.x < b.box.low.x || (a.box.low.x == b.box.low.x && a.body < b.body);
  });
  std::vector<BodyPair> pairs;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = i + 1; j < boxes.size() && boxes[j].box.low.x <= boxes[i].box.high.x; ++j) {
      if (overlaps(boxes[i].box, boxes[j].box)) {
        pairs.push_back({boxes[i].body, boxes[j].body});
      }
    }
  }
  return pairs;
}

double touching_depth(const SceneBody& a, const SceneBody& b) {
  constexpr double touching = 1e-5;
  return touching * std::min(a.definition.collider->radius, b.definition.collider->radius);
}

std::vector<BodyPair> deep_overlaps(const Scene& scene, const std::vector<bool>& of_interest) {
  std::vector<BodyBox> boxes;
  for (BodyIndex i = 0; i < scene.bodies.size(); ++i) {
    const PlacedCollider at = placed(scene.bodies[i]);
    const Vec3 reach(at.collider->radius);
    boxes.push_back({i, {at.pose.position - reach, at.pose.position + reach}});
  }
  std::vector<BodyPair> found;
  for (const BodyPair& pair : meeting_pairs(std::move(boxes))) {
    const SceneBody& a = scene.bodies[pair.a];
    const SceneBody& b = scene.bodies[pair.b];
    const bool is_asked = of_interest[pair.a] || of_interest[pair.b];
    if (is_asked && may_collide(a.definition, b.definition) &&
        overlap_depth(placed(a), placed(b)).value_or(0.0) > touching_depth(a, b)) {
      found.push_back(pair);
    }
  }
  return found;
}

double start_gap(const BodySurface& a, const BodySurface& b, double reach) {
  double least = reach;
  visit_near(a, b, reach, [&](const Separation& found) { return least = std::min(least, found.distance); });
  return least;
}

double start_depth(const BodySurface& a, const BodySurface& b) {
  double deepest = 0.0;
  visit_near(a, b, 0.0, [&](const Separation& found) {
    deepest = std::max(deepest, found.depth);
    return 0.0;
  });
  return deepest;
}

}  // namespace firstcontact
