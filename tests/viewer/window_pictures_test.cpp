// Scenes in the real window, against small pictures of them that a person has looked at (data/*.png).
//
// A scene is looked at before its first step, so that the pictures are those of the scene, the camera and the renderer,
// and stay when the engine moves a bit of a result. After a wanted change, with FIRSTCONTACT_KEEP_PICTURES=1 in the
// environment this test writes them anew: look at them before they are committed.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "render/image.hpp"
#include "scene/files.hpp"
#include "window_fixture.hpp"

namespace firstcontact {
namespace {

using testing::Json;
using testing::WindowTest;

constexpr int columns = 128, rows = 72;
constexpr int visible = 10;           // of 255: what an eye sees at once as another colour of a cell
constexpr double most_other = 0.004;  // share of the cells: another driver's edges, not another picture

constexpr std::array scenes{"thesis_demo",
                            "rest/wall_200",
                            "tunnelling/propeller_100",
                            "tunnelling/rod_post_100",
                            "spin/t_handle",
                            "spin/top",
                            "rest/dice",
                            "rest/arch_25",
                            "rest/card_house_3",
                            "many/elastic_64",
                            "plane/poured",
                            "plane/two_boxes"};

constexpr std::array windows{"window-panels",   "window-help",      "window-axes",    "window-body",
                             "window-overlays", "window-wireframe", "window-contacts"};
constexpr std::string_view standing_crates = R"({"version": 1, "sleeping": false,
  "camera": {"keys": [{"position": [1.4, 1.8, 4.5], "target": [0, 0.6, 0]}]}, "bodies": [
    {"name": "floor", "type": "static", "shape": {"box": [3, 0.5, 3]}, "position": [0, -0.5, 0]},
    {"name": "lower", "shape": {"box": [0.6, 0.4, 0.6]}, "position": [0, 0.41, 0], "mass": 3, "color": [0.3, 0.5, 0.8]},
    {"name": "upper", "shape": {"box": [0.4, 0.4, 0.4]}, "position": [0, 1.22, 0], "mass": 3, "color": [0.9, 0.9, 0.9]}]})";

std::filesystem::path kept_picture(std::string scene) {
  std::replace(scene.begin(), scene.end(), '/', '-');
  return std::filesystem::path(FIRSTCONTACT_TEST_DATA_DIR) / "viewer/data" / (scene + ".png");
}

// The mean colour of each cell.
Image small(const Image& image) {
  Image cells{columns, rows, {}};
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      for (int channel = 0; channel < 3; ++channel) {
        long sum = 0;
        long count = 0;
        for (int y = row * image.height / rows; y < (row + 1) * image.height / rows; ++y) {
          for (int x = column * image.width / columns; x < (column + 1) * image.width / columns; ++x) {
            sum += image.rgb[static_cast<std::size_t>(3 * (y * image.width + x) + channel)];
            ++count;
          }
        }
        cells.rgb.push_back(static_cast<std::uint8_t>(sum / std::max(count, 1L)));
      }
    }
  }
  return cells;
}

// The share of the cells whose colour is visibly another.
double otherness(const Image& a, const Image& b) {
  if (a.rgb.size() != b.rgb.size()) {
    return 1.0;
  }
  int other = 0;
  for (std::size_t cell = 0; cell < a.rgb.size(); cell += 3) {
    int most = 0;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      most = std::max(most, std::abs(a.rgb[cell + channel] - b.rgb[cell + channel]));
    }
    other += most > visible ? 1 : 0;
  }
  return static_cast<double>(other) / (columns * rows);
}

class WindowPictures : public WindowTest {
 protected:
  // The window's own screenshot, in cells.
  [[nodiscard]] Image shot(int number) {
    press("F12");
    const std::string file = "firstcontact-" + std::to_string(number) + ".png";
    EXPECT_TRUE(comes([&](const Json& s) { return s.at("message") == "written: " + file; })) << state();
    const auto image = read_image(folder_.path(file));
    EXPECT_TRUE(image.ok()) << messages();
    return image ? small(image.value()) : Image{};
  }
};

TEST_F(WindowPictures, ScenesLookAsTheyDidToAPerson) {
  const bool keeps = std::getenv("FIRSTCONTACT_KEEP_PICTURES") != nullptr;
  for (const char* const scene : scenes) {
    SCOPED_TRACE(scene);
    open(std::string(FIRSTCONTACT_SOURCE_DIR) + "/scenes/" + scene + ".json",
         "window_width 640\nwindow_height 360\nquality 1\npanels 0\n", {"--paused"});
    act({"mousemove", "320", "180"});
    const Image plain = shot(1);
    press("1");
    ASSERT_TRUE(comes([](const Json& s) { return s.at("overlays").at("octree") == true && s.at("lines") > 0; }))
        << state();
    const Image overlaid = shot(2);
    EXPECT_GT(otherness(plain, overlaid), most_other) << "an overlay that is missing would not be seen";
    act({"key", "ctrl+q"});
    EXPECT_EQ(window_->exit_status(), 0) << messages();
    for (const char* const file : {"firstcontact-1.png", "firstcontact-2.png"}) {
      std::filesystem::remove(folder_.path(file));  // the next window counts from 1 again
    }
    if (keeps) {
      EXPECT_FALSE(write_file(kept_picture(scene), png_bytes(overlaid)));
    }
    const auto kept = read_image(kept_picture(scene));
    ASSERT_TRUE(kept.ok());
    EXPECT_LT(otherness(kept.value(), overlaid), most_other);
    EXPECT_GT(otherness(kept.value(), plain), most_other) << "without its overlay";
  }
}

// The whole window, panels too, each in a state that stays as it is.
class WholeWindow : public WindowTest {
 protected:
  WholeWindow() { screen_ = "1280x800"; }
  void open_scene(const std::string& name, const std::string& settings = "") {
    open(std::string(FIRSTCONTACT_SOURCE_DIR) + "/scenes/" + name + ".json",
         "window_width 1280\nwindow_height 800\nquality 1\n" + settings, {"--paused"});
    act({"mousemove", "640", "450"});
    ASSERT_TRUE(comes([](const Json& s) { return s.at("focused") == true && s.contains("panel_places"); })) << state();
  }
  // Against the picture of that name: within a few seconds the window looks as it did to a person.
  void expect_picture(const std::string& name) const {
    const bool keeps = std::getenv("FIRSTCONTACT_KEEP_PICTURES") != nullptr;
    if (keeps) {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      EXPECT_FALSE(write_file(kept_picture(name), png_bytes(small(screen()))));
    }
    const auto kept = read_image(kept_picture(name));
    ASSERT_TRUE(kept.ok()) << name;
    double least = 1.0;
    for (int i = 0; i < 50 && least >= most_other; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      least = std::min(least, otherness(kept.value(), small(screen())));
    }
    EXPECT_LT(least, most_other) << name;
  }
};

TEST_F(WholeWindow, PanelsLookAsTheyDidToAPerson) {
  open_scene("rest/dice", "panels 1\n");
  expect_picture("window-panels");
  press("F1");
  expect_picture("window-help");
}

TEST_F(WholeWindow, TheAxesAndTheBodyLookAsTheyDidToAPerson) {
  open_scene("plane/two_boxes", "panels 0\n");
  expect_picture("window-axes");
  press("y");
  expect_picture("window-body");
}

TEST_F(WholeWindow, OverlaysAndTheirLegendLookAsTheyDidToAPerson) {
  open_scene("contact/break", "panels 0\n");
  for (const char* const key : {"2", "3", "7", "9"}) {
    press(key);
  }
  ASSERT_TRUE(comes([](const Json& s) { return s.at("overlays").at("names") == true && s.at("lines") > 100; }));
  expect_picture("window-overlays");
  press("F2");
  expect_picture("window-wireframe");
}

// Once they stand, crates are the same whenever one looks.
TEST_F(WholeWindow, ForcesOfContactLookAsTheyDidToAPerson) {
  open(folder_.file("scene.json", standing_crates),
       "window_width 1280\nwindow_height 800\nquality 1\npanels 0\noverlay_contacts 1\n");
  ASSERT_TRUE(comes([](const Json& s) { return s.contains("force_scale") && s.at("time_s") > 0.5; })) << state();
  EXPECT_EQ(state().at("force_scale"), (Json{0.5, 100.0})) << "6 kg below";
  act({"mousemove", "100", "100"});
  expect_picture("window-contacts");
}

// The comparison can fail: nothing blank, and no scene's picture, passes for another's.
TEST(KeptPictures, AreEachOneOfAKind) {
  std::vector<std::string> all(scenes.begin(), scenes.end());
  all.insert(all.end(), windows.begin(), windows.end());
  for (const std::string& scene : all) {
    const auto kept = read_image(kept_picture(scene));
    ASSERT_TRUE(kept.ok()) << scene;
    Image blank = kept.value();
    for (std::size_t i = 0; i < blank.rgb.size(); ++i) {
      blank.rgb[i] = blank.rgb[i % 3];
    }
    EXPECT_GT(otherness(kept.value(), blank), 0.1) << scene;
    for (const std::string& other : all) {
      const auto theirs = read_image(kept_picture(other));
      ASSERT_TRUE(theirs.ok()) << other;
      EXPECT_EQ(otherness(kept.value(), theirs.value()) > 2.0 * most_other, scene != other)
          << scene << " and " << other;
    }
  }
}

}  // namespace
}  // namespace firstcontact
