#include "scene/scene_world.hpp"

#include <gtest/gtest.h>
#include <firstcontact/triangle_surface.hpp>

#include <cmath>
#include <utility>

#include "scratch_folder.hpp"

namespace firstcontact {
namespace {

using testing::ScratchFolder;

constexpr std::string_view cube_obj =
    "mtllib cube.mtl\n"
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "usemtl red\n"
    "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 4 8 7 3\nf 1 5 8 4\nf 2 3 7 6\n";

Result<Scene> loaded(const ScratchFolder& folder, const std::string& bodies) {
  auto scene = read_scene(folder.file("scene.json", R"({"version": 1, "bodies": [)" + bodies + "]}"));
  return scene ? load_geometry(std::move(scene).value()) : std::move(scene);
}

TEST(SceneWorld, BodiesOfOneMeshAndScaleShareACollider) {
  const ScratchFolder folder;
  folder.file("cube.obj", cube_obj);
  const auto scene =
      loaded(folder, R"({"mesh": "cube.obj"}, {"mesh": "cube.obj"}, {"mesh": "cube.obj", "scale": [2, 1, 1]},
                                       {"mesh": "cube.obj", "decompose": "hull"})");
  ASSERT_TRUE(scene) << scene.error().message;
  const auto collider = [&](std::size_t i) { return scene.value().bodies[i].definition.collider; };
  EXPECT_EQ(collider(0), collider(1));
  EXPECT_NE(collider(0), collider(2));
  EXPECT_NE(collider(0), collider(3));
  EXPECT_NEAR(collider(2)->mass.mass, 2.0, 1e-12);
  EXPECT_EQ(hull_count(scene.value()), 4U);
}

// An L 3 by 3 by 1: not convex, two boxes.
TEST(SceneWorld, AMeshThatIsNotConvexComesApartAndKeepsItsMass) {
  const ScratchFolder folder;
  folder.file(
      "l.obj",
      "v 0 0 0\nv 3 0 0\nv 3 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\n"
      "v 0 0 1\nv 3 0 1\nv 3 1 1\nv 1 1 1\nv 1 3 1\nv 0 3 1\n"
      "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n");
  const auto scene = loaded(folder, R"({"mesh": "l.obj", "scale": [2, 2, 2]})");
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(hull_count(scene.value()), 2U);
  EXPECT_NEAR(scene.value().bodies[0].definition.collider->mass.mass, 8.0 * 5.0, 1e-9);
  EXPECT_NEAR(scene.value().bodies[0].definition.collider->mass.center_of_mass.x, 2.0 * 1.1, 1e-9);
}

TEST(SceneWorld, ASheetGetsAThickness) {
  const ScratchFolder folder;
  folder.file("sheet.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
  const auto scene = loaded(folder, R"({"mesh": "sheet.obj"})");
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_NEAR(scene.value().bodies[0].definition.collider->mass.mass, 0.005, 1e-12);
}

// A comb 4 m long with low teeth, and a rod between two of them: hulls that stick out by 2 % of 4 m would fill the gap.
TEST(SceneWorld, HullsAreFinerWhereBodiesWouldBeginInEachOther) {
  const ScratchFolder folder;
  std::string comb;
  std::string faces;
  int first = 1;
  const auto add_box = [&](const Vec3& low, const Vec3& high) {
    for (int k = 0; k < 8; ++k) {
      comb += "v " + std::to_string((k & 1) != 0 ? high.x : low.x) + " " +
              std::to_string((k & 2) != 0 ? high.y : low.y) + " " + std::to_string((k & 4) != 0 ? high.z : low.z) +
              "\n";
    }
    for (const auto& quad : {"0 2 3 1", "4 5 7 6", "0 1 5 4", "2 6 7 3", "0 4 6 2", "1 3 7 5"}) {
      std::istringstream corners(quad);
      faces += "f";
      for (int corner = 0; corners >> corner;) {
        faces += " " + std::to_string(first + corner);
      }
      faces += "\n";
    }
    first += 8;
  };
  add_box({0.0, 0.0, 0.0}, {4.0, 0.1, 0.2});
  for (int tooth = 0; tooth < 3; ++tooth) {
    add_box({1.8 * tooth, 0.1, 0.0}, {1.8 * tooth + 0.4, 0.16, 0.2});
  }
  folder.file("comb.obj", comb + faces);
  const std::string rod = R"({"shape": {"box": [0.03, 0.02, 0.5]}, "position": [1.1, 0.13, 0.1]})";
  const auto alone = loaded(folder, R"({"type": "static", "mesh": "comb.obj"})");
  const auto both = loaded(folder, R"({"type": "static", "mesh": "comb.obj"}, )" + rod);
  const auto given =
      loaded(folder, R"({"type": "static", "mesh": "comb.obj", "decompose": {"tolerance": 0.02}}, )" + rod);
  const auto always = loaded(
      folder,
      R"({"type": "static", "mesh": "comb.obj"}, {"shape": {"box": [0.3, 0.1, 0.5]}, "position": [2, 0.1, 0.1]})");
  ASSERT_TRUE(alone && both && given && always);
  const auto overlaps = [](const Result<Scene>& scene) {
    World world = make_world(scene.value()).value();
    world.step();
    return world.initial_overlaps().size();
  };
  EXPECT_GT(hull_count(both.value()), hull_count(alone.value()) + 1);
  EXPECT_EQ(overlaps(both), 0U);
  EXPECT_EQ(overlaps(given), 1U) << "a tolerance that was asked for is kept";
  EXPECT_EQ(hull_count(always.value()), hull_count(alone.value()) + 1) << "what overlaps anyway is not refined in vain";
}

TEST(SceneWorld, AStaticMeshCanBeUsedAsItIs) {
  const ScratchFolder folder;
  folder.file("cube.obj", cube_obj);
  const auto scene =
      loaded(folder, R"({"type": "static", "mesh": "cube.obj", "decompose": "triangles", "scale": [2, 1, 1]})");
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(hull_count(scene.value()), 12U);
  EXPECT_NEAR(scene.value().bodies[0].definition.collider->half_extents.x, 1.0, 1e-12);
  const auto moving = loaded(folder, R"({"mesh": "cube.obj", "decompose": "triangles"})");
  ASSERT_FALSE(moving);
  EXPECT_NE(moving.error().message.find("bodies[0].decompose"), std::string::npos) << moving.error().message;
}

TEST(SceneWorld, AMaterialGivesTheColourUnlessTheSceneDoes) {
  const ScratchFolder folder;
  folder.file("cube.obj", cube_obj);
  folder.file("cube.mtl", "newmtl red\nKd 1 0 0\n");
  const auto scene = loaded(folder, R"({"mesh": "cube.obj"}, {"mesh": "cube.obj", "color": [0, 0, 1]})");
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(scene.value().bodies[0].color, Vec3(1.0, 0.0, 0.0));
  EXPECT_EQ(scene.value().bodies[1].color, Vec3(0.0, 0.0, 1.0));
  EXPECT_TRUE(scene.value().warnings.empty());
}

TEST(SceneWorld, AMissingMaterialIsAWarning) {
  const ScratchFolder folder;
  folder.file("cube.obj", cube_obj);
  const auto scene = loaded(folder, R"({"mesh": "cube.obj"}, {"mesh": "cube.obj"})");
  ASSERT_TRUE(scene) << scene.error().message;
  ASSERT_EQ(scene.value().warnings.size(), 1U);
  EXPECT_NE(scene.value().warnings[0].find("cube.mtl"), std::string::npos);
  EXPECT_FALSE(scene.value().bodies[0].color.has_value());
}

TEST(SceneWorld, EveryShapeHasItsVolume) {
  const ScratchFolder folder;
  const auto scene =
      loaded(folder, R"({"shape": {"box": [1, 2, 3]}, "scale": [1, 1, 2]}, {"shape": {"sphere": 1}, "scale": [2, 2, 2]},
      {"shape": {"capsule": [1, 0.5]}}, {"shape": {"cylinder": [1, 1]}, "scale": [1, 3, 1]},
      {"shape": {"hull": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}, "scale": [6, 1, 1]},
      {"shape": {"cone": [1, 1]}, "scale": [1, 0.5, 1]}, {"shape": {"ellipsoid": [1, 2, 3]}, "scale": [2, 1, 1]})");
  ASSERT_TRUE(scene) << scene.error().message;
  const double pi = 3.14159265358979323846;
  const auto volume = [&](std::size_t i) { return scene.value().bodies[i].definition.collider->mass.mass; };
  EXPECT_NEAR(volume(0), 96.0, 1e-9);
  EXPECT_NEAR(volume(1), 4.0 / 3.0 * pi * 8.0, 1e-9);
  EXPECT_NEAR(volume(2), 4.0 / 3.0 * pi + pi, 1e-9);
  EXPECT_NEAR(volume(3), pi * 6.0, 1e-9);
  EXPECT_NEAR(volume(4), 1.0, 1e-12);
  EXPECT_NEAR(volume(5), pi * 2.0 / 3.0 * 0.5, 1e-9);
  EXPECT_NEAR(volume(6), 4.0 / 3.0 * pi * 6.0 * 2.0, 1e-9);
}

TEST(SceneWorld, TheWorldStandsWhereTheSceneSays) {
  const ScratchFolder folder;
  folder.file("cube.obj", cube_obj);
  const auto scene =
      loaded(folder, R"({"name": "c", "mesh": "cube.obj", "position": [1, 2, 3], "rotation": [0, 0, 0.6, 0.8],
      "linear_velocity": [4, 5, 6], "mass": 2})");
  ASSERT_TRUE(scene) << scene.error().message;
  const auto world = make_world(scene.value());
  ASSERT_TRUE(world) << world.error().message;
  const BodyState state = world.value().state(0);
  EXPECT_NEAR(glm::length(state.mesh_pose.position - Vec3(1.0, 2.0, 3.0)), 0.0, 1e-14);
  EXPECT_EQ(state.linear_velocity, Vec3(4.0, 5.0, 6.0));
  EXPECT_NEAR(world.value().mass(0), 2.0, 1e-14);
}

// Scaled by axis, and where its heights are: rays from above find them.
TEST(SceneWorld, AHeightFieldStandsWhereItsHeightsSay) {
  auto read = parse_scene(R"({"version": 1, "gravity": [0, 0, 0], "bodies": [{"type": "static", "scale": [2, 3, 0.5],
      "position": [10, 1, -4], "shape": {"height_field": {"spacing": [1, 2],
      "heights": [[0, 1, 2], [1, 0, 4], [2, 3, 1]]}}}]})",
                          "in_the_test.json");
  ASSERT_TRUE(read) << read.error().message;
  auto loaded = load_geometry(std::move(read).value());
  ASSERT_TRUE(loaded) << loaded.error().message;
  auto world = make_world(loaded.value());
  ASSERT_TRUE(world) << world.error().message;
  const double heights[3][3] = {{0.0, 1.0, 2.0}, {1.0, 0.0, 4.0}, {2.0, 3.0, 1.0}};
  const Collider& collider = *world.value().collider(0);
  const Pose pose = world.value().state(0).pose;
  EXPECT_EQ(shape_count(collider), 8U);
  int found = 0;
  for (Index number = 0; number < shape_count(collider); ++number) {
    for (const Vec3& corner : shape_at(collider, number).core.vertices) {
      const Vec3 at = to_world(pose, corner) - Vec3(10.0, 1.0, -4.0);
      const auto i = static_cast<int>(std::lround(at.x / 2.0));
      const auto j = static_cast<int>(std::lround(at.z));
      EXPECT_NEAR(at.x, 2.0 * i, 1e-12);
      EXPECT_NEAR(at.z, j, 1e-12);
      EXPECT_NEAR(at.y, 3.0 * heights[i][j], 1e-12);
      ++found;
    }
  }
  EXPECT_EQ(found, 24);
}

}  // namespace
}  // namespace firstcontact
