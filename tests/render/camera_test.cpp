// Cameras: what they see, and how they move.

#include <gtest/gtest.h>

#include <cmath>

#include "render/camera_path.hpp"
#include "render/caption.hpp"
#include "render/show.hpp"
#include "scene/scene_world.hpp"

namespace firstcontact {
namespace {

glm::vec2 picture_place(const Camera& camera, double aspect, const Vec3& point) {
  const glm::vec4 clip =
      clip_from_eye_relative(camera, aspect, {0.1, 1000.0}) * glm::vec4(glm::vec3(point - camera.eye), 1.0F);
  return glm::vec2(clip) / clip.w;
}

TEST(Camera, TheTargetIsInTheMiddle) {
  Camera camera;
  camera.eye = {1e7, 5.0, 3.0};  // far from the origin, where single precision alone has steps of a metre
  camera.target = {1e7 + 2.0, 4.0, -3.0};
  const glm::vec2 middle = picture_place(camera, 1.5, camera.target);
  EXPECT_NEAR(middle.x, 0.0F, 1e-6F);
  EXPECT_NEAR(middle.y, 0.0F, 1e-6F);
}

TEST(Camera, ARayThroughAPlaceOfThePictureLeadsBackToIt) {
  const Camera camera;
  const Vec3 point = camera.eye + 7.0 * ray_direction(camera, 1.6, 0.4, -0.7);
  const glm::vec2 place = picture_place(camera, 1.6, point);
  EXPECT_NEAR(place.x, 0.4F, 1e-5F);
  EXPECT_NEAR(place.y, -0.7F, 1e-5F);
}

TEST(Camera, FramingShowsTheWholeBox) {
  const Aabb box{{-3.0, 1.0, 5.0}, {4.0, 2.0, 9.0}};
  for (const double aspect : {0.5, 1.0, 2.4}) {
    const Camera camera = framing(box, glm::normalize(Vec3(0.3, 0.4, 0.9)), aspect);
    for (const double x : {box.low.x, box.high.x}) {
      for (const double z : {box.low.z, box.high.z}) {
        const glm::vec2 place = picture_place(camera, aspect, {x, box.high.y, z});
        EXPECT_LE(std::abs(place.x), 1.0F) << aspect;
        EXPECT_LE(std::abs(place.y), 1.0F) << aspect;
      }
    }
  }
}

struct SmallStage {
  SmallStage() {
    const Scene scene = load_geometry(parse_scene(R"({"version": 1, "bodies": [
        {"name": "one", "shape": {"box": [1, 1, 1]}, "linear_velocity": [2, 0, 0]},
        {"name": "two", "shape": {"sphere": 1}, "position": [0, 5, 0]}]})",
                                                  "s.json")
                                          .value())
                            .value();
    const World world = make_world(scene).value();
    stage = stage_of_scene(world, scene, scene);
    motions = std::make_unique<MotionTable>(stage.header);
  }
  Stage stage;
  std::unique_ptr<MotionTable> motions;
};

TEST(CameraPath, OrbitComesBackAndKeepsItsDistance) {
  const SmallStage small;
  const CameraPath path = camera_path("orbit 8", {&small.stage, std::nullopt, 1.5}).value();
  const Camera start = path(0.0, *small.motions);
  const Camera half = path(4.0, *small.motions);
  const Camera end = path(8.0, *small.motions);
  EXPECT_NEAR(glm::length(end.eye - start.eye), 0.0, 1e-9);
  EXPECT_NEAR(half.eye.x - half.target.x, -(start.eye.x - start.target.x), 1e-9);
  EXPECT_NEAR(glm::length(half.eye - half.target), glm::length(start.eye - start.target), 1e-9);
}

TEST(CameraPath, FollowKeepsTheBodyInTheMiddle) {
  const SmallStage small;
  const CameraPath path = camera_path("follow one", {&small.stage, std::nullopt, 1.5}).value();
  EXPECT_EQ(path(3.0, *small.motions).target, Vec3(6.0, 0.0, 0.0));
}

TEST(CameraPath, KeysArePassedThrough) {
  const SmallStage small;
  SceneCamera keys;
  keys.keys = {{0.0, {0, 0, 9}, {0, 0, 0}}, {1.0, {9, 0, 0}, {0, 1, 0}}, {3.0, {0, 9, 1}, {0, 2, 0}}};
  const CameraPath path = camera_path("", {&small.stage, keys, 1.5}).value();
  EXPECT_NEAR(glm::length(path(1.0, *small.motions).eye - Vec3(9, 0, 0)), 0.0, 1e-12);
  EXPECT_EQ(path(9.0, *small.motions).eye, Vec3(0, 9, 1));
  const Camera before = path(1.0 - 1e-6, *small.motions);
  const Camera after = path(1.0 + 1e-6, *small.motions);
  EXPECT_NEAR(glm::length(before.eye - after.eye), 0.0, 1e-4) << "it must not jump";
}

TEST(PlacedCamera, ANarrowerViewAloneStepsBackUntilAllIsSeen) {
  const SmallStage small;
  const CameraSetting setting{&small.stage, std::nullopt, 1.5};
  CameraPlace place;
  place.field_of_view_degrees = 45.0;
  const SceneCamera usual = placed_camera(place, setting).value();
  const Camera without = default_camera(small.stage, 1.5);
  EXPECT_NEAR(glm::length(usual.keys.front().position - without.eye), 0.0, 1e-4);
  place.field_of_view_degrees = 5.0;
  const SceneCamera narrow = placed_camera(place, setting).value();
  EXPECT_EQ(narrow.field_of_view_degrees, 5.0);
  EXPECT_GT(glm::length(narrow.keys.front().position - without.target),
            8.0 * glm::length(without.eye - without.target));
  EXPECT_FALSE(narrow.keeps_walls);
}

TEST(PlacedCamera, AnEyeStandsStillInASceneWhoseCameraMoves) {
  const SmallStage small;
  SceneCamera keys;
  keys.field_of_view_degrees = 60.0;
  keys.keys = {{0.0, {0, 0, 9}, {0, 0, 0}}, {1.0, {9, 0, 0}, {0, 1, 0}}};
  CameraPlace place;
  place.eye = Vec3(1.0, 2.0, 3.0);
  const SceneCamera placed = placed_camera(place, {&small.stage, keys, 1.5}).value();
  ASSERT_EQ(placed.keys.size(), 1U);
  EXPECT_EQ(placed.keys.front().position, Vec3(1.0, 2.0, 3.0));
  EXPECT_EQ(placed.keys.front().target, Vec3(0.0));
  EXPECT_EQ(placed.field_of_view_degrees, 60.0);
  EXPECT_TRUE(placed.keeps_walls) << "what stands before the bodies is meant to be seen";
  place.target = place.eye;
  EXPECT_FALSE(placed_camera(place, {&small.stage, keys, 1.5}).ok());
}

TEST(Captions, AScaleBarIsAsLongAsItLooksAtTheTarget) {
  for (const double distance : {0.003, 0.7, 12.0, 4000.0}) {
    Camera camera;
    camera.target = {5.0, 1.0, -2.0};
    camera.eye = camera.target + distance * glm::normalize(Vec3(0.3, 0.5, 0.8));
    const PictureSize size{640, 360};
    const ScaleBar bar = scale_bar(camera, size);
    const Vec3 half = 0.5 * bar.length * picture_axes(camera).right;
    const PixelPlace left = place_in_picture(camera.target - half, camera, size).value();
    const PixelPlace right = place_in_picture(camera.target + half, camera, size).value();
    EXPECT_NEAR(right.x - left.x, bar.pixels, 1e-6);
    EXPECT_LE(bar.pixels, 128.0);
    EXPECT_GT(bar.pixels, 50.0);
  }
  Camera camera;
  camera.eye = {0.0, 0.0, 1.0};
  camera.target = Vec3(0.0);
  EXPECT_EQ(scale_bar(camera, {640, 360}).text, "200 mm");  // the picture is 1.47 m wide there
  EXPECT_FALSE(place_in_picture({0.0, 0.0, 2.0}, camera, {640, 360})) << "behind the eye";
}

TEST(Captions, NamesAreReadAndOthersRefused) {
  const CaptionChoice choice = captions_named("names,scale").value();
  EXPECT_TRUE(choice.names && choice.scale && !choice.time);
  EXPECT_TRUE(captions_named("").ok());
  EXPECT_FALSE(captions_named("names,").ok());
}

TEST(CameraPath, WhatMakesNoSenseIsSaid) {
  const SmallStage small;
  for (const char* const text : {"orbti", "follow", "follow nobody", "orbit 0", "scene"}) {
    EXPECT_FALSE(camera_path(text, {&small.stage, std::nullopt, 1.5}).ok()) << text;
  }
}

}  // namespace
}  // namespace firstcontact
