// Numbers that do not go together are refused at the door; what passes runs, ends, and makes no energy.
#include "scene/scene_scales.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "scene/scene_world.hpp"
#include "scene/simulation.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

using Json = nlohmann::json;

constexpr double inside = 0.9, beyond = 1.1;  // of a limit

Scene scene_of(const Json& description) {
  auto scene = parse_scene(description.dump(), "s.json");
  EXPECT_TRUE(scene) << scene.error().message;
  auto loaded = load_geometry(std::move(scene).value());
  EXPECT_TRUE(loaded) << loaded.error().message;
  return std::move(loaded).value();
}

// A body that falls on a floor, both about `size` metres, by a shape's name.
Json falling(const std::string& shape, double size) {
  const Json shapes{{"box", {{"box", {0.5 * size, 0.5 * size, 0.5 * size}}}},
                    {"sphere", {{"sphere", 0.5 * size}}},
                    {"capsule", {{"capsule", {0.25 * size, 0.25 * size}}}}};
  return {{"version", 1},
          {"duration", 1.0},
          {"bodies",
           {{{"name", "floor"},
             {"type", "static"},
             {"shape", {{"box", {5.0 * size, 0.5 * size, 5.0 * size}}}},
             {"position", {0.0, -0.5 * size, 0.0}}},
            {{"name", "body"}, {"shape", shapes.at(shape)}, {"position", {0.0, size, 0.0}}}}}};
}

std::string refusal(const Json& description) {
  const auto world = make_world(scene_of(description));
  return world ? "" : world.error().message;
}

double energy(const Totals& totals) { return totals.kinetic_energy + totals.potential_energy; }

// Loads do work: then only that the run ends, with a gap and finite.
enum class Work : std::uint8_t { none, done };

void expect_right(const Json& description, Work work, const std::string& what) {
  auto made = make_world(scene_of(description));
  ASSERT_TRUE(made) << what << ": " << made.error().message;
  World world = std::move(made).value();
  const double start = energy(world.totals());
  for (int step = 0; step < 30; ++step) {
    world.step();
  }
  const double end = energy(world.totals());
  EXPECT_TRUE(std::isfinite(end)) << what;
  EXPECT_GT(world.statistics().min_gap.value_or(1.0), 0.0) << what;
  if (work == Work::none) {
    EXPECT_LE(end, start * (1.0 + 1e-9)) << what;
  }
}

double size_of(const std::string& shape, double size) {
  const auto collider = scene_of(falling(shape, size)).bodies[1].definition.collider;
  return std::cbrt(collider->mass.mass);
}

double radius_of(const std::string& shape, double size) {
  return scene_of(falling(shape, size)).bodies[1].definition.collider->radius;
}

TEST(SceneScales, ASkinIsNoSmallerThanTheBodyAllows) {
  for (const double size : {1e-3, 1.0, 30.0}) {
    for (const std::string shape : {"box", "sphere", "capsule"}) {
      Json scene = falling(shape, size);
      const double least = radius_of(shape, size) / largest_ratio::radius_to_skin;
      scene["skin"] = std::max(least / inside, 1e-9);
      expect_right(scene, Work::none, shape + " of " + shortest_text(size));
      if (least / beyond >= 1e-9) {
        scene["skin"] = least / beyond;
        EXPECT_NE(refusal(scene).find("s.json: bodies[1]: found a body that reaches"), std::string::npos);
      }
    }
  }
}

TEST(SceneScales, ANeedleIsNoThinnerThanItsLengthAllows) {
  Json scene = falling("box", 1.0);
  scene["bodies"][1]["shape"]["box"] = {100.0, 1e-4, 1e-4};
  scene["bodies"][1]["position"] = {0.0, 2.0, 0.0};
  expect_right(scene, Work::none, "a needle of 200 m");
  for (const double length : {1e3, 1e5, 1e8}) {
    scene["bodies"][1]["shape"]["box"] = {length, 1e-4, 1e-4};
    EXPECT_NE(refusal(scene).find("bodies[1]: found a body that reaches"), std::string::npos) << length;
  }
}

TEST(SceneScales, AStepIsNoLongerThanFallingAllows) {
  for (const double size : {1e-4, 1.0, 100.0}) {
    for (const std::string shape : {"box", "sphere", "capsule"}) {
      Json scene = falling(shape, size);
      const double longest = std::sqrt(largest_ratio::fall_to_size * size_of(shape, size) / 9.81);
      scene["time_step"] = 0.7 * longest;
      expect_right(scene, Work::none, shape + " of " + shortest_text(size));
      scene["time_step"] = std::sqrt(beyond) * longest;
      const std::string error = refusal(scene);
      EXPECT_NE(error.find("bodies[1]: found gravity and force that add"), std::string::npos) << error;
      EXPECT_NE(error.find("a shorter \"time_step\""), std::string::npos) << error;
    }
  }
}

TEST(SceneScales, AForceIsNoLargerThanTheStepAllows) {
  for (const double mass : {1e-15, 1.0, 1e12}) {
    Json scene = falling("sphere", 1.0);
    scene["bodies"][1]["mass"] = mass;
    const double most = largest_ratio::fall_to_size * size_of("sphere", 1.0) * 3600.0 * mass;
    scene["bodies"][1]["force"] = {0.0, -inside * most, 0.0};
    expect_right(scene, Work::done, "a force on " + shortest_text(mass));
    scene["bodies"][1]["force"] = {0.0, 0.0, beyond * most};
    EXPECT_NE(refusal(scene).find("gravity and force"), std::string::npos);
    scene["bodies"][1]["force"] = {1e30, 1e30, 0.0};
    EXPECT_NE(refusal(scene).find("gravity and force"), std::string::npos);
  }
}

TEST(SceneScales, ATorqueIsNoLargerThanTheStepAllows) {
  for (const double mass : {1e-15, 1.0, 1e12}) {
    Json scene = falling("sphere", 1.0);
    scene["bodies"][1]["mass"] = mass;
    const double most = largest_ratio::turn * 0.4 * 0.25 * mass * 3600.0;
    scene["bodies"][1]["torque"] = {0.0, 0.0, inside * most};
    expect_right(scene, Work::done, "a torque on " + shortest_text(mass));
    scene["bodies"][1]["torque"] = {0.0, 0.0, beyond * most};
    EXPECT_NE(refusal(scene).find("bodies[1].torque: found a torque that adds"), std::string::npos);
    scene["bodies"][1]["torque"] = {1e30, 0.0, 1e30};
    EXPECT_NE(refusal(scene).find("bodies[1].torque"), std::string::npos);
  }
}

TEST(SceneScales, APlaceIsNoFurtherOutThanTheSkinAllows) {
  for (const double size : {1e-3, 0.02}) {
    Json scene = falling("box", size);
    const double skin = 8e-4 * size;
    const double furthest = std::min(largest_ratio::place_to_skin * skin, 9e8);
    for (const std::size_t body : {std::size_t{0}, std::size_t{1}}) {
      scene["bodies"][body]["position"][0] = inside * furthest;
    }
    expect_right(scene, Work::none, "far out, of " + shortest_text(size));
    if (beyond * furthest < 9e8) {
      scene["bodies"][1]["position"][0] = beyond * furthest;
      EXPECT_NE(refusal(scene).find("bodies[1].position: found a place"), std::string::npos);
    }
  }
}

TEST(SceneScales, ABeltIsNoFasterThanWhatItCarriesAllows) {
  for (const double size : {1e-2, 1.0}) {
    Json scene = falling("box", size);
    const double fastest = largest_ratio::belt_to_size * size * 60.0;
    scene["bodies"][0]["surface_velocity"] = {inside * fastest, 0.0, 0.0};
    expect_right(scene, Work::done, "a belt under " + shortest_text(size));
    scene["bodies"][0]["surface_velocity"] = {0.0, 0.0, beyond * fastest};
    EXPECT_NE(refusal(scene).find("bodies[0].surface_velocity: found a belt that runs"), std::string::npos);
  }
}

// Speed has no limit: the calendar finds the impact wherever in the step it is.
TEST(SceneScales, NoSpeedIsTooMuch) {
  for (const double speed : {1e4, 1e6, 1e9}) {
    Json scene = falling("sphere", 1e-3);
    scene["bodies"][1]["linear_velocity"] = {0.0, -speed, 0.0};
    expect_right(scene, Work::none, "at " + shortest_text(speed));
  }
}

// What stands still asks nothing of the skin: a ground of 10 km under a body of 1 mm.
TEST(SceneScales, AGroundMayBeAsLargeAsItWants) {
  Json scene = falling("box", 1e-3);
  scene["bodies"][0]["shape"]["box"] = {5000.0, 1.0, 5000.0};
  scene["bodies"][0]["position"] = {0.0, -1.0, 0.0};
  expect_right(scene, Work::none, "on a ground of 10 km");
}

}  // namespace
}  // namespace firstcontact
