// Scenes in the real window, against small pictures of them that a person has looked at (data/*.png).
//
// A scene is looked at before its first step, so that the pictures are those of the scene, the camera and the renderer,
// and stay when the engine moves a bit of a result. After a wanted change, with FIRSTCONTACT_KEEP_PICTURES=1 in the
// environment this test writes them anew: look at them before they are committed.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>

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

// The comparison can fail: nothing blank, and no scene's picture, passes for another's.
TEST(KeptPictures, AreEachOneOfAKind) {
  for (const char* const scene : scenes) {
    const auto kept = read_image(kept_picture(scene));
    ASSERT_TRUE(kept.ok()) << scene;
    Image blank = kept.value();
    for (std::size_t i = 0; i < blank.rgb.size(); ++i) {
      blank.rgb[i] = blank.rgb[i % 3];
    }
    EXPECT_GT(otherness(kept.value(), blank), 0.1) << scene;
    for (const char* const other : scenes) {
      const auto theirs = read_image(kept_picture(other));
      ASSERT_TRUE(theirs.ok()) << other;
      EXPECT_EQ(otherness(kept.value(), theirs.value()) > 2.0 * most_other, std::string(scene) != other)
          << scene << " and " << other;
    }
  }
}

}  // namespace
}  // namespace firstcontact
