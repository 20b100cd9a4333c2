// Mass of what was taken apart: of closed models the sum of their tetrahedra, of others that of the hulls' union. The
// closed forms of single solids are in tests/geometry/closed_forms_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "decomposition/judging.hpp"
#include "decomposition/solids.hpp"

namespace firstcontact {
namespace {

// Tetrahedra between a corner of the mesh and each of its triangles, at 1 kg/m^3: mass det / 6, second moments
// det / 120 (a a' + b b' + c c' + s s') with s = a + b + c.
MassProperties sum_of_tetrahedra(const Mesh& mesh) {
  const Vec3 origin = mesh.vertices.front();
  double mass = 0.0;
  Vec3 first(0.0);
  Mat3 second(0.0);
  for (const auto& t : triangles(mesh)) {
    const Vec3 a = t[0] - origin;
    const Vec3 b = t[1] - origin;
    const Vec3 c = t[2] - origin;
    const Vec3 s = a + b + c;
    const double det = glm::dot(a, glm::cross(b, c));
    mass += det / 6.0;
    first += det / 24.0 * s;
    second += det / 120.0 *
              (glm::outerProduct(a, a) + glm::outerProduct(b, b) + glm::outerProduct(c, c) + glm::outerProduct(s, s));
  }
  const Vec3 center = first / mass;
  second -= mass * glm::outerProduct(center, center);
  const double trace = second[0][0] + second[1][1] + second[2][2];
  return {mass, origin + center, Mat3(trace) - second};
}

TEST(DecompositionMass, OfAClosedModelIsTheSumOfItsTetrahedra) {
  DecompositionOptions options;
  options.tolerance = 0.5;  // whatever the hulls
  for (const char* const name : {"gear.obj", "link.obj", "plate.obj", "wingnut.obj", "spot.obj", "penguin.obj",
                                 "goathead.obj", "bowl.obj", "ring.obj", "hook.obj"}) {
    const Mesh mesh = model(name);
    const ConvexDecomposition found = decomposed(mesh, options);
    const MassProperties known = sum_of_tetrahedra(mesh);
    ASSERT_EQ(found.mass_source, MassSource::mesh) << name;
    constexpr double promised = 1e-9;
    const double size = std::cbrt(known.mass);
    EXPECT_NEAR(found.mass.mass, known.mass, promised * known.mass) << name;
    EXPECT_LE(glm::length(found.mass.center_of_mass - known.center_of_mass), promised * size) << name;
    for (int column = 0; column < 3; ++column) {
      EXPECT_LE(glm::length(found.mass.inertia[column] - known.inertia[column]), promised * known.mass * size * size)
          << name;
    }
  }
}

// A grid of points, each asked about every hull.
double volume_of_union(const ConvexDecomposition& found, int per_side) {
  Aabb box;
  for (const DecompositionHull& hull : found.hulls) {
    for (const Vec3& vertex : hull.hull.vertices) {
      box = merged(box, vertex);
    }
  }
  const Vec3 step = (box.high - box.low) / static_cast<double>(per_side);
  int inside = 0;
  for (int i = 0; i < per_side * per_side * per_side; ++i) {
    const Vec3 cell(i % per_side, i / per_side % per_side, i / (per_side * per_side));
    const Vec3 point = box.low + step * (cell + 0.5);
    inside += std::any_of(found.hulls.begin(), found.hulls.end(),
                          [&](const DecompositionHull& hull) {
                            return outside_distance(hull.hull, std::span(&point, 1)) <= 0.0;
                          })
                  ? 1
                  : 0;
  }
  return inside * step.x * step.y * step.z;
}

TEST(DecompositionMass, OfAnOpenModelIsThatOfTheHullsUnion) {
  const ConvexDecomposition found = decomposed(model("chair.obj"));
  ASSERT_EQ(found.mass_source, MassSource::hulls);
  const double known = volume_of_union(found, 130);
  EXPECT_NEAR(found.mass.mass, known, 0.01 * known);
  double sum = 0.0;
  for (const DecompositionHull& hull : found.hulls) {
    sum += mass_properties(hull.hull).mass;
  }
  EXPECT_GT(sum, 1.03 * known);
}

}  // namespace
}  // namespace firstcontact
