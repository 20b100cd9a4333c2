#include "scene/scene_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace firstcontact {
namespace {

constexpr std::string_view contract_example = R"({
  "version": 1,
  "name": "two boxes",
  "gravity": [0, -9.81, 0],
  "time_step": 0.016666666666666666,
  "duration": 10.0,
  "bodies": [
    { "name": "floor", "type": "static", "mesh": "../models/slab.obj", "position": [0, -0.5, 0] },
    { "name": "crate", "type": "dynamic", "mesh": "../models/crate.obj", "scale": [1, 1, 1],
      "position": [0, 3, 0], "rotation": [0, 0, 0, 1],
      "linear_velocity": [0, 0, 0], "angular_velocity": [0, 5, 0.01],
      "density": 1000, "restitution": 0.3, "friction": 0.5 }
  ]
})";

Scene parsed(std::string_view text) {
  auto scene = parse_scene(text, "a.json");
  if (!scene) {
    ADD_FAILURE() << scene.error().message;
    return {};
  }
  return std::move(scene).value();
}

// A scene of one body, with `members` in it.
Scene with_body(const std::string& members) { return parsed(R"({"version": 1, "bodies": [{)" + members + "}]}"); }

TEST(SceneFile, TheContractsExampleIsRead) {
  const Scene scene = parsed(contract_example);
  EXPECT_EQ(scene.name, "two boxes");
  EXPECT_EQ(scene.duration, 10.0);
  EXPECT_EQ(scene.world.time_step, 1.0 / 60.0);
  ASSERT_EQ(scene.bodies.size(), 2U);
  EXPECT_EQ(scene.bodies[0].definition.type, BodyType::fixed);
  EXPECT_EQ(scene.bodies[0].definition.mesh_pose.position, Vec3(0.0, -0.5, 0.0));
  EXPECT_EQ(std::get<MeshGeometry>(scene.bodies[1].geometry).file, "../models/crate.obj");
  EXPECT_EQ(scene.bodies[1].definition.angular_velocity, Vec3(0.0, 5.0, 0.01));
}

TEST(SceneFile, DefaultsAreThoseOfTheContract) {
  const Scene scene = parsed(R"({"version": 1, "bodies": [{"shape": {"sphere": 0.5}}]})");
  EXPECT_EQ(scene.name, "a");
  EXPECT_EQ(scene.duration, 10.0);
  EXPECT_EQ(scene.world.gravity, Vec3(0.0, -9.81, 0.0));
  EXPECT_EQ(scene.world.time_step, 1.0 / 60.0);
  EXPECT_FALSE(scene.world.skin.has_value());
  EXPECT_TRUE(scene.world.sleeping);
  EXPECT_EQ(scene.world.restitution_rule, MixRule::average);
  EXPECT_EQ(scene.world.friction_rule, MixRule::geometric);
  const BodyDefinition& body = scene.bodies.at(0).definition;
  EXPECT_EQ(body.name, "body-0");
  EXPECT_EQ(body.type, BodyType::dynamic);
  EXPECT_EQ(body.density, 1000.0);
  EXPECT_FALSE(body.mass.has_value());
  EXPECT_EQ(body.restitution, 0.3);
  EXPECT_EQ(body.friction, 0.5);
  EXPECT_FALSE(body.group.has_value());
}

TEST(SceneFile, EveryWorldKeyIsRead) {
  const Scene scene = parsed(R"({"version": 1, "skin": 0.001, "damping": {"linear": 0.1, "angular": 0.2},
      "bounds": {"min": [-1, -2, -3], "max": [1, 2, 3]}, "restitution_rule": "max", "friction_rule": "multiply",
      "sleeping": false, "bodies": [], "x_note": {"any": ["thing"]}})");
  EXPECT_EQ(scene.world.skin, 0.001);
  EXPECT_EQ(scene.world.linear_damping, 0.1);
  EXPECT_EQ(scene.world.angular_damping, 0.2);
  ASSERT_TRUE(scene.world.bounds.has_value());
  EXPECT_EQ(scene.world.bounds->low, Vec3(-1.0, -2.0, -3.0));
  EXPECT_EQ(scene.world.restitution_rule, MixRule::maximum);
  EXPECT_EQ(scene.world.friction_rule, MixRule::multiply);
  EXPECT_FALSE(scene.world.sleeping);
}

TEST(SceneFile, EveryBodyKeyIsRead) {
  const Scene scene = with_body(R"("name": "n", "type": "kinematic", "shape": {"box": [1, 2, 3]}, "scale": [2, 2, 1],
      "position": [1, 2, 3], "rotation": [0, 0.6, 0, 0.8], "linear_velocity": [4, 5, 6],
      "angular_velocity": [1e12, 0, 0], "mass": 7, "restitution": 1, "friction": 0, "lock": ["z", "rx"],
      "force": [1, 0, 0], "torque": [0, 1, 0], "group": 4294967295, "color": [1, 0.5, 0], "x_note": null)");
  const SceneBody& body = scene.bodies.at(0);
  EXPECT_EQ(std::get<BoxGeometry>(body.geometry).half_extents, Vec3(1.0, 2.0, 3.0));
  EXPECT_EQ(body.scale, Vec3(2.0, 2.0, 1.0));
  EXPECT_EQ(body.definition.type, BodyType::kinematic);
  EXPECT_EQ(body.definition.mesh_pose.orientation.y, 0.6);
  EXPECT_EQ(body.definition.angular_velocity.x, 1e12);
  EXPECT_EQ(body.definition.mass, 7.0);
  EXPECT_EQ(body.definition.locked, (std::array<bool, 6>{false, false, true, true, false, false}));
  EXPECT_EQ(body.definition.force, Vec3(1.0, 0.0, 0.0));
  EXPECT_EQ(body.definition.torque, Vec3(0.0, 1.0, 0.0));
  EXPECT_EQ(body.definition.group, 4294967295U);
  EXPECT_EQ(body.color, Vec3(1.0, 0.5, 0.0));
}

TEST(SceneFile, EveryKeyOfContactIsRead) {
  const Scene scene = with_body(R"("name": "n", "shape": {"sphere": 1}, "rolling_friction": 0.02,
      "spinning_friction": 0.01, "surface_velocity": [1, 0, -2], "gravity": [0, 1.5, 0], "category": 4294967295,
      "mask": 0, "sensor": true)");
  const BodyDefinition& body = scene.bodies.at(0).definition;
  EXPECT_EQ(body.rolling_friction, 0.02);
  EXPECT_EQ(body.spinning_friction, 0.01);
  EXPECT_EQ(body.surface_velocity_local, Vec3(1.0, 0.0, -2.0));
  EXPECT_EQ(body.gravity, Vec3(0.0, 1.5, 0.0));
  EXPECT_EQ(body.category, 4294967295U);
  EXPECT_EQ(body.mask, 0U);
  EXPECT_TRUE(body.is_sensor);
}

TEST(SceneFile, ContactIsPlainUnlessAskedFor) {
  const BodyDefinition body = with_body(R"("shape": {"sphere": 1})").bodies.at(0).definition;
  const BodyDefinition plain;
  EXPECT_EQ(body.rolling_friction, plain.rolling_friction);
  EXPECT_EQ(body.spinning_friction, plain.spinning_friction);
  EXPECT_EQ(body.surface_velocity_local, Vec3(0.0));
  EXPECT_FALSE(body.gravity.has_value());
  EXPECT_EQ(body.category, plain.category);
  EXPECT_EQ(body.mask, plain.mask);
  EXPECT_FALSE(body.is_sensor);
}

TEST(SceneFile, EveryShapeIsRead) {
  EXPECT_EQ(std::get<SphereGeometry>(with_body(R"("shape": {"sphere": 2})").bodies.at(0).geometry).radius, 2.0);
  const auto capsule = std::get<CapsuleGeometry>(with_body(R"("shape": {"capsule": [1, 2]})").bodies.at(0).geometry);
  EXPECT_EQ(capsule.half_height, 2.0);
  const auto cylinder = std::get<CylinderGeometry>(with_body(R"("shape": {"cylinder": [3, 4]})").bodies.at(0).geometry);
  EXPECT_EQ(cylinder.radius, 3.0);
  const auto hull = std::get<HullGeometry>(
      with_body(R"("shape": {"hull": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]})").bodies.at(0).geometry);
  EXPECT_EQ(hull.points.size(), 4U);
}

TEST(SceneFile, EveryDecompositionIsRead) {
  const auto method = [](const std::string& value) {
    const Scene scene = with_body(R"("mesh": "m.obj", "decompose": )" + value);
    return std::get<MeshGeometry>(scene.bodies.at(0).geometry).decomposition;
  };
  EXPECT_EQ(method(R"("auto")").method, Decomposition::automatic);
  EXPECT_EQ(method(R"("objects")").method, Decomposition::objects);
  EXPECT_EQ(method(R"("hull")").method, Decomposition::hull);
  const DecompositionRequest request = method(R"({"tolerance": 0.02, "max_hulls": 8, "max_vertices": 64})");
  EXPECT_EQ(request.tolerance, 0.02);
  EXPECT_EQ(request.max_hulls, 8);
  EXPECT_EQ(request.max_vertices, 64);
}

TEST(SceneFile, ARotationThatIsNearlyUnitIsMadeUnit) {
  const Scene scene = with_body(R"("shape": {"sphere": 1}, "rotation": [0, 0, 0.6005, 0.8])");
  const Quat q = scene.bodies.at(0).definition.mesh_pose.orientation;
  EXPECT_NEAR(glm::dot(q, q), 1.0, 1e-15);
  EXPECT_GT(q.z, 0.6);
}

TEST(SceneFile, ChecksFindTheirBodies) {
  const Scene scene = parsed(R"({"version": 1, "bodies": [
      {"name": "floor", "type": "static", "shape": {"box": [1, 1, 1]}}, {"name": "a", "mesh": "m.obj"},
      {"name": "b", "mesh": "m.obj"}],
    "expect": [{"check": "never_overlap"}, {"check": "final_at", "body": "b", "position": [1, 2, 3], "tolerance": 0.1},
      {"check": "moved_less", "distance": 2, "note": "all of them"}, {"check": "y_above", "bodies": ["a"], "y": -1},
      {"check": "slides", "body": "a", "acceleration": 3, "slope_degrees": 30, "until": "the edge"},
      {"check": "coasts", "body": "a", "velocity": [0, 0, 1], "angular_velocity": [0, 3, 0]},
      {"check": "at_rest", "bodies": "all", "speed": 1e-3}, {"check": "state_hash", "value": "00000000000000ff"},
      {"check": "linked", "pairs": [[1, 2, -1]], "loops": {"m.obj": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}},
      {"check": "conserved"},
      {"check": "x_below", "bodies": ["b"], "x": 0}, {"check": "energy_never_grows"}]})");
  ASSERT_EQ(scene.expect.size(), 12U);
  EXPECT_EQ(scene.expect[1].bodies, std::vector<BodyIndex>{2});
  EXPECT_EQ(scene.expect[1].limit, 0.1);
  EXPECT_EQ(scene.expect[2].bodies, (std::vector<BodyIndex>{1, 2}));
  EXPECT_EQ(scene.expect[3].limit, -1.0);
  EXPECT_EQ(scene.expect[4].slope_degrees, 30.0);
  EXPECT_EQ(scene.expect[5].angular_velocity, Vec3(0.0, 3.0, 0.0));
  EXPECT_EQ(scene.expect[6].bodies, (std::vector<BodyIndex>{1, 2}));
  EXPECT_EQ(scene.expect[7].hash, 255U);
  EXPECT_EQ(check_name(scene.expect[8].kind), "linked");
  EXPECT_EQ(scene.expect[8].linked_pairs.at(0).b, 2U);
  EXPECT_EQ(scene.expect[8].linked_pairs.at(0).linking_number, -1);
  EXPECT_EQ(scene.expect[8].loops.at("m.obj").at(1), Vec3(1.0, 0.0, 0.0));
}

TEST(SceneFile, AStaticBodyThatIsToldToMoveIsAWarning) {
  const Scene scene = with_body(R"("type": "static", "shape": {"sphere": 1}, "linear_velocity": [1, 0, 0])");
  ASSERT_EQ(scene.warnings.size(), 1U);
  EXPECT_EQ(scene.warnings[0].find("a.json: bodies[0]: a static body stands still"), 0U);
}

TEST(SceneFile, WhatABodyCannotUseIsAWarning) {
  const Scene falling = with_body(R"("type": "kinematic", "shape": {"sphere": 1}, "gravity": [0, 0, 0])");
  ASSERT_EQ(falling.warnings.size(), 1U);
  EXPECT_EQ(falling.warnings[0], "a.json: bodies[0]: only dynamic bodies fall: its gravity is not used");
  const Scene belt = with_body(R"("type": "static", "shape": {"sphere": 1}, "sensor": true,
      "surface_velocity": [1, 0, 0])");
  ASSERT_EQ(belt.warnings.size(), 1U);
  EXPECT_EQ(belt.warnings[0], "a.json: bodies[0]: a sensor touches nothing: its surface velocity is not used");
}

TEST(SceneFile, AByteOrderMarkIsSkipped) {
  EXPECT_EQ(parsed("\xEF\xBB\xBF{\"version\": 1, \"bodies\": []}").bodies.size(), 0U);
}

TEST(SceneFile, StepsAddUpToTheDuration) {
  EXPECT_EQ(step_count(10.0, 1.0 / 60.0), 600U);
  EXPECT_EQ(step_count(0.85, 1.0 / 60.0), 51U);
  EXPECT_EQ(step_count(1.0, 0.1), 10U);
  EXPECT_EQ(step_count(0.25, 0.1), 3U);
  EXPECT_EQ(step_count(0.0, 0.1), 0U);
  EXPECT_EQ(step_count(1e-6, 0.1), 1U);
}

TEST(SceneFile, AHeightFieldIsReadColumnByColumn) {
  const Scene scene = with_body(
      R"("type": "static", "shape": {"height_field": {"spacing": [2, 0.5], "heights": [[0, 1, 2], [3, 4, 5]]}})");
  const HeightField& field = std::get<HeightFieldGeometry>(scene.bodies.at(0).geometry).field;
  EXPECT_EQ(field.columns, 2U);
  EXPECT_EQ(field.rows, 3U);
  EXPECT_EQ(field.spacing_x, 2.0);
  EXPECT_EQ(field.spacing_z, 0.5);
  EXPECT_EQ(field.heights, (std::vector<double>{0.0, 1.0, 2.0, 3.0, 4.0, 5.0}));
}

TEST(SceneFile, WhatIsWrongInAHeightFieldIsNamed) {
  const auto trouble = [](const std::string& type, const std::string& field) {
    const auto scene = parse_scene(
        R"({"version": 1, "bodies": [{"type": ")" + type + R"(", "shape": {"height_field": )" + field + "}}]}",
        "a.json");
    return scene ? std::string("none") : scene.error().message;
  };
  const std::string good = R"({"spacing": [1, 1], "heights": [[0, 0], [0, 0]]})";
  EXPECT_EQ(trouble("static", good), "none");
  EXPECT_NE(trouble("dynamic", good).find("a.json: bodies[0].shape: found a \"height_field\" for a body that moves"),
            std::string::npos);
  for (const auto& [field, place] : std::vector<std::pair<std::string, std::string>>{
           {R"({"heights": [[0, 0], [0, 0]]})", "height_field"},
           {R"({"spacing": [1, 0], "heights": [[0, 0], [0, 0]]})", "height_field.spacing[1]"},
           {R"({"spacing": [1, 1]})", "height_field"},
           {R"({"spacing": [1, 1], "heights": 3})", "height_field.heights"},
           {R"({"spacing": [1, 1], "heights": []})", "height_field.heights"},
           {R"({"spacing": [1, 1], "heights": [[0, 0]]})", "height_field.heights"},
           {R"({"spacing": [1, 1], "heights": [[0], [0]]})", "height_field.heights"},
           {R"({"spacing": [1, 1], "heights": [[0, 0], [0]]})", "height_field.heights[1]"},
           {R"({"spacing": [1, 1], "heights": [[0, 0], [0, "up"]]})", "height_field.heights[1][1]"},
           {R"({"spacing": [1, 1], "heights": [[0, 0], [0, 1e20]]})", "height_field.heights[1][1]"},
           {R"({"spacing": [1, 1], "heights": [[0, 0], [0, 0]], "more": 1})", "height_field.more"}}) {
    const std::string found = trouble("static", field);
    EXPECT_NE(found.find("a.json: bodies[0].shape." + place + ":"), std::string::npos) << field << "\n" << found;
  }
}

}  // namespace
}  // namespace firstcontact
