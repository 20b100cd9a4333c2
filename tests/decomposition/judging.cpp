#include "decomposition/judging.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "decomposition/solids.hpp"

namespace firstcontact {

using testing_support::Random;

Mesh model(const std::string& name) {
  std::ifstream file(std::string(FIRSTCONTACT_TEST_DATA_DIR) + "/../models/" + name, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  Result<Mesh> mesh = read_obj(text.str(), name);
  EXPECT_TRUE(mesh.ok()) << mesh.error().message;
  return mesh ? std::move(mesh).value() : Mesh{};
}

ConvexDecomposition decomposed(const Mesh& mesh, const DecompositionOptions& options) {
  Result<ConvexDecomposition> found = decompose(mesh, options, "mesh.obj");
  EXPECT_TRUE(found.ok()) << found.error().message;
  return found ? std::move(found).value() : ConvexDecomposition{};
}

double uncovered(const ConvexDecomposition& found, const std::vector<Vec3>& points) {
  double worst = 0.0;
  for (const Vec3& point : points) {
    double least = 1e300;
    for (const DecompositionHull& hull : found.hulls) {
      least = std::min(least, outside_distance(hull.hull, std::span(&point, 1)));
    }
    worst = std::max(worst, least);
  }
  return worst;
}

Vec3 point_in(const Hull& hull, Random& random) {
  Vec3 sum(0.0);
  double total = 0.0;
  for (const Vec3& vertex : hull.vertices) {
    const double weight = std::pow(random.between(0.0, 1.0), 8.0);
    sum += weight * vertex;
    total += weight;
  }
  return sum / total;
}

double greatest_of_points(const ConvexDecomposition& found, int points_per_hull,
                          const std::function<Vec3(const Hull&, Random&)>& point_of,
                          const std::function<double(const Vec3&)>& measure) {
  Random random(7);
  double greatest = 0.0;
  for (const DecompositionHull& hull : found.hulls) {
    for (int i = 0; i < points_per_hull; ++i) {
      greatest = std::max(greatest, measure(point_of(hull.hull, random)));
    }
  }
  return greatest;
}

double puffing(const ConvexDecomposition& found, const Mesh& mesh, int points_per_hull) {
  const auto all = triangles(mesh);
  return greatest_of_points(found, points_per_hull, point_in,
                            [&](const Vec3& point) { return is_inside(all, point) ? 0.0 : distance(all, point); });
}

}  // namespace firstcontact
