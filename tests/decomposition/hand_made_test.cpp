// Meshes that no file reader has looked at: every door says what is wrong with them, and none reads past a list.
#include <firstcontact/decomposition.hpp>
#include <firstcontact/triangle_surface.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "support/random.hpp"

namespace firstcontact {
namespace {

Mesh cube() {
  Mesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.emplace_back(i & 1, i >> 1 & 1, i >> 2);
  }
  mesh.parts = {{"cube", {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}}};
  return mesh;
}

// What each door says; "taken" when it takes the mesh.
std::vector<std::string> answers(const Mesh& mesh) {
  std::vector<std::string> all;
  const auto add = [&](const auto& result) { all.push_back(result ? "taken" : result.error().message); };
  for (const HullPer what : {HullPer::convex_surface, HullPer::object, HullPer::mesh}) {
    add(convex_shapes(mesh, what, Vec3(1.0), "m.obj"));
  }
  add(triangle_surface(mesh, "m.obj"));
  add(decompose(mesh, {}, "m.obj"));
  return all;
}

TEST(HandMadeMesh, EveryDoorNamesWhatIsWrongWithIt) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  struct Case {
    std::function<void(Mesh&)> spoil;
    std::string expected;
  };
  const auto polygon = [](std::vector<Index> corners) {
    return [corners](Mesh& mesh) { mesh.parts[0].polygons[2] = corners; };
  };
  const auto vertex = [](const Vec3& place) { return [place](Mesh& mesh) { mesh.vertices[5] = place; }; };
  const std::vector<Case> cases{
      {polygon({}), "m.obj: object 'cube': polygon 2 has 0 corners, expected at least 3"},
      {polygon({0}), "m.obj: object 'cube': polygon 2 has 1 corners, expected at least 3"},
      {polygon({0, 1}), "m.obj: object 'cube': polygon 2 has 2 corners, expected at least 3"},
      {polygon({0, 1, 8}), "m.obj: object 'cube': polygon 2 names vertex 8, expected less than 8"},
      {polygon({0, 4294967295U, 1, 2}),
       "m.obj: object 'cube': polygon 2 names vertex 4294967295, expected less than 8"},
      {vertex({0, nan, 0}), "m.obj: vertex 5 is not finite"},
      {vertex({-infinity, 0, 0}), "m.obj: vertex 5 is not finite"},
      {vertex({0, 0, 1e200}), "m.obj: vertex 5 is 1e+200 m from the origin, expected at most 1e+50"},
      {[](Mesh& mesh) { mesh.vertices.clear(); },
       "m.obj: object 'cube': polygon 0 names vertex 0, expected less than 0"},
  };
  for (const Case& of : cases) {
    Mesh mesh = cube();
    of.spoil(mesh);
    for (const std::string& answer : answers(mesh)) {
      EXPECT_EQ(answer, of.expected);
    }
  }
  for (const std::string& answer : answers(cube())) {
    EXPECT_EQ(answer, "taken");
  }
}

// Random lists: whatever is in them, each door answers, and where the mesh itself is at fault all say the same.
TEST(HandMadeMesh, RandomListsAreAnswered) {
  testing_support::Random random(7);
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    Mesh mesh{std::vector<Vec3>(random.next() % 6), {{"a", {}}, {"b", {}}}, {}};
    for (Vec3& vertex : mesh.vertices) {
      vertex = Vec3(static_cast<double>(random.next() % 3), static_cast<double>(random.next() % 3),
                    static_cast<double>(random.next() % 3));
    }
    for (std::uint64_t i = 0; i < random.next() % 5; ++i) {
      std::vector<Index> polygon(random.next() % 6);
      for (Index& corner : polygon) {
        corner = static_cast<Index>(random.next() % 7);
      }
      mesh.parts[random.next() % 2].polygons.push_back(polygon);
    }
    const auto trouble = mesh_trouble(mesh, "m.obj");
    refused += trouble ? 1 : 0;
    for (const std::string& answer : answers(mesh)) {
      EXPECT_TRUE(!trouble || answer == trouble->message) << answer;
    }
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace firstcontact
