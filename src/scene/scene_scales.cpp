#include "scene/scene_scales.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "scene/text.hpp"

namespace firstcontact {
namespace {

constexpr double skin_per_size = 8e-4;  // of a body without a skin in the scene (docs/step.md)

// What a body's numbers amount to.
struct Scales {
  double radius = 0.0;  // m
  double size = 0.0;    // m: cube root of the volume
  double skin = 0.0;    // m
  double place = 0.0;   // m: its largest coordinate
  double fall = 0.0;    // m: what accelerations add to its way in a step
  double turn = 0.0;    // rad: what its torque adds to its turn in a step
};

double largest(const Vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

// Lengths by scaling first: squares of large forces are beyond what a double holds.
double length_of(const Vec3& v) {
  const double scale = largest(v);
  return scale > 0.0 ? scale * glm::length(v / scale) : 0.0;
}

Scales scales_of(const Scene& scene, const BodyDefinition& body) {
  const Collider& collider = *body.collider;
  const double step = scene.world.time_step;
  const double volume = collider.mass.mass;
  const double mass = body.mass.value_or(body.density * volume);
  const Vec3& moments = collider.principal_moments;
  const double moment = std::min({moments.x, moments.y, moments.z}) * (mass / volume);
  Scales scales;
  scales.radius = collider.radius;
  scales.size = std::cbrt(volume);
  scales.skin = scene.world.skin.value_or(skin_per_size * scales.size);
  scales.place = largest(body.mesh_pose.position);
  if (body.type == BodyType::dynamic) {
    const double acceleration = length_of(body.gravity.value_or(scene.world.gravity)) + length_of(body.force) / mass;
    scales.fall = acceleration * step * step;
    scales.turn = length_of(body.torque) / moment * step * step;
  }
  return scales;
}

struct Judgement {
  const Scene* scene = nullptr;
  std::size_t body = 0;

  [[nodiscard]] Error found(std::string_view key, const std::string& what, const std::string& expected) const {
    return Error{scene->file.string() + ": bodies[" + std::to_string(body) + "]" + std::string(key) + ": found " +
                 what + ", expected " + expected};
  }
};

std::string at_most(double limit, std::string_view of) {
  return "at most " + shortest_text(limit) + " times " + std::string(of);
}

std::optional<Error> judge(const Scales& scales, const Judgement& judgement) {
  const std::string skin = "the skin of " + shortest_text(scales.skin) + " m";
  // Written so that what is not a number fails.
  if (!(scales.radius <= largest_ratio::radius_to_skin * scales.skin)) {
    return judgement.found("", "a body that reaches " + shortest_text(scales.radius) + " m from its centre",
                           at_most(largest_ratio::radius_to_skin, skin) + ": a larger \"skin\", or a thicker body");
  }
  if (!(scales.place <= largest_ratio::place_to_skin * scales.skin)) {
    return judgement.found(".position", "a place " + shortest_text(scales.place) + " m from the origin",
                           at_most(largest_ratio::place_to_skin, skin) + ": a place nearer to the origin");
  }
  if (!(scales.fall <= largest_ratio::fall_to_size * scales.size)) {
    return judgement.found("", "gravity and force that add " + shortest_text(scales.fall) + " m to its way in a step",
                           at_most(largest_ratio::fall_to_size, "its size of " + shortest_text(scales.size) + " m") +
                               ": a shorter \"time_step\"");
  }
  if (!(scales.turn <= largest_ratio::turn)) {
    return judgement.found(".torque", "a torque that adds " + shortest_text(scales.turn) + " rad to its turn in a step",
                           "at most " + shortest_text(largest_ratio::turn) + " rad: a shorter \"time_step\"");
  }
  return std::nullopt;
}

// Of the smallest body that a belt can carry.
double smallest_carried(const Scene& scene) {
  double size = std::numeric_limits<double>::infinity();
  for (const SceneBody& body : scene.bodies) {
    if (body.definition.type == BodyType::dynamic && !body.definition.is_sensor) {
      size = std::min(size, std::cbrt(body.definition.collider->mass.mass));
    }
  }
  return size;
}

}  // namespace

std::optional<Error> find_unfit_scale(const Scene& scene) {
  const double carried = smallest_carried(scene);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const BodyDefinition& body = scene.bodies[i].definition;
    const Judgement judgement{&scene, i};
    const double way = length_of(body.surface_velocity_local) * scene.world.time_step;
    if (way > largest_ratio::belt_to_size * carried) {
      return judgement.found(
          ".surface_velocity", "a belt that runs " + shortest_text(way) + " m in a step",
          at_most(largest_ratio::belt_to_size, "the smallest body's size of " + shortest_text(carried) + " m"));
    }
    if (body.type != BodyType::fixed) {
      if (auto error = judge(scales_of(scene, body), judgement)) {
        return error;
      }
    }
  }
  return std::nullopt;
}

}  // namespace firstcontact
