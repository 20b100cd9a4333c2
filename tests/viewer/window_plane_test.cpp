// The scenes in a plane, moved and filled by hand in the real window.

#include <gtest/gtest.h>

#include <algorithm>

#include "render/image.hpp"
#include "window_fixture.hpp"

namespace firstcontact {
namespace {

using testing::Json;
using testing::WindowTest;

constexpr const char* small_window = "window_width 640\nwindow_height 480\nquality 0\npanels 0\n";

class WindowPlane : public WindowTest {
 protected:
  void open_scene(const std::string& name) {
    open(std::string(FIRSTCONTACT_SOURCE_DIR) + "/scenes/plane/" + name + ".json", small_window);
    act({"mousemove", "320", "100"});
    ASSERT_TRUE(comes([](const Json& s) { return s.at("focused") == true; })) << state();
  }
  [[nodiscard]] Image shot(int number) {
    press("F12");
    const std::string file = "firstcontact-" + std::to_string(number) + ".png";
    EXPECT_TRUE(comes([&](const Json& s) { return s.at("message") == "written: " + file; })) << state();
    return read_image(folder_.path(file)).value();
  }
};

// Pixels that are clearly of one colour and no other.
int count_where(const Image& image, bool (*is_such)(int red, int green, int blue)) {
  int count = 0;
  for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
    count += is_such(image.rgb[i], image.rgb[i + 1], image.rgb[i + 2]) ? 1 : 0;
  }
  return count;
}
bool is_green(int red, int green, int blue) { return green > 3 * red / 2 && green > 3 * blue / 2; }
bool is_red(int red, int green, int blue) { return red > 2 * green && red > 2 * blue; }

TEST_F(WindowPlane, TwoBoxesAreGreenApartAndRedInEachOtherAndTheWayOutIsInThePlane) {
  open_scene("two_boxes");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("lab").at("planar") == true; })) << state();
  EXPECT_EQ(state()["lab"]["axes"], 4);
  EXPECT_EQ(state()["selected"], "first");
  EXPECT_EQ(state()["second"], "second");
  const double apart = state()["lab"]["distance_m"];
  const Image green = shot(1);
  EXPECT_GT(count_where(green, is_green), 400);
  EXPECT_LT(count_where(green, is_red), 150) << "the line between the nearest points alone";
  EXPECT_LT(green.height, 240) << "the lab lies below the picture, which is half as large as the window in low quality";

  act({"keydown", "q", "sleep", "0.4", "keyup", "q"});
  ASSERT_TRUE(comes([&](const Json& s) { return s.at("lab").at("distance_m").get<double>() != apart; }));
  EXPECT_EQ(state()["lab"]["normal"][2], 0.0) << "it turned about the plane's normal";
  act({"keydown", "Right"});
  EXPECT_TRUE(comes([](const Json& s) { return s.at("lab").at("depth_m") > 0.2; })) << state();
  act({"keyup", "Right"});
  EXPECT_EQ(state()["lab"]["planar"], true);
  EXPECT_NEAR(state()["lab"]["normal"][2].get<double>(), 0.0, 1e-9);
  const Image red = shot(2);
  EXPECT_GT(count_where(red, is_red), 400);
  EXPECT_LT(count_where(red, is_green), 40);
}

TEST_F(WindowPlane, TheChartOfTheAxesIsKeptAsAPictureAndATable) {
  open_scene("circle_and_box");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("lab").at("planar") == true; })) << state();
  press("k");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("message") == "written: firstcontact-axes-1.svg and .csv"; }));
  EXPECT_NE(testing::text_of(folder_.path("firstcontact-axes-1.svg")).find("circle and box"), std::string::npos);
  EXPECT_NE(testing::text_of(folder_.path("firstcontact-axes-1.csv")).find("gap_m,speed_m_s,enter_s"),
            std::string::npos);
  // A row under the mouse is the one that the scene shows.
  EXPECT_EQ(state()["lab"]["shown_row"], -1);
  act({"mousemove", "420", "352", "sleep", "0.3", "mousemove", "424", "352"});
  EXPECT_TRUE(comes([](const Json& s) { return s.at("lab").at("shown_row") >= 0; })) << state();
  act({"mousemove", "320", "100"});
  EXPECT_TRUE(comes([](const Json& s) { return s.at("lab").at("shown_row") == -1; })) << state();
  press("Escape");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("lab").at("open") == false; }));
  press("k");
  EXPECT_TRUE(comes(
      [](const Json& s) { return s.at("message").get<std::string>().find("there is no chart") != std::string::npos; }));
}

TEST_F(WindowPlane, BothButtonsPourABodyEachAndWhatFallsOffIsRemoved) {
  open_scene("poured");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("tool") == "spawn" && s.at("bodies") == 5; })) << state();
  act({"mousemove", "230", "120", "sleep", "0.2", "mousedown", "1"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("bodies") >= 15; })) << state();
  act({"mouseup", "1"});
  const int bricks = state()["bodies"];
  act({"mousemove", "200", "100", "sleep", "0.2", "mousedown", "3"});
  ASSERT_TRUE(comes([&](const Json& s) { return s.at("bodies") >= bricks + 5; })) << state();
  act({"mouseup", "3"});
  const Json eye = state()["eye"];
  // Beside everything: they fall out of the bounds.
  act({"mousemove", "30", "200", "sleep", "0.2", "mousedown", "1", "sleep", "0.6", "mouseup", "1"});
  EXPECT_TRUE(comes([](const Json& s) { return s.at("removed").get<int>() > 0; })) << state();
  EXPECT_EQ(state()["eye"], eye) << "the right button does not look around";
  press("v");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("tool") == "pick"; }));
  press("x");
  EXPECT_TRUE(comes([](const Json& s) { return s.at("tool") == "spawn"; }));
}

}  // namespace
}  // namespace firstcontact
