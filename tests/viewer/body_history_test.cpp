// What the inspector tells of a body over time, against closed forms and the run's own account.

#include "viewer/body_history.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "../cli/program_fixture.hpp"
#include "viewer/measures.hpp"
#include "viewer/session.hpp"
#include "viewer/time_plot.hpp"

namespace firstcontact {
namespace {

using testing::ScratchFolder;

constexpr std::string_view dropped_crate = R"({"version": 1, "duration": 3, "bodies": [
    {"name": "floor", "type": "static", "shape": {"box": [5, 0.5, 5]}, "position": [0, -0.5, 0]},
    {"name": "crate", "shape": {"box": [0.5, 0.5, 0.5]}, "position": [0, 1, 0], "mass": 2, "restitution": 0}]})";

class BodyHistoryTest : public ::testing::Test {
 protected:
  // The scene, run up to `time`, with what the body was given by others from the start on.
  std::unique_ptr<Session> run(const std::string& file, BodyIndex watched, double time) const {
    auto session = Session::open({file, {}, {}, 1, false, {}}).value();
    session->watch({watched});
    for (int i = 0; i < 2000 && session->known_until() < time; ++i) {
      session->advance(0.02);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    EXPECT_GE(session->known_until(), time);
    return session;
  }
  static BodyHistory learned(const Session& session, BodyIndex body) {
    BodyHistory history(body);
    while (history.known_until() < session.known_until()) {
      history.learn(session.steps(), 1.0);
    }
    return history;
  }
  ScratchFolder folder_;
};

TEST_F(BodyHistoryTest, KnowsWhereTheBodyWasAndWhatBoreIt) {
  const auto session = run(folder_.file("scene.json", dropped_crate), 1, 1.2);
  const BodyHistory history = learned(*session, 1);
  const RecordedBody& crate = session->stage->header.bodies[1];
  const Vec3 gravity = session->stage->header.gravity;
  const BodyMeasures falling = measures_at(history, crate, gravity, 0.2).value();
  EXPECT_NEAR(falling.position.y, 1.0 - 0.5 * 9.81 * 0.04, 1e-9);
  EXPECT_NEAR(falling.velocity.y, -9.81 * 0.2, 1e-9);
  EXPECT_NEAR(falling.kinetic_energy, 0.5 * 2.0 * std::pow(9.81 * 0.2, 2.0), 1e-9);
  EXPECT_NEAR(glm::length(falling.force), 0.0, 1e-6) << "nothing but gravity";
  EXPECT_TRUE(history.step_at(0.2).pushes.empty());
  const BodyMeasures lying = measures_at(history, crate, gravity, 1.0).value();
  EXPECT_NEAR(lying.force.y, 2.0 * 9.81, 1e-3) << "the floor bears its weight";
  // At any instant it is where the run has it.
  for (const double time : {0.05, 0.3195, 0.5, 1.1}) {
    session->seek(time);
    const Instant now = session->instant();
    EXPECT_EQ(measures_at(history, crate, gravity, now.time)->position, now.motions->state(1, now.time).pose.position);
  }
}

TEST_F(BodyHistoryTest, SaysWhoGaveItHowMuch) {
  const auto session = run(folder_.file("scene.json", dropped_crate), 1, 0.6);
  const BodyHistory history = learned(*session, 1);
  // From the end of its first step on: before, it may not be watched yet.
  double given = 0.0;
  for (double time = 0.5 / 60.0; time < 0.58; time += 1.0 / 60.0) {
    for (const BodyPush& push : history.step_at(time).pushes) {
      EXPECT_EQ(push.other, 0U);
      given += push.impulse.y;
    }
  }
  const BodyMeasures end = measures_at(history, session->stage->header.bodies[1], Vec3(0.0), 35.0 / 60.0).value();
  EXPECT_NEAR(given, 2.0 * (9.81 * 35.0 / 60.0 + end.velocity.y), 0.02) << "weight times time, but for what it has";
}

TEST_F(BodyHistoryTest, OfAPlainRecordingItKnowsTheImpacts) {
  const std::string scene = folder_.file("scene.json", dropped_crate);
  const std::string file = folder_.path("run.fcr").string();
  ASSERT_EQ(testing::run({"simulate", scene, "--duration", "0.6", "--record", file, "--quiet"}).status, 0);
  const auto session = run(file, 1, 0.59);
  const BodyHistory history = learned(*session, 1);
  int pushes = 0;
  for (double time = 0.5 / 60.0; time < 0.6; time += 1.0 / 60.0) {
    for (const BodyPush& push : history.step_at(time).pushes) {
      EXPECT_EQ(push.other, 0U);
      EXPECT_GT(push.impulse.y, 0.0) << "upward, whichever of the two the event names first";
      ++pushes;
    }
  }
  EXPECT_GE(pushes, 1);
}

TEST(BodyPush, HasTheSignOfWhatTheBodyFeels) {
  Event impact;
  impact.kind = EventKind::impact;
  impact.a = 4;
  impact.b = 7;
  impact.time = 0.3;
  impact.normal = {0.0, 1.0, 0.0};
  impact.normal_impulse = 5.0;
  RecordedStep step{1.0, {}, {impact}};
  EXPECT_EQ(pushes_on(7, step).at(0).impulse, Vec3(0.0, 5.0, 0.0));
  EXPECT_EQ(pushes_on(4, step).at(0).impulse, Vec3(0.0, -5.0, 0.0));
  EXPECT_EQ(pushes_on(4, step).at(0).other, 7U);
  EXPECT_TRUE(pushes_on(5, step).empty());
  step.impulses.emplace();  // kept: then they count, and not the impacts as well
  step.impulses->transfers.push_back({0.5, 4, 7, {0.0, 1.0, 0.0}, {1.0, 2.0, 0.0}, Vec3(0.0)});
  step.impulses->loads.push_back({0.5, 1.0, 2, 4, {0.0, 1.0, 0.0}, {0.0, 3.0, 0.0}, Vec3(0.0), Vec3(0.0)});
  const std::vector<BodyPush> on_four = pushes_on(4, step);
  ASSERT_EQ(on_four.size(), 2U);
  EXPECT_EQ(on_four[0].impulse, Vec3(-1.0, -2.0, 0.0));
  EXPECT_EQ(on_four[1].impulse, Vec3(0.0, 3.0, 0.0));
  EXPECT_EQ(on_four[1].other, 2U);
}

TEST_F(BodyHistoryTest, BeginsAndEndsWithTheBody) {
  const std::string scene = folder_.file("gone.json", R"({"version": 1, "duration": 3,
      "bounds": {"min": [-9, -2, -9], "max": [9, 9, 9]}, "bodies": [
      {"name": "falls", "shape": {"box": [0.1, 0.1, 0.1]}},
      {"name": "floats", "shape": {"box": [0.1, 0.1, 0.1]}, "position": [3, 0, 0], "gravity": [0, 0, 0]}]})");
  const auto session = run(scene, 0, 0.9);
  const BodyHistory gone = learned(*session, 0);
  EXPECT_NE(gone.segment(0.5), nullptr);
  EXPECT_EQ(gone.segment(0.8), nullptr) << "it left the bounds after 0.64 s";
  session->throw_body({1, {5.0, 0.0, 0.0}, Vec3(0.0), Vec3(0.0)});
  const double thrown_at = session->known_until();
  for (int i = 0; i < 500 && session->known_until() < thrown_at + 0.2; ++i) {
    session->advance(0.02);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  const BodyHistory thrown = learned(*session, 2);
  EXPECT_EQ(thrown.segment(0.5 * thrown_at), nullptr);
  EXPECT_NE(thrown.segment(session->known_until()), nullptr);
  EXPECT_FALSE(measures_at(thrown, session->stage->header.bodies[2], Vec3(0.0), 0.1));
}

TEST_F(BodyHistoryTest, LearnsBitByBit) {
  const auto session = run(folder_.file("scene.json", dropped_crate), 1, 0.5);
  BodyHistory history(1);
  int looks = 0;
  while (history.known_until() < session->known_until()) {
    history.learn(session->steps(), 0.0);
    ASSERT_LT(++looks, 1000);
  }
  EXPECT_GT(looks, 20) << "a step at a time";
  EXPECT_EQ(measures_at(history, session->stage->header.bodies[1], Vec3(0.0), 0.3)->position,
            measures_at(learned(*session, 1), session->stage->header.bodies[1], Vec3(0.0), 0.3)->position);
}

TEST(TimePlot, HasRoomForAllItsLines) {
  const double none = std::nan("");
  const PlotRange range =
      range_of({"height", "m", {{"a", {}, {1.0, none, 3.0}}, {"b", {}, {-2.0, 0.0, none}}}, {}, 0.0});
  EXPECT_LT(range.low, -2.0);
  EXPECT_GT(range.low, -3.0);
  EXPECT_GT(range.high, 3.0);
  EXPECT_LT(range.high, 4.0);
  const PlotRange flat = range_of({"height", "m", {{"a", {}, {5.0, 5.0}}}, {}, 0.0});
  EXPECT_LT(flat.low, 5.0);
  EXPECT_GT(flat.high, 5.0);
  const PlotRange empty = range_of({"height", "m", {{"a", {}, {none}}}, {}, 0.0});
  EXPECT_LT(empty.low, empty.high);
}

}  // namespace
}  // namespace firstcontact
