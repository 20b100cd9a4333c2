// Recordings damaged on purpose: each must be refused, for the right reason and at the right place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "verify/recorded_scene.hpp"

namespace firstcontact::verify {
namespace {

using testing::body_named;
using testing::first_of;
using testing::lines_of;
using testing::recording_of;
using testing::recording_of_text;
using testing::report_of;
using testing::WholeRecording;

// Two boxes that meet in empty space, elastically and off their centres; one lands on nothing. No contact lasts.
const WholeRecording& meeting() {
  static const WholeRecording recording = recording_of_text(R"({
    "version": 1, "name": "meeting", "gravity": [0, -1, 0], "time_step": 0.015625, "duration": 1.0,
    "bodies": [
      {"name": "left", "shape": {"box": [0.2, 0.3, 0.25]}, "position": [-1, 0, 0], "linear_velocity": [2, 0, 0],
       "angular_velocity": [1, 2, 3], "restitution": 0.8, "friction": 0.4},
      {"name": "right", "shape": {"box": [0.25, 0.2, 0.3]}, "position": [1, 0.1, 0.05], "linear_velocity": [-1, 0, 0],
       "angular_velocity": [0.5, -1, 0.2], "restitution": 0.8, "friction": 0.4},
      {"name": "bystander", "shape": {"box": [0.1, 0.1, 0.1]}, "position": [-1, 3, 0]},
      {"name": "wall", "type": "static", "shape": {"box": [0.1, 5, 5]}, "position": [4, 0, 0]},
      {"name": "mill", "type": "kinematic", "shape": {"box": [1, 0.1, 0.1]}, "position": [0, 8, 0],
       "angular_velocity": [0, 0, 20]}
    ]})");
  return recording;
}

// A crate that rests on a floor, with all impulses.
const WholeRecording& resting() {
  static const WholeRecording recording = recording_of_text(R"({
    "version": 1, "name": "resting", "time_step": 0.015625, "duration": 0.5,
    "bodies": [
      {"name": "floor", "type": "static", "shape": {"box": [5, 0.5, 5]}, "position": [0, -0.5, 0]},
      {"name": "crate", "shape": {"box": [0.5, 0.5, 0.5]}, "position": [0, 0.5, 0], "linear_velocity": [1, 0, 0]}
    ]})");
  return recording;
}

struct Place {
  std::size_t step = 0, index = 0;
};

// Where the impact of the meeting is.
Place impact_of(const WholeRecording& recording) {
  for (std::size_t i = 0; i < recording.steps.size(); ++i) {
    const auto& events = recording.steps[i].events;
    for (std::size_t k = 0; k < events.size(); ++k) {
      if (events[k].kind == EventKind::impact) {
        return {i, k};
      }
    }
  }
  ADD_FAILURE() << "nothing meets";
  return {};
}

// The segment of `body` that begins at `time`, or the first one of the step.
MotionSegment& segment_of(RecordedStep& step, std::uint32_t body, double time = -1.0) {
  for (MotionSegment& segment : step.segments) {
    if (segment.body == body && (time < 0.0 || segment.start_time == time)) {
      return segment;
    }
  }
  throw std::runtime_error("no such segment");
}

void expect_finding(const WholeRecording& damaged, FindingKind kind, const std::string& body, double time) {
  const VerifyReport report = report_of(damaged);
  const Finding* const finding = first_of(report, kind);
  ASSERT_NE(finding, nullptr) << "found instead:\n" << lines_of(report);
  EXPECT_TRUE(finding->body_a == body || finding->body_b == body) << finding_line(*finding);
  EXPECT_NEAR(finding->time, time, 1e-9) << finding_line(*finding);
}

// By the reader, before anything is asked of the motions.
void expect_refused(const WholeRecording& damaged, const std::string& why) {
  try {
    static_cast<void>(report_of(damaged));
    ADD_FAILURE() << "read without a word";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
  }
}

// Everything below is damage to recordings that are sound.
TEST(Damage, IsAllThatIsWrongWithTheRecordingsBelow) {
  EXPECT_EQ(lines_of(report_of(meeting())), "");
  EXPECT_EQ(lines_of(report_of(resting())), "");
  EXPECT_GE(report_of(meeting()).mechanics.judged_clusters, 1U);
  EXPECT_GT(report_of(resting()).ledger.transfers, 100U);
}

// 1. The crate, nudged so that it is in the floor by a millionth of a metre for one substep.
TEST(Damage, APoseNudgedIntoANeighbourByAMicrometre) {
  WholeRecording damaged = resting();
  RecordedStep& step = damaged.steps[20];
  MotionSegment& segment = segment_of(step, body_named(damaged, "crate"));
  const double gap = segment.pose.position.y - 0.5;  // m: it stands flat
  ASSERT_GT(gap, 0.0);
  segment.pose.position.y -= gap + 1e-6;
  segment.linear_velocity = Vec3(0.0);
  segment.angular_velocity = Vec3(0.0);
  segment.pose.orientation = Quat(1.0, 0.0, 0.0, 0.0);
  const VerifyReport report = report_of(damaged);
  const Finding* const finding = first_of(report, FindingKind::overlap);
  ASSERT_NE(finding, nullptr) << lines_of(report);
  EXPECT_EQ(finding->body_a, "floor");
  EXPECT_EQ(finding->body_b, "crate");
  EXPECT_NEAR(finding->measure, 1e-6, 1e-10);
  EXPECT_NEAR(finding->time, segment.start_time, 1e-6);
  expect_finding(damaged, FindingKind::jump, "crate", segment.start_time);
}

// 2.
TEST(Damage, APoseMovedByANanometreInFreeFlight) {
  WholeRecording damaged = meeting();
  MotionSegment& segment = segment_of(damaged.steps[5], body_named(damaged, "bystander"));
  segment.pose.position.x += 1e-9;
  expect_finding(damaged, FindingKind::jump, "bystander", segment.start_time);
}

// 3.
TEST(Damage, AnAttitudeTurnedByANanoradian) {
  WholeRecording damaged = meeting();
  MotionSegment& segment = segment_of(damaged.steps[5], body_named(damaged, "right"));
  segment.pose.orientation = segment.pose.orientation * quaternion_from_rotation_vector(Vec3(0.0, 1e-9, 0.0));
  expect_finding(damaged, FindingKind::jump, "right", segment.start_time);
}

// 4.
TEST(Damage, AnImpactsEventRemoved) {
  WholeRecording damaged = meeting();
  const Place at = impact_of(damaged);
  const double time = damaged.steps[at.step].events[at.index].time;
  damaged.steps[at.step].events.clear();
  expect_finding(damaged, FindingKind::momentum, "left", time);
}

// 5. The motions after the impact are gone: both fly on, into each other.
TEST(Damage, AnImpactsMotionsRemoved) {
  WholeRecording damaged = meeting();
  const Place at = impact_of(damaged);
  const double time = damaged.steps[at.step].events[at.index].time;
  std::erase_if(damaged.steps[at.step].segments, [&](const MotionSegment& s) { return s.start_time == time; });
  damaged.steps.resize(at.step + 1);
  damaged.steps[at.step].impulses.reset();
  damaged.steps[at.step].end_time += 0.01;
  const VerifyReport report = report_of(damaged);
  const Finding* const overlap = first_of(report, FindingKind::overlap);
  ASSERT_NE(overlap, nullptr) << lines_of(report);
  EXPECT_GT(overlap->time, time);
  EXPECT_NE(first_of(report, FindingKind::event), nullptr) << lines_of(report);
}

// 6.
TEST(Damage, SegmentsReordered) {
  WholeRecording damaged = resting();
  auto& segments = damaged.steps[10].segments;
  ASSERT_GT(segments.size(), 3U);
  std::swap(segments[1], segments[3]);
  expect_refused(damaged, "times go back");
}

// 7.
TEST(Damage, ASegmentOfAnotherStep) {
  WholeRecording damaged = meeting();
  MotionSegment& segment = segment_of(damaged.steps[5], body_named(damaged, "left"));
  segment.start_time += 1.0;
  expect_refused(damaged, "times go back or beyond its end");
}

// 8.
TEST(Damage, EventsOutOfOrder) {
  WholeRecording damaged = meeting();
  auto& events = damaged.steps[impact_of(damaged).step].events;
  Event earlier = events.front();
  earlier.kind = EventKind::enter;
  earlier.time -= 1e-4;
  events.push_back(earlier);
  expect_refused(damaged, "times go back");
}

// 9. Both come out of the impact a millionth faster than they may.
TEST(Damage, EnergyAddedAtAnImpact) {
  WholeRecording damaged = meeting();
  const Place at = impact_of(damaged);
  RecordedStep& step = damaged.steps[at.step];
  const double time = step.events[at.index].time;
  for (const char* name : {"left", "right"}) {
    MotionSegment& segment = segment_of(step, body_named(damaged, name), time);
    segment.linear_velocity *= 2.0;
    segment.angular_velocity *= 2.0;
  }
  expect_finding(damaged, FindingKind::energy, "left", time);
}

// 10.
TEST(Damage, MomentumChangedByAMillionthAtAnImpact) {
  WholeRecording damaged = meeting();
  const Place at = impact_of(damaged);
  RecordedStep& step = damaged.steps[at.step];
  const double time = step.events[at.index].time;
  segment_of(step, body_named(damaged, "left"), time).linear_velocity *= 1.0 - 1e-6;
  expect_finding(damaged, FindingKind::momentum, "left", time);
}

// 11. Linear momentum is kept, angular momentum is not.
TEST(Damage, SpinChangedByAMillionthAtAnImpact) {
  WholeRecording damaged = meeting();
  const Place at = impact_of(damaged);
  RecordedStep& step = damaged.steps[at.step];
  const double time = step.events[at.index].time;
  segment_of(step, body_named(damaged, "right"), time).angular_velocity *= 1.0 - 1e-6;
  expect_finding(damaged, FindingKind::momentum, "right", time);
}

// 12. Speed out of nowhere, in free flight.
TEST(Damage, AVelocityChangedInFreeFlight) {
  WholeRecording damaged = meeting();
  MotionSegment& segment = segment_of(damaged.steps[7], body_named(damaged, "bystander"));
  segment.linear_velocity.z += 1e-8;
  expect_finding(damaged, FindingKind::momentum, "bystander", segment.start_time);
}

// 13.
TEST(Damage, ASpinChangedInFreeFlight) {
  WholeRecording damaged = meeting();
  MotionSegment& segment = segment_of(damaged.steps[7], body_named(damaged, "left"));
  segment.angular_velocity.x += 1e-8;
  expect_finding(damaged, FindingKind::momentum, "left", segment.start_time);
}

// 14.
TEST(Damage, AFallOtherThanGravitys) {
  WholeRecording damaged = meeting();
  MotionSegment& segment = segment_of(damaged.steps[7], body_named(damaged, "bystander"));
  segment.linear_acceleration.y *= 1.0 + 1e-9;
  expect_finding(damaged, FindingKind::free_flight, "bystander", segment.start_time);
}

// 15.
TEST(Damage, AStaticBodyThatMoves) {
  WholeRecording damaged = meeting();
  const std::uint32_t wall = body_named(damaged, "wall");
  MotionSegment segment;
  segment.body = wall;
  segment.kind = FlowKind::screw;
  segment.start_time = damaged.steps[3].end_time;
  segment.pose = damaged.header.bodies[wall].start.pose;
  segment.linear_velocity = {1e-3, 0.0, 0.0};
  damaged.steps[3].segments.push_back(segment);
  expect_finding(damaged, FindingKind::free_flight, "wall", segment.start_time);
}

// 16.
TEST(Damage, AKinematicBodyThatAccelerates) {
  WholeRecording damaged = meeting();
  MotionSegment& segment = segment_of(damaged.steps[7], body_named(damaged, "mill"));
  segment.linear_acceleration = {0.0, 0.1, 0.0};
  expect_finding(damaged, FindingKind::free_flight, "mill", segment.start_time);
}

// 17. The event tells of more impulse than the bodies got.
TEST(Damage, AnImpactsImpulseOverstated) {
  WholeRecording damaged = meeting();
  const Place at = impact_of(damaged);
  Event& event = damaged.steps[at.step].events[at.index];
  event.normal_impulse *= 1.0 + 1e-6;
  expect_finding(damaged, FindingKind::momentum, "left", event.time);
}

// 18. The same impulse, but its normal leans so that friction would have to be more than it can be.
TEST(Damage, AnImpactsImpulseOutsideItsFrictionCone) {
  WholeRecording damaged = meeting();
  const Place at = impact_of(damaged);
  Event& event = damaged.steps[at.step].events[at.index];
  event.normal = glm::normalize(event.normal + Vec3(0.0, 1.0, 0.0));
  expect_finding(damaged, FindingKind::friction_cone, "left", event.time);
}

// 19. An impact that pulls the two together.
TEST(Damage, AnImpactThatPulls) {
  WholeRecording damaged = meeting();
  const Place at = impact_of(damaged);
  Event& event = damaged.steps[at.step].events[at.index];
  event.normal = -event.normal;
  expect_finding(damaged, FindingKind::friction_cone, "left", event.time);
}

// 20.
TEST(Damage, AnImpactWithoutConsequence) {
  WholeRecording damaged = meeting();
  Event event;
  event.time = damaged.steps[4].end_time - 1e-3;
  event.a = body_named(damaged, "left");
  event.b = body_named(damaged, "bystander");
  event.normal = {0.0, 1.0, 0.0};
  event.normal_impulse = 1.0;
  damaged.steps[4].events.push_back(event);
  expect_finding(damaged, FindingKind::event, "left", event.time);
}

// 21.
TEST(Damage, AContactThatBeginsTwice) {
  WholeRecording damaged = resting();
  for (RecordedStep& step : damaged.steps) {
    for (const Event& event : step.events) {
      if (event.kind == EventKind::begin) {
        const double time = event.time;
        step.events.push_back(event);
        expect_finding(damaged, FindingKind::event, "crate", time);
        return;
      }
    }
  }
  FAIL() << "nothing touches";
}

// 22. A contact's load left out: the crate stands on nothing.
TEST(Damage, AContactsLoadRemoved) {
  WholeRecording damaged = resting();
  auto& loads = damaged.steps[20].impulses->loads;
  ASSERT_FALSE(loads.empty());
  const double time = loads.front().begin;
  loads.erase(loads.begin());
  expect_finding(damaged, FindingKind::momentum, "crate", time);
}

// 23. A contact's load that acts a little higher than it may.
TEST(Damage, AContactsMomentChangedByAMillionth) {
  WholeRecording damaged = resting();
  ContactLoad& load = damaged.steps[20].impulses->loads.front();
  load.moment_b.z += 1e-6 * std::sqrt(squared_length(load.impulse));
  expect_finding(damaged, FindingKind::momentum, "crate", load.begin);
}

// 24. A contact's load out of its cone, with the motion that it makes.
TEST(Damage, AContactsFrictionTooGreat) {
  WholeRecording damaged = resting();
  ContactLoad& load = damaged.steps[20].impulses->loads.front();
  const double along = glm::dot(load.impulse, load.normal);
  load.impulse += along * Vec3(0.6, 0.0, 0.0);
  expect_finding(damaged, FindingKind::friction_cone, "crate", load.begin);
}

// 25. A velocity at a chord's end that no load made.
TEST(Damage, ARestingBodysVelocityChanged) {
  WholeRecording damaged = resting();
  ChordVelocity& chord = damaged.steps[20].impulses->chords.back();
  chord.linear_at_end.x += 1e-6;
  expect_finding(damaged, FindingKind::momentum, "crate", chord.begin);
}

// 26. Twice the weight: loads that hold up more than there is.
TEST(Damage, ABodyThatIsHeldUpTwice) {
  WholeRecording damaged = resting();
  bool is_found = false;
  for (std::size_t i = 10; i < damaged.steps.size(); ++i) {
    for (ContactLoad& load : damaged.steps[i].impulses->loads) {
      load.impulse += Vec3(0.0, 1.0, 0.0) * (1000.0 * 9.81 * (load.end - load.begin));
    }
  }
  const VerifyReport report = report_of(damaged);
  for (const Finding& finding : report.findings) {
    is_found = is_found || finding.kind == FindingKind::momentum;
  }
  EXPECT_TRUE(is_found) << lines_of(report);
}

}  // namespace
}  // namespace firstcontact::verify
