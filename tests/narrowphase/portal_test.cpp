// A line cast through a difference set: whatever it says about boxes, hulls, blades and needles is checked by what it
// gives for it, a triangle of vertices that the line goes through or an axis that keeps it outside.
#include "narrowphase/portal.hpp"

#include "narrowphase/random_shapes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace firstcontact {
namespace {

using test::Random;
using test::random_polyhedron;

constexpr double near = 1e-7;

struct Cast {
  ConvexShape a, b;
  RelativePose pose;
  Vec3 line{0.0};

  [[nodiscard]] CorePair cores() const { return {a, b, pose}; }
};

Cast random_cast(Random& random) {
  Cast cast{random_polyhedron(random), random_polyhedron(random), {}, {}};
  const Vec3 apart = random.in_cube(1.0);
  cast.pose = relative_pose(Mat3(1.0), glm::mat3_cast(random.orientation()), apart);
  cast.line = 3.0 * random.direction();
  return cast;
}

PortalCast answer_to(const Cast& cast) {
  return cast_line(cast.cores(), support_against(cast.cores(), cast.pose.origin), cast.line, near);
}

// How far the plane's point on the line is inside the triangle, in parts of its area: not less than -rounding.
double inside_triangle(const PortalCast& found, const Vec3& line) {
  const Vec3 p = found.separation / glm::dot(found.axis, line) * line;
  const Vec3& a = found.corner[0].difference;
  const Vec3& b = found.corner[1].difference;
  const Vec3& c = found.corner[2].difference;
  const double whole = glm::dot(found.axis, glm::cross(b - a, c - a));
  return std::min({glm::dot(found.axis, glm::cross(b - p, c - p)) / whole,
                   glm::dot(found.axis, glm::cross(c - p, a - p)) / whole,
                   glm::dot(found.axis, glm::cross(a - p, b - p)) / whole});
}

TEST(Portal, AFaceIsOfTheSetAndTheLineEntersByIt) {
  Random random(31);
  int faces = 0;
  for (int i = 0; i < 3000; ++i) {
    const Cast cast = random_cast(random);
    const PortalCast found = answer_to(cast);
    if (found.meets != LineMeets::face) {
      continue;
    }
    ++faces;
    ASSERT_NEAR(length(found.axis), 1.0, 1e-14) << i;
    ASSERT_NEAR(found.separation, separation_along(cast.a, cast.b, cast.pose, found.axis), 1e-12) << i;
    for (const SimplexVertex& corner : found.corner) {
      ASSERT_EQ(corner.difference, difference_of(cast.cores(), corner.a, corner.b)) << i;
      ASSERT_LE(glm::dot(found.axis, corner.difference) - found.separation, 2.0 * near) << i;
    }
    ASSERT_GE(glm::dot(found.axis, cast.line), 0.0) << i;
    ASSERT_GE(inside_triangle(found, cast.line), -1e-3) << i;  // a face may be tilted by `near`, and slim
  }
  EXPECT_GT(faces, 800);
}

TEST(Portal, AnAxisThatTheLinePassesTheSetOnIsSquareToItAndPartsThem) {
  Random random(32);
  int passed = 0;
  int unknown = 0;
  for (int i = 0; i < 3000; ++i) {
    const Cast cast = random_cast(random);
    const PortalCast found = answer_to(cast);
    unknown += found.meets == LineMeets::unknown ? 1 : 0;
    if (found.meets != LineMeets::nothing) {
      continue;
    }
    ++passed;
    ASSERT_NEAR(length(found.axis), 1.0, 1e-14) << i;
    ASSERT_NEAR(glm::dot(found.axis, cast.line), 0.0, 1e-12) << i;
    ASSERT_GT(found.separation, 0.0) << i;
    ASSERT_NEAR(found.separation, separation_along(cast.a, cast.b, cast.pose, found.axis), 1e-12) << i;
  }
  EXPECT_GT(passed, 800);
  EXPECT_LE(unknown, 30);
}

TEST(Portal, OfTwoBoxesTheFacesMeet) {
  const Cast cast{
      make_shape(make_box(Vec3(0.5))), make_shape(make_box(Vec3(0.5))), {Mat3(1.0), {3.0, 0.1, 0.2}}, {1.0, 0.0, 0.0}};
  const PortalCast found = answer_to(cast);
  ASSERT_EQ(found.meets, LineMeets::face);
  EXPECT_NEAR(found.separation, 2.0, 1e-14);
  EXPECT_NEAR(found.axis.x, 1.0, 1e-14);
}

TEST(Portal, WhatIsFlatOrNowhereEnds) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const ConvexShape point = make_sphere(Vec3(0.0), 0.5);  // one vertex, four times
  const CorePair flat{point, point, {Mat3(1.0), {3.0, 0.0, 0.0}}};
  const SimplexVertex only = support_against(flat, {1.0, 0.0, 0.0});
  EXPECT_NE(cast_line(flat, only, {1.0, 0.0, 0.0}, near).meets, LineMeets::face);
  const CorePair solid{box, box, {Mat3(1.0), {3.0, 0.0, 0.0}}};
  const SimplexVertex corner = support_against(solid, {1.0, 0.1, 0.2});
  EXPECT_NE(cast_line(solid, corner, Vec3(0.0), near).meets, LineMeets::face);
  // Through that very vertex.
  const PortalCast found = cast_line(solid, corner, corner.difference, near);
  EXPECT_TRUE(found.meets != LineMeets::face || std::abs(found.separation - 2.0) < 1e-12);
}

}  // namespace
}  // namespace firstcontact
