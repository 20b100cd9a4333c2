#include "calendar/near_shapes.hpp"

#include <firstcontact/triangle_surface.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include "dynamics/flow.hpp"

namespace firstcontact {

namespace {

// The box in the body's own axes, about its centre of mass; and a little for rounding.
Aabb box_in_body(const RigidBody& body, const Aabb& box) {
  const Pose& pose = body.segment.pose;
  const Mat3 axes = rotation_matrix(pose.orientation);
  const Vec3 half = 0.5 * (box.high - box.low);
  const Vec3 middle = rotate_inverse(pose.orientation, box.low + half - pose.position);
  const Vec3 extents(glm::dot(glm::abs(axes[0]), half), glm::dot(glm::abs(axes[1]), half),
                     glm::dot(glm::abs(axes[2]), half));
  constexpr double rounding = 1e-14;
  const Vec3 reach = extents + rounding * (extents + glm::abs(middle) + Vec3(std::sqrt(squared_length(pose.position))));
  return {middle - reach, middle + reach};
}

RigidMotion motion_of(const RigidBody& body, double begin, double end) {
  const double bound = angular_acceleration_bound(body.segment, body.inertia);
  return screw_over(body.segment, body.inertia, {begin, end, body.collider->radius, bound});
}

}  // namespace

BuiltTriangles::Shapes BuiltTriangles::take(const Collider& collider, const std::vector<Index>& numbers) {
  Shapes shapes;
  shapes.reserve(numbers.size());
  auto place = built_.begin();
  for (const Index number : numbers) {
    place = std::lower_bound(place, built_.end(), number, [](const Built& one, Index n) { return one.number < n; });
    if (place == built_.end() || place->number != number) {
      place = built_.insert(place, {number, std::make_shared<const ConvexShape>(shape_at(collider, number))});
    }
    shapes.push_back(place->shape);
  }
  return shapes;
}

void BuiltTriangles::forget_all_but(const std::vector<Index>& numbers) {
  // What is asked for a whole substep and then for an instant differs by so much; more is a way that lies behind.
  constexpr std::size_t most_spare = 32;
  if (built_.size() <= 2 * numbers.size() + most_spare) {
    return;
  }
  const auto is_spare = [&](const Built& one) {
    return !std::binary_search(numbers.begin(), numbers.end(), one.number);
  };
  built_.erase(std::remove_if(built_.begin(), built_.end(), is_spare), built_.end());
}

bool has_many_shapes(const RigidBody& body) {
  return body.type == BodyType::fixed && (!body.collider->tree.nodes.empty() || has_surface(*body.collider));
}

ChosenShapes shapes_in_part(const RigidBody& body, const Aabb& box, BuiltTriangles& built) {
  const Collider& collider = *body.collider;
  std::vector<Index> chosen = shapes_near(collider, box_in_body(body, box));
  if (!has_surface(collider)) {
    return {collider, std::move(chosen)};
  }
  auto shapes = built.take(collider, chosen);
  return {collider, std::move(chosen), std::move(shapes)};
}

ChosenShapes shapes_in(const RigidBody& body, const Aabb& box, BuiltTriangles& built) {
  ChosenShapes chosen = shapes_in_part(body, box, built);
  built.forget_all_but(chosen.numbers());
  return chosen;
}

int stretches_of_way(const RigidBody& body, double begin, double end) {
  constexpr double most = 256.0;
  const RigidMotion motion = motion_of(body, begin, end);
  const double duration = end - begin;
  const double way = duration * (std::sqrt(squared_length(motion.linear_velocity)) +
                                 duration * std::sqrt(squared_length(motion.linear_acceleration)));
  return static_cast<int>(std::clamp(std::ceil(0.5 * way / body.collider->radius), 1.0, most));
}

Aabb box_of_way(const RigidBody& body, double begin, double end, double reach) {
  const RigidMotion motion = motion_of(body, begin, end);
  return grown(swept_box(motion, body.collider->half_extents, body.collider->radius, end - begin), reach);
}

}  // namespace firstcontact
