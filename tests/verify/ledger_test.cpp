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

// Blocks that rain onto each other are one island by their gaps, and several by who presses whom: what is lost where
// one lands is not the others' to win.
TEST(Ledger, NoPartOfAHeapWinsTheEnergyThatAnotherLoses) {
  const LedgerCounts counts = balance_of(testing::recording_of("../tests/verify/data/heap"));
  EXPECT_GT(counts.transfers, 1000U);
}

}  // namespace
}  // namespace firstcontact::verify
