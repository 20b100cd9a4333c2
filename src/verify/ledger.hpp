// The account of every body's momentum, where a recording holds all impulses: nothing changes but by what is written.
//
// Between two entries a body's own linear velocity is constant or falls, and its angular momentum is constant. At an
// instant t, summed over the transfers that name the body (+ for b, - for a),
//
//     m (v_after - v_before) = sum of impulses + m fall lambda,                (L1)
//
//     L_after - L_before = sum of (moments - x cross impulse) + torque mu      (L2)
//
// where lambda >= 0 is the fall that a body in contact is given in one kick (a solver's substep, or what it missed
// while something held it up): what it was given altogether never exceeds the time up to the step's end. A body that
// meets something gives back, lambda < 0, what its last kick gave it for the time to come. One transfer stands for both
// bodies, so (L1) and (L2) for all bodies are conservation of momentum. But for one thing: who falls asleep gives up
// what little is left, no point of it having been faster than 4e-5 of its arm a second, and that is summed up.
#pragma once

#include <map>

#include "verify/laws.hpp"
#include "verify/spins.hpp"
#include "verify/step_motion.hpp"

namespace firstcontact::verify {

struct LedgerCounts {
  std::uint64_t entries = 0;    // changes of a body's momentum that were accounted for
  std::uint64_t transfers = 0;  // impulses looked at
  double stilled = 0.0;         // N s: what bodies gave up that fell asleep, summed
  double held_back = 0.0;       // m: the most that a motion fell short of what the body's own velocity says
  std::uint64_t loads = 0;      // and over spans, by chords
  double turned = 0.0;      // N m s: of angular momentum that chords which were cut or lifted ended askew with, summed
  double unbalanced = 0.0;  // N m s: by which two dynamic bodies' moments of one load differ, summed
  double worst_momentum = 0.0, worst_angular_momentum = 0.0, worst_energy = 0.0;  // as shares of what is allowed
};

class Ledger {
 public:
  Ledger(const RecordingHeader& header, const Laws& laws);

  /// Looks at a step that has impulses. What is wrong is added to `findings`.
  void take(const StepMotion& motion, const RecordedStep& step, std::vector<Finding>& findings);

  [[nodiscard]] const LedgerCounts& counts() const { return counts_; }

 private:
  /// What a body has by itself, whatever its segment does.
  struct Account {
    MotionSegment segment;       // it follows this
    bool flies = false;          // its own velocity is the segment's
    Vec3 velocity{0.0};          // m/s, at `since`
    Vec3 angular_momentum{0.0};  // kg m^2/s, about the centre of mass: kept where no turning is locked,
    Vec3 spin{0.0};              // rad/s: kept where some is
    double since = 0.0;          // s
    double fallen = 0.0;         // s: for how long it has been given its fall up to `since`
    double given = 0.0;          // s: of that in its last kick,
    double given_until = 0.0;    // s: and until when that was to last
    double held = 0.0;           // of that: the share that contacts gave back
    double held_until = 0.0;     // s: and until when that was to last
    double relieved = 0.0;       // s: of its fall, that is none because its support was none: it was struck off
    bool is_gone = false;
  };
  /// All that is written of one body at one instant.
  struct Entry {
    const MotionSegment* segment = nullptr;  // the last one that begins
    const OwnVelocity* own = nullptr;        // the last one
    Vec3 impulse{0.0}, moment{0.0};          // N s, N m s about the world's origin, on it
    double impulse_size = 0.0;               // N s: summed lengths
    double moment_size = 0.0;                // N m s: and of the numbers that moments were made of
  };
  /// A change of a body's motion, as far as energy is concerned.
  struct Change {
    double energy = 0.0, size = 0.0;  // J: after less before, and how much there is
    int transfers = 0;
    bool is_driven = false;  // by a surface that moves by itself
  };
  /// A body's own motion just before and just after an instant.
  struct Moved {
    Vec3 before{0.0}, after{0.0};                    // m/s
    Vec3 momentum_before{0.0}, momentum_after{0.0};  // kg m^2/s, about the centre of mass
    Vec3 spin{0.0};                                  // rad/s, after
    IntervalMatrix attitude;
  };
  using Entries = std::map<std::pair<double, std::uint32_t>, Entry>;

  [[nodiscard]] Entries entries_of(const RecordedStep& step) const;
  void check_entry(std::uint32_t body, double time, const Entry& entry, const StepMotion& motion);
  [[nodiscard]] Moved moved_by(std::uint32_t body, double time, const Entry& entry, const StepMotion& motion);
  static void relieve(Account& account, double time);
  void note_held_back(const Account& account, double elapsed);
  [[nodiscard]] bool falls_asleep(std::uint32_t body, double time) const;
  void check_stilling(std::uint32_t body, double time, const Moved& moved);
  double check_momentum(std::uint32_t body, double time, const Entry& entry, const Moved& moved, double end);
  double check_angular_momentum(std::uint32_t body, double time, const Entry& entry, const Moved& moved,
                                double duration);
  void check_transfer(const Transfer& transfer);
  void check_energy(const StepMotion& motion, const RecordedStep& step);
  void check_energy_at(double time, const std::vector<const Transfer*>& transfers, const StepMotion& motion);
  [[nodiscard]] Change work_on(const Transfer& transfer, const StepMotion& motion) const;
  [[nodiscard]] bool is_driven(const Transfer& transfer) const;
  [[nodiscard]] double work_of(const Leg& leg, double sign, const Transfer& transfer) const;
  void judge(std::uint32_t body, double time, double share, double measure, const std::string& what);

  const RecordingHeader& header_;
  const Laws& laws_;
  Spins spins_;
  std::vector<Account> accounts_;                               // by body
  std::map<std::pair<double, std::uint32_t>, Change> changes_;  // of the step
  std::vector<std::pair<double, std::uint32_t>> sleeps_;        // of the step, sorted
  std::vector<Finding>* findings_ = nullptr;
  LedgerCounts counts_;
};

}  // namespace firstcontact::verify
