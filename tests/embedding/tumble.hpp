// A world that uses much of the library, and the number that its bits end in: compiled into hosts with all kinds of
// flags, which must not change it. What a host does with the results itself is kept out of it.
#pragma once

#include <firstcontact/cast.hpp>
#include <firstcontact/decomposition.hpp>
#include <firstcontact/mesh.hpp>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

namespace fc = firstcontact;

// An L of two boxes, as OBJ text.
inline const char* const angle_iron =
    "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n"
    "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";

inline std::shared_ptr<const fc::Collider> angle_collider() {
  const fc::Mesh mesh = fc::read_obj(angle_iron, "angle.obj").value();
  fc::DecompositionOptions options;
  options.threads = 2;
  const fc::ConvexDecomposition found = fc::decompose(mesh, options, "angle.obj").value();
  std::vector<fc::ConvexShape> shapes;
  for (const fc::DecompositionHull& hull : found.hulls) {
    shapes.push_back(fc::make_shape(hull.hull));
  }
  return fc::make_collider(shapes).value();
}

struct TumbleResult {
  std::uint64_t hash = 0;
  std::size_t events = 0;
};

inline TumbleResult tumble(int threads) {
  fc::WorldDefinition definition;
  definition.threads = threads;
  fc::World world(definition);
  fc::BodyDefinition floor;
  floor.name = "floor";
  floor.type = fc::BodyType::fixed;
  floor.collider = fc::make_box_collider({20.0, 0.5, 20.0}).value();
  static_cast<void>(world.add_body(floor).value());
  const std::vector<fc::Vec3> pebble{
      {0.5, 0.0, 0.0}, {-0.3, 0.4, 0.1}, {-0.3, -0.4, 0.2}, {0.1, 0.1, 0.5}, {0.0, 0.1, -0.4}};
  const std::vector<std::shared_ptr<const fc::Collider>> colliders{
      fc::make_box_collider({0.4, 0.3, 0.2}).value(), fc::make_sphere_collider(0.3).value(),
      fc::make_hull_collider(pebble).value(), fc::make_ellipsoid_collider({0.5, 0.3, 0.2}).value(), angle_collider()};
  for (std::size_t i = 0; i < 40; ++i) {
    fc::BodyDefinition body;
    body.name = "body " + std::to_string(i);
    body.collider = colliders[i % colliders.size()];
    body.mesh_pose.position = {2.5 * static_cast<double>(i % 4), 2.0 + 2.5 * static_cast<double>(i / 4),
                               0.1 * static_cast<double>(i)};
    body.angular_velocity = {static_cast<double>(i % 7), 3.0, -static_cast<double>(i % 3)};
    body.restitution = 0.5;
    static_cast<void>(world.add_body(body).value());
  }
  std::vector<fc::Event> events;
  for (int step = 0; step < 90; ++step) {
    world.step();
    events.insert(events.end(), world.events().begin(), world.events().end());
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const fc::Event& x, const fc::Event& y) { return x.approach_speed < y.approach_speed; });
  return {world.state_hash(), events.size()};
}

// What a host is likely to have of its own: functions that the engine has, too, inline or from templates. Taken by
// address, so that each stands in the host's object.
inline std::size_t host_copies() {
  using Rotate = fc::Vec3 (*)(const fc::Quat&, const fc::Vec3&);
  using Dot = double (*)(const fc::Vec3&, const fc::Vec3&);
  using Cross = fc::Vec3 (*)(const fc::Vec3&, const fc::Vec3&);
  static volatile Rotate rotate = &fc::rotate;
  static volatile Rotate rotate_inverse = &fc::rotate_inverse;
  static volatile Dot dot = &glm::dot<3, double, glm::defaultp>;
  static volatile Cross cross = &glm::cross<double, glm::defaultp>;
  return static_cast<std::size_t>(rotate != nullptr) + static_cast<std::size_t>(rotate_inverse != nullptr) +
         static_cast<std::size_t>(dot != nullptr) + static_cast<std::size_t>(cross != nullptr);
}

}  // namespace
