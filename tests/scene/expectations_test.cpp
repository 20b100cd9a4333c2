// Each check passes where it holds and fails where it does not.

#include "scene/expectations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "scene/scene_world.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

std::vector<CheckResult> judged(const std::string& text) {
  auto scene = parse_scene(text, "s.json");
  auto loaded = scene ? load_geometry(std::move(scene).value()) : std::move(scene);
  if (!loaded) {
    ADD_FAILURE() << loaded.error().message;
    return {};
  }
  auto results = evaluate_expectations(loaded.value());
  if (!results) {
    ADD_FAILURE() << results.error().message;
    return {};
  }
  return std::move(results).value();
}

// A ball that coasts along x with 1 m/s for a second, without weight; `expect` is judged.
std::vector<CheckResult> coasting(const std::string& expect) {
  return judged(
      R"({"version": 1, "gravity": [0, 0, 0], "duration": 1, "bodies": [{"name": "ball", "shape": {"sphere": 0.5},
      "linear_velocity": [1, 0, 0], "angular_velocity": [0, 2, 0]}], "expect": [)" +
      expect + "]}");
}

void expect_statuses(const std::vector<CheckResult>& results, const std::vector<CheckStatus>& expected) {
  ASSERT_EQ(results.size(), expected.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].status, expected[i]) << i << " " << check_name(results[i].kind) << ": " << results[i].message;
    EXPECT_EQ(results[i].message.empty(), results[i].status == CheckStatus::passed) << i;
  }
}

constexpr CheckStatus passed = CheckStatus::passed;
constexpr CheckStatus failed = CheckStatus::failed;

TEST(Expectations, PlacesAreJudged) {
  expect_statuses(coasting(R"(
      {"check": "final_at", "body": "ball", "position": [1, 0, 0], "tolerance": 1e-9},
      {"check": "final_at", "body": "ball", "position": [1.1, 0, 0], "tolerance": 0.05},
      {"check": "y_above", "bodies": ["ball"], "y": -0.1}, {"check": "y_above", "bodies": ["ball"], "y": 0.1},
      {"check": "x_below", "bodies": ["ball"], "x": 1.6}, {"check": "x_below", "bodies": ["ball"], "x": 1.4},
      {"check": "moved_less", "distance": 1.1}, {"check": "moved_less", "bodies": "all", "distance": 0.9},
      {"check": "moved_more", "distance": 0.9}, {"check": "moved_more", "bodies": "all", "distance": 1.1})"),
                  {passed, failed, passed, failed, passed, failed, passed, failed, passed, failed});
}

TEST(Expectations, MotionsAreJudged) {
  expect_statuses(coasting(R"(
      {"check": "coasts", "body": "ball", "velocity": [1, 0, 0]},
      {"check": "coasts", "body": "ball", "velocity": [1, 0, 0], "angular_velocity": [0, 2, 0]},
      {"check": "coasts", "body": "ball", "velocity": [1, 0, 0], "angular_velocity": [0, 3, 0]},
      {"check": "coasts", "body": "ball", "velocity": [1, 0.001, 0]},
      {"check": "conserved"}, {"check": "energy_never_grows"}, {"check": "never_overlap"}, {"check": "no_time_lost"},
      {"check": "at_rest", "bodies": ["ball"], "speed": 2.1}, {"check": "at_rest", "bodies": ["ball"], "speed": 1.9})"),
                  {passed, passed, failed, failed, passed, passed, passed, passed, passed, failed});
}

// A press comes down on a crate and has to wait for it, for some of the second.
TEST(Expectations, TimeLostIsJudgedByItsAmount) {
  const auto results = judged(R"({"version": 1, "duration": 1, "bodies": [
      {"name": "floor", "type": "static", "shape": {"box": [2, 0.5, 2]}, "position": [0, -0.5, 0]},
      {"name": "crate", "shape": {"box": [0.5, 0.5, 0.5]}, "position": [0, 0.51, 0]},
      {"name": "press", "type": "kinematic", "shape": {"box": [1, 0.1, 1]}, "position": [0, 1.5, 0],
       "linear_velocity": [0, -1, 0]}],
      "expect": [{"check": "never_overlap"}, {"check": "no_time_lost"}, {"check": "no_time_lost", "at_most": 0.01},
                 {"check": "no_time_lost", "at_most": 2}]})");
  expect_statuses(results, {passed, failed, failed, passed});
  EXPECT_NE(results.at(2).message.find("expected at most 0.01"), std::string::npos) << results.at(2).message;
}

TEST(Expectations, AHashOfAnotherRunFails) {
  const auto results = coasting(R"({"check": "state_hash", "value": "0000000000000000"})");
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].status, failed);
  const std::string found = results[0].message.substr(std::string("state hash ").size(), 16);
  expect_statuses(coasting(R"({"check": "state_hash", "value": ")" + found + "\"}"), {passed});
}

// Two squares that hang in each other like links; the bodies themselves, one fixed and one on its rails, do not
// collide.
std::vector<CheckResult> hanging(const std::string& velocity, const std::string& linking_number) {
  const std::string mesh = std::string(FIRSTCONTACT_SOURCE_DIR) + "/models/crate.obj";
  return judged(R"({"version": 1, "duration": 1, "bodies": [
      {"name": "a", "type": "static", "mesh": ")" +
                mesh + R"("}, {"name": "b", "type": "kinematic", "mesh": ")" + mesh + R"(", "scale": [0.5, 0.5, 0.5],
      "position": [1, 0, 0], "rotation": [0.7071067811865476, 0, 0, 0.7071067811865476],
      "angular_velocity": [0.3, 0.5, 0.7], "linear_velocity": )" +
                velocity + R"(}], "expect": [{"check": "linked", "pairs": [[0, 1, )" + linking_number +
                R"(]], "loops": {")" + mesh + R"(": [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]}}]})");
}

TEST(Expectations, LinksMayTurnButNotPart) {
  expect_statuses(hanging("[0.1, 0.1, 0]", "-1"), {passed});
  expect_statuses(hanging("[0.1, 0.1, 0]", "1"), {failed});
  const auto results = hanging("[10, 0, 0]", "-1");
  expect_statuses(results, {failed});
  EXPECT_NE(results.at(0).message.find("'a' and 'b' have the linking number 0 at"), std::string::npos)
      << results.at(0).message;
}

TEST(Expectations, FallingConservesNothing) {
  const auto results = judged(R"({"version": 1, "duration": 0.5, "bodies": [{"shape": {"sphere": 1}}],
      "expect": [{"check": "conserved"}, {"check": "energy_never_grows"}]})");
  expect_statuses(results, {failed, passed});
}

TEST(Expectations, APushedBodyGainsEnergy) {
  const auto results = judged(R"({"version": 1, "gravity": [0, 0, 0], "duration": 0.5,
      "bodies": [{"shape": {"sphere": 1}, "force": [1000, 0, 0]}], "expect": [{"check": "energy_never_grows"}]})");
  expect_statuses(results, {failed});
}

// A box of a size (m) that comes down, flat or on a corner, on a plate that is as small.
std::vector<CheckResult> laid_down(double size, const std::string& rotation) {
  const auto box = [](double x, double y, double z) {
    return "\"shape\": {\"box\": [" + shortest_text(x) + ", " + shortest_text(y) + ", " + shortest_text(z) + "]}";
  };
  const double half = 0.5 * size;
  return judged(R"({"version": 1, "duration": 3, "bodies": [{"type": "static", )" +
                box(10.0 * size, size, 10.0 * size) + ", \"position\": [0, " + shortest_text(-size) +
                R"(, 0]}, {"name": "box", )" + box(half, half, half) + ", \"position\": [0, " +
                shortest_text(2.0 * size) + ", 0], \"rotation\": " + rotation +
                R"(}], "expect": [{"check": "energy_never_grows"}, {"check": "no_time_lost"},
                {"check": "at_rest", "bodies": ["box"], "speed": 0}]})");
}

TEST(Expectations, ABoxOfAnySizeComesToRestAndMakesNoEnergy) {
  for (const double size : {1e-5, 1.2e-4, 1e-3, 1.0}) {
    SCOPED_TRACE(size);
    expect_statuses(laid_down(size, "[0, 0, 0, 1]"), {passed, passed, passed});
    expect_statuses(laid_down(size, "[0.1, 0.2, 0.2, 0.9539392014169457]"), {passed, passed, passed});
  }
}

TEST(Expectations, ASceneThatStartsOverlappingFails) {
  const auto results = judged(R"({"version": 1, "gravity": [0, 0, 0], "duration": 0.1, "bodies": [
      {"name": "a", "shape": {"box": [1, 1, 1]}}, {"name": "b", "shape": {"box": [1, 1, 1]}, "position": [1.5, 0, 0]}],
      "expect": [{"check": "never_overlap"}]})");
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].status, failed);
  EXPECT_NE(results[0].message.find("'a' and 'b' overlap by"), std::string::npos) << results[0].message;
}

TEST(Expectations, BodiesOfOneGroupMayOverlap) {
  const auto results = judged(R"({"version": 1, "gravity": [0, 0, 0], "duration": 0.1, "bodies": [
      {"name": "a", "group": 3, "shape": {"box": [1, 1, 1]}},
      {"name": "b", "group": 3, "shape": {"box": [1, 1, 1]}, "position": [1.5, 0, 0]}],
      "expect": [{"check": "never_overlap"}]})");
  expect_statuses(results, {passed});
}

TEST(Expectations, WhatTheFilterLetsThroughMayOverlap) {
  const auto overlapping = [](const std::string& members) {
    return judged(R"({"version": 1, "gravity": [0, 0, 0], "duration": 0.1, "bodies": [
      {"name": "a", "shape": {"box": [1, 1, 1]}, )" +
                  members + R"(}, {"name": "b", "shape": {"box": [1, 1, 1]}, "position": [1.5, 0, 0]}],
      "expect": [{"check": "never_overlap"}]})");
  };
  expect_statuses(overlapping(R"("mask": 2)"), {passed});
  expect_statuses(overlapping(R"("category": 4)"), {failed});
  expect_statuses(overlapping(R"("sensor": true)"), {passed});
  expect_statuses(overlapping(R"("sensor": false)"), {failed});
}

// A brick on a slope of 30 degrees with a friction of 0.3: g (sin 30 - 0.3 cos 30) = 2.3562872 m/s^2.
TEST(Expectations, SlidingIsJudgedByItsAcceleration) {
  const auto sliding = [](const std::string& acceleration) {
    return judged(R"({"version": 1, "duration": 1.5, "bodies": [
      {"name": "slope", "type": "static", "shape": {"box": [20, 0.5, 5]}, "friction": 0.3, "restitution": 0,
       "position": [-0.25, -0.4330127018922193, 0], "rotation": [0, 0, -0.25881904510252074, 0.9659258262890683]},
      {"name": "brick", "shape": {"box": [0.5, 0.25, 0.5]}, "friction": 0.3, "restitution": 0,
       "position": [0.125, 0.2265063509461097, 0], "rotation": [0, 0, -0.25881904510252074, 0.9659258262890683]}],
      "expect": [{"check": "slides", "body": "brick", "acceleration": )" +
                  acceleration + R"(, "slope_degrees": 30}]})");
  };
  expect_statuses(sliding("2.3562872"), {passed});
  expect_statuses(sliding("2.5"), {failed});
}

bool mentions(const fs::path& file, const std::string& words) {
  std::ifstream in(file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {}).find(words) != std::string::npos;
}

// Every scene of the repository that says what must hold in it is a test of its own. (Looked for in the text: every
// test of this program makes this list before it begins, and to read all scenes for that took them a third of their
// time. That all can be read is SceneSnapshots' to see.)
std::vector<fs::path> scenes_that_expect() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(FIRSTCONTACT_SOURCE_DIR) / "scenes")) {
    if (entry.path().extension() == ".json" && mentions(entry.path(), "\"expect\"")) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string test_name(const ::testing::TestParamInfo<fs::path>& info) {
  std::string name =
      fs::relative(info.param, fs::path(FIRSTCONTACT_SOURCE_DIR) / "scenes").replace_extension().string();
  std::replace_if(
      name.begin(), name.end(), [](char letter) { return std::isalnum(static_cast<unsigned char>(letter)) == 0; }, '_');
  return name;
}

class Scenes : public ::testing::TestWithParam<fs::path> {};

TEST_P(Scenes, HoldsWhatItExpects) {
  auto scene = read_scene(GetParam());
  ASSERT_TRUE(scene) << scene.error().message;
  ASSERT_FALSE(scene.value().expect.empty());
  Scene restless = std::move(scene).value();
  restless.world.sleeping = false;  // a stack that sleeps stands whatever the solver does
  const auto loaded = load_geometry(std::move(restless));
  ASSERT_TRUE(loaded) << loaded.error().message;
  const auto results = evaluate_expectations(loaded.value());
  ASSERT_TRUE(results) << results.error().message;
  for (const CheckResult& result : results.value()) {
    EXPECT_EQ(result.status, passed) << check_name(result.kind) << ": " << result.message;
  }
}

INSTANTIATE_TEST_SUITE_P(Repository, Scenes, ::testing::ValuesIn(scenes_that_expect()), test_name);

class RestingScenes : public ::testing::TestWithParam<fs::path> {};

// And so it does asleep, to its end.
TEST_P(RestingScenes, HoldsWhatItExpectsAsleep) {
  auto scene = read_scene(GetParam());
  ASSERT_TRUE(scene) << scene.error().message;
  const auto loaded = load_geometry(std::move(scene).value());
  ASSERT_TRUE(loaded) << loaded.error().message;
  const auto results = evaluate_expectations(loaded.value());
  ASSERT_TRUE(results) << results.error().message;
  for (const CheckResult& result : results.value()) {
    EXPECT_EQ(result.status, passed) << check_name(result.kind) << ": " << result.message;
  }
}

// Those of few bodies, some thirty: their files are short.
std::vector<fs::path> scenes_that_rest() {
  constexpr std::uintmax_t longest = 12'000;
  std::vector<fs::path> files = scenes_that_expect();
  std::erase_if(files, [](const fs::path& file) {
    return file.parent_path().filename() != "rest" || fs::file_size(file) > longest;
  });
  return files;
}

INSTANTIATE_TEST_SUITE_P(Repository, RestingScenes, ::testing::ValuesIn(scenes_that_rest()), test_name);

}  // namespace
}  // namespace firstcontact
