// What can be thrown in the real window: the scene's bodies, primitives, models, and a mesh that is dropped upon it.

#include <gtest/gtest.h>

#include "../cli/program_fixture.hpp"
#include "dropped_file.hpp"
#include "window_fixture.hpp"

namespace firstcontact {
namespace {

using testing::drop_file;
using testing::Json;
using testing::WindowTest;

constexpr std::string_view two_cubes = R"({
  "version": 1, "gravity": [0, 0, 0], "bounds": {"min": [-5, -5, -5], "max": [5, 5, 9.5]},
  "camera": {"keys": [{"position": [0, 0, 8], "target": [0, 0, 0]}]},
  "bodies": [
    {"name": "left", "shape": {"box": [0.3, 0.3, 0.3]}, "position": [-2, 0, 0]},
    {"name": "right", "shape": {"box": [0.3, 0.3, 0.3]}, "position": [2, 0, 0]}]
})";

class WindowThrowing : public WindowTest {
 protected:
  WindowThrowing() { screen_ = "1280x800"; }
  void open_cubes(const std::string& scene = std::string(two_cubes)) {
    std::filesystem::create_directories(folder_.path("models"));
    std::filesystem::copy_file(std::string(FIRSTCONTACT_SOURCE_DIR) + "/models/gear.obj",
                               folder_.path("models/gear.obj"), std::filesystem::copy_options::skip_existing);
    open(folder_.file("scene.json", scene), "window_width 1280\nwindow_height 800\nquality 0\npanels 1\n");
    act({"mousemove", "640", "200"});
    ASSERT_TRUE(comes([](const Json& s) { return s.at("focused") == true; })) << state();
  }
  void click_control(const std::string& name) {
    ASSERT_TRUE(comes([&](const Json& s) { return s.at("controls").contains(name); })) << name << state();
    const Json place = state().at("controls").at(name);
    act({"mousemove", std::to_string(static_cast<int>(place.at(0).get<double>())),
         std::to_string(static_cast<int>(place.at(1).get<double>())), "sleep", "0.3", "click", "1", "sleep", "0.3"});
  }
  void choose(const std::string& control, const std::string& name) {
    click_control("what");
    click_control(control);
    ASSERT_TRUE(comes([&](const Json& s) { return s.at("thrown_kind") == name; })) << state();
    ASSERT_TRUE(comes([](const Json& s) { return !s.at("controls").contains("any ball"); })) << "the list is closed";
  }
  // One more body than before.
  void throw_one(int bodies) {
    act({"mousemove", "640", "200", "sleep", "0.3", "click", "1"});
    ASSERT_TRUE(comes([&](const Json& s) { return s.at("bodies") == bodies; })) << state();
  }
};

TEST_F(WindowThrowing, PrimitivesAndModelsAreThrownAndStayWhenTheSceneBeginsAnew) {
  open_cubes();
  EXPECT_EQ(state().at("thrown_kind"), "left");
  choose("any ball", "ball");
  throw_one(3);
  choose("gear.obj", "gear");
  throw_one(4);
  EXPECT_EQ(state().at("kinds"), 4);
  press("r");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("opened") == 2 && s.at("bodies") == 2; })) << state();
  EXPECT_EQ(state().at("thrown_kind"), "gear");
  throw_one(3);
  choose("any ball", "ball");
  EXPECT_EQ(state().at("kinds"), 4) << "it is there already";
}

TEST_F(WindowThrowing, AMeshThatIsDroppedIsThrownNextAndASceneIsOpened) {
  open_cubes();
  const std::string mesh = folder_.file("my own.obj", testing::cube_obj);
  EXPECT_TRUE(drop_file(folder_.path("my%20own.obj").string(), "First Contact", {640, 300})) << mesh;
  ASSERT_TRUE(comes([](const Json& s) { return s.at("thrown_kind") == "my own"; })) << state();
  throw_one(3);
  folder_.file("broken.obj", "v 0 0 0\n");
  EXPECT_TRUE(drop_file(folder_.path("broken.obj").string(), "First Contact", {640, 300}));
  EXPECT_TRUE(comes([](const Json& s) {
    return s.at("message").get<std::string>().find("broken.obj") != std::string::npos;
  })) << state();
  const std::string other = std::string(FIRSTCONTACT_SOURCE_DIR) + "/scenes/spin/top.json";
  EXPECT_TRUE(drop_file(other, "First Contact", {640, 300}));
  ASSERT_TRUE(comes([&](const Json& s) { return s.at("file") == other && s.at("bodies") == 1; })) << state();
}

TEST_F(WindowThrowing, WhatIsOutsideOfTheBoundsIsSaidAndNotThrown) {
  open_cubes(std::string(two_cubes).replace(std::string(two_cubes).find("9.5"), 3, "6.0"));
  act({"mousemove", "640", "200", "sleep", "0.3", "click", "1"});
  EXPECT_TRUE(comes([](const Json& s) {
    return s.at("message").get<std::string>().find("outside of the scene's bounds") != std::string::npos;
  })) << state();
  EXPECT_EQ(state().at("bodies"), 2);
}

// The scene as it stands is a scene: with what was thrown, where it is, and seen from here.
TEST_F(WindowThrowing, TheSceneAsItStandsIsWrittenAndRuns) {
  open_cubes();
  choose("gear.obj", "gear");
  throw_one(3);
  ASSERT_TRUE(comes([](const Json& s) { return s.at("time_s") > 0.3; }));
  press("p");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("paused") == true; }));
  press("v");
  act({"mousemove", "400", "400"});
  press("F5");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("message") == "written: firstcontact-scene-1.json"; })) << state();
  const Json before = state();
  const std::string file = folder_.path("firstcontact-scene-1.json").string();
  const auto ran = testing::run({"simulate", file, "--duration", "0.2", "--quiet"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  open(file, "window_width 1280\nwindow_height 800\nquality 0\npanels 0\n", {"--paused"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("bodies") == 3; })) << state();
  for (const std::size_t axis : {0U, 1U, 2U}) {
    EXPECT_NEAR(state().at("eye").at(axis).get<double>(), before.at("eye").at(axis).get<double>(), 1e-9);
  }
  EXPECT_NEAR(state().at("kinetic_j").get<double>(), before.at("kinetic_j").get<double>(),
              1e-9 * before.at("kinetic_j").get<double>());
}

}  // namespace
}  // namespace firstcontact
