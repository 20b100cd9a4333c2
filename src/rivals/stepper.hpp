// What steps a scene: the engine, or a rival method that one can watch fail.
#pragma once

#include <firstcontact/world.hpp>
#include <memory>
#include <optional>
#include <string>

#include "rivals/rival.hpp"
#include "scene/recording.hpp"
#include "scene/scene_file.hpp"

namespace firstcontact {

/// What acts on bodies wherever they are.
struct Surroundings {
  Vec3 gravity{0.0};                                   // m/s^2, of bodies that have none of their own
  double linear_damping = 0.0, angular_damping = 0.0;  // 1/s; the engine's alone
};

/// One thread at a time.
class Stepper {
 public:
  Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;
  virtual ~Stepper() = default;

  virtual void step() = 0;
  [[nodiscard]] virtual double time() const = 0;
  [[nodiscard]] virtual double time_step() const = 0;
  /// Segments and events of the last step.
  [[nodiscard]] virtual RecordedStep last_step() const = 0;
  /// What changed velocities in the last step; null where that is not kept.
  [[nodiscard]] virtual const ImpulseRecord* impulses() const = 0;
  /// The segment the new body begins with. Nothing when it is refused.
  [[nodiscard]] virtual std::optional<MotionSegment> add_body(const BodyDefinition& definition) = 0;
  [[nodiscard]] virtual FlowState state(BodyIndex body) const = 0;
  virtual void set_velocity(BodyIndex body, const Vec3& linear, const Vec3& angular) = 0;
  /// From the next step on.
  virtual void surround(const Surroundings& surroundings) = 0;
  /// Restitution (0 to 1) and friction of a body, from the next step on.
  virtual void set_surface(BodyIndex body, double restitution, double friction) = 0;
  [[nodiscard]] virtual Statistics statistics() const = 0;
  [[nodiscard]] virtual std::size_t body_count() const = 0;
  /// Bodies that the method let through each other so far; it is told in `last_step`.
  [[nodiscard]] virtual std::uint64_t tunnelled() const = 0;
  /// Over every body's pose and velocity bits.
  [[nodiscard]] virtual std::uint64_t state_hash() const = 0;
};

/// The engine itself, with the world of `scene`.
[[nodiscard]] std::unique_ptr<Stepper> engine_stepper(World world, const Scene& scene);

/// The scene by one of the lab's methods (docs/tunneling.md says what each does). Nothing is promised: that is the
/// point.
[[nodiscard]] std::unique_ptr<Stepper> rival_stepper(const Scene& scene, const RivalMethod& method);

/// The one or the other: `world` was made from `scene`, and is used by the engine alone.
[[nodiscard]] std::unique_ptr<Stepper> stepper_by(const RivalMethod& method, World world, const Scene& scene);

/// Why the method cannot run the scene at all, if it cannot.
[[nodiscard]] std::optional<std::string> impossible_by(const RivalMethod& method, const Scene& scene);

/// What the scene has that rivals leave out, for people, if anything.
[[nodiscard]] std::optional<std::string> left_out_by_rivals(const Scene& scene);

}  // namespace firstcontact
