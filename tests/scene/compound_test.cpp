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

// Each reaches as far along any direction as it does where it stands by itself.
TEST(Compound, ATurnedCylinderConeAndEllipsoidStayWhatTheyAre) {
  for (const char* const shape :
       {R"("cylinder": [0.3, 0.7])", R"("cone": [0.4, 0.5])", R"("ellipsoid": [0.2, 0.5, 0.9])"}) {
    const std::string text(shape);
    const auto part = scene_of(R"("shapes": [{)" + text + R"(, "position": [1, 2, 3], "rotation": [0.6, 0, 0, 0.8]}])");
    const auto alone = scene_of(R"("shape": {)" + text + R"(}, "position": [1, 2, 3], "rotation": [0.6, 0, 0, 0.8])");
    ASSERT_TRUE(part) << part.error().message;
    ASSERT_TRUE(alone) << alone.error().message;
    const Collider& a = *part.value().bodies[0].definition.collider;
    const Collider& b = *alone.value().bodies[0].definition.collider;
    const Quat turn(0.8, 0.6, 0.0, 0.0);
    EXPECT_NEAR(a.mass.mass, b.mass.mass, 1e-14);
    const Vec3 middle = Vec3(1.0, 2.0, 3.0) + rotate(turn, b.mass.center_of_mass);
    EXPECT_NEAR(glm::length(a.mass.center_of_mass - middle), 0.0, 1e-14);
    for (const Vec3& direction : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(0.48, -0.6, 0.64)}) {
      EXPECT_NEAR(reach_of(a.shapes[0], direction), reach_of(b.shapes[0], rotate_inverse(turn, direction)), 1e-14)
          << text;
    }
  }
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
