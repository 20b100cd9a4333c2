// Triangles of no thickness as convex shapes, and the tree over a collider's many shapes.

#include <firstcontact/shape.hpp>

#include <gtest/gtest.h>

#include <algorithm>

#include "geometry/shape_tree.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

ConvexShape random_triangle(Random& random, double size) {
  const Vec3 corner = random.vector(10.0);
  const Vec3 second = corner + random.vector(size);
  return make_triangle(corner, second, corner + random.vector(size));
}

TEST(Triangle, ItsHullIsClosedAndItsCornersLieOnEveryPlaneTheyShould) {
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const ConvexShape triangle = random_triangle(random, 2.0);
    const HullCheck checked = check(triangle.core);
    EXPECT_TRUE(checked.is_closed);
    EXPECT_LE(checked.convexity_defect, 1e-14);
    EXPECT_EQ(triangle.core.faces.size(), 5U);
    EXPECT_EQ(triangle.core.edges.size(), 6U);
    for (const HullEdge& edge : triangle.core.edges) {
      const Vec3& n0 = triangle.core.faces[edge.face[0]].normal;
      EXPECT_NEAR(glm::dot(n0, triangle.core.faces[edge.face[1]].normal), 0.0, 1e-12);
    }
    for (const HalfEdge& half : triangle.core.half_edges) {
      EXPECT_EQ(triangle.core.half_edges[triangle.core.half_edges[half.twin].next].origin, half.origin);
    }
  }
}

TEST(Triangle, WhatLiesOnALineIsRefused) {
  EXPECT_THROW(static_cast<void>(make_triangle({0, 0, 0}, {1, 0, 0}, {2, 0, 0})), ContractViolation);
  EXPECT_THROW(static_cast<void>(make_triangle({0, 0, 0}, {0, 0, 0}, {0, 1, 0})), ContractViolation);
}

TEST(ShapeTree, FindsEveryShapeWhoseBoxMeetsTheBoxAsked) {
  Random random(4);
  std::vector<ConvexShape> shapes;
  for (int i = 0; i < 500; ++i) {
    shapes.push_back(random_triangle(random, 1.0));
  }
  MassProperties mass{1.0, Vec3(1.0, 2.0, 3.0), Mat3(1.0)};
  const auto collider = make_collider(shapes, mass).value();
  std::size_t found_in_all = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec3 low = random.vector(10.0);
    const Aabb box{low, low + Vec3(random.between(0.0, 3.0))};
    const std::vector<Index> found = shapes_near(*collider, box);
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
    EXPECT_LT(found.size(), 200U);  // of 500: it chooses
    found_in_all += found.size();
    for (Index shape = 0; shape < shapes.size(); ++shape) {
      Aabb own;
      for (const Vec3& vertex : collider->shapes[shape].core.vertices) {
        own = merged(own, vertex);
      }
      if (overlaps(own, box)) {
        EXPECT_TRUE(std::binary_search(found.begin(), found.end(), shape));
      }
    }
  }
  EXPECT_GT(found_in_all, 0U);
}

TEST(ShapeTree, FewShapesAreAllNear) {
  const auto box = make_box_collider(Vec3(1.0)).value();
  EXPECT_TRUE(box->tree.nodes.empty());
  EXPECT_EQ(shapes_near(*box, {Vec3(50.0), Vec3(51.0)}), std::vector<Index>{0});
}

}  // namespace
}  // namespace firstcontact
