// The account of every body's momentum and energy in a run by chords, where a recording holds all that acted.
//
// At an instant, summed over the transfers that name the body (+ for b, - for a), and along a chord of length h, on
// which a body's loads and its fall are constant:
//
//     m (V+ - V-) = sum of impulses,     L+ - L- = sum of (moments - x cross impulse)                      (C1)
//
//     m (Ve - V+) = sum of loads + m h fall                                                                (C2)
//
//     R exp(h Wm) J We = R J W+ + T,     Wm = (W+ + We) / 2 + (s - 1/2) f J^-1 R^T T                       (C3)
//
// where T are the loads' moments about its centre of mass and the user's torque, R is the attitude of the principal
// axes at the start, and W are spins in these axes. So a body that turns freely has all the momentum that it is given.
// f is 1 where the spin changes as it is given, and 0 where it wobbles against that: smoothly, of T.(We - W+) / T.J^-1
// T. s is one of the shares that a body's way may have of its change of velocity: that one by which this holds. A chord
// that was cut is looked at as the whole that it was to be. And what bodies that pushed each other have more at a
// chord's end than before its start, in motion and in height, is no more than what moving surfaces put in:
//
//     E(end) - E(-) <= work of kinematic bodies, belts and torques                                         (C4)
#pragma once

#include <map>
#include <optional>

#include "verify/ledger.hpp"

namespace firstcontact::verify {

class ChordLedger {
 public:
  ChordLedger(const RecordingHeader& header, const Laws& laws);

  /// Looks at a step that has impulses by chords. What is wrong is added to `findings`.
  void take(const StepMotion& motion, const RecordedStep& step, std::vector<Finding>& findings);

  [[nodiscard]] const LedgerCounts& counts() const { return counts_; }

 private:
  /// What a body has by itself, whatever its segment does.
  struct Account {
    MotionSegment segment;               // it follows this
    std::optional<ChordVelocity> chord;  // along which its velocity changes,
    bool flies = false;                  // or its velocity is the segment's
    Vec3 velocity{0.0};                  // m/s, at `since`
    Vec3 angular_momentum{0.0};          // kg m^2/s, about the centre of mass, at `since`
    Vec3 spin{0.0};                      // rad/s, world, at `since`: kept where some turning is locked
    double since = 0.0;                  // s
    bool is_gone = false;
  };
  /// All that is written of one body at one instant.
  struct Entry {
    const MotionSegment* segment = nullptr;  // the last one that begins
    const OwnVelocity* own = nullptr;        // the last one
    const ChordVelocity* chord = nullptr;    // that begins
    Vec3 impulse{0.0}, moment{0.0};          // N s, N m s about the world's origin, on it
    double impulse_size = 0.0;               // N s: summed lengths
    double moment_size = 0.0;                // N m s: and of the numbers that moments were made of
    Vec3 load{0.0}, turn{0.0};               // N s, N m s about its centre of mass, on it, over its chord
    double load_size = 0.0, turn_size = 0.0;
    double way_share = 0.0;  // its chord's, once it was looked at
  };
  /// A body's own motion just before and just after an instant.
  struct Moved {
    Vec3 before{0.0}, after{0.0};                    // m/s
    Vec3 momentum_before{0.0}, momentum_after{0.0};  // kg m^2/s, about the centre of mass
    Vec3 spin{0.0};                                  // rad/s, after
    IntervalMatrix attitude;
  };
  /// A chord as it was begun.
  struct WholeChord {
    double duration = 0.0;                                      // s
    Vec3 spin_at_start{0.0}, spin_at_end{0.0}, mean_spin{0.0};  // rad/s, principal axes
    double twisted = 0.0;                                       // s: for how long it is given its torque
    double way_share = 0.0;                                     // where between V+ and Ve its way's velocity lies
  };
  /// What bodies won from an instant until their chords' end, J.
  struct Win {
    double energy = 0.0, size = 0.0;
    double end = 0.0;         // s
    bool ends_apart = false;  // some elsewhere than others: then nothing is known
  };
  /// What two bodies gave each other, and what surfaces put in that move by themselves, J.
  struct Push {
    std::uint32_t a = 0, b = 0;
    double work = 0.0;
  };
  /// Of one contact, N s.
  struct Force {
    double along = 0.0, across = 0.0, size = 0.0;
  };
  using Entries = std::map<std::pair<double, std::uint32_t>, Entry>;

  [[nodiscard]] Entries entries_of(const RecordedStep& step) const;
  void check_entry(std::uint32_t body, double time, Entry& entry, const StepMotion& motion);
  [[nodiscard]] Moved moved_by(std::uint32_t body, double time, const Entry& entry, const StepMotion& motion);
  void come_to(std::uint32_t body, double time, Moved& moved);
  [[nodiscard]] double weight_of(std::uint32_t body, const Entry& entry) const;
  void check_momentum(std::uint32_t body, double time, const Entry& entry, const Moved& moved);
  [[nodiscard]] double check_angular_momentum(std::uint32_t body, double time, const Entry& entry, const Moved& moved,
                                              double duration);
  void check_stilling(std::uint32_t body, double time, const Moved& moved);
  void check_chord(std::uint32_t body, Entry& entry);
  [[nodiscard]] double off_its_way(std::uint32_t body, const Entry& entry, const WholeChord& whole) const;
  [[nodiscard]] Vec3 missed_turn_by_best_share(std::uint32_t body, const Entry& entry, double enough,
                                               WholeChord& whole) const;
  void check_turn(std::uint32_t body, const Entry& entry, WholeChord& whole);
  [[nodiscard]] Vec3 missed_free_turn(std::uint32_t body, const Entry& entry, WholeChord& whole) const;
  [[nodiscard]] Vec3 missed_locked_turn(std::uint32_t body, const Entry& entry, WholeChord& whole) const;
  [[nodiscard]] Vec3 in_axes(std::uint32_t body, const IntervalMatrix& attitude, const Vec3& v) const;
  [[nodiscard]] Vec3 in_world(std::uint32_t body, const IntervalMatrix& attitude, const Vec3& v) const;
  [[nodiscard]] Vec3 missed_turn(std::uint32_t body, const Vec3& given, WholeChord& whole) const;
  void note_turned(std::uint32_t body, const Entry& entry, const WholeChord& whole);
  [[nodiscard]] double won_on_chord(std::uint32_t body, const Entry& entry, const WholeChord& whole,
                                    double& size) const;
  void check_cones(const RecordedStep& step);
  template <class Given>
  void check_cone(double time, const Given& given, Force& sum);
  void check_balance(const RecordedStep& step, const Entries& entries);
  [[nodiscard]] double work_on(const Transfer& transfer, const StepMotion& motion) const;
  [[nodiscard]] double work_on(const ContactLoad& load, const StepMotion& motion) const;
  void check_energy(const StepMotion& motion, const RecordedStep& step);
  void check_energy_from(double time, const std::vector<Push>& pushes);
  static void add(const Win& win, double time, Win& sum);
  [[nodiscard]] double work_of(std::uint32_t body, double time, const Vec3& force, const Vec3& moment,
                               const StepMotion& motion) const;
  void judge(std::uint32_t body, double time, double share, double measure, const std::string& what);

  const RecordingHeader& header_;
  const Laws& laws_;
  Spins spins_;
  std::vector<Account> accounts_;                         // by body
  std::map<std::pair<double, std::uint32_t>, Win> wins_;  // of the step
  std::vector<std::pair<double, std::uint32_t>> sleeps_;  // of the step, sorted
  std::vector<Finding>* findings_ = nullptr;
  LedgerCounts counts_;
};

}  // namespace firstcontact::verify
