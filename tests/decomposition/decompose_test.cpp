#include <firstcontact/decomposition.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/hash.hpp"
#include "decomposition/judging.hpp"
#include "decomposition/solids.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

// CoACD takes 11 for this ring, with hulls that stick out as far (docs/decomposition.md).
TEST(Decompose, TakesFewHullsForARing) {
  DecompositionOptions options;
  options.tolerance = 0.0243;
  const ConvexDecomposition found = decomposed(ring(1.0, 0.3, 48, 24), options);
  EXPECT_LE(found.hulls.size(), 11U);
  EXPECT_TRUE(found.is_within_tolerance);
}

// The cache in the user's folder believes the version: what it kept under it must be what comes out now.
TEST(Decompose, TheVersionIsRaisedWhenWhatComesOutChanges) {
  std::uint64_t hash = empty_hash;
  for (const Mesh& mesh : {surface(u_shape()), ring(1.0, 0.3, 24, 12), ball(1.0, 9, 16), cup()}) {
    for (const DecompositionHull& hull : decomposed(mesh).hulls) {
      hash = hashed(hash, hull.puffing_bound);
      for (const Vec3& vertex : hull.hull.vertices) {
        hash = hashed(hashed(hashed(hash, vertex.x), vertex.y), vertex.z);
      }
    }
  }
  EXPECT_EQ(decomposition_version, 7U);
  EXPECT_EQ(hash, 5084465356130431177ULL) << "raise decomposition_version, and write down this hash";
}

Quat random_rotation(Random& random) { return glm::normalize(Quat(random.between(-1.0, 1.0), random.vector(1.0))); }

double hull_volume(const ConvexDecomposition& found) {
  double sum = 0.0;
  for (const DecompositionHull& hull : found.hulls) {
    sum += mass_properties(hull.hull).mass;
  }
  return sum;
}

// Points inside the closed mesh, by brute force.
std::vector<Vec3> inner_points(const Mesh& mesh, const ConvexDecomposition& found, int tries) {
  Random random(11);
  const auto all = triangles(mesh);
  std::vector<Vec3> points;
  for (int i = 0; i < tries; ++i) {
    const Vec3 point = mesh.vertices.front() + random.vector(found.longest_side);
    if (is_inside(all, point)) {
      points.push_back(point);
    }
  }
  return points;
}

// --- closed form: solids made of boxes come apart into boxes, at any rotation

struct Known {
  std::string name;
  GridSolid solid;
  std::size_t hulls;
};

class MadeOfBoxes : public ::testing::TestWithParam<int> {};

TEST_P(MadeOfBoxes, ComeApartIntoBoxesWithoutPuffing) {
  Random random(static_cast<std::uint64_t>(GetParam()));
  const Quat rotation = GetParam() == 0 ? Quat(1.0, 0.0, 0.0, 0.0) : random_rotation(random);
  for (const Known& known : {Known{"box", box(), 1}, Known{"L", l_shape(), 2}, Known{"U", u_shape(), 3},
                             Known{"table", table(), 5}, Known{"frame", frame(), 4}}) {
    const Mesh mesh = turned(surface(known.solid), rotation, random.vector(10.0));
    const ConvexDecomposition found = decomposed(mesh);
    EXPECT_EQ(found.hulls.size(), known.hulls) << known.name;
    EXPECT_NEAR(hull_volume(found), volume(known.solid), 1e-9) << known.name;
    EXPECT_LT(found.puffing_bound, 1e-9 * found.longest_side) << known.name;
    EXPECT_TRUE(found.is_within_tolerance) << known.name;
    EXPECT_LT(uncovered(found, surface_samples(mesh, 2000, 1)), 1e-9) << known.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Rotations, MadeOfBoxes, ::testing::Range(0, 6));

// --- property: covered, and no further out than promised

void expect_promises(const Mesh& mesh, const DecompositionOptions& options, bool is_closed) {
  const ConvexDecomposition found = decomposed(mesh, options);
  const double side = found.longest_side;
  EXPECT_EQ(found.facts.is_closed, is_closed);
  EXPECT_TRUE(found.is_within_tolerance);
  EXPECT_LT(uncovered(found, surface_samples(mesh, 20000, 3)), 1e-8 * side);
  EXPECT_LT(found.uncovered, 1e-8 * side);
  for (const DecompositionHull& hull : found.hulls) {
    EXPECT_LE(hull.hull.vertices.size(), options.max_vertices);
    EXPECT_TRUE(check(hull.hull).is_closed);
    EXPECT_LE(hull.puffing, hull.puffing_bound);
  }
  if (is_closed) {
    EXPECT_LT(uncovered(found, inner_points(mesh, found, 3000)), 1e-8 * side);
    EXPECT_LE(puffing(found, mesh, 60), options.tolerance * side);
  }
}

TEST(Decompose, CoversARingAndKeepsItsHoleOpen) {
  const Mesh mesh = ring(1.0, 0.3, 48, 24);
  expect_promises(mesh, {}, true);
  const ConvexDecomposition found = decomposed(mesh);
  EXPECT_GT(uncovered(found, {Vec3(0.0)}), 0.6);
  EXPECT_LE(found.hulls.size(), 18U);
}

// More triangles than are worth looking at one by one (rough_hull.hpp).
TEST(Decompose, CoversADenseRing) { expect_promises(ring(1.0, 0.3, 240, 120), {}, true); }

TEST(Decompose, CoversModels) {
  expect_promises(model("gear.obj"), {}, true);
  expect_promises(model("link.obj"), {}, true);
  expect_promises(model("plate.obj"), {}, true);
}

TEST(Decompose, CoversAnOpenModel) { expect_promises(model("chair.obj"), {}, false); }

// The inside of a box without two opposite sides ends in a dent at either, where it is wound around by a half.
TEST(Decompose, KeepsTheToleranceOfABoxOpenAtBothEnds) {
  Mesh mesh = surface(box());
  std::erase_if(mesh.parts.front().polygons, [&](const std::vector<Index>& polygon) {
    return std::all_of(polygon.begin(), polygon.end(),
                       [&](Index i) { return mesh.vertices[i].y == mesh.vertices[polygon[0]].y; });
  });
  const ConvexDecomposition found = decomposed(mesh);
  EXPECT_FALSE(found.facts.is_closed);
  EXPECT_TRUE(found.is_within_tolerance);
  const double tolerance = 0.02 * found.longest_side;
  const auto all = triangles(mesh);
  Random random(7);
  for (const DecompositionHull& hull : found.hulls) {
    for (int i = 0; i < 200; ++i) {
      const Vec3 point = point_in(hull.hull, random);
      EXPECT_TRUE(distance(all, point) <= tolerance || winding_number(all, point) > 0.5);
    }
  }
  EXPECT_LE(found.hulls.size(), 9U);  // four sides at either end, and what is wound around between
}

// The middle of any three corners: wide faces between few of them are what matters here.
Vec3 point_between_corners(const Hull& hull, Random& random) {
  const auto some = [&] {
    const double at = random.between(0.0, static_cast<double>(hull.vertices.size()) - 1e-9);
    return hull.vertices[static_cast<std::size_t>(at)];
  };
  return (some() + some() + some()) / 3.0;
}

// m: how far the furthest of many points of the hulls that the mesh winds around by less than a half is from it.
double reach_from_surface(const ConvexDecomposition& found, const Mesh& mesh, int points_per_hull) {
  const auto all = triangles(mesh);
  return greatest_of_points(found, points_per_hull, point_between_corners, [&](const Vec3& point) {
    return std::abs(winding_number(all, point)) < 0.5 ? distance(all, point) : 0.0;
  });
}

// In the middle of a wide opening, a hair's breadth beyond the inside is far from any surface.
TEST(Decompose, HullsOfAnOpenMeshReachNoFurtherFromItsSurfaceThanTheTolerance) {
  const Mesh mesh = cup();
  for (const double tolerance : {0.02, 0.05}) {
    DecompositionOptions options;
    options.tolerance = tolerance;
    const ConvexDecomposition found = decomposed(mesh, options);
    ASSERT_FALSE(found.facts.is_closed);
    EXPECT_TRUE(found.is_within_tolerance);
    const double reached = reach_from_surface(found, mesh, 2000);
    EXPECT_GT(reached, 0.25 * found.puffing_bound);  // few points are where hulls reach furthest
    EXPECT_LE(reached, found.puffing_bound);
  }
}

TEST(Decompose, KeepsASmallTolerance) {
  DecompositionOptions options;
  options.tolerance = 0.005;
  expect_promises(model("link.obj"), options, true);
}

// The octree has cells larger than such a tolerance; those inside are no further outside for it.
TEST(Decompose, KeepsAToleranceOfLessThanTheOctreesCells) {
  DecompositionOptions options;
  options.tolerance = 5e-4;
  const Quat rotation = glm::normalize(Quat(0.3, 0.8, -0.2, 0.5));
  const ConvexDecomposition found = decomposed(turned(surface(frame()), rotation, Vec3(0.0)), options);
  EXPECT_EQ(found.hulls.size(), 4U);
  EXPECT_TRUE(found.is_within_tolerance);
}

TEST(Decompose, KeepsFewVertices) {
  DecompositionOptions options;
  options.max_vertices = 12;
  expect_promises(ring(1.0, 0.3, 48, 24), options, true);
  expect_promises(ball(0.7, 31, 64), options, true);
}

// --- limits

TEST(Decompose, ReachesFewerHullsByBreakingTheToleranceAndSaysSo) {
  DecompositionOptions options;
  options.max_hulls = 4;
  const Mesh mesh = ring(1.0, 0.3, 48, 24);
  const ConvexDecomposition found = decomposed(mesh, options);
  EXPECT_LE(found.hulls.size(), 4U);
  EXPECT_FALSE(found.is_within_tolerance);
  EXPECT_GE(found.puffing_bound, puffing(found, mesh, 400));
  EXPECT_GT(found.puffing, options.tolerance * found.longest_side);
  EXPECT_LT(uncovered(found, surface_samples(mesh, 5000, 3)), 1e-8);
}

// --- the same bits

TEST(Decompose, ThreadsChangeNothing) {
  DecompositionOptions one;
  one.threads = 1;
  DecompositionOptions many;
  many.threads = 5;
  const Mesh mesh = model("link.obj");
  const ConvexDecomposition first = decomposed(mesh, one);
  const ConvexDecomposition second = decomposed(mesh, many);
  ASSERT_EQ(first.hulls.size(), second.hulls.size());
  for (std::size_t i = 0; i < first.hulls.size(); ++i) {
    EXPECT_EQ(first.hulls[i].hull.vertices, second.hulls[i].hull.vertices);
    EXPECT_EQ(first.hulls[i].puffing, second.hulls[i].puffing);
  }
  EXPECT_EQ(first.mass.mass, second.mass.mass);
}

// --- mass

TEST(Decompose, MassOfAClosedMeshIsTheMeshs) {
  const Mesh mesh = surface(l_shape());
  const ConvexDecomposition found = decomposed(mesh);
  EXPECT_EQ(found.mass_source, MassSource::mesh);
  EXPECT_NEAR(found.mass.mass, 5.0, 1e-12);
  EXPECT_NEAR(found.mass.center_of_mass.x, (3.0 * 1.5 + 2.0 * 0.5) / 5.0, 1e-12);
  EXPECT_NEAR(found.mass.center_of_mass.z, 0.5, 1e-12);
}

TEST(Decompose, MassOfOverlappingBoxesCountsThemOnce) {
  Mesh mesh = surface(box());
  const Mesh other = turned(surface(box()), Quat(1.0, 0.0, 0.0, 0.0), Vec3(1.0, 0.5, 0.25));
  const auto base = static_cast<Index>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (std::vector<Index> polygon : other.parts[0].polygons) {
    std::for_each(polygon.begin(), polygon.end(), [&](Index& vertex) { vertex += base; });
    mesh.parts[0].polygons.push_back(polygon);
  }
  const ConvexDecomposition found = decomposed(mesh);
  EXPECT_EQ(found.mass_source, MassSource::hulls);
  const double solid = 6.0 + 6.0 - 1.0 * 2.5 * 0.75;
  EXPECT_NEAR(found.mass.mass, solid, 0.01 * solid);
}

// --- trouble

TEST(Decompose, RefusesWhatIsAPoint) {
  Mesh mesh;
  mesh.vertices.assign(3, Vec3(1.0, 2.0, 3.0));
  mesh.parts.push_back({"", {{0, 1, 2}}});
  const auto found = decompose(mesh, {}, "point.obj");
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().message, "point.obj: all corners of all faces coincide; a mesh needs some that differ");
}

}  // namespace
}  // namespace firstcontact
