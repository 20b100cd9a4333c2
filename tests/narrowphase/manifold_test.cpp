// Where near shapes bear on each other.
#include "random_shapes.hpp"

#include <firstcontact/separation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace firstcontact::test {
namespace {

constexpr double margin = 0.01;

Manifold manifold_of(const PosedShape& a, const PosedShape& b) {
  return contact_manifold(a, b, separation(a, b), margin);
}

PosedShape at(const ConvexShape& shape, const Vec3& position, const Vec3& turn = Vec3(0.0)) {
  return {&shape, {position, quaternion_from_rotation_vector(turn)}};
}

std::set<std::uint64_t> features_of(const Manifold& manifold) {
  std::set<std::uint64_t> features;
  for (int i = 0; i < manifold.count; ++i) {
    features.insert(manifold.points[static_cast<std::size_t>(i)].feature);
  }
  return features;
}

TEST(Manifold, OfABoxFlatOnAnotherHasItsFourCorners) {
  const ConvexShape floor = make_shape(make_box({5.0, 0.5, 5.0}));
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  for (const double turn : {0.0, 0.3, 0.7853981633974483, 2.0}) {
    const Manifold manifold = manifold_of(at(floor, {0.0, -0.5, 0.0}), at(box, {1.0, 0.501, 2.0}, {0.0, turn, 0.0}));
    ASSERT_EQ(manifold.count, 4);
    EXPECT_NEAR(manifold.normal.y, 1.0, 1e-12);
    for (const ManifoldPoint& point : manifold.points) {
      EXPECT_NEAR(point.separation, 0.001, 1e-12);
      EXPECT_NEAR(point.point.y, 0.0005, 1e-12);
      EXPECT_NEAR(std::hypot(point.point.x - 1.0, point.point.z - 2.0), std::sqrt(0.5), 1e-12);
    }
    EXPECT_EQ(features_of(manifold).size(), 4U);
  }
}

TEST(Manifold, OfEqualBoxesStackedHasFourPointsHoweverTheyAreAligned) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  for (const double shift : {0.0, 1e-12, -1e-7, 0.25}) {
    const Manifold manifold = manifold_of(at(box, Vec3(0.0)), at(box, {shift, 1.002, 0.0}));
    ASSERT_EQ(manifold.count, 4);
    for (const ManifoldPoint& point : manifold.points) {
      EXPECT_NEAR(point.separation, 0.002, 1e-12);
    }
  }
}

TEST(Manifold, KeepsItsFeatureNamesWhileABoxSlidesAndRocks) {
  const ConvexShape floor = make_shape(make_box({5.0, 0.5, 5.0}));
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const auto first = features_of(manifold_of(at(floor, {0.0, -0.5, 0.0}), at(box, {0.0, 0.502, 0.0})));
  Random random(61);
  for (int i = 0; i < 100; ++i) {
    const Vec3 rock = random.in_cube(1e-3);
    const Vec3 place(random.between(-0.5, 0.5), 0.502, random.between(-0.5, 0.5));
    EXPECT_EQ(features_of(manifold_of(at(floor, {0.0, -0.5, 0.0}), at(box, place, rock))), first);
  }
}

// Faces of one size, of which either could be the reference.
TEST(Manifold, OfTwinsKeepsItsFeatureNamesWhileTheUpperSlidesAndRocks) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const auto first = features_of(manifold_of(at(box, Vec3(0.0)), at(box, {0.2, 1.002, 0.1})));
  ASSERT_EQ(first.size(), 4U);
  Random random(63);
  for (int i = 0; i < 200; ++i) {
    const Vec3 place(random.between(0.05, 0.45), 1.002, random.between(0.05, 0.45));
    EXPECT_EQ(features_of(manifold_of(at(box, Vec3(0.0)), at(box, place, random.in_cube(5e-4)))), first);
  }
}

TEST(Manifold, OfABoxOnItsEdgeIsTheEdgesTwoEnds) {
  const ConvexShape floor = make_shape(make_box({5.0, 0.5, 5.0}));
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const double height = 0.5 * std::sqrt(2.0);
  const Manifold manifold =
      manifold_of(at(floor, {0.0, -0.5, 0.0}), at(box, {0.0, height + 0.001, 0.0}, {0.0, 0.0, 0.7853981633974483}));
  ASSERT_EQ(manifold.count, 2);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(manifold.points[i].separation, 0.001, 1e-12);
    EXPECT_NEAR(std::abs(manifold.points[i].point.z), 0.5, 1e-12);
  }
}

// The bow slopes so gently that it looks down better than the steep sides of the keel do, and yet only the keel bears.
TEST(Manifold, OfAKeelHasItsTwoEndsWhateverLooksAtTheGroundBetter) {
  const ConvexShape floor = make_shape(make_box({5.0, 0.5, 5.0}));
  const std::vector<Vec3> corners{{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0},   {3.0, 0.4, 0.3}, {3.0, 0.4, -0.3},
                                  {-1.0, 1.0, 0.5}, {-1.0, 1.0, -0.5}, {3.0, 1.0, 0.5}, {3.0, 1.0, -0.5}};
  const ConvexShape boat = make_shape(convex_hull(corners).value());
  for (const double turn : {0.0, 1.0, 2.5}) {
    for (const double trim : {0.0, 1e-6, -1e-6}) {
      const Quat heading = quaternion_from_rotation_vector({0.0, turn, 0.0});
      const PosedShape afloat{&boat, {{0.0, 0.002, 0.0}, heading * quaternion_from_rotation_vector({0.0, 0.0, trim})}};
      const Manifold manifold = manifold_of(at(floor, {0.0, -0.5, 0.0}), afloat);
      ASSERT_EQ(manifold.count, 2);
      for (int i = 0; i < 2; ++i) {
        EXPECT_NEAR(manifold.points[static_cast<std::size_t>(i)].separation, 0.002, 3e-6);
      }
      EXPECT_NEAR(std::sqrt(squared_length(manifold.points[1].point - manifold.points[0].point)), 2.0, 1e-5);
    }
  }
}

TEST(Manifold, OfCrossedEdgesIsOnePoint) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const double reach = 0.5 * std::sqrt(2.0);
  const PosedShape a = at(box, Vec3(0.0), {0.0, 0.0, 0.7853981633974483});
  const PosedShape b = at(box, {0.0, 2.0 * reach + 0.001, 0.0}, {0.7853981633974483, 0.0, 0.0});
  const Manifold manifold = manifold_of(a, b);
  ASSERT_EQ(manifold.count, 1);
  EXPECT_NEAR(manifold.points[0].separation, 0.001, 1e-12);
  EXPECT_NEAR(manifold.normal.y, 1.0, 1e-12);
  EXPECT_NEAR(manifold.points[0].point.y, reach + 0.0005, 1e-12);
}

TEST(Manifold, OfRoundShapesHasOnePointPerEnd) {
  const ConvexShape floor = make_shape(make_box({5.0, 0.5, 5.0}));
  const ConvexShape ball = make_sphere(Vec3(0.0), 0.5);
  const ConvexShape capsule = make_capsule({-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, 0.25);
  const PosedShape ground = at(floor, {0.0, -0.5, 0.0});
  const Manifold one = manifold_of(ground, at(ball, {0.2, 0.501, 0.3}));
  ASSERT_EQ(one.count, 1);
  EXPECT_NEAR(one.points[0].separation, 0.001, 1e-12);
  EXPECT_NEAR(one.points[0].point.x, 0.2, 1e-12);
  const Manifold lying = manifold_of(ground, at(capsule, {0.0, 0.251, 0.0}));
  ASSERT_EQ(lying.count, 2);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(std::abs(lying.points[i].point.x), 1.0, 1e-12);
    EXPECT_NEAR(lying.points[i].separation, 0.001, 1e-12);
    EXPECT_NEAR(lying.points[i].point.y, 0.0005, 1e-12);
  }
  EXPECT_EQ(manifold_of(ground, at(capsule, {0.0, 1.251, 0.0}, {0.0, 0.0, 1.5707963267948966})).count, 1);
  EXPECT_EQ(manifold_of(at(capsule, Vec3(0.0)), at(capsule, {0.5, 0.501, 0.0})).count, 2);
  EXPECT_EQ(manifold_of(at(capsule, Vec3(0.0)), at(capsule, {0.0, 0.501, 0.0}, {0.0, 1.0, 0.0})).count, 1);
}

TEST(Manifold, LeavesOutWhatIsBeyondTheMarginButNeverTheNearest) {
  const ConvexShape floor = make_shape(make_box({5.0, 0.5, 5.0}));
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const PosedShape ground = at(floor, {0.0, -0.5, 0.0});
  const PosedShape high = at(box, {0.0, 0.8, 0.0}, {0.0, 0.0, 0.005});
  const Manifold manifold = contact_manifold(ground, high, separation(ground, high), 1e-4);
  EXPECT_GE(manifold.count, 1);
  EXPECT_LE(manifold.count, 2);
}

ConvexShape prism(int sides, double radius, double half_height) {
  std::vector<Vec3> points;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2.0 * 3.14159265358979323846 * i / sides;
    points.emplace_back(radius * std::cos(angle), -half_height, radius * std::sin(angle));
    points.emplace_back(radius * std::cos(angle), half_height, radius * std::sin(angle));
  }
  return make_shape(convex_hull(points).value());
}

double patch_area(const Manifold& manifold) {
  Vec3 twice(0.0);
  for (std::size_t i = 1; i + 1 < static_cast<std::size_t>(manifold.count); ++i) {
    twice += glm::cross(manifold.points[i].point - manifold.points[0].point,
                        manifold.points[i + 1].point - manifold.points[0].point);
  }
  return 0.5 * glm::length(twice);
}

// The greatest quadrilateral in a circle is the square of area 2 r^2.
TEST(Manifold, OfFacesOfAnyNumberOfCornersKeepsTheAreaOfTheirPatch) {
  for (const int sides : {32, 100, 129, 200, 256, 600}) {
    SCOPED_TRACE(sides);
    const ConvexShape drum = prism(sides, 0.5, 0.25);
    const ConvexShape table = prism(sides, 2.0, 0.25);
    for (const double shift : {0.0, 0.1}) {
      const Manifold manifold = manifold_of(at(drum, Vec3(0.0)), at(drum, {shift, 0.501, 0.0}));
      ASSERT_EQ(manifold.count, 4);
      EXPECT_GT(patch_area(manifold), 0.97 * 2.0 * 0.25 * (shift == 0.0 ? 1.0 : 0.85));
      EXPECT_EQ(features_of(manifold).size(), 4U);
    }
    const Manifold on_table = manifold_of(at(table, Vec3(0.0)), at(drum, {0.3, 0.501, 0.4}));
    ASSERT_EQ(on_table.count, 4);
    EXPECT_GT(patch_area(on_table), 0.97 * 2.0 * 0.25);
    for (const ManifoldPoint& point : on_table.points) {
      EXPECT_NEAR(point.separation, 0.001, 1e-12);
      EXPECT_NEAR(std::hypot(point.point.x - 0.3, point.point.z - 0.4), 0.5, 1e-9);
    }
  }
}

TEST(Manifold, OfBoxesAskewKeepsFourOfTheEightCornersOfTheirPatch) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const Manifold manifold = manifold_of(at(box, Vec3(0.0)), at(box, {0.0, 1.001, 0.0}, {0.0, 0.7853981633974483, 0.0}));
  ASSERT_EQ(manifold.count, 4);
  // A regular octagon of in-radius 1/2: the square between every other corner.
  const double corner = 0.5 / std::cos(0.39269908169872414);
  EXPECT_NEAR(patch_area(manifold), 2.0 * corner * corner, 1e-9);
}

TEST(Manifold, OfATiltedPatchKeepsTheNearestPoint) {
  const ConvexShape drum = prism(40, 0.5, 0.25);
  const ConvexShape floor = make_shape(make_box({5.0, 0.5, 5.0}));
  for (const double turn : {0.0, 1.0, 2.0, 3.0}) {
    const Vec3 tilt(0.005 * std::cos(turn), 0.0, 0.005 * std::sin(turn));
    const PosedShape ground = at(floor, {0.0, -0.5, 0.0});
    const PosedShape standing = at(drum, {0.0, 0.26, 0.0}, tilt);
    const Separation apart = separation(ground, standing);
    const Manifold manifold = contact_manifold(ground, standing, apart, 0.1);
    ASSERT_EQ(manifold.count, 4);
    double nearest = 1e300;
    for (const ManifoldPoint& point : manifold.points) {
      nearest = std::min(nearest, point.separation);
    }
    EXPECT_NEAR(nearest, apart.distance, 1.1e-4);  // to within the level that counts as equal
    EXPECT_GT(patch_area(manifold), 0.45);
  }
}

// Half the gap away along the normal lie both surfaces: a ball there of that radius fits between the shapes.
void expect_between(const Manifold& manifold, const PosedShape& a, const PosedShape& b) {
  ASSERT_GE(manifold.count, 1);
  ASSERT_LE(manifold.count, 4);
  const ConvexShape probe = make_sphere(Vec3(0.0), 1e-9);
  for (std::size_t k = 0; k < static_cast<std::size_t>(manifold.count); ++k) {
    const PosedShape middle{&probe, {manifold.points[k].point, Quat(1, 0, 0, 0)}};
    EXPECT_LE(separation(a, middle).distance, 0.5 * manifold.points[k].separation + 1e-8);
    EXPECT_LE(separation(b, middle).distance, 0.5 * manifold.points[k].separation + 1e-8);
  }
}

double nearest_of(const Manifold& manifold) {
  double nearest = 1e300;
  for (std::size_t k = 0; k < static_cast<std::size_t>(manifold.count); ++k) {
    nearest = std::min(nearest, manifold.points[k].separation);
  }
  return nearest;
}

TEST(Manifold, AtTheTimeOfImpactLiesInTheGapThatWasAskedFor) {
  constexpr TimeOfImpactOptions options{.duration = 1.0, .target = 1e-4, .tolerance = 1e-5};
  constexpr double reach = options.target + options.tolerance;
  Random random(64);
  int touching = 0;
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    const RandomCase given = random_case(random, i % 2 == 0 ? 3.0 : 30.0, 1.0);
    const TimeOfImpact found = time_of_impact(given.a(), given.b(), options);
    if (found.status != ImpactStatus::touches || found.time == 0.0) {
      continue;
    }
    ++touching;
    const PosedShape a{&given.shape_a, pose_at(given.motion_a, found.time)};
    const PosedShape b{&given.shape_b, pose_at(given.motion_b, found.time)};
    const Separation apart = separation(a, b);
    const Manifold manifold = contact_manifold(a, b, apart, reach);
    expect_between(manifold, a, b);
    EXPECT_GE(nearest_of(manifold), apart.lower_bound - 1e-9);
    EXPECT_LE(nearest_of(manifold), 1.1 * reach + 1e-9);
    EXPECT_GT(glm::dot(manifold.normal, found.normal), 0.999);
  }
  EXPECT_GT(touching, 500);
}

TEST(Manifold, PointsAreMeasuredBetweenTheSurfacesAlongTheNormal) {
  Random random(62);
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    const ConvexShape shape_a = random_shape(random);
    const ConvexShape shape_b = random_shape(random);
    const PosedShape a{&shape_a, {random.in_cube(0.1), random.orientation()}};
    PosedShape b{&shape_b, {a.pose.position + 2.0 * random.direction(), random.orientation()}};
    const Separation far = separation(a, b);
    b.pose.position -= (far.distance - 0.003) * far.normal;
    const Separation near = separation(a, b);
    const Manifold manifold = contact_manifold(a, b, near, margin);
    expect_between(manifold, a, b);
    EXPECT_GE(nearest_of(manifold), near.lower_bound - 1e-9);
    EXPECT_LE(nearest_of(manifold), near.distance + 0.1 * margin + 1e-9);
  }
}

}  // namespace
}  // namespace firstcontact::test
