// Rival ways to keep fast bodies apart, behind one interface, so that they can be set against each other on the same
// bodies. Each follows a source that its file names, with that source's weaknesses: that is what they are here for.
// Only `first_contact`, which is the engine itself, promises anything.
#pragma once

#include <firstcontact/world.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact {

enum class RivalKind : std::uint8_t {
  discrete,           // looks where bodies are at the ends of steps, and mends what overlaps
  substeps,           // the same with each step cut into equal parts
  swept_translation,  // per-axis entry and leave, spin ignored; what overlaps is pushed out
  speculative,        // velocities are cut so that what is near will at most touch at the end of the step
  linear_cast,        // turns the body first, then casts it along its way
  sphere_sweep,       // sweeps a ball inside the body along its way
  first_contact,      // the engine
};

/// A method and its one number, as a study names it: "substeps 8".
struct RivalMethod {
  RivalKind kind = RivalKind::first_contact;
  int substeps = 8;  // of `substeps`
  double sphere_share =
      0.0;  // of `sphere_sweep`: the ball's radius as a share of the bounding radius; 0: the inner ball
};

/// The method of that text: a name of RivalKind, with a number after "substeps" (1..4096) and optionally after
/// "sphere_sweep" (a share, 0..1). Nothing when there is no such method.
[[nodiscard]] std::optional<RivalMethod> rival_method_named(std::string_view text);
/// As `rival_method_named` reads it.
[[nodiscard]] std::string rival_method_text(const RivalMethod& method);
/// Names of all kinds, for messages.
[[nodiscard]] std::span<const std::string_view> rival_names();
/// The same in one line, with the numbers that they need.
[[nodiscard]] std::string rival_method_list();

/// What a rival moves. Colliders must be set; every body is dynamic, fixed or kinematic; locks, loads, sensors and
/// groups are for the engine alone.
struct RivalScene {
  Vec3 gravity{0.0};              // m/s^2
  double time_step = 1.0 / 60.0;  // s
  std::vector<BodyDefinition> bodies;
};

/// Impulses that a method gave a pair at one instant.
struct RivalImpact {
  double time = 0.0;           // s: when the method answers, which need not be when they met
  BodyIndex a = 0, b = 0;      // a < b
  Vec3 normal{0.0, 1.0, 0.0};  // unit, from a to b
  Vec3 point{0.0};             // m, world: the middle of where the impulses act
  double impulse = 0.0;        // N s, along the normal
  FlowState after_a, after_b;  // velocities right after; poses are not filled
};

/// A run by one method. One thread at a time.
class Rival {
 public:
  Rival() = default;
  Rival(const Rival&) = delete;
  Rival& operator=(const Rival&) = delete;
  virtual ~Rival() = default;

  virtual void step() = 0;
  /// A body that comes in between two steps; its number is the next.
  /// @throws ContractViolation  for a body the engine refuses
  virtual void add_body(const BodyDefinition& definition) = 0;
  /// m/s of the centre of mass and rad/s, from the next step on.
  virtual void set_velocity(BodyIndex body, const Vec3& linear, const Vec3& angular) = 0;
  /// m/s^2, from the next step on, of all bodies that have no gravity of their own.
  virtual void set_gravity(const Vec3& gravity) = 0;
  /// Restitution (0 to 1) and friction of a body, from the next step on.
  virtual void set_surface(BodyIndex body, double restitution, double friction) = 0;
  [[nodiscard]] virtual std::size_t body_count() const = 0;
  [[nodiscard]] virtual double time() const = 0;
  /// The motions of the last step (before the first: the initial ones), by start time: where a body was at any instant.
  /// A body that is set elsewhere begins its next segment there.
  [[nodiscard]] virtual std::span<const MotionSegment> segments() const = 0;
  /// What the method did about contacts in the last step, in time order.
  [[nodiscard]] virtual std::span<const RivalImpact> impacts() const = 0;
  /// At the present time, about the centre of mass.
  [[nodiscard]] virtual FlowState state(BodyIndex body) const = 0;
  [[nodiscard]] virtual InertiaFrame inertia(BodyIndex body) const = 0;
  [[nodiscard]] virtual double mass(BodyIndex body) const = 0;  // kg
  /// Motion that bodies were not given, s, summed over bodies.
  [[nodiscard]] virtual double time_lost() const = 0;
};

/// FNV-1a over the bits of every body's pose and velocities, in order of body.
[[nodiscard]] std::uint64_t state_hash(const Rival& rival);

/// @throws ContractViolation  for a body the engine refuses
[[nodiscard]] std::unique_ptr<Rival> make_rival(const RivalScene& scene, const RivalMethod& method);

}  // namespace firstcontact
