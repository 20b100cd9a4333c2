// What the rivals share: bodies that go straight and turn evenly, the pairs that may meet, their contact points, and a
// record of every motion. How contacts are found and answered is each rival's own.
#pragma once

#include <firstcontact/separation.hpp>

#include <utility>
#include <vector>

#include "rivals/rival.hpp"

namespace firstcontact {

struct RivalBody {
  BodyDefinition definition;
  InertiaFrame inertia;
  double inverse_mass = 0.0;   // 1/kg; 0 for what no impulse moves
  double inner_radius = 0.0;   // m, of a ball about the centre of mass that the body holds
  Pose pose;                   // of the centre of mass
  Vec3 linear_velocity{0.0};   // m/s
  Vec3 angular_velocity{0.0};  // rad/s, world
};

/// One point of contact, or of a contact to come.
struct RivalContact {
  BodyPair pair;
  Vec3 point_a{0.0}, point_b{0.0};  // m, world: where a and b feel the impulse, nearly always the same
  Vec3 normal{0.0, 1.0, 0.0};       // unit, from a to b
  double gap = 0.0;                 // m, negative when they overlap
  double target_speed = 0.0;        // m/s: they shall part at least so fast
  int of_manifold = 1;              // how many points share this manifold
  double normal_impulse = 0.0;      // N s, as solved so far
  Vec3 friction_impulse{0.0};       // N s
};

class RivalRun : public Rival {
 public:
  explicit RivalRun(const RivalScene& scene);
  void add_body(const BodyDefinition& definition) override;
  void set_velocity(BodyIndex body, const Vec3& linear, const Vec3& angular) override;
  void set_gravity(const Vec3& acceleration) override { gravity = acceleration; }
  void set_surface(BodyIndex body, double restitution, double friction) override;
  [[nodiscard]] std::size_t body_count() const override { return bodies.size(); }
  [[nodiscard]] double time() const override { return now; }
  [[nodiscard]] std::span<const MotionSegment> segments() const override { return segments_; }
  [[nodiscard]] FlowState state(BodyIndex body) const override;
  [[nodiscard]] InertiaFrame inertia(BodyIndex body) const override { return bodies.at(body).inertia; }
  [[nodiscard]] double mass(BodyIndex body) const override;
  [[nodiscard]] std::span<const RivalImpact> impacts() const override { return impacts_; }
  [[nodiscard]] double time_lost() const override { return lost_time; }

 protected:
  /// Forgets what the last step did.
  void begin_step();
  /// Counts the step and sets the clock to its end, whatever rounding the parts of it had.
  void end_step();
  /// Gravity's kick for `duration` seconds.
  void kick(double duration);
  /// Moves one body by its own velocities for `duration` seconds from `start_time`, and records that it did.
  void move(BodyIndex body, double start_time, double duration);
  void move_all(double start_time, double duration);
  /// Records `segment` as the body's motion, and changes nothing.
  void note_motion(const MotionSegment& segment) { segments_.push_back(segment); }

  /// Pairs whose boxes, swept for `duration` and grown by `margin` metres, meet; sorted.
  [[nodiscard]] std::vector<BodyPair> near_pairs(double duration, double margin) const;
  /// Contact points of the pair in its present poses, for gaps of up to `margin`.
  [[nodiscard]] std::vector<RivalContact> contacts_of(const BodyPair& pair, double margin) const;
  [[nodiscard]] RigidMotion motion_of(BodyIndex body) const;

  /// m/s, of b's material point less a's, along the normal: negative when they approach.
  [[nodiscard]] double parting_speed(const RivalContact& contact) const;
  [[nodiscard]] Vec3 slip_velocity(const RivalContact& contact) const;
  /// Speed that an impulse of 1 N s along `direction` gives the pair there, 1/kg.
  [[nodiscard]] double give(const RivalContact& contact, const Vec3& direction) const;
  void apply(const RivalContact& contact, const Vec3& impulse);
  [[nodiscard]] double restitution_of(const BodyPair& pair) const;
  [[nodiscard]] double friction_of(const BodyPair& pair) const;
  /// A point that would close its gap within `duration` shall part at restitution times its approach; any other may
  /// close its gap, but not more.
  void aim(std::vector<RivalContact>& contacts, double duration) const;
  /// Sequential impulses with clamped sums (Catto, 'Iterative Dynamics with Temporal Coherence', GDC 2005) until every
  /// point parts at its target speed or faster. Notes an impact at `when` for each pair that got an impulse.
  void solve(std::vector<RivalContact>& contacts, double when);
  /// Notes an impact of every pair whose points got an impulse; points of a pair stand together.
  void note_impacts(double when, std::span<const RivalContact> contacts);
  void note_impact(double when, const RivalContact& contact, const Vec3& point, double impulse);
  /// Moves the pair apart by `depth` metres along `normal`, the lighter one further.
  void shift_apart(const BodyPair& pair, const Vec3& normal, double depth);
  void turn(BodyIndex body, double duration);

  std::vector<RivalBody> bodies;
  Vec3 gravity;
  double time_step;
  double now = 0.0;
  double lost_time = 0.0;

 private:
  [[nodiscard]] Vec3 inverse_inertia_times(const RivalBody& body, const Vec3& v) const;
  void solve_one(RivalContact& contact);

  std::vector<MotionSegment> segments_;
  std::vector<RivalImpact> impacts_;
  std::uint64_t steps_ = 0;
};

/// Rounds of the sequential impulses: what Box2D, Bullet and Jolt have as a default.
inline constexpr int solver_rounds = 10;

}  // namespace firstcontact
