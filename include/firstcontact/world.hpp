// The world: bodies, and the step that moves them so that no two ever interpenetrate, at any instant.
// No I/O, no globals: two worlds never meet. One thread calls a world at a time; the world may use several inside.
#pragma once

#include <firstcontact/flow.hpp>
#include <firstcontact/math.hpp>
#include <firstcontact/octree.hpp>
#include <firstcontact/result.hpp>
#include <firstcontact/shape.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace firstcontact {

struct WorldDefinition {
  Vec3 gravity{0.0, -9.81, 0.0};  // m/s^2
  double time_step = 1.0 / 60.0;  // s
  std::optional<double> skin;     // m: the gap kept between bodies; default: per pair, from the smaller body's size
  double linear_damping = 0.0;    // 1/s
  double angular_damping = 0.0;   // 1/s
  std::optional<Aabb> bounds;     // a dynamic body whose centre of mass leaves it is removed
  MixRule restitution_rule = MixRule::average;
  MixRule friction_rule = MixRule::geometric;
  int threads = 1;  // >= 1; never changes a bit of the result
};

struct BodyDefinition {
  std::string name;
  BodyType type = BodyType::dynamic;
  std::shared_ptr<const Collider> collider;
  Pose mesh_pose;                      // where the mesh's own origin goes
  Vec3 linear_velocity{0.0};           // m/s, of the centre of mass
  Vec3 angular_velocity{0.0};          // rad/s, world frame
  double density = 1000.0;             // kg/m^3, used unless `mass` is set
  std::optional<double> mass;          // kg
  double restitution = 0.3;            // 0..1
  double friction = 0.5;               // >= 0
  std::array<bool, 6> locked{};        // x, y, z, rx, ry, rz stay at rest
  Vec3 force{0.0};                     // N, constant, world frame, at the centre of mass
  Vec3 torque{0.0};                    // N m
  std::optional<std::uint32_t> group;  // bodies of one group never collide with each other
};

/// A body's state at the world's present time.
struct BodyState {
  Pose pose;                   // of the centre of mass; axes as in the mesh
  Pose mesh_pose;              // of the mesh's own origin
  Vec3 linear_velocity{0.0};   // m/s
  Vec3 angular_velocity{0.0};  // rad/s, world
  bool removed = false;
};

enum class EventKind : std::uint8_t { impact, removed };

struct Event {
  double time = 0.0;  // s, exact, not the step's
  EventKind kind = EventKind::impact;
  BodyIndex a = 0, b = 0;         // a < b; for `removed` both are the body
  Vec3 point{0.0};                // m, world
  Vec3 normal{0.0};               // unit, from a to b
  double approach_speed = 0.0;    // m/s, before the impact, >= 0
  double normal_impulse = 0.0;    // N s
  double friction_impulse = 0.0;  // N s
  double gap = 0.0;               // m
};

struct InitialOverlap {
  BodyIndex a = 0, b = 0;
  double depth = 0.0;  // m
};

struct Totals {
  double kinetic_energy = 0.0;    // J, dynamic bodies
  double potential_energy = 0.0;  // J, -m g.x, about the world's origin
  Vec3 momentum{0.0};             // kg m/s
  Vec3 angular_momentum{0.0};     // kg m^2/s about the world's origin
};

/// Counters since the world was made.
struct Statistics {
  std::uint64_t steps = 0;
  std::uint64_t events = 0;  // impacts resolved by the calendar
  std::uint64_t toi_queries = 0;
  std::uint64_t pairs_tested = 0;  // candidate pairs from the octree
  std::optional<double> min_gap;  // m: smallest certified separation of any pair at any instant; none: nobody came near
  double time_lost = 0.0;         // s, summed over bodies: motion cut to stay safe
  struct PhaseTimes {             // s of wall time
    double predict = 0.0, broadphase = 0.0, contacts = 0.0, solve = 0.0, certify = 0.0, events = 0.0, commit = 0.0;
  } phases;
};

class World {
 public:
  explicit World(const WorldDefinition& definition);
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Adds a body. Error: no collider, a number that is not finite, mass or density <= 0, restitution outside 0..1,
  /// friction < 0. The message names the body.
  [[nodiscard]] Result<BodyIndex> add_body(const BodyDefinition& definition);

  /// Gives a dynamic body other velocities (m/s of its centre of mass, rad/s in the world frame) from now on, as a hand
  /// or a spring does between steps; what is locked stays at rest. Nothing happens to a body that was removed.
  /// @throws ContractViolation  for a body that is not dynamic, and for numbers that are not finite
  void set_velocity(BodyIndex body, const Vec3& linear_velocity, const Vec3& angular_velocity);

  /// Advances by one time step of the definition. Afterwards events() and segments() hold what happened in it.
  void step();

  [[nodiscard]] double time() const;
  [[nodiscard]] std::size_t body_count() const;
  [[nodiscard]] const std::string& name(BodyIndex body) const;
  [[nodiscard]] BodyType type(BodyIndex body) const;
  [[nodiscard]] const std::shared_ptr<const Collider>& collider(BodyIndex body) const;
  [[nodiscard]] double mass(BodyIndex body) const;
  [[nodiscard]] InertiaFrame inertia(BodyIndex body) const;
  [[nodiscard]] BodyState state(BodyIndex body) const;

  /// Events of the last step, in time order.
  [[nodiscard]] std::span<const Event> events() const;
  /// Motion segments begun in the last step (before the first step: the initial ones), sorted by start time and body.
  [[nodiscard]] std::span<const MotionSegment> segments() const;
  /// Pairs of bodies that overlapped when the first step was taken (known after it, or after check_initial_overlaps).
  [[nodiscard]] std::span<const InitialOverlap> initial_overlaps() const;

  [[nodiscard]] Totals totals() const;
  [[nodiscard]] const Statistics& statistics() const;
  /// Hash (64 bit) over every body's pose and velocity bits, in order of body.
  [[nodiscard]] std::uint64_t state_hash() const;
  /// The broadphase as it stood at the end of the last step, for drawing.
  [[nodiscard]] const Octree& octree() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace firstcontact
