// Panels in the real window: they open where one clicks, lie beside each other on any screen, and close one by one.

#include <firstcontact/math.hpp>

#include <gtest/gtest.h>

#include <algorithm>

#include "window_fixture.hpp"

namespace firstcontact {
namespace {

using testing::Json;
using testing::Process;
using testing::WindowTest;

constexpr std::string_view crate_on_floor = R"({"version": 1, "x_note": "a crate on a floor",
  "camera": {"keys": [{"position": [0, 1.5, 9], "target": [0, 0.5, 0]}]}, "bodies": [
    {"name": "floor", "type": "static", "shape": {"box": [5, 0.5, 5]}, "position": [0, -0.5, 0]},
    {"name": "crate", "shape": {"box": [1, 1, 1]}, "position": [0, 1, 0], "mass": 3}]})";

class WindowPanels : public WindowTest {
 protected:
  WindowPanels() { screen_ = "1280x800"; }
  void open_crate(const std::string& settings) {
    open(folder_.file("scene.json", crate_on_floor), settings);
    act({"mousemove", "320", "300"});
    ASSERT_TRUE(comes([](const Json& s) { return s.at("focused") == true && s.contains("panel_places"); })) << state();
  }
  // A little to the right of a panel's triangle, on the words of its title.
  void click_title(const std::string& name) {
    const Json place = state().at("panel_places").at(name);
    const double em = 15.0 * state().at("scale").get<double>();
    const auto x = static_cast<int>(place.at("left").get<double>() + 4.0 * em);
    const auto y = static_cast<int>(place.at("top").get<double>() + 0.8 * em);
    act({"mousemove", std::to_string(x), std::to_string(y), "sleep", "0.3", "click", "1", "sleep", "0.3"});
  }
  // Two panels that share a pixel, or one that is not all in the window or has too wide a line; nothing: none do.
  static std::string trouble(const Json& state) {
    const Json& places = state.at("panel_places");
    for (const auto& [name, place] : places.items()) {
      if (place.at("left") < 0.0 || place.at("top") < 0.0 || place.at("right") > state.at("window").at(0) ||
          place.at("bottom") > state.at("window").at(1)) {
        return name + " reaches out of the window: " + place.dump();
      }
      if (place.at("cut") > 1.0) {
        return name + " has lines that are cut: " + place.dump();
      }
      for (const auto& [other, its] : places.items()) {
        const bool are_apart = place.at("right") <= its.at("left") || its.at("right") <= place.at("left") ||
                               place.at("bottom") <= its.at("top") || its.at("bottom") <= place.at("top");
        if (name < other && !are_apart) {
          return std::string(name)
              .append(" and ")
              .append(other)
              .append(" overlap: ")
              .append(place.dump())
              .append(its.dump());
        }
      }
    }
    return "";
  }
};

TEST_F(WindowPanels, LieBesideEachOtherOnAFineScreenAndOpenByTheWordsOfTheirTitles) {
  {
    Process resources({"xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", "Xft.dpi:\t192\n"},
                      root());
    ASSERT_TRUE(resources.started()) << "Debian's package is x11-utils";
    ASSERT_EQ(resources.exit_status(), 0) << messages();
  }
  open_crate("window_width 1280\nwindow_height 800\nquality 0\n");
  ASSERT_EQ(state()["scale"], 2.0);
  EXPECT_TRUE(comes([](const Json& s) { return trouble(s).empty(); })) << trouble(state());
  for (const char* const name : {"Figures", "Controls (F1: all keys)"}) {
    ASSERT_EQ(state()["panel_places"][name]["open"], false) << "a window of few letters begins with its panels closed";
    click_title(name);
    EXPECT_TRUE(comes([&](const Json& s) { return s.at("panel_places").at(name).at("open") == true; })) << name;
  }
  EXPECT_TRUE(comes([](const Json& s) { return trouble(s).empty(); })) << trouble(state());
  click_title("Figures");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("panel_places").at("Figures").at("open") == false; }));
}

TEST_F(WindowPanels, TheInspectorTellsOfTheSelectedBodyBelowThePicture) {
  open_crate("window_width 640\nwindow_height 480\nquality 0\n");
  press("y");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("inspector").at("open") == true; }));
  EXPECT_FALSE(state()["inspector"].contains("body")) << "nothing is selected";
  press("y");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("inspector").at("open") == false; }));
  press("v");
  act({"mousemove", "320", "220", "sleep", "0.3", "click", "1"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("selected") == "crate"; })) << state();
  press("y");
  EXPECT_TRUE(comes([](const Json& s) {
    return s.at("inspector").at("body") == 1 && s.at("inspector").at("contacts") >= 3 &&
           s.at("inspector").at("known_until_s") > 0.5;
  })) << state();
  EXPECT_TRUE(comes([](const Json& s) { return trouble(s).empty(); })) << trouble(state());
  // A click on a plot goes to that instant.
  act({"mousemove", "450", "440", "sleep", "0.3", "click", "1"});
  EXPECT_TRUE(comes([](const Json& s) { return s.at("paused") == true && s.at("time_s") < s.at("known_until_s"); }))
      << state();
  // The axes take its place, and one thing at a time is closed.
  press("l");
  ASSERT_TRUE(
      comes([](const Json& s) { return s.at("lab").at("open") == true && s.at("inspector").at("open") == false; }));
  press("y");
  ASSERT_TRUE(
      comes([](const Json& s) { return s.at("lab").at("open") == false && s.at("inspector").at("open") == true; }));
  press("F1");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("help") == true; }));
  press("Escape");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("help") == false; }));
  EXPECT_EQ(state()["inspector"]["open"], true);
  press("Escape");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("inspector").at("open") == false; }));
  EXPECT_EQ(state()["selected"], "crate");
  press("Escape");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("selected") == nullptr; }));
}

// What matters is circled: with nothing selected the camera stays as far from it as it is, and keeps it in the middle.
TEST_F(WindowPanels, WithNothingSelectedTheCameraCirclesWhatMatters) {
  open_crate("window_width 640\nwindow_height 480\nquality 0\npanels 0\n");
  ASSERT_EQ(state()["selected"], nullptr);
  press("c");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("circling") == true; })) << state();
  const auto eye = [](const Json& s) {
    const Json& at = s.at("eye");
    return Vec3(at.at(0), at.at(1), at.at(2));
  };
  const Vec3 middle(0.0, 0.9, 0.0);  // about where the crate is
  const Vec3 before = eye(state());
  act({"keydown", "d", "sleep", "0.6", "keyup", "d"});
  ASSERT_TRUE(comes([&](const Json& s) { return glm::length(eye(s) - before) > 0.5; })) << state();
  EXPECT_NEAR(glm::length(eye(state()) - middle), glm::length(before - middle), 0.5);
  press("c");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("circling") == false; })) << state();
}

}  // namespace
}  // namespace firstcontact
