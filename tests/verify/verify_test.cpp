// Whole recordings: what is sound is proved, the same for any number of threads; what is no recording is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "scene/bytes.hpp"
#include "verify/recorded_scene.hpp"
#include "verify/report.hpp"

namespace firstcontact::verify {
namespace {

using firstcontact::testing::ScratchFolder;
using firstcontact::testing::text_of;
using testing::lines_of;
using testing::recording_of;
using testing::recording_of_text;
using testing::report_of;
using testing::WholeRecording;

// Bricks of many sizes fall into a pit, three abreast: more than the soft solver sweeps in double precision.
std::string pit_of_bricks(int count) {
  std::string text = R"({"version": 1, "duration": 2, "bodies": [
    {"name": "floor", "type": "static", "shape": {"box": [2, 0.5, 2]}, "position": [0, -0.5, 0]})";
  for (const double side : {-1.0, 1.0}) {
    const std::string at = std::to_string(1.5 * side);
    const std::string end = side > 0.0 ? "+" : "-";
    text += R"(, {"name": "x)" + end + R"(", "type": "static", "shape": {"box": [0.5, 8, 2]}, "position": [)" + at +
            ", 8, 0]}";
    text += R"(, {"name": "z)" + end + R"(", "type": "static", "shape": {"box": [2, 8, 0.5]}, "position": [0, 8, )" +
            at + "]}";
  }
  for (int i = 0; i < count; ++i) {
    const double turn = 2.0 + 0.7 * i;
    text += R"(, {"name": "brick)" + std::to_string(i) +
            R"(", "type": "dynamic", "friction": 0.5, "angular_velocity": [1, 2, 3], "shape": {"box": [)" +
            std::to_string(0.15 + 0.001 * i) + R"(, 0.12, 0.2]}, "position": [)" + std::to_string(0.6 * (i % 3 - 1)) +
            ", " + std::to_string(0.4 + 0.17 * i) + ", " + std::to_string(0.3 * std::sin(turn)) + "]}";
  }
  return text + "]}";
}

// Single precision chooses the impulses of a heap; what it rounds is no more than the rest is.
TEST(Verify, ProvesAHeapToTheLastImpulse) {
  const VerifyReport report = report_of(recording_of_text(pit_of_bricks(90)));
  EXPECT_EQ(lines_of(report), "");
  EXPECT_GT(report.ledger.entries, 0U);
  ASSERT_TRUE(report.least_gap.has_value());
  EXPECT_GT(report.least_gap->gap, 0.0);
}

// The scenes that are quick to run; `tools/verify_scenes.sh` takes them all, as long as they last.
class Scenes : public ::testing::TestWithParam<std::pair<const char*, double>> {};

TEST_P(Scenes, AreProvedToTheLastInstantAndImpulse) {
  const auto [scene, duration] = GetParam();
  const VerifyReport report = report_of(recording_of(scene, duration));
  EXPECT_EQ(lines_of(report), "");
  EXPECT_GT(report.ledger.entries, 0U);
  EXPECT_LE(report.mechanics.worst.momentum, 1.0);
  if (report.least_gap) {
    EXPECT_GT(report.least_gap->gap, 0.0);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Repository, Scenes,
    ::testing::Values(std::pair("rest/crate", 3.0), std::pair("rest/dice", 2.0), std::pair("rest/stack_10", 1.0),
                      std::pair("rest/card_house_3", 0.5), std::pair("rest/arch_25", 0.2), std::pair("spin/top", 0.0),
                      std::pair("spin/t_handle", 0.0), std::pair("tunnelling/bullet_10", 0.0),
                      std::pair("tunnelling/bullet_100", 0.0), std::pair("tunnelling/bullet_1000", 0.0),
                      std::pair("tunnelling/bullet_10000", 0.0), std::pair("tunnelling/plates", 0.0),
                      std::pair("tunnelling/propeller_10", 0.0), std::pair("tunnelling/propeller_100", 0.0),
                      std::pair("tunnelling/rod_post_50", 0.0), std::pair("tunnelling/rod_post_1000", 0.0),
                      std::pair("contact/break", 0.0), std::pair("many/elastic_64", 0.3),
                      std::pair("thesis_demo", 1.0)),
    [](const auto& scene) {
      std::string name = scene.param.first;
      std::replace(name.begin(), name.end(), '/', '_');
      return name;
    });

TEST(Verify, SaysTheSameForAnyNumberOfThreads) {
  const WholeRecording recording = recording_of("thesis_demo", 1.2);
  const std::string one = report_json(report_of(recording, 1));
  EXPECT_EQ(one, report_json(report_of(recording, 2)));
  EXPECT_EQ(one, report_json(report_of(recording, 3)));
}

// Rods that tumble into each other in empty space: every impulse of lasting contact keeps both momenta.
TEST(Verify, OfRodsInEmptySpaceFindsAllMomentumKept) {
  std::string bodies;
  for (int i = 0; i < 12; ++i) {
    const std::string x = std::to_string(0.12 * (i % 4)), y = std::to_string(0.12 * (i / 4));
    bodies += std::string(i == 0 ? "" : ",") + R"({"name": "rod_)" + std::to_string(i) +
              R"(", "shape": {"box": [0.4, 0.05, 0.05]}, "position": [)" + x + ", " + y + ", " +
              std::to_string(0.3 * i) + R"(], "linear_velocity": [0, 0, )" + std::to_string(3.0 - 0.6 * i) +
              R"(], "angular_velocity": [)" + std::to_string(i - 6) + ", 2, " + std::to_string(3 - i) + "]}";
  }
  const VerifyReport report = report_of(recording_of_text(
      R"({"version": 1, "name": "rods", "gravity": [0, 0, 0], "duration": 1.5, "bodies": [)" + bodies + "]}"));
  EXPECT_EQ(lines_of(report), "");
  EXPECT_GT(report.mechanics.impacts, 5U);
  EXPECT_LT(report.ledger.worst_angular_momentum, 1.0);
}

TEST(Verify, OverlapsFromTheStartAreNamed) {
  const VerifyReport report = report_of(recording_of_text(R"({
    "version": 1, "name": "stuck", "gravity": [0, 0, 0], "duration": 0.1, "bodies": [
      {"name": "one", "shape": {"box": [0.5, 0.5, 0.5]}},
      {"name": "other", "shape": {"box": [0.5, 0.5, 0.5]}, "position": [0.9, 0, 0]}]})"));
  const Finding* const finding = testing::first_of(report, FindingKind::overlap);
  ASSERT_NE(finding, nullptr) << lines_of(report);
  EXPECT_LT(finding->time, 1e-6);
  EXPECT_NEAR(finding->measure, 0.1, 0.01);
}

TEST(Verify, BodiesOfOneGroupMayOverlap) {
  const VerifyReport report = report_of(recording_of_text(R"({
    "version": 1, "name": "group", "gravity": [0, 0, 0], "duration": 0.1, "bodies": [
      {"name": "one", "shape": {"box": [0.5, 0.5, 0.5]}, "group": 1},
      {"name": "other", "shape": {"box": [0.5, 0.5, 0.5]}, "position": [0.9, 0, 0], "group": 1}]})"));
  EXPECT_EQ(lines_of(report), "");
}

// Forces, locks and damping are in the recording's laws; without them free flight would look like magic.
TEST(Verify, KnowsTheLoadsOfTheScene) {
  const VerifyReport report = report_of(recording_of_text(R"({
    "version": 1, "name": "loads", "duration": 0.5, "damping": {"linear": 0.3, "angular": 0.2}, "bodies": [
      {"name": "pulled", "shape": {"box": [0.5, 0.5, 0.5]}, "force": [100, 0, 0], "torque": [0, 5, 0],
       "angular_velocity": [1, 2, 3]},
      {"name": "railed", "shape": {"box": [0.5, 0.5, 0.5]}, "position": [5, 0, 0], "lock": ["y", "rx", "rz"],
       "linear_velocity": [1, 0, 2], "angular_velocity": [0, 4, 0]}]})"));
  EXPECT_EQ(lines_of(report), "");
}

// In flight, at the top of it, in impacts, sliding and at rest, with and without a torque.
TEST(Verify, KnowsTheDampingOfTheScene) {
  for (const std::string damping : {"0.5", "5", "40"}) {
    const VerifyReport report = report_of(recording_of_text(R"({
      "version": 1, "name": "drag", "duration": 1.5, "gravity": [2, -9.81, 0],
      "damping": {"linear": )" + damping + R"(, "angular": )" +
                                                            damping + R"(}, "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [40, 0.5, 20]}, "position": [0, -0.5, 0]},
        {"name": "thrown", "shape": {"box": [0.5, 0.4, 0.3]}, "position": [0, 2, 0], "linear_velocity": [1, 6, 0],
         "angular_velocity": [1, 2, 3], "restitution": 0.8},
        {"name": "dropped", "shape": {"sphere": 0.3}, "position": [3, 1.5, 0], "torque": [0, 1, 0]},
        {"name": "falling", "shape": {"sphere": 0.3}, "position": [-12, 60, 0], "linear_velocity": [0, -3, 0]},
        {"name": "sliding", "shape": {"box": [0.5, 0.1, 0.5]}, "position": [-6, 0.101, 0], "friction": 0.1}]})"));
    EXPECT_EQ(lines_of(report), "") << damping;
  }
}

std::string written_recording(const ScratchFolder& folder) {
  const WholeRecording recording = recording_of("rest/crate", 0.5);
  auto created = RecordingWriter::create(folder.path("sound.fcr"), recording.header);
  RecordingWriter writer = std::move(created).value();
  for (const RecordedStep& step : recording.steps) {
    writer.add_step(step.end_time, step.segments, step.events);
  }
  EXPECT_FALSE(writer.finish(RecordingEnding::complete, 0).has_value());
  return text_of(folder.path("sound.fcr"));
}

std::string refusal_of(const ScratchFolder& folder, const std::string& content) {
  const auto report = verify_recording(folder.file("given.fcr", content), {});
  return report ? "not refused" : report.error().message;
}

TEST(Verify, RefusesWhatIsNoRecording) {
  const ScratchFolder folder;
  const std::string sound = written_recording(folder);
  EXPECT_NE(refusal_of(folder, "").find("byte 0"), std::string::npos);
  EXPECT_NE(refusal_of(folder, "garbage that is no recording at all").find("byte 0"), std::string::npos);
  EXPECT_NE(refusal_of(folder, sound.substr(0, 100)).find("header"), std::string::npos);
  std::string changed = sound;
  changed[sound.size() / 2] = static_cast<char>(changed[sound.size() / 2] ^ 0x10);
  EXPECT_NE(refusal_of(folder, changed).find("checksum"), std::string::npos);
  EXPECT_NE(verify_recording(folder.path("nowhere.fcr"), {}).error().message.find("nowhere.fcr"), std::string::npos);
}

TEST(Verify, OfACutRecordingLooksAtWhatThereIsAndSaysSo) {
  const ScratchFolder folder;
  const std::string sound = written_recording(folder);
  const auto report = verify_recording(folder.file("cut.fcr", sound.substr(0, sound.size() * 2 / 3)), {});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report.value().ending, RecordingEnding::cut);
  EXPECT_EQ(lines_of(report.value()), "");
  EXPECT_LT(report.value().end_time, 0.5);
}

// Whole chunks can go without a checksum noticing: the end knows how many there were.
TEST(Verify, MissesAStepThatWasCutOut) {
  const ScratchFolder folder;
  std::string content = written_recording(folder);
  std::size_t at = 12;  // behind magic and version
  for (int steps = 0; steps < 5;) {
    const std::size_t length = 12 + ByteReader(std::string_view(content).substr(at + 4)).u32();
    steps += content.compare(at, 4, "STEP") == 0 ? 1 : 0;
    if (steps == 5) {
      content.erase(at, length);
    } else {
      at += length;
    }
  }
  const auto report = verify_recording(folder.file("short.fcr", content), {});
  ASSERT_TRUE(report) << report.error().message;
  const Finding* const finding = testing::first_of(report.value(), FindingKind::ending);
  ASSERT_NE(finding, nullptr) << lines_of(report.value());
}

// What arithmetic could not bear is an error of the data, with its place, and never a proof.
TEST(Verify, RefusesSenselessNumbers) {
  const auto refusal = [](const auto& damage) {
    WholeRecording recording = recording_of("rest/crate", 0.1);
    damage(recording);
    const ScratchFolder folder;
    auto created = RecordingWriter::create(folder.path("senseless.fcr"), recording.header);
    RecordingWriter writer = std::move(created).value();
    for (const RecordedStep& step : recording.steps) {
      writer.add_step(step.end_time, step.segments, step.events);
    }
    EXPECT_FALSE(writer.finish(RecordingEnding::complete, 0).has_value());
    const auto report = verify_recording(folder.path("senseless.fcr"), {});
    return report ? "not refused" : report.error().message;
  };
  EXPECT_NE(refusal([](auto& r) { r.steps[3].segments[0].linear_velocity.x = NAN; }).find("byte"), std::string::npos);
  EXPECT_NE(refusal([](auto& r) { r.steps[3].segments[0].pose.position.x = 1e300; }).find("byte"), std::string::npos);
  EXPECT_NE(refusal([](auto& r) { r.steps[3].segments[0].pose.orientation *= 2.0; }).find("byte"), std::string::npos);
  EXPECT_NE(refusal([](auto& r) { r.header.bodies[1].mass = -1.0; }).find("\"crate\""), std::string::npos);
  EXPECT_NE(refusal([](auto& r) { r.header.colliders[0].shapes.clear(); }).find("collider 0"), std::string::npos);
}

}  // namespace
}  // namespace firstcontact::verify
