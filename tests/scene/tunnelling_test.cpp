// First contacts against an oracle we did not write: the free motions sampled at 1e-5 of a step.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "scene/scene_file.hpp"
#include "scene/scene_world.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

struct Outcome {
  std::optional<double> first_contact;  // s
  double min_gap = 1.0;                 // m
};

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
  return outcome;
}

class Tunnelling : public ::testing::TestWithParam<const char*> {};

TEST_P(Tunnelling, FindsEveryFirstContactInTimeAndNoOther) {
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
  }
  EXPECT_GE(scenes, 8);
}

INSTANTIATE_TEST_SUITE_P(Oracle, Tunnelling,
                         ::testing::Values("blade", "bullet", "cubes", "plates", "plates_nospin", "rodpost"),
                         [](const auto& scenes) { return std::string(scenes.param); });

}  // namespace
}  // namespace firstcontact
