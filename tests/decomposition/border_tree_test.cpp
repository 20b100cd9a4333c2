// How the winding number of an open mesh changes around a point, told by its border alone.
#include "decomposition/border_tree.hpp"
#include "decomposition/triangle_tree.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace firstcontact {
namespace {

// A bowl: the lower half of a ball of radius 1, its rim at z = 0.
TriangleMesh bowl(Index around, Index rings) {
  constexpr double turn = 2.0 * 3.14159265358979323846;
  TriangleMesh mesh;
  mesh.vertices.emplace_back(0.0, 0.0, -1.0);
  for (Index ring = 1; ring <= rings; ++ring) {
    const double up = 0.25 * turn * ring / rings;
    for (Index i = 0; i < around; ++i) {
      const double angle = turn * i / around;
      mesh.vertices.emplace_back(std::sin(up) * std::cos(angle), std::sin(up) * std::sin(angle), -std::cos(up));
    }
  }
  const auto at = [&](Index ring, Index i) { return ring == 0 ? 0 : 1 + (ring - 1) * around + i % around; };
  for (Index ring = 0; ring < rings; ++ring) {
    for (Index i = 0; i < around; ++i) {
      mesh.triangles.push_back({at(ring, i), at(ring + 1, i + 1), at(ring + 1, i)});
      if (ring > 0) {
        mesh.triangles.push_back({at(ring, i), at(ring, i + 1), at(ring + 1, i + 1)});
      }
    }
  }
  return mesh;
}

Vec3 random_point(std::mt19937_64& random) {
  std::uniform_real_distribution<double> coordinate(-1.5, 1.5);
  const double x = coordinate(random);
  const double y = coordinate(random);
  return {x, y, coordinate(random)};
}

// Both trees stand for far parts by one point each, to within hundredths.
TEST(BorderTree, KnowsTheWindingsSlope) {
  const TriangleMesh mesh = bowl(24, 8);
  const BorderTree border(mesh, shared_edges(mesh.triangles));
  const TriangleTree tree(mesh);
  std::mt19937_64 random(3);
  constexpr double step = 0.05;
  for (int i = 0; i < 500; ++i) {
    const Vec3 point = random_point(random);
    if (tree.distance(point, 1.0) < 6.0 * step) {
      continue;
    }
    const Vec3 slope = border.winding_gradient(point);
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 beside(0.0);
      beside[axis] = step;
      const double grown = tree.winding_number(point + beside) - tree.winding_number(point - beside);
      EXPECT_NEAR(slope[axis], grown / (2.0 * step), 0.05 + 0.1 * std::abs(slope[axis]));
    }
  }
}

// On the axis of a circle of radius 1, z above it, a bowl winds (1 + z / sqrt(1 + z^2)) / 2 times around, or one time
// less: the slope is 1 / (2 (1 + z^2)^(3/2)).
TEST(BorderTree, SlopeOnTheAxisOfACircle) {
  const TriangleMesh mesh = bowl(400, 8);
  const BorderTree border(mesh, shared_edges(mesh.triangles));
  for (const double z : {-0.8, -0.3, 0.0, 0.2, 0.7, 1.5}) {
    const Vec3 slope = border.winding_gradient(Vec3(0.0, 0.0, z));
    EXPECT_NEAR(slope.x, 0.0, 1e-3);
    EXPECT_NEAR(slope.y, 0.0, 1e-3);
    EXPECT_NEAR(std::abs(slope.z), 0.5 / std::pow(1.0 + z * z, 1.5), 5e-3);
  }
}

TEST(BorderTree, BoundsTheWindingsChange) {
  const TriangleMesh mesh = bowl(40, 8);
  const BorderTree border(mesh, shared_edges(mesh.triangles));
  const TriangleTree tree(mesh);
  std::mt19937_64 random(5);
  int sharp = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 point = random_point(random);
    const double around = 0.5 * tree.distance(point, 1.0);
    const double bound = border.winding_change(point, around);
    const Vec3 direction = normalized_or(random_point(random), Vec3(1.0, 0.0, 0.0));
    const double change = std::abs(tree.winding_number(point + around * direction) - tree.winding_number(point));
    EXPECT_LE(change, bound + 0.02);  // by which the tree may be off
    sharp += bound < 0.25 ? 1 : 0;
  }
  EXPECT_GT(sharp, 300);  // it tells something, not only the truth
}

TEST(BorderTree, KnowsNothingWhereTheBorderIs) {
  const TriangleMesh mesh = bowl(12, 4);
  const BorderTree border(mesh, shared_edges(mesh.triangles));
  EXPECT_TRUE(std::isinf(border.winding_change(Vec3(0.9, 0.0, 0.1), 0.2)));
  EXPECT_LT(border.winding_change(Vec3(0.0, 0.0, -5.0), 0.2), 0.01);
}

TEST(BorderTree, AClosedMeshHasNone) {
  const TriangleMesh mesh{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  const BorderTree border(mesh, shared_edges(mesh.triangles));
  EXPECT_EQ(border.winding_change(Vec3(1.0, 1.0, 1.0), 10.0), 0.0);
  EXPECT_EQ(border.winding_gradient(Vec3(1.0, 1.0, 1.0)), Vec3(0.0));
}

}  // namespace
}  // namespace firstcontact
