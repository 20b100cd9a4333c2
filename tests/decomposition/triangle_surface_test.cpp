#include <firstcontact/triangle_surface.hpp>

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

#include "decomposition/solids.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

TEST(TriangleSurface, EveryTriangleIsThereWithItsOwnCorners) {
  const Mesh mesh = ring(1.0, 0.3, 12, 8);
  const auto found = triangle_surface(mesh, "ring.obj");
  ASSERT_TRUE(found) << found.error().message;
  const auto expected = triangles(mesh);
  ASSERT_EQ(found.value().triangles.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      EXPECT_EQ(found.value().vertices[found.value().triangles[i][corner]], expected[i][corner]);
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
  EXPECT_EQ(found.value().triangles.size(), 3U);
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

// Random triangles over few vertices, many of them at the same place under another number: edges of one, two and more
// triangles, turned either way.
Mesh soup(Random& random, Index count) {
  Mesh mesh;
  mesh.parts.push_back({"soup", {}});
  for (int i = 0; i < 40; ++i) {
    mesh.vertices.push_back(i % 3 == 2 ? mesh.vertices[random.next() % mesh.vertices.size()] : random.vector(1.0));
  }
  while (mesh.parts.front().polygons.size() < count) {
    std::vector<Index> corners;
    for (int i = 0; i < 3; ++i) {
      corners.push_back(static_cast<Index>(random.next() % mesh.vertices.size()));
    }
    mesh.parts.front().polygons.push_back(corners);
  }
  return mesh;
}

// By brute force: the normal of the only other triangle that has the two corners, turned so that both agree.
Vec3 normal_beyond(const std::vector<ConvexShape>& all, std::size_t triangle, Index edge) {
  const Vec3& from = all[triangle].core.vertices[edge];
  const Vec3& to = all[triangle].core.vertices[(edge + 1) % 3];
  Vec3 found(0.0);
  int count = 0;
  for (std::size_t other = 0; other < all.size(); ++other) {
    for (Index i = 0; i < 3; ++i) {
      const Vec3& a = all[other].core.vertices[i];
      const Vec3& b = all[other].core.vertices[(i + 1) % 3];
      const bool is_same = other == triangle && i == edge;
      if (!is_same && ((a == from && b == to) || (a == to && b == from))) {
        found = (a == from ? -1.0 : 1.0) * all[other].core.faces[0].normal;
        ++count;
      }
    }
  }
  return count == 1 ? found : Vec3(0.0);
}

TEST(TriangleSurface, ACompactTriangleIsTheShapeItWouldBeByItself) {
  Random random(3);
  int neighbours = 0;
  for (int i = 0; i < 20; ++i) {
    const auto made = triangle_surface(soup(random, 120), "soup").value();
    const auto collider = make_collider(made).value();
    ASSERT_NE(collider->surface, nullptr);
    EXPECT_TRUE(collider->shapes.empty());
    const auto all = with_all_shapes(collider);
    ASSERT_EQ(shape_count(*collider), all->shapes.size());
    ASSERT_EQ(shape_count(*all), all->shapes.size());
    for (Index k = 0; k < all->shapes.size(); ++k) {
      const std::array<Index, 3>& corners = made.triangles[k];
      const ConvexShape alone =
          make_triangle(made.vertices[corners[0]], made.vertices[corners[1]], made.vertices[corners[2]]);
      const ConvexShape shape = shape_of_triangle(made, k);
      ASSERT_EQ(shape.core.vertices, alone.core.vertices);
      ASSERT_EQ(shape.core.faces[0].normal, alone.core.faces[0].normal);
      ASSERT_LE(all->shapes[k].radius, collider->radius);
      for (Index edge = 0; edge < 3; ++edge) {
        ASSERT_EQ(shape.beyond_edges[edge], normal_beyond(all->shapes, k, edge)) << k << ' ' << edge;
        neighbours += shape.beyond_edges[edge] == Vec3(0.0) ? 0 : 1;
      }
    }
    EXPECT_THROW(static_cast<void>(shape_at(*collider, static_cast<Index>(all->shapes.size()))), ContractViolation);
  }
  EXPECT_GT(neighbours, 100);
}

template <class T>
std::size_t bytes(const std::vector<T>& vector) {
  return vector.capacity() * sizeof(T);
}

TEST(TriangleSurface, ATriangleOfATerrainTakesLessThanAHundredBytes) {
  constexpr Index cells = 100;
  Mesh mesh;
  mesh.parts.push_back({"terrain", {}});
  for (Index i = 0; i <= cells; ++i) {
    for (Index j = 0; j <= cells; ++j) {
      mesh.vertices.emplace_back(i, 0.1 * ((7 * i + 3 * j) % 5), j);
    }
  }
  for (Index i = 0; i < cells; ++i) {
    for (Index j = 0; j < cells; ++j) {
      const Index at = i * (cells + 1) + j;
      mesh.parts.front().polygons.push_back({at, at + 1, at + cells + 2, at + cells + 1});
    }
  }
  const auto collider = make_collider(triangle_surface(mesh, "terrain").value()).value();
  ASSERT_NE(collider->surface, nullptr);
  const TriangleSurface& surface = *collider->surface;
  const std::size_t all = bytes(surface.vertices) + bytes(surface.triangles) + bytes(surface.neighbours) +
                          bytes(collider->tree.nodes) + bytes(collider->tree.order);
  EXPECT_EQ(surface.triangles.size(), 2U * cells * cells);
  EXPECT_LT(all, 100 * surface.triangles.size());
}

TEST(TriangleSurface, ASurfaceMadeByHandIsCheckedBeforeItIsACollider) {
  Random random(5);
  const TriangleSurface good = triangle_surface(soup(random, 120), "soup").value();
  const auto message = [](const TriangleSurface& surface) { return make_collider(surface).error().message; };
  TriangleSurface bad = good;
  bad.triangles[7][1] = 4'000'000'000U;
  EXPECT_NE(message(bad).find("triangle 7 has corner 4000000000"), std::string::npos);
  bad = good;
  bad.neighbours[3][2] = static_cast<Index>(good.triangles.size());
  EXPECT_NE(message(bad).find("triangle 3 has neighbour"), std::string::npos);
  bad = good;
  bad.triangles[9][2] = bad.triangles[9][0];
  EXPECT_NE(message(bad).find("triangle 9 has no area"), std::string::npos);
  bad = good;
  bad.vertices[good.triangles[0][0]].x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(message(bad).find("not finite"), std::string::npos);
  bad = good;
  bad.neighbours.pop_back();
  EXPECT_NE(message(bad).find("neighbours"), std::string::npos);
}

}  // namespace
}  // namespace firstcontact
