// Cameras: what they see, and how they move.

#include <gtest/gtest.h>

#include <cmath>

#include "render/camera_path.hpp"
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

TEST(CameraPath, WhatMakesNoSenseIsSaid) {
  const SmallStage small;
  for (const char* const text : {"orbti", "follow", "follow nobody", "orbit 0", "scene"}) {
    EXPECT_FALSE(camera_path(text, {&small.stage, std::nullopt, 1.5}).ok()) << text;
  }
}

}  // namespace
}  // namespace firstcontact
