// A case as a scene file: the bodies that the study runs, and the engine's answer to them.
#include "lab/case_scene.hpp"

#include <gtest/gtest.h>

#include "lab/run.hpp"
#include "scene/scene_file.hpp"
#include "scene/scene_world.hpp"

namespace firstcontact {
namespace {

Study study_of(const char* situation) {
  const std::string text = std::string(R"({"version": 1, "name": "n", "seeds": 4, "situation": ")") + situation +
                           R"(", "sweep": {"speed": 100, "spin": 40}, "methods": ["first_contact"]})";
  return parse_study(text, "s.json").value();
}

TEST(CaseScene, IsWhatTheStudyRuns) {
  for (const char* const situation : {"bullet", "propeller", "plates", "rod_post", "cubes"}) {
    const Study study = study_of(situation);
    const auto scene = parse_scene(case_scene_text(study, 3), "case.json");
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_TRUE(scene.value().warnings.empty()) << scene.value().warnings.front();
    const Case one = case_of(study, 3);
    const Situation wanted = make_situation(study.situation, one.values, one.seed);
    ASSERT_EQ(scene.value().bodies.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
      const BodyDefinition& read = scene.value().bodies[i].definition;
      const BodyDefinition& body = wanted.scene.bodies[i];
      EXPECT_EQ(read.type, body.type);
      EXPECT_EQ(read.mesh_pose.position, body.mesh_pose.position);
      EXPECT_GT(std::abs(glm::dot(read.mesh_pose.orientation, body.mesh_pose.orientation)), 1.0 - 1e-15);
      EXPECT_EQ(read.restitution, body.restitution);
      EXPECT_EQ(read.friction, 0.0);
      if (body.type == BodyType::dynamic) {
        EXPECT_EQ(read.linear_velocity, body.linear_velocity);
        EXPECT_EQ(read.angular_velocity, body.angular_velocity);
        EXPECT_EQ(read.density, body.density);
      }
    }
  }
}

TEST(CaseScene, HasItsFirstImpactWhereTheStudyHasIt) {
  const Study study = study_of("plates");
  const CaseResult result = run_case(study, 2);
  ASSERT_TRUE(result.runs.front().impact_at);
  const auto loaded = load_geometry(parse_scene(case_scene_text(study, 2), "case.json").value());
  ASSERT_TRUE(loaded) << loaded.error().message;
  World world = make_world(loaded.value()).value();
  while (world.events().empty() && world.time() < loaded.value().duration) {
    world.step();
  }
  ASSERT_FALSE(world.events().empty());
  EXPECT_NEAR(world.events().front().time, *result.runs.front().impact_at, 1e-12);
}

}  // namespace
}  // namespace firstcontact
