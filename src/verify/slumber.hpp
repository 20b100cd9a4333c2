// Whether those who sleep may, and do. Of a body that falls asleep the recording must show that it was at rest and that
// something bore it; while it sleeps it stands exactly, and nobody gives it an impulse; and only who sleeps may be left
// without a segment in a step. What is allowed is a few times what the engine allows itself, by other measures:
//     from at most two places in the last half second it never came further than 4e-5 of its arm (laws.hpp).       (Z1)
#pragma once

#include <vector>

#include "verify/laws.hpp"
#include "verify/step_motion.hpp"

namespace firstcontact::verify {

struct SlumberCounts {
  std::uint64_t sleeps = 0, wakes = 0;
};

class Slumber {
 public:
  Slumber(const RecordingHeader& header, const Laws& laws);

  /// Looks at a step. What is wrong is added to `findings`.
  void take(const StepMotion& motion, const RecordedStep& step, std::vector<Finding>& findings);

  [[nodiscard]] const SlumberCounts& counts() const { return counts_; }

 private:
  struct Sleeper {
    bool is_asleep = false;
    bool slept_at_begin = false;  // of the step that is looked at
    bool is_gone = false;
    bool has_segment = false;  // in the step that is looked at
    bool woke = false;         // in it
    double woke_at = 0.0;      // s: the last time
    double fell_asleep_at = 0.0;
    int touches = 0;  // contacts that began and did not end
    // Where it stood since when, within (Z1), and since when it had stood at the place before that.
    double rests_since = 0.0, rested_since = 0.0;
    Vec3 place{0.0};
    IntervalMatrix attitude;
  };

  void note_rest(std::uint32_t body, const Leg& last, double time);
  void take_events(const RecordedStep& step);
  void fall_asleep(const Event& event, const RecordedStep& step);
  void check_segments(const RecordedStep& step);
  void check_impulses(const RecordedStep& step);
  void check_presence(const StepMotion& motion);
  [[nodiscard]] bool sleeps_at(std::uint32_t body, double time) const;
  void add(double time, std::uint32_t body, double measure, const std::string& what);

  const RecordingHeader& header_;
  const Laws& laws_;
  std::vector<Sleeper> sleepers_;  // by body
  std::vector<Finding>* findings_ = nullptr;
  SlumberCounts counts_;
};

}  // namespace firstcontact::verify
