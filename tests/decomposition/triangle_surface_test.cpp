#include <firstcontact/decomposition.hpp>

#include <gtest/gtest.h>

#include <limits>

#include "decomposition/solids.hpp"

namespace firstcontact {
namespace {

TEST(TriangleSurface, EveryTriangleIsThereWithItsOwnCorners) {
  const Mesh mesh = ring(1.0, 0.3, 12, 8);
  const auto found = triangle_surface(mesh, "ring.obj");
  ASSERT_TRUE(found) << found.error().message;
  const auto expected = triangles(mesh);
  ASSERT_EQ(found.value().shapes.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      EXPECT_EQ(found.value().shapes[i].core.vertices[corner], expected[i][corner]);
    }
  }
}

// A cube's shell of side a and mass m: m = 6 a^2, inertia 5/18 m a^2.
TEST(TriangleSurface, AShellHasTheMassOfItsArea) {
  const double side = 2.0;
  const Mesh mesh = turned(surface(box()), Quat(1.0, 0.0, 0.0, 0.0), Vec3(0.0));
  Aabb extent;
  for (const Vec3& vertex : mesh.vertices) {
    extent = merged(extent, vertex);
  }
  Mesh cube = mesh;
  for (Vec3& vertex : cube.vertices) {
    vertex = side * (vertex - extent.low) / (extent.high - extent.low);
  }
  const auto found = triangle_surface(cube, "cube.obj");
  ASSERT_TRUE(found) << found.error().message;
  const double mass = 6.0 * side * side;
  EXPECT_NEAR(found.value().mass.mass, mass, 1e-12 * mass);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(found.value().mass.center_of_mass[i], 0.5 * side, 1e-12);
    for (int j = 0; j < 3; ++j) {
      EXPECT_NEAR(found.value().mass.inertia[i][j], i == j ? 5.0 / 18.0 * mass * side * side : 0.0, 1e-12 * mass);
    }
  }
}

TEST(TriangleSurface, PolygonsAreCutAndWhatHasNoAreaIsLeftOut) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {2, 0, 0}, {2, 0, 2}, {1, 0, 0.5}, {0, 0, 2}, {1, 0, 0}};
  mesh.parts = {{"arrow", {{0, 1, 2, 3, 4}, {0, 5, 1}}}};
  const auto found = triangle_surface(mesh, "arrow.obj");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found.value().shapes.size(), 3U);
  EXPECT_EQ(found.value().without_area, 1U);
  EXPECT_NEAR(found.value().mass.mass, 4.0 - 1.5, 1e-12);  // the square without the notch
}

TEST(TriangleSurface, NothingToStandOnIsAnError) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  mesh.parts = {{"line", {{0, 1, 2}}}};
  EXPECT_NE(triangle_surface(mesh, "line.obj").error().message.find("line.obj: "), std::string::npos);
  mesh.vertices[2].y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(triangle_surface(mesh, "nan.obj").error().message.find("finite"), std::string::npos);
}

}  // namespace
}  // namespace firstcontact
