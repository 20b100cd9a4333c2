// Every scene of the repository, stopped in the middle and gone on with in another world: the same bits.
#include <gtest/gtest.h>

#include <cstring>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <string>
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

  // And out of bytes, in a world that has its colliders from the scene, as another process does.
  const auto reloaded = load_geometry(read_scene(GetParam()).value());
  std::vector<std::shared_ptr<const Collider>> colliders;
  for (const SceneBody& body : reloaded.value().bodies) {
    colliders.push_back(body.definition.collider);
  }
  const auto kept = Snapshot::from_bytes(middle.bytes(), colliders);
  ASSERT_TRUE(kept) << kept.error().message;
  EXPECT_EQ(kept.value().bytes(), middle.bytes());
  World other{WorldDefinition{}};
  other.restore(kept.value());
  EXPECT_EQ(go_on(other, half), straight);
}

// A falling heap with a sensor, a mover, a belt, loads and locks: something in every list.
World busy_world() {
  World world{WorldDefinition{}};
  BodyDefinition floor;
  floor.name = "floor";
  floor.type = BodyType::fixed;
  floor.collider = make_box_collider({5, 0.5, 5}).value();
  floor.mesh_pose.position.y = -0.5;
  floor.surface_velocity_local.x = 1.0;
  BodyDefinition sensor;
  sensor.name = "sensor";
  sensor.type = BodyType::fixed;
  sensor.collider = make_sphere_collider(2.0).value();
  sensor.is_sensor = true;
  BodyDefinition mover;
  mover.name = "mover";
  mover.type = BodyType::kinematic;
  mover.collider = floor.collider;
  mover.mesh_pose.position = {12.0, 0.51, 0.0};
  mover.linear_velocity.x = -3.0;
  EXPECT_TRUE(world.add_body(floor) && world.add_body(sensor) && world.add_body(mover));
  for (int i = 0; i < 8; ++i) {
    BodyDefinition box;
    box.name = "box";
    box.collider = make_box_collider({0.2, 0.1, 0.3}).value();
    box.mesh_pose.position = {0.3 * i, 0.3 + 0.25 * i, 0.1 * i};
    box.angular_velocity = {1.0 * i, 2.0, 0.5};
    box.locked[2] = i == 3;
    box.force.x = i == 4 ? 10.0 : 0.0;
    EXPECT_TRUE(world.add_body(box));
  }
  return world;
}

struct SavedWorld {
  std::string bytes;
  std::vector<std::shared_ptr<const Collider>> colliders;
};

SavedWorld saved_busy_world(int steps) {
  World world = busy_world();
  for (int step = 0; step < steps; ++step) {
    world.step();
  }
  SavedWorld saved{world.snapshot().bytes(), {}};
  for (BodyIndex body = 0; body < world.body_count(); ++body) {
    saved.colliders.push_back(world.collider(body));
  }
  return saved;
}

// Bytes that were meddled with, and no checksum to tell: a state or an error, and a state is one that can be asked.
TEST(StateBytes, MeddledWithAreRefusedOrHoldNoIndexOutOfItsList) {
  auto [bytes, colliders] = saved_busy_world(60);
  ASSERT_TRUE(Snapshot::from_bytes(bytes, colliders));
  int refused = 0;
  for (std::size_t at = 0; at < bytes.size(); at += 29) {
    std::string other = bytes;
    other[at] = static_cast<char>(other[at] ^ (at % 2 == 0 ? 0x80 : 0x01));
    const auto read = Snapshot::from_bytes(other, colliders);
    refused += read ? 0 : 1;
    if (read) {
      World meddled{WorldDefinition{}};
      meddled.restore(read.value());
      static_cast<void>(meddled.state_hash());
      static_cast<void>(meddled.snapshot().bytes());
    }
    if (at % 10 == 0) {
      EXPECT_FALSE(Snapshot::from_bytes(std::string_view(bytes).substr(0, at), colliders)) << "cut at " << at;
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_FALSE(Snapshot::from_bytes(bytes + "x", colliders));
  colliders.pop_back();
  EXPECT_FALSE(Snapshot::from_bytes(bytes, colliders));
}

// Whatever number of it is far too large: an error, and no exception, neither from here nor from where bodies are.
TEST(StateBytes, NumbersBeyondAllWorldsAreRefusedHere) {
  auto [bytes, colliders] = saved_busy_world(30);
  int refused = 0;
  for (const double number : {1e35, -1e60, 1e300}) {
    for (std::size_t at = 0; at + sizeof(number) <= bytes.size(); at += 7) {
      std::string other = bytes;
      std::memcpy(other.data() + at, &number, sizeof(number));
      ASSERT_NO_THROW({
        const auto read = Snapshot::from_bytes(other, colliders);
        refused += read ? 0 : 1;
        if (read) {
          World meddled{WorldDefinition{}};
          meddled.restore(read.value());
          static_cast<void>(meddled.state_hash());
        }
      }) << number
         << " at " << at;
    }
  }
  EXPECT_GT(refused, 1000);
}

INSTANTIATE_TEST_SUITE_P(Repository, SceneSnapshots, ::testing::ValuesIn(all_scenes()), name_of);

}  // namespace
}  // namespace firstcontact
