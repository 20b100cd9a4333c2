// Triangles of no thickness in every query that hulls are asked.
#include "oracle_check.hpp"
#include "support_oracle.hpp"

#include <gtest/gtest.h>
#include <firstcontact/separation.hpp>

#include <algorithm>
#include <cmath>

namespace firstcontact::test {
namespace {

// Three corners of the shape, or any of its size when it is round.
ConvexShape triangle_of(const ConvexShape& shape) {
  const std::vector<Vec3>& vertices = shape.core.vertices;
  if (vertices.size() < 4) {
    const double r = shape.radius;
    return make_triangle(Vec3(r, 0.0, 0.0), Vec3(0.0, r, 0.0), Vec3(0.0, 0.0, r));
  }
  return make_triangle(vertices[0], vertices[vertices.size() / 2], vertices.back());
}

// As likely as not the second shape is a triangle too.
WideQuery triangle_query(std::uint64_t seed, std::uint64_t index) {
  WideQuery query = wide_query(seed, index);
  query.given.shape_a = triangle_of(query.given.shape_a);
  if (index % 4 == 0) {
    query.given.shape_b = triangle_of(query.given.shape_b);
  }
  if (index % 2 == 0) {
    std::swap(query.given.shape_a, query.given.shape_b);
  }
  return query;
}

TEST(TriangleQuery, NoImpactIsLateEarlyOrMissed) {
  constexpr std::uint64_t seed = 33;
  OracleTally tally;
  for (std::uint64_t index = 0; index < 3000; ++index) {
    const WideQuery query = triangle_query(seed, index);
    const OracleVerdict verdict = judge(query);
    count(tally, verdict);
    EXPECT_FALSE(verdict.is_wrong()) << "seed " << seed << " index " << index << ": " << described(query, verdict);
  }
  EXPECT_GT(tally.touches, 500U);
  EXPECT_LT(tally.undecided, 3U);
}

TEST(TriangleQuery, TheSeparationIsThatOfTheOracle) {
  for (std::uint64_t index = 0; index < 2000; ++index) {
    const WideQuery query = triangle_query(34, index);
    const RandomCase& given = query.given;
    const Separation found = separation({&given.shape_a, given.motion_a.start}, {&given.shape_b, given.motion_b.start});
    OracleCorral corral;
    const OracleDistance oracle = oracle_distance(oracle_scene(given.a(), given.b(), 0.0), corral);
    const double scale =
        given.shape_a.radius + given.shape_b.radius + 1e-3 * glm::length(given.motion_a.start.position);
    EXPECT_NEAR(found.distance, std::max(0.0, oracle.upper), 1e-9 * scale) << index;
    EXPECT_LE(found.lower_bound, oracle.upper + 1e-11 * scale) << index;
  }
}

// A box that lies on a triangle much larger than itself, on either side of it.
TEST(TriangleQuery, ABoxLiesOnFourCornersOnEitherSide) {
  const ConvexShape triangle = make_triangle({-9.0, 0.0, -9.0}, {9.0, 0.0, -9.0}, {0.0, 0.0, 12.0});
  const ConvexShape box = make_shape(make_box({0.5, 0.25, 0.5}));
  for (const double side : {1.0, -1.0}) {
    const PosedShape a{&triangle, {}};
    const PosedShape b{&box, {{0.0, side * 0.251, 0.0}, Quat(1.0, 0.0, 0.0, 0.0)}};
    const Separation apart = separation(a, b);
    EXPECT_NEAR(apart.distance, 0.001, 1e-12);
    EXPECT_NEAR(apart.normal.y, side, 1e-12);
    const Manifold manifold = contact_manifold(a, b, apart, 0.01);
    ASSERT_EQ(manifold.count, 4);
    for (int i = 0; i < 4; ++i) {
      EXPECT_NEAR(manifold.points[static_cast<std::size_t>(i)].separation, 0.001, 1e-12);
    }
  }
}

// A box that stands on the edge of an upright triangle bears along it, between the edge's ends and its own sides.
TEST(TriangleQuery, AnEdgeBearsAtItsTwoEnds) {
  const ConvexShape upright = make_triangle({-0.3, 0.0, 0.0}, {0.3, 0.0, 0.0}, {0.0, -1.0, 0.0});
  const ConvexShape box = make_shape(make_box({0.5, 0.25, 0.5}));
  const PosedShape a{&upright, {}};
  const PosedShape b{&box, {{0.0, 0.251, 0.0}, Quat(1.0, 0.0, 0.0, 0.0)}};
  const Manifold manifold = contact_manifold(a, b, separation(a, b), 0.01);
  ASSERT_EQ(manifold.count, 2);
  EXPECT_NEAR(std::abs(manifold.points[0].point.x - manifold.points[1].point.x), 0.6, 1e-9);
  EXPECT_NEAR(manifold.normal.y, 1.0, 1e-12);
}

TEST(TriangleQuery, ABallMeetsTheFaceFromBothSidesAtTheSameTime) {
  const ConvexShape triangle = make_triangle({-2.0, 0.0, -2.0}, {2.0, 0.0, -2.0}, {0.0, 0.0, 3.0});
  const ConvexShape ball = make_sphere(Vec3(0.0), 0.25);
  for (const double side : {1.0, -1.0}) {
    MovingShape a{&triangle, {}};
    MovingShape b{&ball, {}};
    b.motion.start.position = {0.1, side * 1.25, 0.2};
    b.motion.linear_velocity = {0.0, -side * 1e4, 0.0};
    TimeOfImpactOptions options;
    options.duration = 1.0;
    options.target = 1e-4;
    options.tolerance = 1e-5;
    const TimeOfImpact found = time_of_impact(a, b, options);
    EXPECT_EQ(found.status, ImpactStatus::touches);
    EXPECT_NEAR(found.time, (1.0 - 1e-4) / 1e4, 2e-9);
    EXPECT_NEAR(found.normal.y, side, 1e-12);
  }
}

}  // namespace
}  // namespace firstcontact::test
