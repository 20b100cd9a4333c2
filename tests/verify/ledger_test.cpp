// The account of momentum in recordings of older programs, whose solver gave the fall of a substep in one kick.
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

// A brick that the solver kicks at the step's start with the fall of the whole step, while the floor takes `support` of
// it. A quarter later a hammer strikes it upwards, it flies to the step's end, and is kicked for the next step. `tap`,
// m/s: what half-way to that a tap of 0.8 N s changes its speed by.
Balance of_a_body_struck_off(double support, double tap = 0.0) {
  testing::WholeRecording recording = testing::recording_of_text(R"({
    "version": 1, "name": "struck off", "gravity": [0, -8, 0], "time_step": 0.015625, "duration": 0.03125,
    "bodies": [{"name": "brick", "shape": {"box": [0.1, 0.1, 0.1]}, "density": 1000, "position": [0, 3, 0]},
               {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}},
               {"name": "hammer", "type": "kinematic", "shape": {"box": [0.1, 0.1, 0.1]}, "position": [5, 3, 0],
                "linear_velocity": [0, 1, 0]}]})");
  const Vec3 up(0.0, 1.0, 0.0);
  const double dt = 0.015625;
  const double speed = -0.125 * (1.0 - support);  // the brick's mass is 8 kg, its weight 1 N s a step
  RecordedStep& first = recording.steps[recording.steps.size() - 2];
  RecordedStep& second = recording.steps.back();
  MotionSegment driven = first.segments.front();
  driven.body = 0;
  driven.start_time = 0.0;
  driven.kind = FlowKind::screw;
  driven.pose = {Vec3(0.0, 3.0, 0.0), Quat(1.0, 0.0, 0.0, 0.0)};
  driven.linear_acceleration = Vec3(0.0);
  driven.linear_velocity = speed * up;
  driven.angular_velocity = Vec3(0.0);
  MotionSegment tapped = driven;
  tapped.start_time = dt / 8.0;
  tapped.pose.position += tapped.start_time * driven.linear_velocity;
  tapped.linear_velocity = (speed + tap) * up;
  MotionSegment flight = tapped;
  flight.start_time = dt / 4.0;
  flight.kind = FlowKind::ballistic;
  flight.pose.position += (flight.start_time - tapped.start_time) * tapped.linear_velocity;
  flight.linear_velocity = (speed + tap + 1.0) * up;
  flight.linear_acceleration = -8.0 * up;
  const double left = dt - flight.start_time;
  MotionSegment kicked = driven;
  kicked.start_time = dt;
  kicked.pose.position = flight.pose.position + left * flight.linear_velocity - 4.0 * left * left * up;
  kicked.linear_velocity = (speed + tap + 1.0 - 8.0 * left - 0.125) * up;
  first.segments = {driven, flight};
  second.segments = {kicked};
  first.impulses.emplace();
  first.impulses->own_velocities = {{0.0, 0, driven.linear_velocity, Vec3(0.0)},
                                    {flight.start_time, 0, flight.linear_velocity, Vec3(0.0)}};
  first.impulses->transfers = {{0.0, 1, 0, up, support * up, Vec3(0.0)},
                               {flight.start_time, 2, 0, up, 8.0 * up, Vec3(0.0)}};
  if (tap != 0.0) {
    first.segments.insert(first.segments.begin() + 1, tapped);
    first.impulses->own_velocities.push_back({tapped.start_time, 0, tapped.linear_velocity, Vec3(0.0)});
    first.impulses->transfers.push_back({tapped.start_time, 2, 0, up, 0.8 * up, Vec3(0.0)});
  }
  second.impulses.emplace();
  second.impulses->own_velocities = {{dt, 0, kicked.linear_velocity, Vec3(0.0)}};
  return look_at(recording);
}

// A brick on a floor that a solver kicks and holds up for the whole step, and again from a quarter on, where the
// substep ended early. `back`: the share of its first kick's rest that it gives back there, and `support`, of each
// kick, what the floor takes. What the brick goes on with is its fall less that; at the step's end it is kicked for the
// next.
Balance of_a_substep_cut_short(double support, double back) {
  testing::WholeRecording recording = testing::recording_of_text(R"({
    "version": 1, "name": "cut short", "gravity": [0, -8, 0], "time_step": 0.015625, "duration": 0.03125,
    "bodies": [{"name": "brick", "shape": {"box": [0.1, 0.1, 0.1]}, "density": 1000, "position": [0, 3, 0]},
               {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}}]})");
  const Vec3 up(0.0, 1.0, 0.0);
  const double dt = 0.015625;
  const double early = dt / 4.0;
  const double rest = dt - early;
  MotionSegment driven = recording.steps[recording.steps.size() - 2].segments.front();
  driven.kind = FlowKind::screw;
  driven.start_time = 0.0;
  driven.pose = {Vec3(0.0, 3.0, 0.0), Quat(1.0, 0.0, 0.0, 0.0)};
  driven.linear_acceleration = Vec3(0.0);
  driven.angular_velocity = Vec3(0.0);
  std::vector<OwnVelocity> own;
  std::vector<Transfer> transfers;
  double speed = 0.0;
  const auto kick = [&](double time, double lasts, double taken_back) {  // the brick's mass is 8 kg
    speed += 8.0 * (taken_back - lasts) + 8.0 * support * lasts;
    own.push_back({time, 0, speed * up, Vec3(0.0)});
    transfers.push_back({time, 1, 0, up, 64.0 * support * lasts * up, Vec3(0.0)});
  };
  kick(0.0, dt, 0.0);
  kick(early, rest, back * rest);
  kick(dt, dt, 0.0);
  driven.linear_velocity = Vec3(0.0);  // it is kept where it is
  MotionSegment next = driven;
  next.start_time = dt;
  for (const std::size_t step : {recording.steps.size() - 2, recording.steps.size() - 1}) {
    recording.steps[step].segments = {step == recording.steps.size() - 2 ? driven : next};
    recording.steps[step].impulses.emplace();
  }
  recording.steps[recording.steps.size() - 2].impulses->own_velocities = {own[0], own[1]};
  recording.steps[recording.steps.size() - 2].impulses->transfers = {transfers[0], transfers[1]};
  recording.steps.back().impulses->own_velocities = {own[2]};
  recording.steps.back().impulses->transfers = {transfers[2]};
  return look_at(recording);
}

// A cube that turns freely under a torque, with a spin that grows by `share` of what it should in its second step.
Balance of_a_torque_that_gives(double share) {
  testing::WholeRecording recording = testing::recording_of_text(R"({
    "version": 1, "name": "twisted", "gravity": [0, 0, 0], "time_step": 0.015625, "duration": 0.03125,
    "bodies": [{"name": "cube", "shape": {"box": [0.1, 0.1, 0.1]}, "torque": [0, 3, 0]}]})");
  MotionSegment& first = recording.steps[recording.steps.size() - 2].segments.front();
  MotionSegment& second = recording.steps.back().segments.front();
  second.angular_velocity = (1.0 + share) * first.angular_velocity;
  return look_at(recording);
}

// It may give back what it was given for the time that it stands, and no more.
TEST(Ledger, AStoppedBodyGivesBackTheFallThatItWasGivenAhead) {
  EXPECT_TRUE(of_a_body_stopped_with(0.125).findings.empty());
  EXPECT_TRUE(of_a_body_stopped_with(0.03125).findings.empty());
  const Balance balance = of_a_body_stopped_with(0.03);
  ASSERT_FALSE(balance.findings.empty());
  EXPECT_EQ(balance.findings.front().kind, FindingKind::momentum);
}

// For the rest of the step it was given its weight and its support alike, and struck off it is rid of both: then its
// flight is no fall that it has twice. It is where the floor took half.
TEST(Ledger, WhatIsStruckOffItsSupportFallsForAsMuchAsItWasHeld) {
  const Balance held = of_a_body_struck_off(1.0);
  EXPECT_TRUE(held.findings.empty()) << finding_line(held.findings.front());
  const Balance half = of_a_body_struck_off(0.5);
  ASSERT_FALSE(half.findings.empty());
  EXPECT_EQ(half.findings.front().kind, FindingKind::momentum);
  EXPECT_EQ(half.findings.front().time, 0.015625);
}

// Kicked anew before its last kick is over, a body has twice been given its fall, and twice been held up; or has given
// back what was ahead. Who was not held up has no right to it.
TEST(Ledger, ASubstepThatEndsEarlyIsGivenItsFallAnew) {
  for (const auto& [support, back] : {std::pair(1.0, 0.0), std::pair(0.0, 1.0), std::pair(0.5, 0.5)}) {
    const Balance sound = of_a_substep_cut_short(support, back);
    EXPECT_TRUE(sound.findings.empty()) << support << ": " << finding_line(sound.findings.front());
  }
  for (const auto& [support, back] : {std::pair(0.0, 0.0), std::pair(0.5, 0.0)}) {
    const Balance fallen_twice = of_a_substep_cut_short(support, back);
    ASSERT_FALSE(fallen_twice.findings.empty()) << support;
    EXPECT_EQ(fallen_twice.findings.front().kind, FindingKind::momentum);
  }
}

// No longer than a step, and not against itself.
TEST(Ledger, ATorqueActsForAsLongAsAStep) {
  for (const double share : {1.0, 0.5, 0.0}) {
    const Balance sound = of_a_torque_that_gives(share);
    EXPECT_TRUE(sound.findings.empty()) << share << ": " << finding_line(sound.findings.front());
  }
  for (const double share : {1.001, 2.0, -0.001}) {
    const Balance unsound = of_a_torque_that_gives(share);
    ASSERT_FALSE(unsound.findings.empty()) << share;
    EXPECT_EQ(unsound.findings.front().kind, FindingKind::momentum);
  }
}

// What a tap before that seems to have it fall by is the last digit of its speed, and says nothing of what holds it.
TEST(Ledger, ATapOnWhatIsHeldIsNoFall) {
  for (const double tap : {0.1, 0.1 - 1e-15, 0.1 + 1e-15}) {
    const Balance held = of_a_body_struck_off(1.0, tap);
    EXPECT_TRUE(held.findings.empty()) << finding_line(held.findings.front());
  }
}

// It stands for a step, while its own velocity is 1 m/s.
TEST(Ledger, TellsHowFarABodyWasHeldBack) {
  testing::WholeRecording recording = testing::recording_of_text(R"({
    "version": 1, "name": "held back", "gravity": [0, 0, 0], "time_step": 0.015625, "duration": 0.03125,
    "bodies": [{"name": "brick", "shape": {"box": [0.1, 0.1, 0.1]}, "linear_velocity": [1, 0, 0]}]})");
  RecordedStep& first = recording.steps[recording.steps.size() - 2];
  RecordedStep& second = recording.steps.back();
  MotionSegment& stands = first.segments.front();
  stands.kind = FlowKind::screw;
  stands.linear_velocity = Vec3(0.0);
  MotionSegment goes = stands;
  goes.start_time = 0.015625;
  goes.linear_velocity = Vec3(1.0, 0.0, 0.0);
  second.segments = {goes};
  for (RecordedStep* const step : {&first, &second}) {
    step->impulses.emplace();
    step->impulses->own_velocities = {{step->segments.front().start_time, 0, Vec3(1.0, 0.0, 0.0), Vec3(0.0)}};
  }
  EXPECT_EQ(look_at(recording).counts.held_back, 0.015625);
}

}  // namespace
}  // namespace firstcontact::verify
