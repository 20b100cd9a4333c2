// The account of momentum over a run with many bodies: it must close to rounding, at rest and under shocks.
#include "verify/ledger.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "verify/recorded_scene.hpp"

namespace firstcontact::verify {
namespace {

struct Balance {
  LedgerCounts counts;
  std::vector<Finding> findings;
};

Balance look_at(const testing::WholeRecording& recording) {
  const Laws laws(recording.header);
  StepMotions motions(recording.header);
  Ledger ledger(recording.header, laws);
  Balance balance;
  for (const RecordedStep& step : recording.steps) {
    const StepMotion motion = motions.next(step, balance.findings);
    ledger.take(motion, step, balance.findings);
  }
  balance.counts = ledger.counts();
  return balance;
}

LedgerCounts balance_of(const testing::WholeRecording& recording) {
  const auto [counts, findings] = look_at(recording);
  for (const Finding& finding : findings) {
    ADD_FAILURE() << finding_line(finding);
  }
  return counts;
}

// A body that a solver kicks at the step's start with the fall of the whole step. A quarter later it is stopped, and
// from then on has `speed` (m/s) downwards.
Balance of_a_body_stopped_with(double speed) {
  testing::WholeRecording recording = testing::recording_of_text(R"({
    "version": 1, "name": "stopped", "gravity": [0, -8, 0], "time_step": 0.015625, "duration": 0.015625,
    "bodies": [{"name": "brick", "shape": {"box": [0.1, 0.1, 0.1]}}]})");
  RecordedStep& step = recording.steps.back();
  MotionSegment driven = step.segments.front();
  driven.kind = FlowKind::screw;
  driven.linear_acceleration = Vec3(0.0);
  driven.linear_velocity = Vec3(0.0, -0.125, 0.0);
  MotionSegment stopped = driven;
  stopped.start_time = step.end_time / 4.0;
  stopped.pose.position += stopped.start_time * driven.linear_velocity;
  stopped.linear_velocity = Vec3(0.0);
  step.segments = {driven, stopped};
  step.impulses.emplace();
  step.impulses->own_velocities = {{0.0, 0, driven.linear_velocity, Vec3(0.0)},
                                   {stopped.start_time, 0, Vec3(0.0, -speed, 0.0), Vec3(0.0)}};
  return look_at(recording);
}

// Blocks that rain onto each other are one island by their gaps, and several by who presses whom: what is lost where
// one lands is not the others' to win.
TEST(Ledger, NoPartOfAHeapWinsTheEnergyThatAnotherLoses) {
  const LedgerCounts counts = balance_of(testing::recording_of("../tests/verify/data/heap"));
  EXPECT_GT(counts.transfers, 1000U);
}

// It may give back what it was given for the time that it stands, and no more.
TEST(Ledger, AStoppedBodyGivesBackTheFallThatItWasGivenAhead) {
  EXPECT_TRUE(of_a_body_stopped_with(0.125).findings.empty());
  EXPECT_TRUE(of_a_body_stopped_with(0.03125).findings.empty());
  const Balance balance = of_a_body_stopped_with(0.03);
  ASSERT_FALSE(balance.findings.empty());
  EXPECT_EQ(balance.findings.front().kind, FindingKind::momentum);
}

}  // namespace
}  // namespace firstcontact::verify
