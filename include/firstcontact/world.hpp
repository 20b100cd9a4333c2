// The world: bodies, and the step that moves them so that no two ever interpenetrate, at any instant.
// No I/O, no globals: two worlds never meet. One thread calls a world at a time; the world may use several inside.
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/flow.hpp>
#include <firstcontact/impact_law.hpp>
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
#include <string_view>
#include <vector>

namespace firstcontact {

/// What numbers may be: docs/library.md, "Errors".
struct WorldDefinition {
  Vec3 gravity{0.0, -9.81, 0.0};  // m/s^2
  double time_step = 1.0 / 60.0;  // s, 1e-9 to 1e3
  std::optional<double> skin;     // m: the gap kept between bodies; default: per pair, from the smaller body's size
  /// 1/s: drag. What flies free has, at the end of every step, the velocity that dv/dt = g - damping v gives it,
  /// whatever the step; in contact, and in the step of an impact, the drag is first order in the step.
  double linear_damping = 0.0;
  double angular_damping = 0.0;  // 1/s: the same of angular momentum and torque; angles are first order in the step
  std::optional<Aabb> bounds;    // a dynamic body whose centre of mass leaves it is removed; sides may be infinite
  MixRule restitution_rule = MixRule::average;
  MixRule friction_rule = MixRule::geometric;
  /// Whether bodies that have been at rest for half a second fall asleep, with all they touch: they stand still and
  /// cost nothing until something happens to them. At rest: no point of a body came further in that time than 5e-6 of
  /// its size (the cube root of its volume), and none is faster than 2e-5 of it a second.
  bool sleeping = true;
  /// What ends restitution where two bodies meet with friction (docs/impacts.md).
  ImpactLaw impact_law = ImpactLaw::stronge;
  /// Whether bodies that are added take the places of bodies that were removed, so that coming and going costs nothing
  /// in the long run. Their handles are others all the same.
  bool reuses_places = true;
  int threads = 1;              // >= 1; never changes a bit of the result; no more run than the machine has
  bool keeps_impulses = false;  // whether impulses() has anything: it costs a little time, and changes no bit either
};

struct BodyDefinition {
  std::string name;
  BodyType type = BodyType::dynamic;
  std::shared_ptr<const Collider> collider;
  Pose mesh_pose;                    // where the mesh's own origin goes
  Vec3 linear_velocity{0.0};         // m/s, of the centre of mass
  Vec3 angular_velocity{0.0};        // rad/s, world frame
  double density = 1000.0;           // kg/m^3, used unless `mass` is set
  std::optional<double> mass;        // kg
  double restitution = 0.3;          // 0..1
  double friction = 0.5;             // >= 0
  double rolling_friction = 0.0;     // m, >= 0: in lasting contact a moment of this times the normal force acts
                                     // against rolling; of two bodies the greater counts
  double spinning_friction = 0.0;    // m, >= 0: the same against turning about the normal
  Vec3 surface_velocity_local{0.0};  // m/s, mesh axes: a conveyor's belt; what lies on it is carried along by friction
  std::array<bool, 6> locked{};      // x, y, z, rx, ry, rz stay at rest
  Vec3 force{0.0};                   // N, constant, world frame, at the centre of mass
  Vec3 torque{0.0};                  // N m
  bool is_sensor = false;            // collides with nothing, but reports who goes in and out
  std::optional<Vec3> gravity;       // m/s^2, instead of the world's
  std::optional<std::uint32_t> group;  // bodies of one group never collide with each other
  std::uint32_t category = 1;          // bits: what the body is
  std::uint32_t mask = ~0U;            // bits: what it collides with; both bodies of a pair must have it so
};

/// A body's state at the world's present time.
struct BodyState {
  Pose pose;                   // of the centre of mass; axes as in the mesh
  Pose mesh_pose;              // of the mesh's own origin
  Vec3 linear_velocity{0.0};   // m/s
  Vec3 angular_velocity{0.0};  // rad/s, world
  bool removed = false;
  bool asleep = false;
};

enum class EventKind : std::uint8_t {
  impact,     // two bodies met and parted, or met and stayed, at that very time
  removed,    // a body left the world
  begin,      // lasting contact: the two press on each other from here on
  end,        // they are apart again, or one of them is gone
  sleep,      // a body came to rest and is left alone until something happens to it
  wake,       // it takes part again, from this very time on
  enter,      // a body came into a sensor: never late, early by less than a millionth of its size
  leave,      // and out of it: never early
  squeezed,   // a kinematic body could go no further, because the body before it cannot give way: it waits
  tunnelled,  // never of a World: a rival method let two bodies pass through each other (docs/tunneling.md)
};

/// What happened, and when. Numbers that mean nothing to a kind are zero.
struct Event {
  double time = 0.0;  // s, exact, not the step's; for `begin`, `end` and `squeezed` the substep's
  EventKind kind = EventKind::impact;
  // a < b; `removed`, `sleep`, `wake`: both are the body; `enter`, `leave`: the sensor, the visitor; `squeezed`: the
  // kinematic body, the squeezed one
  BodyIndex a = 0, b = 0;
  Vec3 point{0.0};                // m, world
  Vec3 normal{0.0};               // unit, from a to b
  double approach_speed = 0.0;    // m/s, before the impact, >= 0
  double normal_impulse = 0.0;    // N s; for `begin` that of its first substep
  double friction_impulse = 0.0;  // N s
  // m; negative for `leave` when the two still overlapped as one was taken away, and for `tunnelled`: the deepest
  // overlap
  double gap = 0.0;
};

/// What one body gave another at an instant through one contact, or several along the same normal. The reaction on `a`
/// is just as large: both are about the world's origin, so that neither momentum is changed by it.
struct Transfer {
  double time = 0.0;  // s
  BodyIndex a = 0, b = 0;
  Vec3 normal{0.0};   // unit, from a to b
  Vec3 impulse{0.0};  // N s, on b
  Vec3 moment{0.0};   // N m s, on b, about the world's origin
};

/// A body's own velocity from an instant on, where its segment moves it otherwise: a contact that has to be lifted, or
/// a motion that was cut. While the segment lasts, its linear velocity and its angular momentum stay as they are.
struct OwnVelocity {
  double time = 0.0;  // s
  BodyIndex body = 0;
  Vec3 linear{0.0};   // m/s
  Vec3 angular{0.0};  // rad/s, world
};

/// What one body gives another over a span of time through one contact, or several along the same normal, by constant
/// forces: in a part of the span that part of it. Beside the transfers at the spans' starts.
struct ContactLoad {
  double begin = 0.0, end = 0.0;  // s
  BodyIndex a = 0, b = 0;
  Vec3 normal{0.0};    // unit, from a to b
  Vec3 impulse{0.0};   // N s, on b, over the span; on a just as much the other way
  Vec3 moment_a{0.0};  // N m s, over the span: on a, about its centre of mass
  Vec3 moment_b{0.0};  // N m s: on b, about its own
};

/// How a body's velocity changes over a span in which its segment moves it along a chord: linearly, the spin in the
/// body's principal axes. Its segment has the velocity of the way.
struct ChordVelocity {
  double begin = 0.0, end = 0.0;  // s
  BodyIndex body = 0;
  Vec3 linear_at_start{0.0}, linear_at_end{0.0};  // m/s
  Vec3 spin_at_start{0.0}, spin_at_end{0.0};      // rad/s, principal axes
  double share = 1.0;                             // of the chord that was begun: less than 1 where it was cut
};

/// Everything that changed a velocity in a step but gravity and the users' loads.
struct ImpulseRecord {
  std::vector<Transfer> transfers;
  std::vector<OwnVelocity> own_velocities;
  std::vector<ContactLoad> loads;
  std::vector<ChordVelocity> chords;
};

struct InitialOverlap {
  BodyIndex a = 0, b = 0;
  double depth = 0.0;  // m
};

struct Totals {
  double kinetic_energy = 0.0;    // J, dynamic bodies
  double potential_energy = 0.0;  // J, -m g.x with each body's own g, about the world's origin
  Vec3 momentum{0.0};             // kg m/s
  Vec3 angular_momentum{0.0};     // kg m^2/s about the world's origin
};

/// What was done to bodies that touched others before the first step that they took part in: they were set apart.
struct SetApart {
  std::uint64_t pairs = 0;   // that touched, and have their gap now
  std::uint64_t bodies = 0;  // that were moved
  double furthest = 0.0;     // m: how far one of them was, at most
  double energy = 0.0;       // J: what their potential energy changed by
};

/// Impacts that were not answered as their restitution and friction say (docs/impacts.md), by what was done instead.
struct ImpactExceptions {
  std::uint64_t without_restitution = 0;  // of a pair that had met more than 500 times in the step
  std::uint64_t rounds_used_up = 0;       // shocks that went on too long: what still approached was stopped
  std::uint64_t pairs_stopped = 0;        // that met endlessly, or at no gap, and stood until the step's end
};

/// Counters since the world was made.
struct Statistics {
  std::uint64_t steps = 0;
  std::uint64_t events = 0;  // impacts resolved by the calendar
  std::uint64_t toi_queries = 0;
  std::uint64_t pairs_tested = 0;  // candidate pairs from the octree
  /// m: the smallest certified separation of any pair at any instant; none: nobody came near. Negative where two
  /// overlapped: as deep as they did.
  std::optional<double> min_gap;
  double time_lost = 0.0;    // s, summed over bodies: motion cut to stay safe
  double time_waited = 0.0;  // s, summed over kinematic bodies, which had no room to go on: a part of time_lost
  SetApart set_apart;
  ImpactExceptions impact_exceptions;
  struct PhaseTimes {  // s of wall time
    double predict = 0.0, broadphase = 0.0;
    double solve = 0.0;   // contact, found, solved and certified at the starts of substeps
    double events = 0.0;  // what happens within them
    double commit = 0.0;
  } phases;
};

struct WorldState;

/// A world's whole state at the end of a step, in memory. Cheap to copy; a value that later steps do not change.
class FIRSTCONTACT_EXPORT Snapshot {
 public:
  /// s, of the world when it was taken
  /// @throws ContractViolation  when it was moved from
  [[nodiscard]] double time() const;

  /// The state as bytes, every bit of it but the colliders: what a checkpoint keeps.
  [[nodiscard]] std::string bytes() const;
  /// A snapshot out of such bytes, with `colliders` those of its bodies, in order of body. Error: the bytes are of
  /// another version of the library, are cut or damaged, or hold what no world can be in; whatever they are, an index
  /// out of its list is found here, and by no step. That the colliders are the same as then is the caller's promise.
  [[nodiscard]] static Result<Snapshot> from_bytes(std::string_view bytes,
                                                   std::span<const std::shared_ptr<const Collider>> colliders);

 private:
  friend class World;
  explicit Snapshot(std::shared_ptr<const WorldState> content);

  std::shared_ptr<const WorldState> content_;
};

/// Every call names the mistake it finds before anything is changed: an error of data is a Result (add_body), all else
/// throws ContractViolation: a world that was moved from, a body that was never there (and, for orders, one that was
/// removed), numbers that are not finite or beyond what the arithmetic bears (docs/library.md, "Errors").
class FIRSTCONTACT_EXPORT World {
 public:
  /// @throws ContractViolation  for a definition that makes no sense
  explicit World(const WorldDefinition& definition);
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Adds a body, before the first step or between two, and returns its handle, by which all else knows it: the place
  /// that it has in the world (the lower 20 bits) and how many had that place before (the upper 12). The first bodies
  /// of a world have handles 0, 1, 2... No handle is ever given twice. What touches is set apart
  /// (Statistics::set_apart); what overlaps is reported (initial_overlaps) and pushed apart.
  /// Error: no collider, or one that no solid has (a dynamic body's greatest moment of inertia is at most the sum of
  /// the others), a number that is not finite or out of range, a rotation not of unit length to 1e-3, a world that has
  /// 2^20 bodies. The message names the body.
  [[nodiscard]] Result<BodyIndex> add_body(const BodyDefinition& definition);
  /// Takes a body out, between two steps: the next step's events begin with it, and bodies that lay on it fall. Its
  /// name, type and last state can still be asked for, until another body has its place: that is after the next step at
  /// the earliest. From then on its handle is refused, with the name of whoever is there now.
  /// @throws ContractViolation  for a body that is not there or was removed already
  void remove_body(BodyIndex body);

  /// The whole state: what follows from it is the same, bit for bit, whoever goes on from it.
  [[nodiscard]] Snapshot snapshot() const;
  /// Puts a snapshot's state in the place of this world's own, bodies and definition included; only the number of
  /// threads stays. The snapshot may be of another world.
  void restore(const Snapshot& snapshot);

  // Loads and impulses. What is locked stays at rest. All throw ContractViolation for a body that is not there, was
  // removed or is not dynamic, for numbers that are not finite, and for loads that would give it more than 1e9 m/s or
  // 1e12 rad/s, at once or in a step.

  /// Adds a force (N, world frame) at the centre of mass, which acts throughout the next step and no longer: a free
  /// body's way under it is an exact parabola. Call it anew before every step for a thrust that lasts; forces add up.
  void apply_force(BodyIndex body, const Vec3& force);
  /// The same at a point (m, world) of the body as it stands now: with its moment about the centre of mass.
  void apply_force_at(BodyIndex body, const Vec3& force, const Vec3& point);
  /// Adds a torque (N m, world frame) for the next step. Spin gets its kick at the step's start: angles are first order
  /// in the time step.
  void apply_torque(BodyIndex body, const Vec3& torque);
  /// Changes the velocity at once by an impulse (N s, world frame) at the centre of mass.
  void apply_impulse(BodyIndex body, const Vec3& impulse);
  /// The same at a point (m, world).
  void apply_impulse_at(BodyIndex body, const Vec3& impulse, const Vec3& point);
  /// Changes the spin at once by an angular impulse (N m s, world frame).
  void apply_angular_impulse(BodyIndex body, const Vec3& impulse);
  /// Gives the body a gravity of its own (m/s^2) from the next step on.
  void set_gravity(BodyIndex body, const Vec3& gravity);
  /// Gives a body of any type another restitution (0 to 1) and friction from the next step on. Bodies that lie on it
  /// wake.
  void set_surface(BodyIndex body, double restitution, double friction);
  /// Gives the world other damping (1/s, of velocities and of spins) from the next step on.
  void set_damping(double linear, double angular);
  /// Gives a kinematic body another motion (m/s of its centre of mass, rad/s in the world frame) from now on.
  /// @throws ContractViolation  for a body that is not there, was removed or is not kinematic; for numbers as above
  void set_kinematic_velocity(BodyIndex body, const Vec3& linear_velocity, const Vec3& angular_velocity);

  /// Gives a dynamic body other velocities (m/s of its centre of mass, rad/s in the world frame) from now on, as a hand
  /// or a spring does between steps; what is locked stays at rest.
  void set_velocity(BodyIndex body, const Vec3& linear_velocity, const Vec3& angular_velocity);

  /// Advances by one time step of the definition. Afterwards events() and segments() hold what happened in it.
  void step();

  [[nodiscard]] double time() const;
  /// Places: of bodies that are there, and of such as were removed and whose places nobody has taken yet.
  [[nodiscard]] std::size_t body_count() const;
  /// The handle of the body that has the place now, or had it last. Places go from 0 to body_count() - 1.
  [[nodiscard]] BodyIndex body_at(std::size_t place) const;
  // Of bodies that were removed, too, as long as nobody has their place.
  [[nodiscard]] const std::string& name(BodyIndex body) const;
  [[nodiscard]] BodyType type(BodyIndex body) const;
  [[nodiscard]] const std::shared_ptr<const Collider>& collider(BodyIndex body) const;
  [[nodiscard]] double mass(BodyIndex body) const;
  [[nodiscard]] InertiaFrame inertia(BodyIndex body) const;
  [[nodiscard]] BodyState state(BodyIndex body) const;

  /// Events of the last step, in time order, after the removals that were asked for just before it.
  [[nodiscard]] std::span<const Event> events() const;
  /// Motion segments begun in the last step (before the first step: the initial ones), sorted by start time and body.
  [[nodiscard]] std::span<const MotionSegment> segments() const;
  /// The impulses of the last step, by the order in which they were found, if the definition says that they are kept.
  [[nodiscard]] const ImpulseRecord& impulses() const;
  /// Pairs of bodies that overlapped in the first step that both were there for, in the order of those steps.
  [[nodiscard]] std::span<const InitialOverlap> initial_overlaps() const;

  [[nodiscard]] Totals totals() const;
  [[nodiscard]] const Statistics& statistics() const;
  /// Hash (64 bit) over every body's pose and velocity bits, in order of places.
  [[nodiscard]] std::uint64_t state_hash() const;
  /// The broadphase as it stood at the end of the last step, for drawing; it knows bodies by their places.
  [[nodiscard]] const Octree& octree() const;

 private:
  struct State;
  [[nodiscard]] WorldState& content() const;

  std::unique_ptr<State> state_;
};

}  // namespace firstcontact
