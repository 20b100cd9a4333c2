// What bodies look like: normals, materials, round shapes.

#include "render/display_mesh.hpp"

#include <gtest/gtest.h>

#include "../cli/program_fixture.hpp"
#include "render/material_text.hpp"

namespace firstcontact {
namespace {

TEST(DisplayMesh, ACubeHasFlatSidesAndIsClosed) {
  const DisplayMesh mesh = display_mesh_of_obj(testing::cube_obj, "", Vec3(2.0, 1.0, 1.0));
  ASSERT_EQ(mesh.vertices.size(), 36U);
  EXPECT_TRUE(mesh.is_closed);
  EXPECT_EQ(mesh.box.high, Vec3(1.0, 0.5, 0.5));
  for (const DisplayVertex& vertex : mesh.vertices) {
    const glm::vec3 size = glm::abs(vertex.normal);
    EXPECT_NEAR(std::max({size.x, size.y, size.z}), 1.0F, 1e-6F) << "edges of 90 degrees stay sharp";
    EXPECT_GT(glm::dot(vertex.normal, vertex.position), 0.0F) << "normals point outward";
  }
}

TEST(DisplayMesh, ACubeWithoutALidIsOpen) {
  const std::string cube(testing::cube_obj);
  EXPECT_FALSE(display_mesh_of_obj(cube.substr(0, cube.rfind("f ")), "", Vec3(1.0)).is_closed);
}

TEST(DisplayMesh, MaterialsAreRunsOfTriangles) {
  const std::string obj =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0.5 0.25\nusemtl red\nf 1/1 2/1 3/1\nusemtl none\nf 1 2 3\nusemtl red\nf -3 -2 "
      "-1\n";
  const std::string mtl = "newmtl red\nKd 1 0 0\nKs 1 1 1\nNs 100\nmap_Kd brick.png\n";
  const DisplayMesh mesh = display_mesh_of_obj(obj, mtl, Vec3(1.0));
  ASSERT_EQ(mesh.runs.size(), 2U);
  EXPECT_TRUE(mesh.runs[0].material.is_default);
  EXPECT_EQ(mesh.runs[1].count, 6U);
  EXPECT_EQ(mesh.runs[1].material.diffuse, glm::vec3(1.0F, 0.0F, 0.0F));
  EXPECT_EQ(mesh.runs[1].material.texture_file, "brick.png");
  EXPECT_LT(mesh.runs[1].material.roughness, Material{}.roughness);
  EXPECT_EQ(mesh.vertices[mesh.runs[1].first].texture, glm::vec2(0.5F, 0.25F));
}

TEST(DisplayMesh, ACapsuleIsRoundWhereItShouldBe) {
  RecordedCollider collider;
  collider.shapes.push_back({0.5, {{0, -1, 0}, {0, 1, 0}}, {}});
  const DisplayMesh mesh = display_mesh_of_shapes(collider);
  EXPECT_NEAR(mesh.box.high.y, 1.5, 1e-6);
  for (const DisplayVertex& vertex : mesh.vertices) {
    const Vec3 p(vertex.position);
    const Vec3 nearest(0.0, std::clamp(p.y, -1.0, 1.0), 0.0);
    EXPECT_NEAR(glm::length(p - nearest), 0.5, 1e-6);
  }
  for (std::size_t i = 0; i < mesh.vertices.size(); i += 3) {
    const glm::vec3 a = mesh.vertices[i].position;
    const glm::vec3 face = glm::cross(mesh.vertices[i + 1].position - a, mesh.vertices[i + 2].position - a);
    EXPECT_GE(glm::dot(face, mesh.vertices[i].normal), -1e-6F) << "counter-clockwise from outside";
  }
}

}  // namespace
}  // namespace firstcontact
