// Mouse, wheel, focus, size and resolution, through the display's own events.

#include <firstcontact/math.hpp>

#include <gtest/gtest.h>

#include "../cli/program_fixture.hpp"
#include "render/image.hpp"
#include "window_fixture.hpp"

namespace firstcontact {
namespace {

using testing::Json;
using testing::WindowTest;

constexpr std::string_view two_cubes = R"({
  "version": 1, "gravity": [0, 0, 0], "camera": {"keys": [{"position": [0, 0, 9], "target": [0, 0, 0]}]},
  "bodies": [
    {"name": "left", "shape": {"box": [1, 1, 1]}, "position": [-2, 0, 0]},
    {"name": "right", "shape": {"box": [1, 1, 1]}, "position": [2, 0, 0]}]
})";
constexpr std::string_view small_window = "window_width 640\nwindow_height 480\nquality 0\npanels 0\n";

Vec3 vector_of(const Json& list) { return {list.at(0), list.at(1), list.at(2)}; }
double eye_height(const Json& state) { return vector_of(state.at("eye")).y; }
double eye_depth(const Json& state) { return vector_of(state.at("eye")).z; }

class WindowInput : public WindowTest {
 protected:
  void open_cubes(std::string_view settings = small_window) {
    open(folder_.file("scene.json", two_cubes), std::string(settings));
    act({"mousemove", "320", "240"});
    ASSERT_TRUE(comes([](const Json& s) { return s.at("focused") == true; })) << state();
  }
};

TEST_F(WindowInput, TheWheelGoesNearerAndFurtherButNotOverAPanel) {
  open_cubes();
  act({"click", "4", "click", "4", "click", "4"});
  ASSERT_TRUE(comes([](const Json& s) { return std::abs(eye_depth(s) - 9.0 * 0.88 * 0.88 * 0.88) < 1.0; })) << state();
  const double near = eye_depth(state());
  EXPECT_LT(near, 7.0);
  act({"click", "5", "click", "5", "click", "5", "click", "5", "click", "5"});
  EXPECT_TRUE(comes([&](const Json& s) { return eye_depth(s) > near + 2.0; })) << state();
  press("Tab");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("panels") == true; }));
  act({"mousemove", "60", "22", "sleep", "0.5"});
  const double before = eye_depth(state());
  act({"click", "4", "click", "4", "sleep", "0.5"});
  EXPECT_EQ(eye_depth(state()), before) << "the panel scrolls";
  act({"mousemove", "320", "100", "sleep", "0.2", "mousemove", "60", "22", "click", "1", "sleep", "0.5"});
  EXPECT_EQ(state().at("bodies"), 2) << "and nothing is thrown through it, however soon the click comes";
}

TEST_F(WindowInput, TheRightButtonLooksAroundAndTheLeftOneDoesNot) {
  open_cubes();
  press("v");
  const Vec3 ahead = vector_of(state().at("target"));
  act({"mousedown", "1", "sleep", "0.2", "mousemove", "420", "240", "sleep", "0.3", "mouseup", "1", "sleep", "0.3"});
  EXPECT_EQ(vector_of(state().at("target")), ahead);
  act({"mousemove", "320", "240", "sleep", "0.2", "mousedown", "3", "sleep", "0.2", "mousemove", "420", "240", "sleep",
       "0.3", "mouseup", "3"});
  EXPECT_TRUE(comes([&](const Json& s) { return vector_of(s.at("target")).x > ahead.x + 1.0; }))
      << "100 pixels, 0.3 rad";
  const double turned = vector_of(state().at("target")).x;
  act({"mousemove", "100", "240", "sleep", "0.3"});
  EXPECT_NEAR(vector_of(state().at("target")).x, turned, 1e-9) << "the button is up";
}

TEST_F(WindowInput, ABodyIsDraggedByASpring) {
  open_cubes();
  press("g");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("tool") == "drag"; }));
  act({"mousemove", "215", "240", "sleep", "0.3", "mousedown", "1", "sleep", "0.3", "mousemove", "215", "120"});
  EXPECT_TRUE(comes([](const Json& s) { return vector_of(s.at("selected_at")).y > 0.8; })) << state();
  EXPECT_EQ(state().at("selected"), "left");
  act({"mouseup", "1"});
}

TEST_F(WindowInput, HoldingTheButtonThrowsOnAndOn) {
  open_cubes();
  act({"mousemove", "320", "60", "sleep", "0.3", "mousedown", "1"});
  EXPECT_TRUE(comes([](const Json& s) { return s.at("bodies") >= 7; })) << state();
  act({"mouseup", "1"});
}

// A key that is held when the window loses the focus never comes up for it: it must not fly on for ever.
TEST_F(WindowInput, ALostFocusLetsGoOfAllKeys) {
  open_cubes();
  act({"keydown", "e"});
  ASSERT_TRUE(comes([](const Json& s) { return eye_height(s) > 0.5; })) << state();
  testing::Process other({"xev"}, root());
  ASSERT_TRUE(other.started()) << "Debian's package is x11-utils";
  act({"search", "--sync", "--onlyvisible", "--name", "Event Tester", "windowfocus"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("focused") == false; })) << state();
  const double height = eye_height(state());
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_EQ(eye_height(state()), height);
  act({"keyup", "e"});
  act({"search", "--name", "First Contact", "windowfocus"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("focused") == true; })) << "and back";
  press("p");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("paused") == true; }));
}

TEST_F(WindowInput, TheWindowIsResizedAndItsSizeRemembered) {
  open_cubes();
  act({"search", "--name", "First Contact", "windowsize", "500", "300"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("window") == Json{500, 300}; })) << state();
  press("F12");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("message") == "written: firstcontact-1.png"; }));
  const Image image = read_image(folder_.path("firstcontact-1.png")).value();
  EXPECT_EQ(image.width, 250) << "of low quality is half the resolution";
  EXPECT_EQ(image.height, 150);
  press("F11");
  EXPECT_TRUE(comes([](const Json& s) {
    return s.at("full_screen") == true && s.at("window") == Json{640, 480};
  })) << state();
  press("F11");
  EXPECT_TRUE(comes([](const Json& s) {
    return s.at("full_screen") == false && s.at("window") == Json{500, 300};
  })) << state();
  act({"key", "ctrl+q"});
  EXPECT_EQ(window_->exit_status(), 0) << messages();
  EXPECT_NE(testing::text_of(folder_.path("config/firstcontact/view.txt")).find("window_width 500\nwindow_height 300"),
            std::string::npos);
}

// What a desktop does for a screen of 192 dots per inch: it says so in the display's resources.
TEST_F(WindowInput, AFineScreenHasLargeLetters) {
  {
    testing::Process resources(
        {"xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", "Xft.dpi:\t192\n"}, root());
    ASSERT_TRUE(resources.started()) << "Debian's package is x11-utils";
    ASSERT_EQ(resources.exit_status(), 0) << messages();
  }
  open_cubes();
  EXPECT_EQ(state().at("scale"), 2.0);
}

TEST_F(WindowInput, TheOtherKeysDoWhatTheHelpSays) {
  open_cubes();
  const Vec3 home = vector_of(state().at("eye"));
  const std::vector<std::string> overlays{"octree", "tracks", "hulls",  "contacts", "impulses",
                                          "events", "spin",   "trails", "names"};
  for (std::size_t i = 0; i < overlays.size(); ++i) {
    press(std::to_string(i + 1));
    EXPECT_TRUE(comes([&](const Json& s) { return s.at("overlays").at(overlays[i]) == true; })) << overlays[i];
  }
  press("z");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("overlays").at("sleepers") == true; }));
  press("n");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("quality") == 1; }));
  press("v");
  act({"mousemove", "215", "240", "sleep", "0.3", "click", "1"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("selected") == "left"; }));
  press("f");
  EXPECT_TRUE(comes([](const Json& s) { return vector_of(s.at("target")).x < -1.0; })) << state();
  press("c");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("circling") == true; }));
  act({"keydown", "d", "sleep", "0.4", "keyup", "d"});
  EXPECT_TRUE(comes([&](const Json& s) { return std::abs(vector_of(s.at("eye")).x - home.x) > 0.2; })) << state();
  press("h");
  EXPECT_TRUE(comes([&](const Json& s) { return glm::length(vector_of(s.at("eye")) - home) < 1e-9; })) << state();
  press("0");
  press("equal");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("speed") == 2.0; }));
  for (int i = 0; i < 22; ++i) {
    press("minus");
  }
  EXPECT_TRUE(comes([](const Json& s) { return s.at("speed") == 1e-6; })) << "no slower than a millionth";
}

// The seeds' central figure: entry and leave per axis, of the bullet and the plate that a person sees.
TEST_F(WindowInput, ThePlateOfABulletCanBeSelectedAndTheirAxesShown) {
  open(std::string(FIRSTCONTACT_SOURCE_DIR) + "/scenes/tunnelling/bullet_1000.json",
       "window_width 640\nwindow_height 480\nquality 0\npanels 0\n", {"--paused"});
  EXPECT_NEAR(state()["time_s"].get<double>(), 0.022633333, 1e-8) << "it opens just before the impact";
  EXPECT_EQ(state()["overlays"]["impulses"], true);
  press("v");
  act({"mousemove", "330", "330", "sleep", "0.4", "click", "1"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("selected") == "plate"; })) << state();
  act({"keydown", "shift"});
  act({"mousemove", "96", "230", "sleep", "0.4", "click", "1", "sleep", "0.4"});
  act({"keyup", "shift"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("second") == "bullet"; })) << state();
  press("l");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("lab").contains("distance_m"); }));
  // One thing at a time: the help, then the lab, then what is selected.
  press("F1");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("help") == true; }));
  press("Escape");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("help") == false; }));
  EXPECT_EQ(state()["lab"]["open"], true);
  press("Escape");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("lab").at("open") == false; }));
  EXPECT_EQ(state()["selected"], "plate");
  press("Escape");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("selected").is_null(); }));
}

TEST_F(WindowInput, TimeGoesToItsEndsBackwardAndOverAnImpactAgain) {
  open(folder_.file("scene.json", R"({"version": 1, "duration": 1, "bodies": [
      {"name": "floor", "type": "static", "shape": {"box": [3, 0.5, 3]}, "position": [0, -0.5, 0], "restitution": 1},
      {"name": "ball", "shape": {"sphere": 0.2}, "position": [0, 1, 0], "restitution": 1, "friction": 0}]})"),
       "window_width 640\nwindow_height 480\nquality 0\npanels 0\n");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("time_s") > 0.6; }));
  press("j");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("speed") < 0.5 && s.at("paused") == false; })) << state();
  press("End");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("paused") == true && s.at("time_s") == s.at("known_until_s"); }));
  press("0");
  press("b");
  press("p");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("reversed") == true && s.at("time_s") == 0.0; })) << state();
  press("b");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("time_s") > 0.3; }));
  press("Home");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("paused") == true && s.at("time_s") == 0.0; }));
  press("j");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("message") == "there is no impact before this instant"; }));
}

TEST_F(WindowInput, WhatIsBehindTheCameraIsNotDrawnAndTheStateSaysSo) {
  open(folder_.file("scene.json", R"({"version": 1, "gravity": [0, 0, 0],
      "camera": {"keys": [{"position": [0, 0, 9], "target": [0, 0, 0]}]}, "bodies": [
        {"name": "before", "shape": {"box": [1, 1, 1]}},
        {"name": "behind", "shape": {"box": [1, 1, 1]}, "position": [0, 0, 30]}]})"),
       std::string(small_window));
  EXPECT_TRUE(comes([](const Json& s) { return s.at("drawn_bodies") == 1 && s.at("bodies") == 2; })) << state();
}

// What F3 writes, put into a scene, shows it from there.
TEST_F(WindowInput, TheCameraIsWrittenAsASceneReadsIt) {
  open_cubes();
  act({"keydown", "d", "sleep", "0.5", "keyup", "d", "sleep", "0.3"});
  ASSERT_TRUE(comes([](const Json& s) { return vector_of(s.at("eye")).x > 0.2; })) << state();
  press("F3");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("message") == "written: firstcontact-camera-1.json"; }));
  const Vec3 eye = vector_of(state().at("eye"));
  const Vec3 target = vector_of(state().at("target"));
  Json scene = Json::parse(two_cubes);
  scene.erase("camera");
  scene.update(Json::parse(testing::text_of(folder_.path("firstcontact-camera-1.json"))));
  open(folder_.file("seen.json", scene.dump()), std::string(small_window));
  EXPECT_NEAR(glm::length(vector_of(state().at("eye")) - eye), 0.0, 1e-9) << state();
  EXPECT_NEAR(glm::length(vector_of(state().at("target")) - target), 0.0, 1e-6) << state();
}

TEST_F(WindowInput, TheOctreeHasALegendAndTheSelectedBodysCellsAreMarked) {
  open_cubes();
  ASSERT_EQ(state().at("legend"), 0);
  press("1");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("legend") == 2 && s.at("lines") > 0; })) << state();
  const int lines = state().at("lines");
  press("v");
  act({"mousemove", "215", "240", "sleep", "0.3", "click", "1"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("selected") == "left"; }));
  EXPECT_TRUE(comes([&](const Json& s) { return s.at("lines") > lines; })) << state();
}

// The run so far, as a recording that is proved to be sound and opens up to there; one that was meddled with is none.
TEST_F(WindowInput, TheRunSoFarIsWrittenAsARecording) {
  const std::string scene = std::string(FIRSTCONTACT_SOURCE_DIR) + "/scenes/rest/dice.json";
  open(scene, std::string(small_window));
  act({"mousemove", "320", "60"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("time_s") > 0.8; })) << state();
  press("F4");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("message") == "written: firstcontact-1.fcr"; })) << state();
  const std::string file = folder_.path("firstcontact-1.fcr").string();
  const auto verdict = testing::run({"verify", file});
  EXPECT_EQ(verdict.status, 0) << verdict.out << verdict.err;
  press("t");
  act({"click", "1"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("bodies") == 8; })) << state();
  press("F4");
  EXPECT_TRUE(comes([](const Json& s) {
    return s.at("message").get<std::string>().find("changed by hand") != std::string::npos;
  })) << state();
  open(file, std::string(small_window), {"--scene", scene});
  EXPECT_TRUE(comes([](const Json& s) {
    return s.at("live") == false && s.at("bodies") == 7 && s.at("known_until_s") > 0.8 && s.at("events_passed") > 5;
  })) << state();
}

TEST_F(WindowInput, TwoPressesOfMAreTwo) {
  // A thousand boxes take longer to open than it takes to press again.
  open(std::string(FIRSTCONTACT_SOURCE_DIR) + "/scenes/many/shower_1000.json",
       "window_width 640\nwindow_height 480\nquality 0\npanels 0\n", {"--paused"});
  act({"key", "--delay", "30", "m", "m", "m"});
  EXPECT_TRUE(comes([](const Json& s) { return s.at("method") == "swept_translation"; })) << state();
}

TEST_F(WindowInput, NothingIsThrownIntoARecordingAndThatIsSaid) {
  const std::string scene = folder_.file("scene.json", testing::falling_cube);
  folder_.file("cube.obj", testing::cube_obj);
  ASSERT_EQ(testing::run({"simulate", scene, "--record", folder_.path("run.fcr").string(), "--quiet"}).status, 0);
  open(folder_.path("run.fcr").string(), "window_width 640\nwindow_height 480\nquality 0\npanels 0\n");
  EXPECT_EQ(state()["tool"], "pick");
  EXPECT_NE(state()["message"].get<std::string>().find("--scene FILE shows their meshes"), std::string::npos);
  press("t");
  act({"mousemove", "320", "100", "sleep", "0.3", "click", "1"});
  EXPECT_TRUE(comes([](const Json& s) {
    return s.at("message") == "nothing can be thrown into a recording: open its scene";
  })) << state();
}

TEST_F(WindowInput, TwoMethodsRunSideBySideOnOneClock) {
  open(std::string(FIRSTCONTACT_SOURCE_DIR) + "/scenes/tunnelling/bullet_1000.json",
       "window_width 640\nwindow_height 480\nquality 0\npanels 0\n",
       {"--compare", "discrete,first_contact", "--paused"});
  ASSERT_EQ(state()["panes"].size(), 2U);
  EXPECT_EQ(state()["panes"][0]["method"], "discrete");
  EXPECT_EQ(state()["panes"][1]["method"], "first_contact");
  press("p");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("time_s") > 0.0232 && s.at("panes")[0].at("ghosts") == 1; }));
  press("p");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("paused") == true; }));
  const Json now = state();
  EXPECT_EQ(now["panes"][1]["ghosts"], 0);
  EXPECT_NEAR(now["panes"][0]["time_s"].get<double>(), now["panes"][1]["time_s"].get<double>(), 1e-12);
  // Each half is a picture of its own: the plate stands in the middle of both, the bullet is behind it on the left, and
  // was sent back on the right.
  press("F12");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("message") == "written: firstcontact-1.png"; }));
  const Image both = read_image(folder_.path("firstcontact-1.png")).value();
  const auto orange = [&](int from, int to) {
    int count = 0;
    for (int y = 0; y < both.height; ++y) {
      for (int x = from * both.width / 640; x < to * both.width / 640; ++x) {
        const auto at =
            3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(both.width) + static_cast<std::size_t>(x));
        count += both.rgb[at] > 90 && both.rgb[at] > 2 * both.rgb[at + 2] && both.rgb[at + 1] < both.rgb[at] ? 1 : 0;
      }
    }
    return count;
  };
  EXPECT_GT(orange(175, 320), 40) << "behind the plate, left";
  EXPECT_GT(orange(320, 480), 40) << "before the plate, right";
  EXPECT_LT(orange(500, 640), 10) << "and nothing of it behind, right";
}

}  // namespace
}  // namespace firstcontact
