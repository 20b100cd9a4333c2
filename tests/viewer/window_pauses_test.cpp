// The window goes on whatever is under way: a world whose every step takes seconds stands for all that is slow.

#include <firstcontact/math.hpp>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <random>

#include "window_fixture.hpp"

namespace firstcontact {
namespace {

using testing::Json;
using testing::WindowTest;

// What a frame may do besides drawing is 0.1 s; other programs on the machine may hold it up for several times as long.
// What it must not wait for, a step, takes several times this.
constexpr double longest_pause = 800.0;  // ms

std::string body_text(const std::string& name, const Vec3& place, const std::string& rest) {
  return ",\n{\"name\": \"" + name + "\", \"position\": [" + std::to_string(place.x) + ", " + std::to_string(place.y) +
         ", " + std::to_string(place.z) + "], \"restitution\": 1, \"friction\": 0, " + rest + "}";
}

// An elastic gas in a room, 125 boxes at 100 m/s: some 30 000 impacts in each step of a second.
std::string slow_scene() {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-100.0, 100.0);
  std::string bodies;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      Vec3 place(0.0);
      place[axis] = 3.5 * side;
      Vec3 half(4.0);
      half[axis] = 0.5;
      bodies += body_text("wall " + std::to_string(axis) + (side > 0 ? "+" : "-"), place,
                          "\"type\": \"static\", \"shape\": {\"box\": [" + std::to_string(half.x) + ", " +
                              std::to_string(half.y) + ", " + std::to_string(half.z) + "]}");
    }
  }
  for (int i = 0; i < 125; ++i) {
    const Vec3 cell(i % 5 - 2, i / 5 % 5 - 2, i / 25 - 2);
    const std::string velocity =
        std::to_string(any(random)) + ", " + std::to_string(any(random)) + ", " + std::to_string(any(random));
    bodies += body_text("box " + std::to_string(i), 1.2 * cell,
                        "\"shape\": {\"box\": [0.3, 0.3, 0.3]}, \"linear_velocity\": [" + velocity + "]");
  }
  return R"({"version": 1, "gravity": [0, 0, 0], "time_step": 1, "bodies": [)" + bodies.substr(1) + "]}";
}

TEST_F(WindowTest, NoFrameWaitsForAStep) {
  open(folder_.file("slow.json", slow_scene()), "window_width 640\nwindow_height 480\nquality 0\n");
  act({"mousemove", "320", "240"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("bodies") == 131; })) << state();
  // Overlays, a picture, a throw, the scene anew and by other methods, all in the middle of a step.
  for (const char* const key : {"1", "2", "3", "4", "5", "6", "7", "8", "9", "F12"}) {
    press(key);
  }
  EXPECT_TRUE(comes([](const Json& s) { return s.at("message") == "written: firstcontact-1.png"; })) << state();
  press("r");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("opened") == 2; })) << state();
  press("m");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("method") == "discrete"; })) << state();
  press("m");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("method") == "substeps 8"; })) << state();
  act({"key", "ctrl+q"});
  EXPECT_EQ(window_->exit_status(), 0) << messages();
  EXPECT_LT(state().at("longest_pause_ms").get<double>(), longest_pause) << state();
}

// The picture stands still while nothing is ready, but the window answers, and closing it ends the program.
TEST_F(WindowTest, ClosesInTheMiddleOfAStepAndWhileItLoads) {
  open(folder_.file("slow.json", slow_scene()), "window_width 640\nwindow_height 480\nquality 0\n");
  const auto begun = std::chrono::steady_clock::now();
  act({"mousemove", "320", "240", "key", "ctrl+q"});
  EXPECT_EQ(window_->exit_status(), 0) << messages();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(3));

  // A mesh through a pipe that nobody writes to is loaded for ever.
  ASSERT_EQ(::mkfifo(folder_.path("endless.obj").c_str(), 0600), 0);
  const std::string endless =
      folder_.file("endless.json", R"({"version": 1, "bodies": [{"name": "pipe", "mesh": "endless.obj"}]})");
  std::filesystem::remove(folder_.path("state.json"));
  window_ = std::make_unique<testing::Process>(
      std::vector<std::string>{FIRSTCONTACT_PROGRAM, "view", endless, "--state", "state.json"}, root());
  ASSERT_TRUE(comes([](const Json& s) { return s.at("opening_s") > 0.2; })) << messages();
  EXPECT_EQ(state().at("loading"), true);
  press("F1");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("help") == true; })) << "it answers while it loads";
  act({"key", "ctrl+q"});
  EXPECT_EQ(window_->exit_status(), 0) << messages();
  EXPECT_LT(state().at("longest_pause_ms").get<double>(), longest_pause) << state();
}

}  // namespace
}  // namespace firstcontact
