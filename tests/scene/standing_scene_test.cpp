// A run at some instant, as a scene file that begins there.

#include "scene/standing_scene.hpp"

#include <gtest/gtest.h>

#include "scene/scene_file.hpp"

namespace firstcontact {
namespace {

constexpr std::string_view written = R"({"version": 1, "gravity": [0, -1, 0], "expect": [{"check": "never_overlap"}],
  "camera": {"keys": [{"position": [0, 0, 9], "target": [0, 0, 0]}]},
  "view": {"loop": [0.5, 1], "pair": ["gone", "crate"], "follow": "crate", "speed": 0.5},
  "bodies": [
    {"name": "gone", "shape": {"sphere": 1}},
    {"name": "crate", "mesh": "../models/crate.obj", "density": 7},
    {"name": "door", "type": "kinematic", "shape": {"box": [1, 1, 1]}, "phases": [
      {"seconds": 1, "linear_velocity": [1, 0, 0]}, {"seconds": 2, "linear_velocity": [0, 2, 0]}]},
    {"name": "wall", "type": "static", "shape": {"box": [1, 1, 1]}}]})";

StandingBody standing(const std::string& body, const std::string& name) {
  return {body, name, {{1.0, 2.0, 3.0}, Quat(0.0, 0.0, 1.0, 0.0)}, {4.0, 5.0, 6.0}, {7.0, 8.0, 9.0}, 0.25, 0.75};
}

Scene read_back(double time) {
  const std::vector<std::string> bodies = written_bodies(written);
  StandingScene now;
  now.time = time;
  now.gravity = {0.0, -2.0, 0.0};
  now.linear_damping = 0.5;
  now.eye = {0.0, 1.0, 5.0};
  now.bodies = {standing(bodies.at(1), "crate"), standing(bodies.at(2), "door"), standing(bodies.at(3), "wall"),
                standing(bodies.at(1), "thrown 1")};
  const auto scene = parse_scene(standing_scene_text(written, "/a/scenes/s.json", now, "/a/b/c"), "s.json");
  EXPECT_TRUE(scene.ok()) << scene.error().message;
  return scene.value();
}

TEST(StandingScene, HasTheBodiesThatAreThereWhereTheyAre) {
  const Scene scene = read_back(0.0);
  ASSERT_EQ(scene.bodies.size(), 4U);
  const SceneBody& crate = scene.bodies[0];
  EXPECT_EQ(crate.definition.name, "crate");
  EXPECT_EQ(crate.definition.mesh_pose.position, Vec3(1.0, 2.0, 3.0));
  EXPECT_EQ(crate.definition.mesh_pose.orientation, Quat(0.0, 0.0, 1.0, 0.0));
  EXPECT_EQ(crate.definition.linear_velocity, Vec3(4.0, 5.0, 6.0));
  EXPECT_EQ(crate.definition.angular_velocity, Vec3(7.0, 8.0, 9.0));
  EXPECT_EQ(crate.definition.restitution, 0.25);
  EXPECT_EQ(crate.definition.friction, 0.75);
  EXPECT_EQ(crate.definition.density, 7.0) << "what else was written stays";
  EXPECT_EQ(std::get<MeshGeometry>(crate.geometry).file, "../../models/crate.obj") << "from the new file's folder";
  EXPECT_EQ(scene.bodies[2].definition.type, BodyType::fixed);
  EXPECT_EQ(scene.bodies[3].definition.name, "thrown 1");
  EXPECT_EQ(scene.world.gravity, Vec3(0.0, -2.0, 0.0));
  EXPECT_EQ(scene.world.linear_damping, 0.5);
  EXPECT_TRUE(scene.expect.empty()) << "other results are no failure";
  EXPECT_TRUE(scene.warnings.empty()) << scene.warnings.front();
}

TEST(StandingScene, IsSeenFromWhereTheCameraIsAndNamesNoneThatIsGone) {
  const Scene scene = read_back(0.0);
  ASSERT_TRUE(scene.view && scene.camera);
  EXPECT_EQ(scene.camera->keys.front().position, Vec3(0.0, 1.0, 5.0));
  EXPECT_FALSE(scene.view->loop) << "its times are over";
  EXPECT_TRUE(scene.view->pair.empty());
  EXPECT_EQ(scene.view->follow, "crate");
  EXPECT_EQ(scene.view->speed, 0.5);
}

TEST(StandingScene, PhasesGoOnWhereTheyAre) {
  const std::vector<MotionPhase> phases = read_back(3.0 + 1.5).bodies[1].phases;
  ASSERT_EQ(phases.size(), 3U);
  EXPECT_NEAR(phases[0].duration, 1.5, 1e-12);
  EXPECT_EQ(phases[0].linear_velocity, Vec3(0.0, 2.0, 0.0));
  EXPECT_EQ(phases[1].linear_velocity, Vec3(1.0, 0.0, 0.0));
  EXPECT_NEAR(phases[2].duration, 0.5, 1e-12) << "what of it was over comes last";
  EXPECT_EQ(read_back(0.0).bodies[1].phases.size(), 2U);
}

}  // namespace
}  // namespace firstcontact
