// Every scene of the repository, stopped in the middle and gone on with in another world: the same bits.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <vector>

#include "scene/scene_file.hpp"
#include "scene/scene_world.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> all_scenes() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(FIRSTCONTACT_SOURCE_DIR) / "scenes")) {
    if (entry.path().extension() == ".json") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string name_of(const ::testing::TestParamInfo<fs::path>& info) {
  std::string name = fs::relative(info.param, fs::path(FIRSTCONTACT_SOURCE_DIR) / "scenes").replace_extension();
  std::replace_if(
      name.begin(), name.end(), [](char letter) { return std::isalnum(static_cast<unsigned char>(letter)) == 0; }, '_');
  return name;
}

struct Ending {
  std::uint64_t hash = 0;
  std::uint64_t queries = 0;
  std::size_t events = 0;  // of the second half
  friend bool operator==(const Ending&, const Ending&) = default;
};

Ending go_on(World& world, int steps) {
  Ending ending;
  for (int step = 0; step < steps; ++step) {
    world.step();
    ending.events += world.events().size();
  }
  ending.hash = world.state_hash();
  ending.queries = world.statistics().toi_queries;
  return ending;
}

class SceneSnapshots : public ::testing::TestWithParam<fs::path> {};

TEST_P(SceneSnapshots, GoOnWithTheSameBits) {
  auto scene = read_scene(GetParam());
  ASSERT_TRUE(scene) << scene.error().message;
  const auto loaded = load_geometry(std::move(scene).value());
  ASSERT_TRUE(loaded) << loaded.error().message;
  auto made = make_world(loaded.value());
  ASSERT_TRUE(made) << made.error().message;
  World world = std::move(made).value();
  const int half = loaded.value().bodies.size() > 100 ? 8 : 40;
  static_cast<void>(go_on(world, half));
  const Snapshot middle = world.snapshot();
  const Ending straight = go_on(world, half);

  World fresh{WorldDefinition{}};
  fresh.restore(middle);
  EXPECT_EQ(go_on(fresh, half), straight);
}

INSTANTIATE_TEST_SUITE_P(Repository, SceneSnapshots, ::testing::ValuesIn(all_scenes()), name_of);

}  // namespace
}  // namespace firstcontact
