// Several shapes as one body, and a mass of its own: closed forms.
#include "scene/compound.hpp"

#include <gtest/gtest.h>

#include "scene/scene_world.hpp"

namespace firstcontact {
namespace {

Result<Scene> scene_of(const std::string& body) {
  auto scene = parse_scene(R"({"version": 1, "bodies": [{)" + body + "}]}", "s.json");
  return scene ? load_geometry(std::move(scene).value()) : std::move(scene);
}

std::string error_of(const std::string& body) {
  const auto scene = scene_of(body);
  return scene ? "" : scene.error().message;
}

// Two balls of mass m at distance d from the middle: 2 (2/5 m r^2 + m d^2) across, 2 (2/5 m r^2) along.
TEST(Compound, ADumbbellHasTheInertiaOfItsBalls) {
  const auto scene = scene_of(R"("shapes": [{"sphere": 0.5, "position": [2, 1, 0]},
                                            {"sphere": 0.5, "position": [-2, 1, 0]}])");
  ASSERT_TRUE(scene) << scene.error().message;
  const MassProperties& mass = scene.value().bodies[0].definition.collider->mass;
  const double ball = mass.mass / 2.0;
  EXPECT_NEAR(mass.center_of_mass.y, 1.0, 1e-12);
  EXPECT_NEAR(mass.inertia[0][0], 2.0 * 0.4 * ball * 0.25, 1e-12);
  EXPECT_NEAR(mass.inertia[1][1], 2.0 * (0.4 * ball * 0.25 + ball * 4.0), 1e-12);
}

// Turned by a quarter about z, a box is a box of other sides.
TEST(Compound, ATurnedBoxIsABoxOfOtherSides) {
  const auto turned =
      scene_of(R"("shapes": [{"box": [1, 2, 3], "rotation": [0, 0, 0.7071067811865476, 0.7071067811865476]}])");
  const auto plain = scene_of(R"("shape": {"box": [2, 1, 3]})");
  ASSERT_TRUE(turned && plain);
  const Collider& a = *turned.value().bodies[0].definition.collider;
  const Collider& b = *plain.value().bodies[0].definition.collider;
  EXPECT_NEAR(a.half_extents.x, b.half_extents.x, 1e-12);
  EXPECT_NEAR(a.half_extents.y, b.half_extents.y, 1e-12);
  EXPECT_NEAR(a.mass.inertia[0][0], b.mass.inertia[0][0], 1e-9);
}

TEST(OwnMass, IsTheBodysAndMustBeOneThatABodyCanHave) {
  const std::string box = R"("shape": {"box": [1, 1, 1]}, "mass": 2, )";
  const auto scene = scene_of(box + R"("center_of_mass": [0, -0.5, 0], "inertia": [1, 2, 2.5])");
  ASSERT_TRUE(scene) << scene.error().message;
  const World world = make_world(scene.value()).value();
  EXPECT_NEAR(world.state(0).pose.position.y, -0.5, 1e-15);
  EXPECT_NEAR(world.state(0).mesh_pose.position.y, 0.0, 1e-15);
  EXPECT_NEAR(world.inertia(0).principal_moments.x, 1.0, 1e-12);
  EXPECT_NEAR(world.inertia(0).principal_moments.z, 2.5, 1e-12);
  for (const char* const inertia : {"[1, 1, 2.1]", "[-1, 1, 1]", "[0, 1, 1]"}) {
    EXPECT_NE(error_of(box + "\"inertia\": " + inertia).find("bodies[0].inertia: "), std::string::npos) << inertia;
  }
  EXPECT_NE(error_of(box + R"("inertia": [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]])").find("symmetric"), std::string::npos);
  EXPECT_NE(error_of(R"("shapes": [])").find("at least one shape"), std::string::npos);
}

}  // namespace
}  // namespace firstcontact
