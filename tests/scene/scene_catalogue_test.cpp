// The list of scenes to choose from, and cameras in scene files.

#include "scene/scene_catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "scene/scene_file.hpp"
#include "scratch_folder.hpp"

namespace firstcontact {
namespace {

using testing::ScratchFolder;

TEST(SceneCatalogue, ListsScenesByTopicWithTheirSentence) {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder.path("scenes/fast"));
  folder.file("scenes/b.json", R"({"version": 1, "bodies": [], "name": "b", "x_note": "what b shows"})");
  folder.file("scenes/fast/a.json", R"({"version": 1, "bodies": []})");
  folder.file("scenes/fast/no.json", "[1, 2]");
  folder.file("scenes/fast/broken.json", "{");
  const auto entries = scene_catalogue(folder.path("scenes"));
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].name, "b");
  EXPECT_EQ(entries[0].sentence, "what b shows");
  EXPECT_EQ(entries[1].topic, "fast");
  EXPECT_EQ(entries[1].name, "a");
  EXPECT_EQ(catalogue_folder_of(entries[1].file), folder.path("scenes"));
  EXPECT_TRUE(scene_catalogue(folder.path("nowhere")).empty());
}

TEST(MeshCatalogue, ListsMeshesBesideTheSceneAndInTheNearestModels) {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder.path("scenes/fast"));
  std::filesystem::create_directories(folder.path("models"));
  folder.file("scenes/fast/b.obj", "");
  folder.file("scenes/fast/no.txt", "");
  folder.file("models/a.obj", "");
  const auto listed = mesh_catalogue(folder.path("scenes/fast/scene.json"));
  const auto place = [&](const char* name) {
    return std::find(listed.begin(), listed.end(), std::filesystem::canonical(folder.path(name))) - listed.begin();
  };
  EXPECT_LT(place("models/a.obj"), place("scenes/fast/b.obj"));
  EXPECT_LT(place("scenes/fast/b.obj"), static_cast<std::ptrdiff_t>(listed.size()));
  for (const auto& mesh : listed) {
    EXPECT_EQ(mesh.extension(), ".obj");
  }
}

TEST(SceneCamera, IsReadStrictly) {
  const auto with = [](const std::string& camera) {
    return parse_scene(R"({"version": 1, "bodies": [], "camera": )" + camera + "}", "s.json");
  };
  const auto good = with(R"({"field_of_view_degrees": 30, "walls": "shown",
      "keys": [{"position": [0, 1, 2], "target": [0, 0, 0]}, {"time": 2, "position": [1, 1, 2], "target": [0, 0, 0]}]})");
  ASSERT_TRUE(good.ok()) << good.error().message;
  EXPECT_EQ(good.value().camera->keys.size(), 2U);
  EXPECT_EQ(good.value().camera->field_of_view_degrees, 30.0);
  EXPECT_TRUE(good.value().camera->keeps_walls);
  for (
      const char* const bad :
      {R"({"keys": []})", R"({"keys": [{"position": [0, 1, 2]}]})", R"({"keys": 3})",
       R"({"keys": [{"position": [0, 0, 0], "target": [0, 0, 0]}]})", R"({"walls": "glass", "keys": []})",
       R"({"keys": [{"time": 1, "position": [0, 1, 2], "target": [0, 0, 0]}, {"position": [0, 1, 3], "target": [0, 0, 0]}]})"}) {
    const auto scene = with(bad);
    ASSERT_FALSE(scene.ok()) << bad;
    EXPECT_NE(scene.error().message.find("camera"), std::string::npos) << scene.error().message;
  }
}

TEST(SceneView, IsReadStrictly) {
  const auto with = [](const std::string& view) {
    return parse_scene(R"({"version": 1, "duration": 2, "bodies": [{"name": "cube", "shape": {"box": [1, 1, 1]}},
                       {"name": "post", "type": "static", "shape": {"box": [1, 1, 1]}, "position": [9, 0, 0]}],
                       "view": )" +
                           view + "}",
                       "s.json");
  };
  const auto good = with(R"({"camera": {"eye": [0, 1, 2], "target": [0, 0, 0], "field_of_view": 30}, "speed": 0.001,
                             "paused": true, "loop": [0.5, 1.5], "overlays": ["trails", "hulls"], "follow": "cube",
                             "pair": ["cube", "post"], "spawn": ["cube", "cube"]})");
  ASSERT_TRUE(good.ok()) << good.error().message;
  const SceneView view = good.value().view.value();
  EXPECT_EQ(view.speed, 0.001);
  EXPECT_TRUE(view.is_paused);
  EXPECT_EQ(view.loop->from, 0.5);
  EXPECT_EQ(view.loop->to, 1.5);
  EXPECT_EQ(view.overlays, (std::vector<std::string>{"trails", "hulls"}));
  EXPECT_EQ(view.follow, "cube");
  EXPECT_EQ(view.pair, (std::vector<std::string>{"cube", "post"}));
  EXPECT_EQ(view.spawn, (std::vector<std::string>{"cube", "cube"}));
  EXPECT_EQ(good.value().camera->field_of_view_degrees, 30.0);
  EXPECT_EQ(good.value().camera->keys.front().position, Vec3(0.0, 1.0, 2.0));
  EXPECT_TRUE(good.value().camera->keeps_walls);
  const std::vector<std::pair<std::string, std::string>> bad{
      {R"({"sped": 1})",
       "view.sped: found an unknown key, expected one of: camera, speed, paused, loop, overlays, "
       "follow, pair, spawn; did you mean \"speed\"?"},
      {R"({"pair": ["cube", "cube"]})", "view.pair: found one body twice"},
      {R"({"pair": ["cube"]})", "expected the names of two bodies of the scene"},
      {R"({"pair": ["cube", "ball"]})", "view.pair[1]: found \"ball\" (a text), expected the name of a body"},
      {R"({"spawn": ["cube", "post"]})", "view.spawn: found \"post\", which does not move by itself"},
      {R"({"speed": 0})", "view.speed: found 0"},
      {R"({"paused": 1})", "view.paused: found 1"},
      {R"({"loop": [1, 0.5]})", "view.loop: found times that are not in order"},
      {R"({"loop": [0, 3]})", "view.loop: found times that are not in order within the scene's duration"},
      {R"({"loop": true})", "view.loop: found true, expected an array of 2 numbers"},
      {R"({"overlays": ["trials"]})", "view.overlays[0]: found \"trials\" (a text), expected one of: octree"},
      {R"({"overlays": ["trials"]})", "did you mean \"trails\"?"},
      {R"({"follow": "ball"})", "view.follow: found \"ball\" (a text), expected the name of a body of the scene"},
      {R"({"camera": {"eye": [0, 0, 0], "target": [0, 0, 0]}})", "view.camera: found eye and target in one place"},
      {R"({"camera": {"eye": [0, 0, 1]}})", "view.camera: found no \"target\""},
      {R"({"camera": {"eye": [0, 0, 1], "target": [0, 0, 0], "field_of_view": 200}})", "view.camera.field_of_view"}};
  for (const auto& [text, expected] : bad) {
    const auto scene = with(text);
    ASSERT_FALSE(scene.ok()) << text;
    EXPECT_NE(scene.error().message.find(expected), std::string::npos) << scene.error().message;
  }
  const auto two = parse_scene(R"({"version": 1, "bodies": [], "camera": {"keys": [{"position": [0, 0, 1],
      "target": [0, 0, 0]}]}, "view": {"camera": {"eye": [0, 0, 1], "target": [0, 0, 0]}}})",
                               "s.json");
  ASSERT_FALSE(two.ok());
  EXPECT_NE(two.error().message.find("view.camera: found a second camera"), std::string::npos) << two.error().message;
}

TEST(SceneFileKeys, AreGuessedWhenMisspelt) {
  const auto scene = parse_scene(
      R"({"version": 1, "bodies": [{"name": "a", "shape": {"box": [1, 1, 1]}, "positon": [0, 0, 0]}]})", "s.json");
  ASSERT_FALSE(scene.ok());
  EXPECT_NE(scene.error().message.find("did you mean \"position\"?"), std::string::npos) << scene.error().message;
  const auto strange = parse_scene(R"({"version": 1, "bodies": [], "qqqqqq": 1})", "s.json");
  EXPECT_EQ(strange.error().message.find("did you mean"), std::string::npos) << strange.error().message;
}

}  // namespace
}  // namespace firstcontact
