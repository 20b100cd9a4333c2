#include "decomposition/rough_hull.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "decomposition/outer_hull.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

// How far the furthest of the points is above some face.
double outside(const RoughHull& hull, const std::vector<Vec3>& points) {
  double worst = 0.0;
  for (const Triangle& t : hull.triangles) {
    const Vec3& a = hull.vertices[t[0]];
    const Vec3 normal = glm::normalize(glm::cross(hull.vertices[t[1]] - a, hull.vertices[t[2]] - a));
    for (const Vec3& point : points) {
      worst = std::max(worst, glm::dot(normal, point - a));
    }
  }
  return worst;
}

std::vector<Vec3> points_on_sphere(std::size_t count, const Vec3& radii, std::uint64_t seed) {
  Random random(seed);
  std::vector<Vec3> points;
  while (points.size() < count) {
    const Vec3 direction = random.vector(1.0);
    if (glm::length(direction) > 1e-3) {
      points.push_back(radii * glm::normalize(direction));
    }
  }
  return points;
}

TEST(RoughHull, OfASphereHasFewVerticesLittleFurtherOut) {
  constexpr double error = 8e-3;
  const std::vector<Vec3> points = points_on_sphere(30000, Vec3(0.5), 3);
  const auto hull = rough_hull(points, error);
  ASSERT_TRUE(hull.has_value());
  EXPECT_LT(hull->vertices.size(), 1500U);
  EXPECT_LT(outside(*hull, points), 1e-9);
  for (const Vec3& vertex : hull->vertices) {
    EXPECT_LT(glm::length(vertex), 0.5 + 4.5 * error);
  }
}

// All of a lens's rim is a sharp edge: faces moved out by `error` alone would meet ten times as far out.
TEST(RoughHull, OfALensIsCutBackAtTheRim) {
  constexpr double error = 2e-3;
  const std::vector<Vec3> points = points_on_sphere(30000, Vec3(0.5, 0.5, 0.02), 5);
  const auto hull = rough_hull(points, error);
  ASSERT_TRUE(hull.has_value());
  EXPECT_LT(outside(*hull, points), 1e-9);
  for (const Vec3& vertex : hull->vertices) {
    EXPECT_LT(std::hypot(vertex.x, vertex.y), 0.5 + 6.0 * error);
    EXPECT_LT(std::abs(vertex.z), 0.02 + 5.0 * error);
  }
}

TEST(RoughHull, OfATurnedBoxIsTheBox) {
  Random random(7);
  const Quat rotation = glm::normalize(Quat(random.between(-1.0, 1.0), random.vector(1.0)));
  std::vector<Vec3> points;
  for (int i = 0; i < 21000; ++i) {
    Vec3 point = random.vector(0.5);
    point[i % 3] = i % 2 == 0 ? 0.5 : -0.5;
    points.push_back(rotation * point);
  }
  for (int i = 0; i < 8; ++i) {
    points.push_back(rotation * (Vec3(i & 1, (i >> 1) & 1, (i >> 2) & 1) - 0.5));
  }
  const auto hull = rough_hull(points, 1e-3);
  ASSERT_TRUE(hull.has_value());
  EXPECT_LT(outside(*hull, points), 1e-9);
  for (const Vec3& vertex : hull->vertices) {
    EXPECT_LT(glm::length(vertex), std::sqrt(0.75) + 1e-6);
  }
}

TEST(RoughHull, OfFlatPointsIsNone) {
  std::vector<Vec3> points = points_on_sphere(1000, Vec3(0.5, 0.5, 0.0), 9);
  EXPECT_FALSE(rough_hull(points, 1e-3).has_value());
}

TEST(MakeRoughPiece, ReplacesAHullOfThousandsOfVertices) {
  const std::vector<Vec3> points = points_on_sphere(5000, Vec3(0.5), 11);
  EXPECT_EQ(make_piece(points, 1e-3).vertices.size(), points.size());
  const Piece piece = make_rough_piece(points, 1e-3, 8e-3);
  EXPECT_LT(piece.vertices.size(), 1500U);
  EXPECT_TRUE(
      std::all_of(points.begin(), points.end(), [&](const Vec3& point) { return contains(piece, point, 1e-9); }));
}

// Triangles that lie on each other come from points closer than rounding tells apart. An edge between them can't
// shrink, and trying again and again would take for ever.
TEST(OuterHull, EndsOnTrianglesThatLieOnEachOther) {
  Piece piece = make_piece(points_on_sphere(100, Vec3(0.5), 13), 1e-3);
  const std::vector<Triangle> once = piece.triangles;
  piece.triangles.insert(piece.triangles.end(), once.begin(), once.begin() + 40);
  const Piece simple = outer_hull(
      piece, 20, [](const Vec3&, std::span<const Vec3>) { return true; }, [] { return false; });
  for (const Vec3& vertex : piece.vertices) {
    EXPECT_TRUE(contains(simple, vertex, 1e-9));
  }
}

}  // namespace
}  // namespace firstcontact
