// linked: two loops that hang in each other can only part by going through each other, and whether they did shows in
// their linking number, however fast it happened.

#include <cmath>
#include <memory>

#include "scene/check_watches.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

using Loop = std::vector<Vec3>;  // m, closed: its last point joins its first

// A loop stands in its mesh's own axes and size.
Loop placed_loop(const Check& check, const Scene& scene, const World& world, BodyIndex body) {
  const SceneBody& made_of = scene.bodies[body];
  const Pose pose = world.state(body).mesh_pose;
  Loop placed;
  for (const Vec3& point : check.loops.at(std::get<MeshGeometry>(made_of.geometry).file)) {
    placed.push_back(to_world(pose, point * made_of.scale));
  }
  return placed;
}

// The solid angle under which the triangle is seen from the origin, with its sign: Van Oosterom and Strackee 1983.
double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double la = glm::length(a);
  const double lb = glm::length(b);
  const double lc = glm::length(c);
  const double volume = glm::dot(a, glm::cross(b, c));
  return 2.0 * std::atan2(volume, la * lb * lc + glm::dot(a, b) * lc + glm::dot(b, c) * la + glm::dot(c, a) * lb);
}

// Gauss's integral of (r_a - r_b) . (dr_a x dr_b) / |r_a - r_b|^3 over two straight edges: the solid angle of the
// parallelogram of all differences between points of the two.
double gauss_integral(const Vec3& from_a, const Vec3& to_a, const Vec3& from_b, const Vec3& to_b) {
  const Vec3 first = from_a - from_b;
  const Vec3 second = from_a - to_b;
  const Vec3 third = to_a - to_b;
  const Vec3 fourth = to_a - from_b;
  return solid_angle(first, second, third) + solid_angle(first, third, fourth);
}

// A whole number but for rounding, as long as the loops do not meet.
double linking_number(const Loop& a, const Loop& b) {
  constexpr double full_angle = 4.0 * 3.14159265358979323846;
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      sum += gauss_integral(a[i], a[(i + 1) % a.size()], b[j], b[(j + 1) % b.size()]);
    }
  }
  return sum / full_angle;
}

Verdict find_parted(const Check& check, const Scene& scene, const World& world) {
  for (const LinkedPair& pair : check.linked_pairs) {
    const double found =
        linking_number(placed_loop(check, scene, world, pair.a), placed_loop(check, scene, world, pair.b));
    if (!(std::abs(found - pair.linking_number) < 0.5)) {
      return "'" + world.name(pair.a) + "' and '" + world.name(pair.b) + "' have the linking number " +
             shortest_text(std::round(found)) + " at " + shortest_text(world.time()) + " s, expected " +
             std::to_string(pair.linking_number);
    }
  }
  return std::nullopt;
}

}  // namespace

Watch watch_linked(const Check& check, const Scene& scene) {
  const auto trouble = std::make_shared<Verdict>();
  return {[trouble, &check, &scene](const World& world) {
            *trouble = *trouble ? *trouble : find_parted(check, scene, world);
          },
          [trouble](const World&) { return *trouble; }};
}

}  // namespace firstcontact
