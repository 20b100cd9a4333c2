// The list of scenes to choose from, and cameras in scene files.

#include "scene/scene_catalogue.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace firstcontact
