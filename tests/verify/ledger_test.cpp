// The account of momentum over a run with many bodies: it must close to rounding, at rest and under shocks.
#include "verify/ledger.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "verify/recorded_scene.hpp"

namespace firstcontact::verify {
namespace {

// Balls, rings and boxes that rolled down hills and lie still: at 2.57 s one is hit so hard that others are pressed for
// a while by the impact's solution and not in the end. They must go on to the bit as before, which was 1e-16 m/s: any
// rounding of what was given and taken back would be a change of momentum without an impulse.
TEST(Ledger, ClosesForBodiesAllButAtRestBesideAnImpact) {
  const testing::WholeRecording recording = testing::recording_of("concave/hills", 2.6);
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
  EXPECT_GT(ledger.counts().entries, 20000U);
  EXPECT_GT(ledger.counts().transfers, 40000U);
}

}  // namespace
}  // namespace firstcontact::verify
