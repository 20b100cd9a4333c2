// How often a surface winds around a point, with and without the short cuts that add up angles by multiplication
// and take far triangles together.
#include "decomposition/triangle_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace firstcontact {
namespace {

constexpr double full_angle = 4.0 * 3.14159265358979323846;

// The oracle: an arc tangent for every triangle (van Oosterom, Strackee 1983).
double summed_winding(const TriangleMesh& mesh, const Vec3& point) {
  double sum = 0.0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]] - point;
    const Vec3 b = mesh.vertices[t[1]] - point;
    const Vec3 c = mesh.vertices[t[2]] - point;
    const double below = glm::length(a) * glm::length(b) * glm::length(c) + glm::dot(a, b) * glm::length(c) +
                         glm::dot(b, c) * glm::length(a) + glm::dot(c, a) * glm::length(b);
    sum += 2.0 * std::atan2(glm::dot(a, glm::cross(b, c)), below);
  }
  return sum / full_angle;
}

// Points near enough to a few large triangles that none of them is taken for far away.
TEST(TriangleTree, WindsAsOftenAsTheArcTangentsSay) {
  TriangleMesh open{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}}};
  TriangleMesh closed = open;
  closed.triangles.push_back({1, 2, 3});
  TriangleMesh twice = closed;  // around most of its inside: angles of several half turns
  twice.triangles.insert(twice.triangles.end(), closed.triangles.begin(), closed.triangles.end());
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> coordinate(-1.0, 3.0);
  for (const TriangleMesh& mesh : {open, closed, twice}) {
    const TriangleTree tree(mesh);
    for (int i = 0; i < 2000; ++i) {
      const double x = coordinate(random);
      const double y = coordinate(random);
      const Vec3 point(x, y, coordinate(random));
      EXPECT_NEAR(tree.winding_number(point), summed_winding(mesh, point), 1e-12)
          << point.x << " " << point.y << " " << point.z;
    }
  }
}

// A sheet of n by n squares over [0, 1]^2, in waves.
TriangleMesh waves(Index n) {
  TriangleMesh mesh;
  for (Index i = 0; i <= n; ++i) {
    for (Index j = 0; j <= n; ++j) {
      const double x = static_cast<double>(i) / n;
      const double y = static_cast<double>(j) / n;
      mesh.vertices.emplace_back(x, y, 0.1 * std::sin(9.0 * x) * std::cos(7.0 * y + x));
    }
  }
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      const Index at = i * (n + 1) + j;
      mesh.triangles.push_back({at, at + n + 1, at + 1});
      mesh.triangles.push_back({at + 1, at + n + 1, at + n + 2});
    }
  }
  return mesh;
}

TEST(TriangleTree, FarTrianglesWindToWithinWhatIsSaid) {
  const TriangleMesh mesh = waves(30);
  const TriangleTree tree(mesh);
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> coordinate(-0.5, 1.5);
  double worst = 0.0;
  for (int i = 0; i < 2000; ++i) {
    const double x = coordinate(random);
    const double y = coordinate(random);
    const Vec3 point(x, y, coordinate(random) - 0.5);
    worst = std::max(worst, std::abs(tree.winding_number(point) - summed_winding(mesh, point)));
  }
  EXPECT_LT(worst, winding_error);
  EXPECT_GT(worst, 1e-5);
}

// What a series of three terms leaves out falls with the fifth power of the distance: 32 times in twice as far.
TEST(TriangleTree, AFarSeriesHasThreeTerms) {
  const TriangleMesh mesh = waves(4);
  const Vec3 center(0.4, 0.5, 0.1);
  AreaMoments moments;
  for (const Triangle& t : mesh.triangles) {
    const Vec3& a = mesh.vertices[t[0]];
    const Vec3 elsewhere(0.3, -2.0, 0.7);
    const AreaMoments there =
        area_moments({a - elsewhere, mesh.vertices[t[1]] - elsewhere, mesh.vertices[t[2]] - elsewhere});
    moments = sum(moments, moved(there, elsewhere - center));
  }
  const FarWinding winding(moments);
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> coordinate(-1.0, 1.0);
  const auto error = [&](const Vec3& offset) {
    const double series = winding.angle(offset, glm::dot(offset, offset)) / full_angle;
    return std::abs(series - summed_winding(mesh, center - offset));
  };
  double near = 0.0;
  double far = 0.0;
  for (int i = 0; i < 200; ++i) {
    const double x = coordinate(random);
    const double y = coordinate(random);
    const Vec3 direction = glm::normalize(Vec3(x, y, coordinate(random)));
    near = std::max(near, error(6.0 * direction));
    far = std::max(far, error(12.0 * direction));
  }
  EXPECT_LT(near, 1e-5);
  EXPECT_NEAR(near / far, 32.0, 5.0);
}

}  // namespace
}  // namespace firstcontact
