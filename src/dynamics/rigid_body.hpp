// A body as the step sees it: what never changes, how it moves now, and what an impulse does to it.
#pragma once

#include <firstcontact/flow.hpp>
#include <firstcontact/shape.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace firstcontact {

/// Who decides how a body moves until its next event.
enum class MotionClass : std::uint8_t {
  fixed,      // never moves
  kinematic,  // its given velocity
  free,       // ballistic: parabola and torque-free rotation
  driven,     // along a chord, in contact
  cut,        // stands still until the substep ends, so as to stay safe
  asleep,     // stands still until something happens to it
};

/// What pulls at a body from outside.
struct Load {
  Vec3 force{0.0};   // N, world frame, at the centre of mass
  Vec3 torque{0.0};  // N m
};

/// How the velocity changes along a chord: linearly from the segment's start on, the spin in the body's principal axes.
struct ChordPath {
  bool is_active = false;
  double duration = 0.0;                          // s
  Vec3 linear_at_start{0.0}, linear_at_end{0.0};  // m/s
  Vec3 spin_at_start{0.0}, spin_at_end{0.0};      // rad/s, principal axes
};

/// What every pair of the body asks in every substep comes first, in one line of the cache; then its motion, and then
/// what is asked once for each body.
struct alignas(64) RigidBody {
  BodyType type = BodyType::dynamic;
  MotionClass motion = MotionClass::fixed;
  bool removed = false;
  bool is_sensor = false;
  bool any_rotation_locked = false;
  bool floats = false;        // asleep: nothing held it up, nor pulled at it
  std::uint32_t version = 0;  // counts changes of the segment: an event of an older one is stale
  int impacts_this_step = 0;
  double radius = 0.0;     // m: the collider's
  double top_speed = 0.0;  // m/s: of any point while it moves as its segment says (fastest_point), at most
  std::shared_ptr<const Collider> collider;
  MotionSegment segment;       // where it is at any time >= segment.start_time
  Vec3 linear_velocity{0.0};   // of the state: for `free` the segment's, at segment.start_time; along a chord it
  Vec3 angular_velocity{0.0};  // may differ from it by the push that keeps the gap
  ChordPath path;              // of a driven body
  Vec3 acceleration{0.0};      // m/s^2, in the present step: gravity and force, locked axes left out
  double held_since = 0.0;     // s: since when it is cut, or its waiting was counted
  double twisted_until = 0.0;  // s: up to when its spin has the torque's kick
  // What never changes.
  double mass = 0.0;       // kg
  InertiaFrame inertia;    // kg m^2
  Vec3 inverse_mass{0.0};  // 1/kg per world axis: 0 along a locked one
  std::array<bool, 3> locked_rotation{};
  double restitution = 0.0;
  double friction = 0.0;
  double rolling_friction = 0.0;     // m
  double spinning_friction = 0.0;    // m
  Vec3 surface_velocity_local{0.0};  // m/s
  std::optional<std::uint32_t> group;
  std::uint32_t category = 1;  // bits: what it is
  std::uint32_t mask = ~0U;    // bits: what it collides with
  Vec3 gravity{0.0};           // m/s^2
  Load lasting_load;
  Load coming_load;   // of the user, for the next step alone
  Vec3 torque{0.0};   // N m, in the present step
  double size = 0.0;  // m: cube root of the volume
  std::string name;
  // Of its rest.
  double rest_since = 0.0;  // s: since when it has hardly left `rest_pose`
  Pose rest_pose;
  std::uint32_t island = 0;  // asleep: with whom

  [[nodiscard]] bool is_dynamic() const { return type == BodyType::dynamic && !removed; }
  [[nodiscard]] bool is_asleep() const { return motion == MotionClass::asleep; }
  [[nodiscard]] bool is_awake() const { return is_dynamic() && !is_asleep(); }
};

/// Velocities of a body's state at some time: what impulses change.
struct Velocity {
  Vec3 linear{0.0};
  Vec3 angular{0.0};
};

/// The world inverse inertia as a matrix; zero for what is not dynamic, and about locked axes.
[[nodiscard]] Mat3 inverse_inertia(const RigidBody& body, const Quat& orientation);

/// Acceleration and torque of the coming step, out of all that pulls at the body; nothing along locked axes.
void take_up_loads(RigidBody& body);

/// State of the body at `time` >= segment.start_time.
[[nodiscard]] FlowState state_at(const RigidBody& body, double time);

/// m/s: how fast any point of the body moves with these velocities, at most.
[[nodiscard]] double fastest_point(const RigidBody& body, const Velocity& velocity);

/// Kinetic energy, J.
[[nodiscard]] double kinetic_energy(const RigidBody& body, const FlowState& state);
/// The same where the world inertia (kg m^2) is known.
[[nodiscard]] inline double kinetic_energy(double mass, const Mat3& inertia, const Velocity& velocity) {
  return 0.5 * mass * squared_length(velocity.linear) + 0.5 * glm::dot(velocity.angular, inertia * velocity.angular);
}

/// The value two bodies' materials combine to.
[[nodiscard]] double mixed(double a, double b, MixRule rule);

}  // namespace firstcontact
