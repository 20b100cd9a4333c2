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

  EXPECT_TRUE(comes([](const Json& s) { return s.at("paused") == false && s.at("reached_speed") > 0.0; })) << state();
  press("p");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("paused") == true; }));
  press("m");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("method") == "substeps 8" && s.at("paused") == true; }))
      << "the clock stays as it is: " << state();

  act({"key", "ctrl+q"});
  EXPECT_EQ(window_->exit_status(), 0) << messages();
  EXPECT_NE(testing::text_of(folder_.path("config/firstcontact/view.txt")).find("overlay_hulls 1"), std::string::npos)
      << "settings are remembered";
}

// What cannot be opened is said in the window, and again where it was started from.
TEST_F(WindowTest, ASceneThatCannotBeReadIsSaidAndIsBadInput) {
  const std::string scene = folder_.file("wrong.json", R"({"version": 1, "bodies": [{"shape": {"ball": 1}}]})");
  window_ = std::make_unique<Process>(
      std::vector<std::string>{FIRSTCONTACT_PROGRAM, "view", scene, "--state", "state.json"}, root());
  EXPECT_TRUE(comes([](const Json& s) { return s.at("message").get<std::string>().find("ball") != std::string::npos; }))
      << state();
  EXPECT_TRUE(comes([](const Json& s) { return s.at("panel_places").contains("Scenes"); })) << "others can be chosen";
  act({"key", "ctrl+q"});
  EXPECT_EQ(window_->exit_status(), 2);
  EXPECT_NE(messages().find("bodies[0]"), std::string::npos) << messages();
}

TEST_F(WindowTest, ASceneThatIsMendedIsReadAgainAndOneThatIsSpoiltLeavesTheLastOneOpen) {
  const std::string scene = folder_.file("scene.json", R"({"version": 1, "bodies": [{"shape": {"ball": 1}}]})");
  window_ = std::make_unique<Process>(
      std::vector<std::string>{FIRSTCONTACT_PROGRAM, "view", scene, "--state", "state.json"}, root());
  ASSERT_TRUE(
      comes([](const Json& s) { return s.at("message").get<std::string>().find("ball") != std::string::npos; }));
  act({"mousemove", "320", "240"});
  folder_.file("scene.json", still_life);
  press("r");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("loading") == false && s.at("bodies") == 2; })) << state();
  folder_.file("scene.json", R"({"version": 1, "bodies": [{"shape": {"spear": 1}}]})");
  press("r");
  ASSERT_TRUE(
      comes([](const Json& s) { return s.at("message").get<std::string>().find("spear") != std::string::npos; }));
  EXPECT_EQ(state()["bodies"], 2);
  folder_.file("scene.json", still_life);
  press("r");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("opened") == 2 && s.at("message") == ""; })) << state();
  act({"key", "ctrl+q"});
  EXPECT_EQ(window_->exit_status(), 0) << messages();
}

TEST_F(WindowTest, WithoutAFileASceneIsChosenFromTheList) {
  std::filesystem::create_directories(folder_.path("scenes"));
  folder_.file("scenes/two_cubes.json", still_life);
  window_ = std::make_unique<Process>(std::vector<std::string>{FIRSTCONTACT_PROGRAM, "view", "--state", "state.json"},
                                      root());
  ASSERT_TRUE(comes([](const Json& s) { return s.at("controls").contains("two_cubes"); })) << state() << messages();
  EXPECT_EQ(state()["loading"], true) << "nothing is open yet";
  const Json place = state()["controls"]["two_cubes"];
  act({"mousemove", std::to_string(place.at(0).get<int>()), std::to_string(place.at(1).get<int>()), "sleep", "0.3",
       "click", "1"});
  EXPECT_TRUE(comes([](const Json& s) { return s.at("loading") == false && s.at("bodies") == 2; })) << state();
  act({"key", "ctrl+q"});
  EXPECT_EQ(window_->exit_status(), 0) << messages();
}

// Each scene of the list has its picture, drawn once and kept, and what was opened stands first the next time.
TEST_F(WindowTest, TheListHasPicturesAndWhatWasOpenedLast) {
  ::setenv("XDG_CACHE_HOME", folder_.path("cache").c_str(), 1);
  std::filesystem::create_directories(folder_.path("scenes"));
  folder_.file("scenes/two_cubes.json", still_life);
  folder_.file("scenes/broken.json", R"({"version": 1, "bodies": [{"shape": {"ball": 1}}]})");
  const auto choose = [&] {
    window_ = std::make_unique<Process>(std::vector<std::string>{FIRSTCONTACT_PROGRAM, "view", "--state", "state.json"},
                                        root());
    ASSERT_TRUE(comes([](const Json& s) { return s.at("thumbnails") == 1; })) << state() << messages();
    act({"mousemove", "320", "240"});
  };
  choose();
  EXPECT_EQ(state()["recent"], 0);
  std::vector<std::filesystem::path> kept;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path("cache/firstcontact/thumbnails"))) {
    kept.push_back(entry.path());
  }
  ASSERT_EQ(kept.size(), 1U) << "a scene that is broken has none";
  const Image picture = read_image(kept.front()).value();
  EXPECT_EQ(picture.width, 192);
  const auto [darkest, brightest] = std::minmax_element(picture.rgb.begin(), picture.rgb.end());
  EXPECT_GT(*brightest - *darkest, 80) << "blank";
  const Json place = state()["controls"]["two_cubes"];
  act({"mousemove", std::to_string(place.at(0).get<int>()), std::to_string(place.at(1).get<int>()), "sleep", "0.3",
       "click", "1"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("loading") == false && s.at("recent") == 1; })) << state();
  act({"key", "ctrl+q"});
  EXPECT_EQ(window_->exit_status(), 0) << messages();
  std::filesystem::remove(folder_.path("state.json"));
  choose();
  EXPECT_EQ(state()["recent"], 1);
  EXPECT_TRUE(state()["controls"].contains("two_cubes.json")) << state();
  act({"key", "ctrl+q"});
  EXPECT_EQ(window_->exit_status(), 0) << messages();
}

TEST_F(WindowTest, ARecordingThatIsCutIsShownUpToThereAndSaysSo) {
  const std::string scene = folder_.file("scene.json", still_life);
  const std::string whole = folder_.path("run.fcr").string();
  Process simulation({FIRSTCONTACT_PROGRAM, "simulate", scene, "--duration", "1", "--record", whole, "--quiet"},
                     root());
  ASSERT_EQ(simulation.exit_status(), 0) << messages();
  std::filesystem::resize_file(whole, std::filesystem::file_size(whole) * 3 / 4);
  open(whole, "window_width 640\nwindow_height 480\nquality 0\n", {"--scene", scene});
  EXPECT_TRUE(comes([](const Json& s) {
    return s.at("message").get<std::string>().find("cut here") != std::string::npos && s.at("known_share") == 1.0;
  })) << state();
  EXPECT_GT(state().at("known_until_s").get<double>(), 0.4);
  EXPECT_LT(state().at("known_until_s").get<double>(), 0.9);
  act({"key", "ctrl+q"});
  EXPECT_EQ(window_->exit_status(), 0) << messages();
}

TEST_F(WindowTest, ADriverThatIsTooOldIsASystemsFailureThatSaysSo) {
  const std::string scene = folder_.file("scene.json", still_life);
  ::setenv("MESA_GL_VERSION_OVERRIDE", "2.1", 1);
  Process window({FIRSTCONTACT_PROGRAM, "view", scene}, root());
  ::unsetenv("MESA_GL_VERSION_OVERRIDE");
  EXPECT_EQ(window.exit_status(), 3);
  EXPECT_NE(messages().find("OpenGL 3.3"), std::string::npos) << messages();
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
