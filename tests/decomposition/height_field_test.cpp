// Height fields beside the same triangles as a mesh.
#include <firstcontact/triangle_surface.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

HeightField hills(Random& random, Index columns, Index rows) {
  HeightField field{columns, rows, random.between(0.1, 2.0), random.between(0.1, 2.0), {}};
  for (Index i = 0; i < columns * rows; ++i) {
    field.heights.push_back(random.between(-0.5, 0.5));
  }
  return field;
}

// In the order of the field's own triangles.
Mesh mesh_of(const HeightField& field) {
  Mesh mesh;
  mesh.parts.push_back({"field", {}});
  for (Index i = 0; i < field.columns; ++i) {
    for (Index j = 0; j < field.rows; ++j) {
      mesh.vertices.emplace_back(i * field.spacing_x, field.heights[i * field.rows + j], j * field.spacing_z);
    }
  }
  for (Index i = 0; i + 1 < field.columns; ++i) {
    for (Index j = 0; j + 1 < field.rows; ++j) {
      const Index at = i * field.rows + j;
      mesh.parts.front().polygons.push_back({at, at + 1, at + field.rows + 1});
      mesh.parts.front().polygons.push_back({at, at + field.rows + 1, at + field.rows});
    }
  }
  return mesh;
}

TEST(HeightField, HasTheShapesOfTheSameMesh) {
  Random random(21);
  for (const auto& [columns, rows] : {std::pair<Index, Index>{2, 40}, {40, 2}, {9, 13}, {3, 3}}) {
    const HeightField field = hills(random, columns, rows);
    const TriangleSurface surface = triangle_surface(mesh_of(field), "mesh").value();
    const auto collider = make_collider(field).value();
    const auto same = make_collider(surface).value();
    ASSERT_EQ(shape_count(*collider), surface.triangles.size());
    EXPECT_NEAR(collider->mass.mass, same->mass.mass, 1e-12 * same->mass.mass);
    EXPECT_NEAR(glm::length(collider->mass.center_of_mass - same->mass.center_of_mass), 0.0, 1e-12 * same->radius);
    for (Index i = 0; i < surface.triangles.size(); ++i) {
      const ConvexShape shape = shape_of_triangle(field, i);
      const ConvexShape expected = shape_of_triangle(surface, i);
      ASSERT_EQ(shape.core.vertices, expected.core.vertices) << i;
      ASSERT_EQ(shape.beyond_edges, expected.beyond_edges) << i;
      ASSERT_LE(shape_at(*collider, i).radius, collider->radius);
    }
  }
}

TEST(HeightField, FindsEveryTriangleWhoseBoxMeetsTheBoxAsked) {
  Random random(22);
  const HeightField field = hills(random, 14, 11);
  const auto collider = make_collider(field).value();
  ASSERT_TRUE(has_surface(*collider));
  const auto all = with_all_shapes(collider);
  std::size_t found_in_all = 0;
  for (int i = 0; i < 500; ++i) {
    const Vec3 middle = random.vector(1.2) * collider->half_extents;
    const Vec3 reach = glm::abs(random.vector(0.4)) * collider->half_extents;
    const Aabb box{middle - reach, middle + reach};
    const std::vector<Index> found = shapes_near(*collider, box);
    std::vector<Index> expected;
    for (Index k = 0; k < all->shapes.size(); ++k) {
      Aabb of_shape;
      for (const Vec3& vertex : all->shapes[k].core.vertices) {
        of_shape = merged(of_shape, vertex);
      }
      if (overlaps(of_shape, box)) {
        expected.push_back(k);
      }
    }
    ASSERT_EQ(found, expected);
    found_in_all += found.size();
  }
  EXPECT_GT(found_in_all, 500U);
}

TEST(HeightField, SaysWhatIsWrongWithIt) {
  Random random(23);
  const HeightField good = hills(random, 6, 7);
  const auto message = [](const HeightField& field) { return make_collider(field).error().message; };
  HeightField bad = good;
  bad.columns = 1;
  EXPECT_NE(message(bad).find("2 x 2"), std::string::npos);
  bad = good;
  bad.heights.pop_back();
  EXPECT_NE(message(bad).find("42 heights, found 41"), std::string::npos);
  bad = good;
  bad.heights[5] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(message(bad).find("number 5"), std::string::npos);
  bad = good;
  bad.spacing_z = 0.0;
  EXPECT_NE(message(bad).find("spacing"), std::string::npos);
  bad = good;
  bad.columns = 70'000;
  bad.rows = 70'000;  // their product does not fit into 32 bits
  EXPECT_NE(message(bad).find("2^30"), std::string::npos);
}

}  // namespace
}  // namespace firstcontact
