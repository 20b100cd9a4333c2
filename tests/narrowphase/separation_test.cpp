// Distance and depth: closed forms, the brute-force oracle, flat contact.
#include "random_shapes.hpp"
#include "slow_oracle.hpp"

#include <firstcontact/separation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace firstcontact::test {
namespace {

PosedShape at(const ConvexShape& shape, const Vec3& position) { return {&shape, {position, Quat(1, 0, 0, 0)}}; }

void expect_consistent(const PosedShape& a, const PosedShape& b, const Separation& found) {
  EXPECT_NEAR(squared_length(found.normal), 1.0, 1e-12);
  EXPECT_LE(found.lower_bound, found.distance - found.depth + 1e-12);
  const Vec3 between = found.point_b - found.point_a;
  EXPECT_NEAR(glm::dot(between, found.normal), found.distance - found.depth, 1e-9);
  static_cast<void>(a);
  static_cast<void>(b);
}

TEST(Separation, OfTwoBoxesFaceToFaceIsTheirGap) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const Separation found = separation(at(box, Vec3(0.0)), at(box, {1.25, 0.3, 0.1}));
  EXPECT_NEAR(found.distance, 0.25, 1e-15);
  EXPECT_NEAR(found.lower_bound, 0.25, 1e-14);
  EXPECT_NEAR(found.normal.x, 1.0, 1e-15);
  EXPECT_EQ(found.feature, ClosingFeature::face_a);
}

TEST(Separation, OfCornersEdgesAndBallsIsTheClosedForm) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const ConvexShape ball = make_sphere({0.1, 0.0, 0.0}, 0.25);
  const ConvexShape capsule = make_capsule({0.0, -1.0, 0.0}, {0.0, 1.0, 0.0}, 0.25);
  EXPECT_NEAR(separation(at(box, Vec3(0.0)), at(box, {2.0, 2.0, 2.0})).distance, std::sqrt(3.0), 1e-12);
  EXPECT_NEAR(separation(at(box, Vec3(0.0)), at(box, {2.0, 2.0, 0.0})).distance, std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(separation(at(box, Vec3(0.0)), at(ball, {0.9, 0.0, 0.0})).distance, 0.25, 1e-12);
  EXPECT_NEAR(separation(at(ball, Vec3(0.0)), at(ball, {0.0, 2.0, 0.0})).distance, 1.5, 1e-12);
  EXPECT_NEAR(separation(at(capsule, Vec3(0.0)), at(capsule, {1.0, 0.5, 0.0})).distance, 0.5, 1e-12);
  EXPECT_NEAR(separation(at(capsule, Vec3(0.0)), at(ball, {0.0, 2.0, 0.0})).distance, std::sqrt(1.0 + 0.01) - 0.5,
              1e-12);
}

TEST(Separation, AgreesWithTheBruteForceDistance) {
  Random random(51);
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(i);
    const ConvexShape shape_a = random_shape(random);
    const ConvexShape shape_b = random_shape(random);
    const PosedShape a{&shape_a, {random.in_cube(0.5), random.orientation()}};
    const PosedShape b{&shape_b, {random.in_cube(1.0), random.orientation()}};
    const Separation found = separation(a, b);
    EXPECT_NEAR(found.distance, slow_distance(a, b), 1e-9);
    EXPECT_EQ(found.distance > 0.0, found.depth == 0.0);
    EXPECT_GE(found.lower_bound, found.distance - found.depth - 1e-9);
    expect_consistent(a, b, found);
  }
}

TEST(Separation, DepthByTheGaussMapIsThatOfAllAxes) {
  Random random(52);
  int deep = 0;
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    const ConvexShape shape_a = random_polyhedron(random);
    const ConvexShape shape_b = random_polyhedron(random);
    const PosedShape a{&shape_a, {random.in_cube(0.2), random.orientation()}};
    const PosedShape b{&shape_b, {random.in_cube(0.2), random.orientation()}};
    const Separation found = separation(a, b);
    const double slow = separation_by_all_axes(a, b);
    if (slow < 0.0) {
      ++deep;
      EXPECT_NEAR(found.depth, -slow, 1e-10);
      // Moved apart by the depth they touch; a hair further, they are apart.
      PosedShape parted = b;
      parted.pose.position += (found.depth + 1e-6) * found.normal;
      EXPECT_GT(slow_distance(a, parted), 0.0);
    }
  }
  EXPECT_GT(deep, 500);
}

TEST(Separation, SwappingTurnsEverythingRound) {
  Random random(53);
  for (int i = 0; i < 1000; ++i) {
    SCOPED_TRACE(i);
    const ConvexShape shape_a = random_shape(random);
    const ConvexShape shape_b = random_shape(random);
    const PosedShape a{&shape_a, {random.in_cube(0.5), random.orientation()}};
    const PosedShape b{&shape_b, {random.in_cube(0.5), random.orientation()}};
    const Separation one = separation(a, b);
    const Separation other = separation(b, a);
    EXPECT_NEAR(one.distance, other.distance, 1e-9);
    EXPECT_NEAR(one.depth, other.depth, 1e-9);
  }
}

// How far `point` lies from the plane, line or point that the named vertices span.
double off_feature(const PosedShape& posed, const BearingFeature& feature, const Vec3& point) {
  const auto vertex = [&](std::size_t i) {
    return to_world(posed.pose, posed.shape->core.vertices[feature.vertex[i]]);
  };
  const Vec3 arm = point - vertex(0);
  if (feature.count == 1) {
    return glm::length(arm);
  }
  const Vec3 along = glm::normalize(vertex(1) - vertex(0));
  if (feature.count == 2) {
    return glm::length(glm::cross(arm, along));
  }
  return std::abs(glm::dot(arm, glm::normalize(glm::cross(along, vertex(2) - vertex(0)))));
}

TEST(Separation, NamesTheFeaturesThatItsPointsLieOn) {
  Random random(56);
  int kinds[4] = {0, 0, 0, 0};
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    const ConvexShape shape_a = random_shape(random);
    const ConvexShape shape_b = random_shape(random);
    const PosedShape a{&shape_a, {random.in_cube(0.5), random.orientation()}};
    const PosedShape b{&shape_b, {random.in_cube(1.0), random.orientation()}};
    const Separation found = separation(a, b);
    ASSERT_TRUE(found.feature_a.count >= 1 && found.feature_a.count <= 3);
    ASSERT_TRUE(found.feature_b.count >= 1 && found.feature_b.count <= 3);
    ++kinds[found.feature_a.count];
    if (found.distance > 0.0) {
      EXPECT_LE(off_feature(a, found.feature_a, found.point_a - shape_a.rounding * found.normal), 1e-7);
      EXPECT_LE(off_feature(b, found.feature_b, found.point_b + shape_b.rounding * found.normal), 1e-7);
    } else if (!shape_a.core.faces.empty() && !shape_b.core.faces.empty()) {
      EXPECT_LE(off_feature(a, found.feature_a, found.point_a), 1e-9);
      EXPECT_LE(off_feature(b, found.feature_b, found.point_b), 1e-9);
    }
  }
  EXPECT_GT(kinds[1], 100);
  EXPECT_GT(kinds[2], 100);
  EXPECT_GT(kinds[3], 100);
}

TEST(Separation, OfFlatBoxesKeepsItsLowerBoundDownToContact) {
  Random random(54);
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    const ConvexShape lower = make_shape(make_box({random.between(0.2, 20.0), 0.5, random.between(0.2, 20.0)}));
    const ConvexShape upper = make_shape(make_box({random.between(0.2, 1.0), 0.3, random.between(0.2, 1.0)}));
    const Quat tilt = random.orientation();
    const double gap = std::pow(10.0, random.between(-12.0, -2.0));
    const double turn = random.between(0.0, 2.0) < 1.0 ? 0.0 : random.between(0.0, 3.0);
    const Quat spun = glm::normalize(tilt * quaternion_from_rotation_vector({0.0, turn, 0.0}));
    const Pose base{random.in_cube(3.0), tilt};
    const PosedShape a{&lower, base};
    const PosedShape b{&upper,
                       {to_world(base, {random.between(-0.2, 0.2), 0.8 + gap, random.between(-0.2, 0.2)}), spun}};
    const Separation found = separation(a, b);
    const double scale = lower.radius + upper.radius + 3.0;
    EXPECT_NEAR(found.distance - found.depth, gap, 1e-14 * scale);
    EXPECT_GE(found.lower_bound, found.distance - found.depth - 1e-14 * scale);
  }
}

TEST(Separation, AHintChangesNothingButTheWork) {
  Random random(55);
  for (int i = 0; i < 500; ++i) {
    const ConvexShape shape_a = random_shape(random);
    const ConvexShape shape_b = random_shape(random);
    const PosedShape a{&shape_a, {random.in_cube(0.5), random.orientation()}};
    const PosedShape b{&shape_b, {random.in_cube(1.0), random.orientation()}};
    const Separation cold = separation(a, b);
    const Separation warm = separation(a, b, random.direction());
    EXPECT_NEAR(cold.distance - cold.depth, warm.distance - warm.depth, 1e-9);
  }
}

// The vertices of an answer are where the next one begins, after the shapes have moved a little, or a lot; or any
// vertices at all. Those of other shapes are no hint.
TEST(Separation, VerticesOfAnEarlierAnswerChangeNothingButTheWork) {
  Random random(56);
  int apart = 0;
  for (int i = 0; i < 500; ++i) {
    const ConvexShape shape_a = random_shape(random);
    const ConvexShape shape_b = random_shape(random);
    const Pose pose_a{random.in_cube(0.5), random.orientation()};
    const Pose pose_b{random.in_cube(1.0), random.orientation()};
    Separation last = separation({&shape_a, pose_a}, {&shape_b, pose_b});
    apart += last.nearest.count > 0 ? 1 : 0;
    for (const double way : {0.0, 1e-6, 1e-2, 0.3}) {
      const PosedShape a{&shape_a, pose_a};
      const PosedShape b{&shape_b, {pose_b.position + random.in_cube(way), pose_b.orientation}};
      const Separation cold = separation(a, b);
      const Separation warm = separation(a, b, last.nearest);
      EXPECT_NEAR(cold.distance - cold.depth, warm.distance - warm.depth, 1e-9);
      EXPECT_NEAR(cold.lower_bound, warm.lower_bound, 1e-9);
      last = warm;
      for (std::size_t k = 0; way == 1e-2 && k < last.nearest.count; ++k) {
        last.nearest.a[k] = static_cast<Index>(k % shape_a.core.vertices.size());
        last.nearest.b[k] = 0;
      }
    }
    const ConvexShape other = random_shape(random);
    const PosedShape b{&other, pose_b};
    const Separation cold = separation({&shape_a, pose_a}, b);
    const Separation warm = separation({&shape_a, pose_a}, b, last.nearest);
    EXPECT_EQ(cold.distance, warm.distance);
    EXPECT_EQ(cold.normal, warm.normal);
  }
  EXPECT_GT(apart, 100);
}

}  // namespace
}  // namespace firstcontact::test
