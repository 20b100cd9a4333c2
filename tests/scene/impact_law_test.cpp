// The key `impact_law` of a scene, and what follows from it.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "scene/scene_world.hpp"

namespace firstcontact {
namespace {

// A rod of 1 m that leans by 30 degrees comes down with its lower edge at (1, -2) m/s.
std::string rod_with(const std::string& keys) {
  return R"({"version": 1, "name": "rod", "gravity": [0, 0, 0], "sleeping": false, "duration": 0.02, )" + keys +
         R"("restitution_rule": "min", "friction_rule": "min", "bodies": [
           {"name": "floor", "type": "static", "shape": {"box": [50, 0.5, 50]}, "friction": 1, "restitution": 0.5,
            "position": [0, -0.5, 0]},
           {"name": "rod", "type": "dynamic", "shape": {"box": [0.5, 0.05, 0.2]}, "friction": 1, "restitution": 0.5,
            "position": [0, 0.3033012701892219, 0], "mass": 1, "linear_velocity": [1, -2, 0],
            "rotation": [0, 0, 0.25881904510252074, 0.9659258262890683]}]})";
}

// Friction over normal impulse, of the one impact.
double ratio_of(const std::string& keys) {
  const auto scene = parse_scene(rod_with(keys), "rod.json");
  EXPECT_TRUE(scene) << scene.error().message;
  World world = std::move(make_world(load_geometry(scene.value()).value())).value();
  double ratio = 0.0;
  for (int step = 0; step < 2; ++step) {
    world.step();
    for (const Event& event : world.events()) {
      ratio = event.kind == EventKind::impact ? event.friction_impulse / event.normal_impulse : ratio;
    }
  }
  return ratio;
}

// Published: Stronge 0.219, Poisson 0.201, Brach (whose restitution is Newton's) 0.277.
TEST(ImpactLawOfAScene, GivesTheRodItsPublishedRatio) {
  EXPECT_NEAR(ratio_of(""), 0.219, 1e-3);
  EXPECT_NEAR(ratio_of(R"("impact_law": "stronge", )"), 0.219, 1e-3);
  EXPECT_NEAR(ratio_of(R"("impact_law": "poisson", )"), 0.201, 1e-3);
  EXPECT_NEAR(ratio_of(R"("impact_law": "newton", )"), 0.277, 1e-3);
}

TEST(ImpactLawOfAScene, IsNamedWhereThereIsNone) {
  const auto wrong = parse_scene(rod_with(R"("impact_law": "strong", )"), "rod.json");
  ASSERT_FALSE(wrong);
  for (const char* part : {"impact_law", "strong", "stronge", "poisson", "newton"}) {
    EXPECT_NE(wrong.error().message.find(part), std::string::npos) << wrong.error().message;
  }
}

TEST(ImpactLawOfAScene, WarnsWhereNewtonsMayMakeEnergy) {
  const auto warned = parse_scene(rod_with(R"("impact_law": "newton", )"), "rod.json");
  ASSERT_TRUE(warned);
  ASSERT_EQ(warned.value().warnings.size(), 1U);
  EXPECT_NE(warned.value().warnings[0].find("impact_law"), std::string::npos) << warned.value().warnings[0];
  EXPECT_TRUE(parse_scene(rod_with(R"("impact_law": "poisson", )"), "rod.json").value().warnings.empty());
}

}  // namespace
}  // namespace firstcontact
