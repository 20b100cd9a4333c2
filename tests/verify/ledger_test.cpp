// The account of momentum over a run with many bodies: it must close to rounding, at rest and under shocks.
#include "verify/ledger.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "verify/recorded_scene.hpp"

namespace firstcontact::verify {
namespace {

LedgerCounts balance_of(const testing::WholeRecording& recording) {
  const Laws laws(recording.header);
  StepMotions motions(recording.header);
  Ledger ledger(recording.header, laws);
  std::vector<Finding> findings;
  for (const RecordedStep& step : recording.steps) {
    const StepMotion motion = motions.next(step, findings);
    ledger.take(motion, step, findings);
  }
  for (const Finding& finding : findings) {
    ADD_FAILURE() << finding_line(finding);
  }
  return ledger.counts();
}

// Balls, rings and boxes that rolled down hills and lie still: at 2.57 s one is hit so hard that others are pressed for
// a while by the impact's solution and not in the end. They must go on to the bit as before, which was 1e-16 m/s: any
// rounding of what was given and taken back would be a change of momentum without an impulse.
TEST(Ledger, ClosesForBodiesAllButAtRestBesideAnImpact) {
  const LedgerCounts counts = balance_of(testing::recording_of("concave/hills", 2.6));
  EXPECT_GT(counts.entries, 20000U);
  EXPECT_GT(counts.transfers, 40000U);
}

// Blocks that rain onto each other are one island by their gaps, and several by who presses whom: what is lost where
// one lands is not the others' to win.
TEST(Ledger, NoPartOfAHeapWinsTheEnergyThatAnotherLoses) {
  const LedgerCounts counts = balance_of(testing::recording_of("../tests/verify/data/heap"));
  EXPECT_GT(counts.transfers, 1000U);
}

}  // namespace
}  // namespace firstcontact::verify
