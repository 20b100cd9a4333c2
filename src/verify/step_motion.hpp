// A recording's steps as motions without a hole: who follows which segment when, and where one segment takes over from
// another.
#pragma once

#include <firstcontact/world.hpp>

#include "verify/finding.hpp"
#include "verify/timeline.hpp"

namespace firstcontact::verify {

/// One body's change from a segment to the next, at an instant.
struct Junction {
  std::uint32_t body = 0;
  double time = 0.0;  // s
  MotionSegment before, after;
  Attitude attitude;         // as the segment before has it then
  bool is_at_start = false;  // of the recording: the scene's own pose gives way to the first step's
};

struct StepMotion {
  double begin = 0.0, end = 0.0;    // s
  std::vector<Timeline> timelines;  // by body
  std::vector<Junction> junctions;  // by time and body
};

/// Takes the steps of a recording in their order.
class StepMotions {
 public:
  explicit StepMotions(const RecordingHeader& header);

  /// The motions of the next step. What breaks the format's order is added to `findings`, and mended by sorting.
  [[nodiscard]] StepMotion next(const RecordedStep& step, std::vector<Finding>& findings);

 private:
  [[nodiscard]] std::vector<MotionSegment> in_order(const RecordedStep& step, std::vector<Finding>& findings) const;
  void follow(const MotionSegment& segment, StepMotion& motion);
  void turn(StepMotion& motion);
  void close_legs(const RecordedStep& step, StepMotion& motion);

  const RecordingHeader& header_;
  std::vector<MotionSegment> current_;  // by body
  std::vector<double> since_;           // s, by body: from when in this step
  std::vector<Attitude> turned_;        // by body: at the end of the step before
  std::vector<bool> is_gone_;           // by body
  double time_ = 0.0;                   // s: end of the step before
};

}  // namespace firstcontact::verify
