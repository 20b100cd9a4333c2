// Whether a recording obeys mechanics: between events, where one segment takes over from another, and at impacts.
//
// These are comparisons within rounding, not proofs: the engine rounds each pose and velocity it writes. The allowances
// (mechanics.cpp) are a hundred times what rounding makes of a number of that size, and nothing else.
#pragma once

#include <map>
#include <optional>
#include <tuple>

#include "verify/laws.hpp"
#include "verify/step_motion.hpp"

namespace firstcontact::verify {

/// The greatest defects that were met, as shares of what is allowed: above 1 there is a finding.
struct WorstShares {
  double place = 0.0, turn = 0.0, velocity = 0.0, spin = 0.0, momentum = 0.0, energy = 0.0;
};

struct MechanicsCounts {
  std::uint64_t junctions = 0;        // all, in place and attitude
  std::uint64_t free_junctions = 0;   // of these without contact: in velocity and spin, too
  std::uint64_t impacts = 0;          // of two bodies each, as `simulate` counts them
  std::uint64_t clusters = 0;         // of impacts at one instant, of bodies that hang together
  std::uint64_t judged_clusters = 0;  // of these with all velocities known: in momentum, energy and direction, too
  double set_apart = 0.0;             // m, at most, before the first step
  WorstShares worst;
};

/// A body at an instant, before or after what happens to it there.
struct BodyState {
  Vec3 position{0.0};           // m
  Vec3 velocity{0.0};           // m/s
  Vec3 spin{0.0};               // rad/s, world
  Vec3 spin_momentum{0.0};      // kg m^2/s, about the centre of mass
  double kinetic_energy = 0.0;  // J
};

class Mechanics {
 public:
  Mechanics(const RecordingHeader& header, const Laws& laws);

  /// Looks at a step. `motion` is of `step`. What is wrong is added to `findings`.
  void take(const StepMotion& motion, const RecordedStep& step, std::vector<Finding>& findings);

  [[nodiscard]] const MechanicsCounts& counts() const { return counts_; }

 private:
  /// All that happens to one body at one instant.
  struct Change {
    std::uint32_t body = 0;
    double time = 0.0;  // s
    MotionSegment before, after;
    Attitude attitude;  // as the segment before has it then
    bool is_at_start = false;
    bool has_impact = false;
    bool is_step_begin = false;
    double missed = 0.0;       // s: of its fall, that the body may be given now as it is held up no more,
    bool may_be_part = false;  // or a part of that
  };
  struct Cluster {
    double time = 0.0;  // s
    std::vector<std::uint32_t> bodies;
    std::vector<const Event*> events;
  };
  /// After less before, over the bodies of a cluster, and how large the numbers are that were added up.
  struct Sums {
    Vec3 momentum{0.0};          // N s
    Vec3 angular_momentum{0.0};  // N m s, about the world's origin
    double energy = 0.0;         // J
    double momentum_size = 0.0, angular_size = 0.0, energy_size = 0.0;
    Vec3 free_axes{1.0};       // 1 where the momentum is the bodies' own, 0 where locks take some of it,
    Vec3 free_turns{1.0};      // and the same of the angular momentum
    bool is_known = true;      // all velocities are
    bool any_change = false;   // some body got a new segment
    bool has_support = false;  // a body that impulses do not move
    bool has_drive = false;    // a kinematic one, or a belt: it does work
  };
  /// What a body of a cluster shows of the one event that names it.
  struct Shown {
    Vec3 impulse{0.0};   // N s: from a on b, without what locks took, and with the fall that it missed until now
    Vec3 fall{0.0};      // N: what a second of that fall is, signed alike
    double size = 0.0;   // N s: of the numbers that the impulse is made of
    double given = 0.0;  // s: of the fall
  };
  using Changes = std::map<std::pair<double, std::uint32_t>, Change>;

  [[nodiscard]] Changes changes_of(const StepMotion& motion, const RecordedStep& step) const;
  [[nodiscard]] BodyState state_of(const MotionSegment& segment, double time, const Attitude& attitude) const;
  [[nodiscard]] BodyState state_before(const Change& change) const;
  [[nodiscard]] BodyState state_after(const Change& change) const;
  void check_segment(const MotionSegment& segment);
  void note_fall(Change& change, double step_end);
  void check_place(const Change& change);
  void check_velocity(const Change& change);
  void check_spin(const Change& change, const BodyState& before, const BodyState& after);
  void check_events(const RecordedStep& step, const Changes& changes);
  void note_pressed(const RecordedStep& step);
  [[nodiscard]] double most_friction(const Event& event, double along) const;
  void check_touches(const Event& event);
  void check_cluster(const Cluster& cluster, const Changes& changes);
  void judge(const Sums& sums, const Cluster& cluster);
  void add_change(Sums& sums, const Cluster& cluster, const Change& change) const;
  [[nodiscard]] const Event* only_event(const Cluster& cluster, std::uint32_t body) const;
  [[nodiscard]] Shown shown_by(const Change& change, const Event& event) const;
  [[nodiscard]] double missed_fall(const Cluster& cluster, const Change& change, const BodyState& after) const;
  static void leave_out(Sums& sums, const Vec3& forces);
  void check_direction(const Cluster& cluster, const Event& event, const Changes& changes);
  void check_impulse(const Event& event, const Shown& shown);
  void check_locked_impulse(const Event& event, const Shown& shown, std::uint32_t body);
  void check_cone(const Event& event, double along, double across, double allowed);
  void join(std::vector<Cluster>& clusters, const Event& event) const;
  static bool is_judged(const Change& change);
  static void add_to(Sums& sums, const BodyState& state, double sign, double mass);
  void add(FindingKind kind, double time, std::uint32_t body, double measure, const std::string& what);

  const RecordingHeader& header_;
  const Laws& laws_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> touching_;
  /// N s, of the step, by time and pair: what contacts press, each along its own normal, where a recording holds that.
  std::map<std::tuple<double, std::uint32_t, std::uint32_t>, double> pressed_;
  std::vector<bool> is_gone_;
  std::vector<double> owed_fall_;             // s, by body: how long it has been held up and not made up for
  std::vector<bool> was_in_contact_;          // by body: when what holds it up stopped it
  std::vector<double> fall_ahead_;            // s, by body: how much of its fall it may have been given ahead
  std::vector<double> most_set_apart_;        // m, by body: before the first step
  std::vector<Finding>* findings_ = nullptr;  // of the call of `take` that runs
  MechanicsCounts counts_;
};

}  // namespace firstcontact::verify
