#include "viewer/fly_camera.hpp"

#include <gtest/gtest.h>

namespace firstcontact {
namespace {

TEST(FlyCamera, BeginsWhereItIsPut) {
  FlyCamera fly;
  Camera camera;
  camera.eye = {3.0, 4.0, 5.0};
  camera.target = {-1.0, 0.5, 2.0};
  fly.begin(camera, 1.0);
  EXPECT_NEAR(glm::length(fly.camera().eye - camera.eye), 0.0, 1e-12);
  EXPECT_NEAR(glm::length(fly.camera().target - camera.target), 0.0, 1e-9);
}

TEST(FlyCamera, FliesWhereItLooks) {
  FlyCamera fly;
  Camera camera;
  camera.eye = {0.0, 0.0, 10.0};
  camera.target = {0.0, 0.0, 0.0};
  fly.begin(camera, 1.0);
  fly.move({1.0, 0.0, 0.0, false}, 2.0, 0.5);
  EXPECT_NEAR(fly.camera().eye.z, 9.0, 1e-12);
  fly.move({0.0, 1.0, 0.0, true}, 1.0, 0.5);
  EXPECT_NEAR(fly.camera().eye.x, 2.0, 1e-12) << "four times as fast with Shift";
  fly.turn(0.0, 10.0);
  EXPECT_LT(view_direction(fly.camera()).y, 1.0) << "never quite straight up";
}

TEST(FlyCamera, CirclesAtItsDistanceAndLetsGoWithoutAJump) {
  FlyCamera fly;
  Camera camera;
  camera.eye = {0.0, 3.0, 4.0};
  fly.begin(camera, 1.0);
  fly.circle(Vec3(0.0));
  fly.turn(1.0, 0.2);
  EXPECT_NEAR(glm::length(fly.camera().eye), 5.0, 1e-9);
  EXPECT_NEAR(glm::length(fly.camera().target), 0.0, 1e-9);
  const Vec3 before = fly.camera().eye;
  fly.circle(std::nullopt);
  EXPECT_NEAR(glm::length(fly.camera().eye - before), 0.0, 1e-9);
  fly.zoom(1.0);
  EXPECT_LT(glm::length(fly.camera().eye), 5.0);
}

}  // namespace
}  // namespace firstcontact
