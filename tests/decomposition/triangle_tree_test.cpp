// How often a surface winds around a point, with and without the short cut that adds up angles by multiplication.
#include "decomposition/triangle_tree.hpp"

#include <gtest/gtest.h>

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

// Points near enough to a few large triangles that none of them is replaced by its dipole.
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

}  // namespace
}  // namespace firstcontact
