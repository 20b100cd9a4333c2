// Pictures, drawn for real without a display: is what should be there there, and where it should be.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "../scene/scratch_folder.hpp"
#include "render/film.hpp"
#include "render/image.hpp"
#include "render/offscreen.hpp"

namespace firstcontact {
namespace {

using testing::ScratchFolder;

constexpr std::string_view blue_cube = R"({
  "version": 1, "duration": 2, "camera": {"keys": [{"position": [0, 2, 8], "target": [0, 1, 0]}]},
  "bodies": [
    {"name": "floor", "type": "static", "shape": {"box": [5, 0.5, 5]}, "position": [0, -0.5, 0], "color": [1, 1, 1]},
    {"name": "cube", "shape": {"box": [0.5, 0.5, 0.5]}, "position": [0, 1.2, 0], "color": [0, 0, 1]}]
})";

struct Pixel {
  int red = 0, green = 0, blue = 0;
};

Pixel pixel_at(const Image& image, double across, double down) {
  const auto x = static_cast<std::size_t>(across * (image.width - 1));
  const auto y = static_cast<std::size_t>(down * (image.height - 1));
  const std::size_t at = 3 * (y * static_cast<std::size_t>(image.width) + x);
  return {image.rgb[at], image.rgb[at + 1], image.rgb[at + 2]};
}

std::size_t difference(const Image& a, const Image& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.rgb.size(); ++i) {
    count += std::abs(a.rgb[i] - b.rgb[i]) > 24 ? 1U : 0U;
  }
  return count;
}

class PictureTest : public ::testing::Test {
 protected:
  // The frame at options.start of the blue cube's scene.
  Image shot(FilmOptions options, const std::string& camera = "") const {
    options.width = 200;
    options.height = 150;
    const std::string scene = folder_.file("scene.json", blue_cube);
    Show show = open_show(scene, {}).value();
    const CameraPath path = camera_path(camera, {show.stage.get(), show.camera, 200.0 / 150.0}).value();
    const std::filesystem::path file = folder_.path("shot.png");
    const FilmResult result = shoot(show, path, options, file, [](auto, auto, auto) { return FilmDecision::go_on; });
    EXPECT_FALSE(result.error) << result.error->message;
    return read_image(file).value();
  }
  ScratchFolder folder_;
};

TEST_F(PictureTest, TheCubeIsBlueTheSkyIsPaleTheFloorIsBright) {
  const Image image = shot({});
  ASSERT_EQ(image.width, 200);
  const Pixel cube = pixel_at(image, 0.5, 0.47);
  EXPECT_GT(cube.blue, 2 * cube.red);
  const Pixel sky = pixel_at(image, 0.5, 0.02);
  EXPECT_GT(sky.blue, sky.red);
  EXPECT_GT(sky.red, 100);
  const Pixel floor = pixel_at(image, 0.2, 0.75);
  EXPECT_GT(floor.green, 150);
}

TEST_F(PictureTest, TheCubeCastsAShadow) {
  FilmOptions with;
  FilmOptions without;
  without.looks.shadows = ShadowQuality::none;
  EXPECT_GT(difference(shot(with), shot(without)), 300U);
}

// A camera among cubes, most of which are beside or behind it; the sun's shadows of some of those are in the picture.
TEST_F(PictureTest, WhatIsNotSeenIsNotDrawnAndThePictureIsTheSame) {
  std::string scene = R"({"version": 1, "gravity": [0, 0, 0], "camera": {"keys": [
      {"position": [0, 1.5, 3], "target": [0, 0, -2]}]}, "bodies": [
      {"name": "floor", "type": "static", "shape": {"box": [20, 0.5, 20]}, "position": [0, -0.5, 0]})";
  for (int i = 0; i < 120; ++i) {
    const double x = 1.7 * (i % 11 - 5);
    const double z = 1.6 * (i / 11 - 5);
    scene += R"(, {"name": ")" + std::to_string(i) + R"(", "shape": {"box": [0.2, 0.9, 0.2]}, "position": [)" +
             std::to_string(x) + ", 1, " + std::to_string(z) + "]}";
  }
  const std::string file = folder_.file("around.json", scene + "]}");
  FilmOptions options;
  options.width = 320;
  options.height = 200;
  const auto shot_of = [&] {
    Show show = open_show(file, {}).value();
    const CameraPath path = camera_path("", {show.stage.get(), show.camera, 1.6}).value();
    const auto result =
        shoot(show, path, options, folder_.path("around.png"), [](auto, auto, auto) { return FilmDecision::go_on; });
    EXPECT_FALSE(result.error);
    return read_image(folder_.path("around.png")).value();
  };
  const Image culled = shot_of();
  options.looks.culls = false;
  EXPECT_EQ(culled.rgb, shot_of().rgb);
}

TEST_F(PictureTest, TimeAndCameraChangeThePicture) {
  FilmOptions later;
  later.start = 0.2;
  const Image first = shot({});
  EXPECT_GT(difference(first, shot(later)), 300U);
  EXPECT_GT(difference(first, shot({}, "follow cube")), 300U);
}

TEST_F(PictureTest, OverlaysAddInk) {
  const Image plain = shot({});
  for (const char* const name : {"tracks", "hulls", "octree"}) {
    FilmOptions options;
    options.overlays = overlays_named(name).value();
    EXPECT_GT(difference(plain, shot(options)), 60U) << name;
  }
}

TEST_F(PictureTest, WhoIsAwakeIsNotShownAsASleeper) {
  for (const double time : {0.0, 0.36, 0.45}) {
    FilmOptions options;
    options.start = time;
    const Image plain = shot(options);
    options.overlays = overlays_named("sleepers").value();
    EXPECT_EQ(difference(plain, shot(options)), 0U) << time;
  }
}

TEST_F(PictureTest, LateOverlaysShowWhatHappened) {
  // It meets the floor after 0.38 s, lies still soon after that, and sleeps half a second later.
  for (const auto& [name, time] :
       {std::pair("trails", 0.36), {"impulses", 0.4}, {"contacts", 1.0}, {"sleepers", 2.0}}) {
    FilmOptions options;
    options.start = time;
    const Image plain = shot(options);
    options.overlays = overlays_named(name).value();
    EXPECT_GT(difference(plain, shot(options)), 12U) << name;
  }
}

// Red above, green below.
Image paint(int size) {
  Image image{size, size, {}};
  for (int pixel = 0; pixel < size * size; ++pixel) {
    const bool is_above = pixel < size * size / 2;
    image.rgb.insert(image.rgb.end(), {std::uint8_t(is_above ? 255 : 0), std::uint8_t(is_above ? 0 : 160), 0});
  }
  return image;
}

// map_Kd, to the pixel's colour: a square whose picture is red above and green below, and white times both without it.
// The larger picture is sent in parts, and seen as its sixteenth.
class Texture : public ::testing::TestWithParam<int> {};

TEST_P(Texture, LiesOnItsModelTheRightWayUp) {
  const ScratchFolder folder;
  folder.file("paint.png", png_bytes(paint(GetParam())));
  folder.file("sign.mtl", "newmtl painted\nKd 1 1 1\nmap_Kd paint.png\n");
  folder.file("sign.obj",
              "mtllib sign.mtl\nv -1 -1 .1\nv 1 -1 .1\nv 1 1 .1\nv -1 1 .1\nv 0 0 -1\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
              "usemtl painted\nf 1/1 2/2 3/3 4/4\nf 2/1 1/1 5/1\nf 3/1 2/1 5/1\nf 4/1 3/1 5/1\nf 1/1 4/1 5/1\n");
  const std::string scene = folder.file("scene.json", R"({"version": 1, "gravity": [0, 0, 0],
      "camera": {"keys": [{"position": [0, 0, 4], "target": [0, 0, 0]}]},
      "bodies": [{"name": "sign", "mesh": "sign.obj"}]})");
  const auto shot = [&] {
    FilmOptions options;
    options.width = options.height = 120;
    Show show = open_show(scene, {}).value();
    const CameraPath path = camera_path("", {show.stage.get(), show.camera, 1.0}).value();
    const std::filesystem::path file = folder.path("shot.png");
    const FilmResult result = shoot(show, path, options, file, [](auto, auto, auto) { return FilmDecision::go_on; });
    EXPECT_FALSE(result.error);
    return read_image(file).value();
  };
  const Image painted = shot();
  const Pixel above = pixel_at(painted, 0.5, 0.345);  // the middles of the picture's rows, half a metre from the axis:
  const Pixel below = pixel_at(painted, 0.5, 0.655);  // between them colours blend, and beyond them it repeats
  EXPECT_GT(above.red, 2 * above.green);
  EXPECT_GT(below.green, 2 * below.red);
  std::filesystem::remove(folder.path("paint.png"));
  const Pixel bare = pixel_at(shot(), 0.5, 0.345);
  EXPECT_LT(std::abs(bare.red - bare.green), 30) << "without its picture it has the material's colour";
}

INSTANTIATE_TEST_SUITE_P(Small, Texture, ::testing::Values(2));
INSTANTIATE_TEST_SUITE_P(Large, Texture, ::testing::Values(2000));

// Upon nothing: alpha is what is covered, and a colour at an edge or of a ghost is the body's own, not darker.
TEST_F(PictureTest, UponNothingBodiesKeepTheirColourUpToTheirEdges) {
  const std::string scene = folder_.file("blue.json", R"({"version": 1, "bodies": [
      {"name": "cube", "shape": {"box": [0.5, 0.5, 0.5]}, "color": [0, 0, 1]}]})");
  const Show show = open_show(scene, {}).value();
  const auto context = OffscreenContext::create();
  ASSERT_TRUE(context.ok());
  Renderer renderer;
  renderer.load(*show.stage);
  Picture picture = picture_of(scenery_of(*show.stage), MotionTable(show.stage->header), 0.0);
  picture.camera.eye = {1.0, 0.8, 3.0};
  picture.camera.target = Vec3(0.0);
  const Canvas canvas(120, 90, 4);
  RenderOptions options;
  options.background = Background::transparent;
  const auto drawn = [&](float opacity) {
    picture.bodies.front().opacity = opacity;
    renderer.draw(picture, *show.stage, {canvas.framebuffer(), 120, 90}, options);
    return canvas.read_transparent();
  };
  const Image solid = drawn(1.0F);
  const std::size_t middle = 45 * 120 + 60;
  EXPECT_EQ(solid.alpha.front(), 0);
  EXPECT_EQ(solid.alpha[middle], 255);
  int edges = 0;
  for (std::size_t i = 0; i < solid.alpha.size(); ++i) {
    const bool is_edge = solid.alpha[i] > 40 && solid.alpha[i] < 215;
    edges += is_edge ? 1 : 0;
    EXPECT_TRUE(!is_edge || solid.rgb[3 * i + 2] > 60) << "a dark fringe at pixel " << i;
  }
  EXPECT_GT(edges, 20);
  const Image ghost = drawn(0.5F);
  EXPECT_NEAR(ghost.alpha[middle], 128, 2);
  EXPECT_NEAR(ghost.rgb[3 * middle + 2], solid.rgb[3 * middle + 2], 3);
  const Image half = with_halves(solid).at(1);
  EXPECT_EQ(half.alpha.size(), 60U * 45U);
  EXPECT_EQ(half.alpha.front(), 0);
}

TEST(Image, HalvesEndWithOnePixelThatHasTheMeanLight) {
  const std::vector<Image> levels = with_halves({4, 2, std::vector<std::uint8_t>(24, 255)});
  ASSERT_EQ(levels.size(), 3U);
  std::vector<std::uint8_t> half(4 * 4 * 3, 0);
  std::fill(half.begin(), half.begin() + 24, std::uint8_t{255});
  EXPECT_NEAR(with_halves({4, 4, half}).back().rgb.at(0), 188, 1);  // half the light, by sRGB's curve
}

TEST(Overlays, NamesAreReadAndOthersRefused) {
  const OverlayChoice choice = overlays_named("trails,spin").value();
  EXPECT_TRUE(choice.trails && choice.spin && !choice.octree);
  EXPECT_TRUE(overlays_named("all").value().events);
  EXPECT_FALSE(overlays_named("trails,tails").ok());
  EXPECT_TRUE(overlays_named("").ok());
}

TEST(Image, APngReadsBackToTheSamePixels) {
  Image image{3, 2, {}};
  for (std::uint8_t i = 0; i < 18; ++i) {
    image.rgb.push_back(static_cast<std::uint8_t>(14 * i));
  }
  const ScratchFolder folder;
  const Image back = read_image(folder.file("image.png", png_bytes(image))).value();
  EXPECT_EQ(back.width, 3);
  EXPECT_EQ(back.rgb, image.rgb);
  EXPECT_FALSE(read_image(folder.file("text.png", "no picture")).ok());
}

}  // namespace
}  // namespace firstcontact
