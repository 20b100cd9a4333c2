// One point where two bodies bear on each other, with the inverse masses it needs: shared by impacts and by the direct
// solver.
#pragma once

#include <firstcontact/math.hpp>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "dynamics/rigid_body.hpp"

namespace firstcontact {

/// A body's response to impulses at one instant, and its velocity, which impulses change.
struct Responder {
  Velocity velocity;
  Vec3 inverse_mass{0.0};     // 1/kg per world axis
  Mat3 inverse_inertia{0.0};  // 1/(kg m^2), world
};

/// True when an impulse can change its velocity.
[[nodiscard]] inline bool can_move(const Responder& body) {
  return body.inverse_mass != Vec3(0.0) || body.inverse_inertia != Mat3(0.0);
}

/// An impulse, by what it does to a body's momenta, and by how much it would at most: what is less by the precision of
/// squares is rounding. The arm of a ball, from its centre to where it is touched, misses the normal by 1e-17 m; that
/// is no lever to turn a ball with that is locked in its place.
struct Push {
  Vec3 pull{0.0};             // N s
  Vec3 moment{0.0};           // N m s
  double pull_squares = 1.0;  // of the pull's length, if all its parts went one way
  double arm_squares = 1.0;   // of the moment's
};

/// True when the body's free axes let the impulse move it; false where nothing but rounding would.
[[nodiscard]] bool gives_way(const Responder& body, const Push& push,
                             double precision = std::numeric_limits<double>::epsilon());

/// The responders' velocities, in their order.
[[nodiscard]] std::vector<Velocity> velocities_of(std::span<const Responder> responders);

/// Points refer to responders by position in the array they are solved with.
struct ContactPoint {
  // First what most passes over many points look at: they read one line of memory, and not four.
  std::uint32_t a = 0, b = 0;
  double normal_impulse = 0.0;  // N s, >= 0
  double separation = 0.0;      // m
  double rest_gap = 0.0;        // m: a wider gap may close to this within a substep
  Vec3 normal{0.0, 1.0, 0.0};   // from a to b
  Vec3 arm_a{0.0};              // m: from a's centre of mass to the point. Both arms reach the same point in space, so
  Vec3 arm_b{0.0};              // that an impulse and its reaction leave the angular momentum as it was, at any gap
  double friction = 0.0;
  double restitution = 0.0;
  Vec3 friction_impulse{0.0};      // N s, on b, at right angles to the normal
  std::uint64_t feature = 0;       // names the point from step to step
  std::uint64_t shapes = 0;        // which two of the bodies' shapes bear on each other here
  double rolling_friction = 0.0;   // m
  double spinning_friction = 0.0;  // m
  Vec3 surface_velocity{0.0};      // m/s: of b's belt against a's, at right angles to the normal
};

/// Velocity of a body's matter at `arm` from its centre of mass, m/s.
[[nodiscard]] inline Vec3 velocity_at(const Velocity& body, const Vec3& arm) {
  return body.linear + glm::cross(body.angular, arm);
}
/// Velocity of b at the point seen from a, m/s.
[[nodiscard]] inline Vec3 velocity_between(const ContactPoint& point, const Velocity& a, const Velocity& b) {
  return velocity_at(b, point.arm_b) - velocity_at(a, point.arm_a);
}
/// The same of their surfaces: belts run, and friction acts on what they carry.
[[nodiscard]] inline Vec3 relative_velocity(const ContactPoint& point, const Velocity& a, const Velocity& b) {
  return velocity_between(point, a, b) + point.surface_velocity;
}
/// The two of the point's responders.
[[nodiscard]] inline Vec3 velocity_between(const ContactPoint& point, std::span<const Responder> responders) {
  return velocity_between(point, responders[point.a].velocity, responders[point.b].velocity);
}
[[nodiscard]] inline Vec3 relative_velocity(const ContactPoint& point, std::span<const Responder> responders) {
  return relative_velocity(point, responders[point.a].velocity, responders[point.b].velocity);
}

/// True when the point holds an impulse of any kind.
[[nodiscard]] inline bool is_pressed(const ContactPoint& point) {
  return point.normal_impulse != 0.0 || point.friction_impulse != Vec3(0.0);
}
/// True when a push along the normal moves one of the two.
[[nodiscard]] bool gives_way(const ContactPoint& point, std::span<const Responder> responders,
                             double precision = std::numeric_limits<double>::epsilon());
/// Applies `impulse` (N s) to b and its reaction to a, at the point.
void apply_impulse(const ContactPoint& point, const Vec3& impulse, std::span<Responder> responders);
/// Change of the relative velocity along `direction` per unit of impulse along it: 1/kg. 0 where neither body
/// gives way by more than rounding.
[[nodiscard]] double inverse_effective_mass(const ContactPoint& point, const Vec3& direction,
                                            std::span<const Responder> responders);

}  // namespace firstcontact
