// The support function in every build of it: the same bits, and of equals the first.
#include "narrowphase/support.hpp"

#include "core/processor.hpp"
#include "narrowphase/random_shapes.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <functional>

namespace firstcontact {
namespace {

using test::Random;

using FurthestOf = std::function<Furthest(const Asked&)>;
using ReachOf = std::function<double(const Asked&)>;
using FlushOf = std::function<Flush(const Asked&, double)>;

struct Path {
  FurthestOf furthest;
  ReachOf reach;
  FlushOf flush;
};

std::vector<Path> paths_of_this_machine() {
  std::vector<Path> paths{{baseline::furthest, baseline::reach, baseline::flush}};
  if (has_avx2()) {
    paths.push_back({avx2::furthest, avx2::reach, avx2::flush});
  }
  return paths;
}

Furthest first_furthest(const Asked& asked) {
  Furthest best{0, -std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < asked.vertices.size; ++i) {
    const double along = asked.direction.x * asked.vertices.x[i] + asked.direction.y * asked.vertices.y[i] +
                         asked.direction.z * asked.vertices.z[i];
    best = along > best.along ? Furthest{i, along + 0.0} : best;
  }
  return best;
}

void expect_first_furthest(const ConvexShape& shape, const Vec3& direction) {
  const Asked asked = asked_of(shape, direction);
  const Furthest expected = first_furthest(asked);
  for (const Path& path : paths_of_this_machine()) {
    const Furthest found = path.furthest(asked);
    EXPECT_EQ(found.index, expected.index);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(found.along), std::bit_cast<std::uint64_t>(expected.along));
    EXPECT_EQ(std::bit_cast<std::uint64_t>(path.reach(asked)), std::bit_cast<std::uint64_t>(expected.along));
  }
}

TEST(Support, EveryPathGivesTheSameBits) {
  Random random(31);
  for (const std::size_t vertices : {4U, 5U, 8U, 13U, 64U, 65U, 200U}) {
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < vertices; ++i) {
      points.push_back(random.direction());
    }
    const ConvexShape shape = make_shape(convex_hull(points).value());
    for (int direction = 0; direction < 200; ++direction) {
      expect_first_furthest(shape, random.direction());
    }
  }
}

TEST(Support, CountsTheVerticesThatReachAsFarOnEveryPath) {
  Random random(32);
  for (const std::size_t vertices : {4U, 5U, 13U, 64U, 65U}) {
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < vertices; ++i) {
      points.push_back(random.direction());
    }
    const ConvexShape shape = make_shape(convex_hull(points).value());
    for (int i = 0; i < 200; ++i) {
      const Asked asked = asked_of(shape, random.direction());
      const double below = random.between(0.0, 0.5);
      std::size_t expected = 0;
      for (std::size_t lane = 0; lane < asked.vertices.size; ++lane) {
        const double along = asked.direction.x * asked.vertices.x[lane] + asked.direction.y * asked.vertices.y[lane] +
                             asked.direction.z * asked.vertices.z[lane];
        expected += along >= first_furthest(asked).along - below ? 1U : 0U;
      }
      for (const Path& path : paths_of_this_machine()) {
        EXPECT_EQ(path.flush(asked, below).lanes, expected);
      }
    }
  }
}

TEST(Support, CountsNoVertexTwice) {
  // Six corners in eight lanes: the padding repeats corner 0, which lies in the lid and not in the floor.
  const ConvexShape prism = make_shape(
      convex_hull(std::vector<Vec3>{{0, 1, 0}, {1, 1, 0}, {0, 1, 1}, {0, 0, 0}, {1, 0, 0}, {0, 0, 1}}).value());
  ASSERT_EQ(prism.x.size(), 8U);
  EXPECT_EQ(vertices_flush(prism, Vec3(0.0, 1.0, 0.0), 1e-6), 3U);
  EXPECT_EQ(vertices_flush(prism, Vec3(0.0, -1.0, 0.0), 1e-6), 3U);
  EXPECT_EQ(vertices_flush(prism, Vec3(-1.0, 0.0, 0.0), 1e-6), 4U);
}

TEST(Support, TheFirstOfEqualsWins) {
  const ConvexShape cube = make_shape(make_box(Vec3(0.5)));
  for (const Vec3& direction : {Vec3(1.0, 0.0, 0.0), Vec3(0.0, -1.0, 0.0), Vec3(1.0, 1.0, 0.0), Vec3(0.0)}) {
    expect_first_furthest(cube, direction);
  }
  // A prism of 100 sides: its whole lid is furthest, in parts of the array that are searched apart.
  std::vector<Vec3> corners;
  for (int i = 0; i < 200; ++i) {
    const SineCosine turn = sine_cosine(i * 0.0628);
    corners.emplace_back(turn.cosine, i % 2 == 0 ? 1.0 : -1.0, turn.sine);
  }
  const ConvexShape prism = make_shape(convex_hull(corners).value());
  EXPECT_GT(prism.x.size(), 128U);
  expect_first_furthest(prism, Vec3(0.0, 1.0, 0.0));
  expect_first_furthest(prism, Vec3(0.0, -1.0, 0.0));
}

// One face after the other, sides without area left out.
FaceMatch first_best_face(const Hull& core, const Vec3& direction) {
  FaceMatch best;
  for (Index i = 0; i < core.faces.size(); ++i) {
    const double cosine = glm::dot(core.faces[i].normal, direction);
    best = cosine > best.cosine && core.faces[i].count >= 3 ? FaceMatch{i, cosine} : best;
  }
  return best;
}

TEST(Support, TheBestFaceIsTheFirstOfThoseThatLookAlongBest) {
  Random random(32);
  std::vector<ConvexShape> shapes{make_shape(make_box(Vec3(0.5))), make_triangle({0, 0, 0}, {1, 0, 0}, {0, 0, 1}),
                                  make_sphere(Vec3(0.0), 1.0)};
  for (int i = 0; i < 20; ++i) {
    shapes.push_back(test::random_polyhedron(random));
  }
  for (const ConvexShape& shape : shapes) {
    // Between two sides of the box, and along a side of the triangle, several faces look equally well.
    std::vector<Vec3> directions{{1, 0, 0}, {0, -1, 0}, {0, 0, 1}, glm::normalize(Vec3(1, 1, 0)), {-0.6, 0, -0.8}};
    for (int i = 0; i < 100; ++i) {
      directions.push_back(random.direction());
    }
    for (const Vec3& direction : directions) {
      const FaceMatch expected = first_best_face(shape.core, direction);
      EXPECT_EQ(best_face(shape, direction).face, expected.face);
      EXPECT_EQ(best_face(shape, direction).cosine, expected.cosine);
    }
  }
}

TEST(Support, ThePaddingIsNeverTheAnswer) {
  for (const ConvexShape& shape :
       {make_sphere({1.0, 2.0, 3.0}, 0.5), make_capsule({-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, 0.1)}) {
    for (const Vec3& direction : {Vec3(1.0, 0.0, 0.0), Vec3(-1.0, 0.0, 0.0)}) {
      EXPECT_LT(furthest_vertex(shape, direction).index, shape.core.vertices.size());
      expect_first_furthest(shape, direction);
    }
  }
}

}  // namespace
}  // namespace firstcontact
