#include "calendar/definition_checks.hpp"

#include <firstcontact/triangle_surface.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/doors.hpp"
#include "core/limits.hpp"

namespace firstcontact {

namespace {

using Mistake = std::optional<std::string>;

bool is_between(double value, double low, double high) { return value >= low && value <= high; }

// "what must be from low to high, found value", if it is not.
Mistake out_of(double value, double low, double high, const char* what) {
  if (is_between(value, low, high)) {
    return std::nullopt;
  }
  return std::string(what) + " must be finite and from " + text_of(low) + " to " + text_of(high) + ", found " +
         text_of(value);
}

Mistake too_large(const Vec3& v, double most, const char* what) {
  if (is_within(v, most)) {
    return std::nullopt;
  }
  return std::string(what) + " must be finite and within " + text_of(most) + ", found " + text_of(v);
}

// The first of several.
Mistake first_of(std::initializer_list<Mistake> mistakes) {
  const auto* const found =
      std::find_if(mistakes.begin(), mistakes.end(), [](const Mistake& mistake) { return mistake.has_value(); });
  return found == mistakes.end() ? std::nullopt : *found;
}

// Trees are made with the collider; one that was made by hand must lead downwards, and to shapes.
bool is_tree_of(const ShapeTree& tree, std::size_t shapes) {
  const std::size_t nodes = tree.nodes.size();
  for (std::size_t i = 0; i < nodes; ++i) {
    const ShapeTreeNode& node = tree.nodes[i];
    const bool leads_down = node.right == 0 || (node.right > i + 1 && node.right < nodes);
    if (!leads_down || std::size_t{node.first} + node.count > tree.order.size()) {
      return false;
    }
  }
  return std::all_of(tree.order.begin(), tree.order.end(), [&](Index shape) { return shape < shapes; });
}

bool is_sound(const ConvexShape& shape) {
  return !shape.x.empty() && is_between(shape.radius, 0.0, 2.0 * limits::place) &&
         is_within(shape.half_extents, 2.0 * limits::place);
}

Mistake mistake_in_shapes(const Collider* collider) {
  if (collider == nullptr || shape_count(*collider) == 0) {
    return "has no shape, expected a collider with at least one";
  }
  const bool has_sound_shapes = std::all_of(collider->shapes.begin(), collider->shapes.end(),
                                            [](const ConvexShape& shape) { return is_sound(shape); });
  if (!has_sound_shapes) {
    return "its collider has a shape without vertices, or of no size below 2e9 m";
  }
  if (!is_tree_of(collider->tree, shape_count(*collider))) {
    return "the tree of its collider leads to shapes that are not there";
  }
  return first_of(
      {out_of(collider->radius, 0.0, 2.0 * limits::place, "the radius of its collider (m)"),
       too_large(collider->half_extents, 2.0 * limits::place, "the half extents of its collider (m)"),
       too_large(collider->mass.center_of_mass, limits::place, "its centre of mass (m)"),
       out_of(collider->mass.mass, limits::least_volume, limits::greatest_volume, "the volume of its collider (m^3)")});
}

// A solid's greatest moment is the sum of the others at most: then it is flat.
Mistake mistake_in_moments(const Collider& collider) {
  Vec3 moments = collider.principal_moments;
  const std::string found = ", found " + text_of(moments);
  if (!is_finite(moments) || !(moments.x > 0.0 && moments.y > 0.0 && moments.z > 0.0)) {
    return "the moments of inertia of its collider must be finite and > 0" + found;
  }
  const double greatest = std::max({moments.x, moments.y, moments.z});
  const double others = moments.x + moments.y + moments.z - greatest;
  if (greatest > others * (1.0 + limits::moment_rounding)) {
    return "no solid has the moments of inertia of its collider, the greatest is more than the sum of the others" +
           found;
  }
  const double least = limits::least_moment * collider.mass.mass * collider.radius * collider.radius;
  if (std::min({moments.x, moments.y, moments.z}) < least) {
    return "the moments of inertia of its collider must be at least 1e-24 of its mass times its radius squared" + found;
  }
  if (!is_unit(collider.principal_axes) && !is_rotation(collider.principal_axes)) {
    return "the principal axes of its collider must be a quaternion of length 1";
  }
  return std::nullopt;
}

Mistake mistake_in_pose(const Pose& pose) {
  if (!is_finite(pose.position) || !is_finite(pose.orientation)) {
    return "position and rotation must be finite";
  }
  if (!is_rotation(pose.orientation)) {
    return "rotation must be a unit quaternion, found one of length " +
           text_of(std::sqrt(glm::dot(pose.orientation, pose.orientation)));
  }
  return too_large(pose.position, limits::place, "position (m)");
}

Mistake mistake_in_material(const BodyDefinition& definition) {
  return first_of({out_of(definition.restitution, 0.0, 1.0, "restitution"),
                   out_of(definition.friction, 0.0, limits::material, "friction"),
                   out_of(definition.rolling_friction, 0.0, limits::material, "rolling friction (m)"),
                   out_of(definition.spinning_friction, 0.0, limits::material, "spinning friction (m)"),
                   too_large(definition.surface_velocity_local, limits::speed, "surface velocity (m/s)")});
}

Mistake mistake_in_motion(const BodyDefinition& definition, double time_step) {
  return first_of({too_large(definition.linear_velocity, limits::speed, "velocities (linear, m/s)"),
                   too_large(definition.angular_velocity, limits::spin, "velocities (angular, rad/s)"),
                   too_large(time_step * definition.gravity.value_or(Vec3(0.0)), limits::speed,
                             "gravity times the time step (m/s)"),
                   too_large(definition.force, limits::load, "force (N)"),
                   too_large(definition.torque, limits::load, "torque (N m)")});
}

// What its loads give a dynamic body in a step, if nothing else does.
Mistake mistake_in_loads(const BodyDefinition& definition, double time_step) {
  const Collider& collider = *definition.collider;
  const double volume = collider.mass.mass;
  const double mass = definition.mass.value_or(definition.density * volume);
  const Vec3 moments = collider.principal_moments * (mass / volume);
  const double least_moment = std::min({moments.x, moments.y, moments.z});
  return first_of(
      {too_large((time_step / mass) * definition.force, limits::speed, "force times the time step over the mass (m/s)"),
       too_large((time_step / least_moment) * definition.torque, limits::spin,
                 "torque times the time step over the least moment of inertia (rad/s)")});
}

Mistake mistake_in_mass(const BodyDefinition& definition) {
  if (definition.mass) {
    return out_of(*definition.mass, limits::least_mass, limits::greatest_mass, "mass (kg)");
  }
  return out_of(definition.density, limits::least_mass, limits::greatest_mass, "density (kg/m^3)");
}

Mistake mistake_of_dynamic(const BodyDefinition& definition, double time_step) {
  if (definition.type != BodyType::dynamic) {
    return std::nullopt;
  }
  const Mistake in_moments = mistake_in_moments(*definition.collider);
  return in_moments ? in_moments : mistake_in_loads(definition, time_step);
}

Mistake mistake_in_kinds(const BodyDefinition& definition) {
  const bool is_kind = definition.type == BodyType::dynamic || definition.type == BodyType::fixed ||
                       definition.type == BodyType::kinematic;
  return is_kind ? std::nullopt : Mistake("its type is none of dynamic, fixed and kinematic");
}

Mistake mistake_in_bounds(const WorldDefinition& definition) {
  // Of what is no number, too.
  if (definition.bounds && !glm::all(glm::lessThan(definition.bounds->low, definition.bounds->high))) {
    return "bounds must be numbers with low below high, found low " + text_of(definition.bounds->low) + ", high " +
           text_of(definition.bounds->high);
  }
  return std::nullopt;
}

Mistake mistake_in_surface(const BodyDefinition& definition) {
  const bool moves = definition.type != BodyType::fixed || definition.is_sensor;
  return definition.collider != nullptr && has_surface(*definition.collider) && moves
             ? Mistake("has a surface of triangles, expected it only of a static body that is no sensor")
             : std::nullopt;
}

bool is_rule(MixRule rule) { return rule >= MixRule::average && rule <= MixRule::geometric; }

}  // namespace

void require_sound(const WorldDefinition& definition) {
  const Mistake mistake =
      first_of({out_of(definition.time_step, limits::shortest_step, limits::longest_step, "time_step (s)"),
                too_large(definition.gravity, limits::place, "gravity (m/s^2)"),
                too_large(definition.time_step * definition.gravity, limits::speed, "gravity times time_step (m/s)"),
                out_of(definition.skin.value_or(1.0), limits::least_skin, limits::place, "skin (m)"),
                out_of(definition.linear_damping, 0.0, limits::damping, "linear_damping (1/s)"),
                out_of(definition.angular_damping, 0.0, limits::damping, "angular_damping (1/s)"),
                mistake_in_bounds(definition)});
  if (mistake) {
    refuse("World", *mistake);
  }
  require(is_rule(definition.restitution_rule) && is_rule(definition.friction_rule),
          "World: there is no such rule to mix restitution or friction by");
  require(definition.impact_law <= ImpactLaw::newton, "World: there is no such impact law");
  if (definition.threads < 1) {
    refuse("World", "threads must be >= 1, found " + std::to_string(definition.threads));
  }
}

std::optional<Error> find_mistake(const BodyDefinition& definition, const WorldDefinition& world) {
  Mistake mistake = first_of({mistake_in_kinds(definition), mistake_in_shapes(definition.collider.get()),
                              mistake_in_pose(definition.mesh_pose), mistake_in_mass(definition),
                              mistake_in_material(definition), mistake_in_motion(definition, world.time_step)});
  if (!mistake) {
    mistake = mistake_in_surface(definition);
  }
  if (!mistake) {
    mistake = mistake_of_dynamic(definition, world.time_step);
  }
  return mistake ? std::optional(Error{"body '" + definition.name + "': " + *mistake}) : std::nullopt;
}

}  // namespace firstcontact
