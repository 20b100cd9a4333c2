// Recordings with sleepers: proved as they are, refused when a sleeper moves or somebody sleeps that must not.
#include <gtest/gtest.h>

#include <algorithm>

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

// A stack that falls asleep, a ball that wakes it, and another stack that sleeps on. All impulses are kept.
const WholeRecording& night() {
  static const WholeRecording recording = recording_of_text(R"({
    "version": 1, "name": "night", "time_step": 0.015625, "duration": 2.5,
    "bodies": [
      {"name": "floor", "type": "static", "shape": {"box": [9, 0.5, 5]}, "position": [0, -0.5, 0]},
      {"name": "low", "shape": {"box": [0.5, 0.5, 0.5]}, "position": [0, 0.5, 0]},
      {"name": "high", "shape": {"box": [0.5, 0.5, 0.5]}, "position": [0, 1.5, 0]},
      {"name": "far", "shape": {"box": [0.5, 0.5, 0.5]}, "position": [4, 0.5, 0]},
      {"name": "ball", "shape": {"sphere": 0.2}, "position": [-4, 9, 0], "linear_velocity": [3, 0, 0]}
    ]})");
  return recording;
}

struct Place {
  std::size_t step = 0, index = 0;
};

Place event_of(const WholeRecording& recording, EventKind kind, const std::string& name) {
  for (std::size_t i = 0; i < recording.steps.size(); ++i) {
    const auto& events = recording.steps[i].events;
    for (std::size_t k = 0; k < events.size(); ++k) {
      if (events[k].kind == kind && events[k].a == body_named(recording, name)) {
        return {i, k};
      }
    }
  }
  throw std::runtime_error("no such event");
}

Event event_for(EventKind kind, std::uint32_t body, double time) {
  Event event;
  event.kind = kind;
  event.time = time;
  event.a = event.b = body;
  return event;
}

void expect_slumber(const WholeRecording& damaged, const std::string& body, const std::string& what) {
  const VerifyReport report = report_of(damaged);
  const bool is_found = std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
    return finding.kind == FindingKind::slumber && finding.body_a == body &&
           finding.what.find(what) != std::string::npos;
  });
  EXPECT_TRUE(is_found) << "found instead:\n" << lines_of(report);
}

TEST(Slumber, OfASoundRecordingIsProvedAndCounted) {
  const VerifyReport report = report_of(night());
  EXPECT_EQ(lines_of(report), "");
  EXPECT_GE(report.slumber.sleeps, 3U);
  EXPECT_EQ(report.slumber.wakes, 2U);
  EXPECT_GT(report.ledger.stilled, 0.0);
  EXPECT_LT(report.ledger.stilled, 1e-3);  // N s, of bodies that weigh a ton
}

// Two stacks and a pyramid sleep; a ball wakes one stack, which falls asleep again, or what is left of it.
TEST(Slumber, OfManyIsProvedAndTheOneStackThatIsHitWakes) {
  const WholeRecording recording = recording_of("../tests/verify/data/asleep");
  const VerifyReport report = report_of(recording);
  EXPECT_EQ(lines_of(report), "");
  EXPECT_EQ(report.slumber.sleeps, 22U);
  EXPECT_EQ(report.slumber.wakes, 4U);
}

TEST(Slumber, WritesNothingForWhoSleeps) {
  const Place slept = event_of(night(), EventKind::sleep, "far");
  const std::uint32_t far = body_named(night(), "far");
  for (std::size_t i = slept.step + 1; i < night().steps.size(); ++i) {
    for (const MotionSegment& segment : night().steps[i].segments) {
      EXPECT_NE(segment.body, far) << i;
    }
  }
}

TEST(Slumber, OfAMovingBodyIsRefused) {
  WholeRecording damaged = night();
  const std::uint32_t ball = body_named(damaged, "ball");
  RecordedStep& step = damaged.steps[20];
  MotionSegment standing = step.segments.front();
  for (const MotionSegment& segment : step.segments) {
    standing = segment.body == ball ? segment : standing;
  }
  standing.start_time = step.end_time;
  standing.linear_velocity = standing.angular_velocity = standing.linear_acceleration = Vec3(0.0);
  step.segments.push_back(standing);
  step.events.push_back(event_for(EventKind::sleep, ball, step.end_time));
  expect_slumber(damaged, "ball", "not at rest");
  expect_slumber(damaged, "ball", "nothing bears it");
}

TEST(Slumber, OfASleeperThatMovesIsRefused) {
  WholeRecording damaged = night();
  const Place slept = event_of(damaged, EventKind::sleep, "far");
  for (MotionSegment& segment : damaged.steps[slept.step].segments) {
    if (segment.body == body_named(damaged, "far") && segment.start_time == damaged.steps[slept.step].end_time) {
      segment.linear_velocity.x = 1e-12;
    }
  }
  expect_slumber(damaged, "far", "a segment that stands");
}

TEST(Slumber, OfASleeperThatGetsAnotherMotionIsRefused) {
  WholeRecording damaged = night();
  const Place slept = event_of(damaged, EventKind::sleep, "far");
  RecordedStep& later = damaged.steps[slept.step + 5];
  MotionSegment again;
  for (const MotionSegment& segment : damaged.steps[slept.step].segments) {
    again = segment.body == body_named(damaged, "far") ? segment : again;
  }
  again.start_time = later.end_time;
  again.linear_velocity.x = 1e-6;
  later.segments.push_back(again);
  expect_slumber(damaged, "far", "another motion while it sleeps");
}

WholeRecording night_without(EventKind kind, const std::string& body) {
  WholeRecording damaged = night();
  const Place place = event_of(damaged, kind, body);
  auto& events = damaged.steps[place.step].events;
  events.erase(events.begin() + static_cast<std::ptrdiff_t>(place.index));
  return damaged;
}

TEST(Slumber, WithoutItsWakingIsRefused) {
  const WholeRecording damaged = night_without(EventKind::wake, "low");
  expect_slumber(damaged, "low", "another motion while it sleeps");
  expect_slumber(damaged, "low", "an impulse while it sleeps");
}

TEST(Slumber, WithoutItsBeginningIsRefused) {
  expect_slumber(night_without(EventKind::sleep, "far"), "far", "no motion in this step");
}

TEST(Slumber, OfWhoIsFasterThanNextToNothingIsRefused) {
  WholeRecording damaged = night();
  const Place slept = event_of(damaged, EventKind::sleep, "far");
  const std::uint32_t far = body_named(damaged, "far");
  for (ChordVelocity& chord : damaged.steps[slept.step].impulses->chords) {
    chord.linear_at_end.x += chord.body == far ? 1e-3 : 0.0;
  }
  const VerifyReport report = report_of(damaged);
  const bool is_found = std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
    return finding.kind == FindingKind::momentum && finding.body_a == "far" &&
           finding.what.find("falls asleep while it moves") != std::string::npos;
  });
  EXPECT_TRUE(is_found) << lines_of(report);
}

}  // namespace
}  // namespace firstcontact::verify
