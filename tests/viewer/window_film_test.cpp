// A film of what the real window shows.

#include <gtest/gtest.h>

#include <cstdlib>

#include "render/image.hpp"
#include "window_fixture.hpp"

namespace firstcontact {
namespace {

using testing::Json;
using testing::Process;
using testing::WindowTest;

constexpr std::string_view flying_cube = R"({
  "version": 1, "gravity": [0, 0, 0], "camera": {"keys": [{"position": [0, 0, 9], "target": [0, 0, 0]}]},
  "bodies": [{"name": "cube", "shape": {"box": [0.5, 0.5, 0.5]}, "position": [-3, 0, 0], "linear_velocity": [3, 0, 0]}]
})";

class WindowFilm : public WindowTest {
 protected:
  void begin_film() {
    open(folder_.file("scene.json", flying_cube), "window_width 640\nwindow_height 480\nquality 0\npanels 0\n");
    act({"mousemove", "320", "20"});
    ASSERT_TRUE(comes([](const Json& s) { return s.at("focused") == true; })) << state();
    press("F6");
    ASSERT_TRUE(comes([](const Json& s) { return s.at("film_frames") >= 20; })) << state();
  }
  // The frames of the film, one by one.
  [[nodiscard]] std::vector<Image> frames() const {
    Process taking_apart({"ffmpeg", "-v", "error", "-i", "firstcontact-1.mp4", "-vsync", "0", "frame-%04d.png"},
                         root());
    EXPECT_EQ(taking_apart.exit_status(), 0) << messages();
    std::vector<Image> all;
    for (int i = 1;; ++i) {
      std::string number = std::to_string(i);
      number.insert(0, 4 - number.size(), '0');
      const auto file = folder_.path("frame-" + number + ".png");
      if (!std::filesystem::exists(file)) {
        return all;
      }
      all.push_back(read_image(file).value());
    }
  }
};

// Where the cube is, in columns from the left: the mean of what is no sky and no ground.
double place_of_cube(const Image& image) {
  double sum = 0.0;
  double count = 0.0;
  for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
    const bool is_cube = std::abs(image.rgb[i] - image.rgb[i + 2]) > 60;
    sum += is_cube ? static_cast<double>(i / 3 % static_cast<std::size_t>(image.width)) : 0.0;
    count += is_cube ? 1.0 : 0.0;
  }
  return sum / std::max(count, 1.0);
}

// Thirty frames to a second of the scene, whatever the window's own frames take.
TEST_F(WindowFilm, IsEven) {
  begin_film();
  press("F6");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("message") == "written: firstcontact-1.mp4"; })) << state();
  EXPECT_EQ(state().at("film_frames"), -1);
  const std::vector<Image> all = frames();
  ASSERT_GE(all.size(), 20U);
  const double first = place_of_cube(all.front());
  const double step = (place_of_cube(all[19]) - first) / 19.0;
  EXPECT_NEAR(step, 3.3, 0.3) << "a tenth of a metre is so many pixels";
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_NEAR(place_of_cube(all[i]), first + step * static_cast<double>(i), 1.2) << i;
  }
}

TEST_F(WindowFilm, EndsWhereTheWindowChangesItsSize) {
  begin_film();
  act({"search", "--name", "First Contact", "windowsize", "500", "300"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("message") == "written: firstcontact-1.mp4"; })) << state();
  EXPECT_EQ(state().at("film_frames"), -1);
  const std::vector<Image> all = frames();
  ASSERT_GE(all.size(), 20U);
  EXPECT_EQ(all.back().width, 320) << "of low quality is half the resolution";
}

// Closing the window in the middle of it ends it whole.
TEST_F(WindowFilm, IsWholeWhenTheWindowIsClosed) {
  begin_film();
  act({"key", "ctrl+q"});
  EXPECT_EQ(window_->exit_status(), 0) << messages();
  EXPECT_GE(frames().size(), 20U);
}

}  // namespace
}  // namespace firstcontact
