// The window's keys, mouse and screenshots.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "render/image.hpp"
#include "window_fixture.hpp"

namespace firstcontact {
namespace {

using testing::Json;
using testing::Process;
using testing::ScratchFolder;
using testing::WindowTest;

constexpr std::string_view still_life = R"({
  "version": 1, "gravity": [0, 0, 0], "x_note": "two cubes that hang and turn",
  "camera": {"keys": [{"position": [0, 0, 9], "target": [0, 0, 0]}]},
  "bodies": [
    {"name": "left", "shape": {"box": [1, 1, 1]}, "position": [-2, 0, 0], "angular_velocity": [0, 0.5, 0]},
    {"name": "right", "shape": {"box": [1, 1, 1]}, "position": [2, 0, 0]}]
})";

TEST_F(WindowTest, KeysMouseAndScreenshotsDoWhatTheHelpSays) {
  open(folder_.file("scene.json", still_life), "window_width 640\nwindow_height 480\nquality 0\n");
  act({"mousemove", "320", "240"});
  press("p");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("paused") == true; }));
  const double time = state()["time_s"];
  press("o");
  EXPECT_TRUE(comes([&](const Json& s) { return std::abs(s.at("time_s").get<double>() - time - 1.0 / 60.0) < 1e-9; }));
  press("BackSpace");
  EXPECT_TRUE(comes([&](const Json& s) { return std::abs(s.at("time_s").get<double>() - time) < 1e-9; }));
  press("minus");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("speed") == 0.5; }));
  press("F1");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("help") == true; }));
  press("Escape");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("help") == false; }));
  press("Tab");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("panels") == false; }));

  // Screenshots: not blank, and an overlay is to be seen in them.
  press("F12");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("message") == "written: firstcontact-1.png"; }));
  press("3");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("overlays").at("hulls") == true && s.at("lines") == 24; }));
  press("F12");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("message") == "written: firstcontact-2.png"; }));
  const Image plain = read_image(folder_.path("firstcontact-1.png")).value();
  const Image hulls = read_image(folder_.path("firstcontact-2.png")).value();
  std::size_t other = 0;
  for (std::size_t i = 0; i < plain.rgb.size(); ++i) {
    other += std::abs(plain.rgb[i] - hulls.rgb[i]) > 20 ? 1U : 0U;
  }
  EXPECT_GT(other, 300U);
  const auto [darkest, brightest] = std::minmax_element(plain.rgb.begin(), plain.rgb.end());
  EXPECT_GT(*brightest - *darkest, 80) << "blank";

  // Select one cube and then the other: the lab knows their distance, and moving one makes them overlap.
  press("v");
  act({"mousemove", "215", "240", "click", "1"});
  EXPECT_TRUE(comes([](const Json& s) { return s.at("selected") == "left"; }));
  act({"keydown", "shift"});
  act({"mousemove", "425", "240", "sleep", "0.4", "click", "1", "sleep", "0.4"});
  act({"keyup", "shift"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("second") == "right"; }));
  press("l");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("lab").contains("distance_m"); }));
  EXPECT_NEAR(state()["lab"]["distance_m"].get<double>(), 2.0, 0.5);
  act({"keydown", "Right"});
  EXPECT_TRUE(comes([](const Json& s) { return s.at("lab").at("depth_m") > 0.0; }));
  act({"keyup", "Right"});
  press("Escape");

  // A throw adds a body; another method begins the scene anew.
  press("t");
  act({"mousemove", "320", "120", "click", "1"});
  EXPECT_TRUE(comes([](const Json& s) { return s.at("bodies") == 3; })) << state();
  press("m");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("method") == "discrete" && s.at("bodies") == 2; }));

  act({"key", "ctrl+q"});
  EXPECT_EQ(window_->exit_status(), 0) << messages();
  EXPECT_NE(testing::text_of(folder_.path("config/firstcontact/view.txt")).find("overlay_hulls 1"), std::string::npos)
      << "settings are remembered";
}

TEST(WindowWithoutDisplay, IsASystemsFailureThatSaysSo) {
  const ScratchFolder folder;
  folder.file("scene.json", still_life);
  ::unsetenv("DISPLAY");
  Process window({FIRSTCONTACT_PROGRAM, "view", "scene.json"}, folder.path("").string());
  EXPECT_EQ(window.exit_status(), 3);
  EXPECT_NE(testing::text_of(folder.path("messages.txt")).find("firstcontact render"), std::string::npos);
}

}  // namespace
}  // namespace firstcontact
