// First contacts against an oracle we did not write: the free motions sampled at 1e-5 of a step.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scene/scene_file.hpp"
#include "scene/scene_world.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

struct Outcome {
  std::optional<double> first_contact;  // s
  double min_gap = 1.0;                 // m
  double time_lost = 0.0;               // s
  std::vector<Vec3> positions;          // m, of each body's centre at the end
};

/// Where a body that went through would be: beyond this plane, within the limit.
bool is_beyond(const nlohmann::json& plane, const nlohmann::json& scene, const Outcome& outcome) {
  const auto body = plane.at("body").get<std::size_t>();
  const double limit = plane.at("limit");
  double now = -plane.at("offset").get<double>();
  double before = now;
  bool within = true;
  for (int i = 0; i < 3; ++i) {
    const double normal = plane.at("normal").at(static_cast<std::size_t>(i));
    now += normal * outcome.positions.at(body)[i];
    before += normal * scene.at("bodies").at(body).at("position").at(static_cast<std::size_t>(i)).get<double>();
    within = within && std::abs(outcome.positions.at(body)[i]) < limit;
  }
  return within && now * before < 0.0;
}

Outcome run(const std::string& line, const fs::path& file) {
  auto scene = parse_scene(line, file);
  EXPECT_TRUE(scene) << scene.error().message;
  const auto loaded = load_geometry(std::move(scene).value());
  EXPECT_TRUE(loaded) << loaded.error().message;
  World world = make_world(loaded.value()).value();
  Outcome outcome;
  const auto& definition = loaded.value();
  for (std::uint64_t step = step_count(definition.duration, definition.world.time_step); step > 0; --step) {
    world.step();
    if (!outcome.first_contact && !world.events().empty()) {
      outcome.first_contact = world.events().front().time;
    }
  }
  outcome.min_gap = world.statistics().min_gap.value_or(1.0);
  outcome.time_lost = world.statistics().time_lost;
  for (BodyIndex body = 0; body < world.body_count(); ++body) {
    outcome.positions.push_back(world.state(body).pose.position);
  }
  return outcome;
}

class Tunnelling : public ::testing::TestWithParam<const char*> {};

TEST_P(Tunnelling, FindsEveryFirstContactInTimeAndNoOtherAndLosesNoTime) {
  const fs::path file =
      fs::path(FIRSTCONTACT_TEST_DATA_DIR) / "scene/data/tunnelling" / (std::string(GetParam()) + ".jsonl");
  std::ifstream lines(file);
  int scenes = 0;
  for (std::string line; std::getline(lines, line); ++scenes) {
    const auto json = nlohmann::json::parse(line);
    const auto& oracle = json.at("x_oracle");
    const Outcome outcome = run(line, file);
    const std::string name = json.at("name");
    EXPECT_EQ(outcome.first_contact.has_value(), oracle.at("overlap").get<bool>()) << name;
    if (outcome.first_contact && oracle.at("overlap")) {
      EXPECT_LE(*outcome.first_contact, oracle.at("t").get<double>()) << name;
    }
    EXPECT_GT(outcome.min_gap, 0.0) << name;
    EXPECT_EQ(outcome.time_lost, 0.0) << name;
    if (oracle.contains("plane") && !oracle.at("plane").is_null()) {
      EXPECT_FALSE(is_beyond(oracle.at("plane"), json, outcome)) << name;
    }
  }
  EXPECT_GE(scenes, 40);
}

INSTANTIATE_TEST_SUITE_P(Oracle, Tunnelling,
                         ::testing::Values("blade", "bullet", "cubes", "plates", "plates_nospin", "rodpost"),
                         [](const auto& scenes) { return std::string(scenes.param); });

}  // namespace
}  // namespace firstcontact
