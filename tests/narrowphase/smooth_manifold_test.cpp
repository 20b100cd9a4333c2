// Where cylinders, cones and ellipsoids bear: on true rims and side lines, whichever way they are turned about their
// own axis.
#include <firstcontact/separation.hpp>

#include <gtest/gtest.h>

#include "smooth_shapes.hpp"

namespace firstcontact::test {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double gap = 1e-4;  // m

const ConvexShape floor_shape = make_shape(make_box({2.0, 0.5, 2.0}));
const Pose floor_pose{Vec3(0.0, -0.5, 0.0), Quat(1.0, 0.0, 0.0, 0.0)};

Quat turned(const Vec3& by) { return quaternion_from_rotation_vector(by); }

Manifold on_floor(const ConvexShape& shape, const Pose& pose, double margin = 1e-3) {
  const PosedShape a{&floor_shape, floor_pose};
  const PosedShape b{&shape, pose};
  return contact_manifold(a, b, separation(a, b), margin);
}

// m^2: of the points in the plane of the floor; they come in order.
double area_of(const Manifold& manifold) {
  double twice = 0.0;
  for (int i = 0; i < manifold.count; ++i) {
    const Vec3& p = manifold.points.at(static_cast<std::size_t>(i)).point;
    const Vec3& q = manifold.points.at(static_cast<std::size_t>((i + 1) % manifold.count)).point;
    twice += p.z * q.x - p.x * q.z;
  }
  return 0.5 * std::abs(twice);
}

TEST(SmoothManifold, ACylinderStandsOnFourPointsOfItsRim) {
  const ConvexShape shape = cylinder_sample(0.2, 0.3).shape;
  for (int i = 0; i < 20; ++i) {
    const Vec3 place(0.3, 0.3 + gap, -0.2);
    const Manifold manifold = on_floor(shape, {place, turned({0.0, 0.3 * i, 0.0})});
    ASSERT_EQ(manifold.count, 4) << i;
    EXPECT_EQ(manifold.normal, Vec3(0.0, 1.0, 0.0));
    for (const ManifoldPoint& point : manifold.points) {
      EXPECT_NEAR(std::hypot(point.point.x - place.x, point.point.z - place.z), 0.2, 1e-15);
      EXPECT_NEAR(point.separation, gap, 1e-15);
    }
    EXPECT_NEAR(area_of(manifold), 2.0 * 0.2 * 0.2, 1e-12);  // the greatest there is in a circle
  }
}

// Leaning by less than it takes to stand on an edge alone, it has its lowest point among the four.
TEST(SmoothManifold, ALeaningCoinHasItsLowestPoint) {
  const ConvexShape coin = cylinder_sample(0.1, 0.005).shape;
  for (const double lean : {1e-5, 1e-4, 1e-3, 9e-3, 2e-2, 0.3}) {
    for (int i = 0; i < 20; ++i) {
      const double towards = 0.7 * i;
      const Vec3 hinge(std::cos(towards), 0.0, std::sin(towards));
      const Quat turn = turned(lean * hinge) * turned({0.0, 1.3 * i, 0.0});
      const double height = 0.1 * std::sin(lean) + 0.005 * std::cos(lean) + gap;
      const Manifold manifold = on_floor(coin, {{0.0, height, 0.0}, turn});
      double lowest = 1.0;
      Vec3 where(0.0);
      for (int k = 0; k < manifold.count; ++k) {
        const ManifoldPoint& point = manifold.points.at(static_cast<std::size_t>(k));
        where = point.separation < lowest ? point.point : where;
        lowest = std::min(lowest, point.separation);
      }
      EXPECT_NEAR(lowest, gap, 1e-12) << lean;
      const double reach = 0.1 * std::cos(lean) - 0.005 * std::sin(lean);
      const Vec3 down = reach * glm::cross(hinge, Vec3(0.0, 1.0, 0.0));
      EXPECT_NEAR(std::abs(glm::dot(where, glm::normalize(down))), reach, 1e-9) << lean;
      EXPECT_NEAR(glm::dot(where, hinge), 0.0, 1e-8) << lean;
    }
  }
}

// Half of it over the edge of the table: the patch ends at the edge, on the true circle.
TEST(SmoothManifold, OverAnEdgeThePatchEndsThere) {
  const ConvexShape shape = cylinder_sample(0.2, 0.3).shape;
  for (const double beyond : {-0.08, -0.05, 0.0, 0.1, 0.17}) {
    const Vec3 place(2.0 + beyond, 0.3 + gap, 0.0);
    const Manifold manifold = on_floor(shape, {place, Quat(1.0, 0.0, 0.0, 0.0)});
    double least = 1.0;
    double most = -1.0;
    double width = 0.0;
    for (int k = 0; k < manifold.count; ++k) {
      const Vec3& point = manifold.points.at(static_cast<std::size_t>(k)).point;
      least = std::min(least, point.x);
      most = std::max(most, point.x);
      width = std::max(width, std::abs(point.z));
      EXPECT_LE(std::hypot(point.x - place.x, point.z), 0.2 + 1e-12);
    }
    EXPECT_NEAR(most, 2.0, 1e-9) << beyond;
    const double half_chord = std::sqrt(0.04 - beyond * beyond);
    EXPECT_GE(width, beyond < 0.0 ? half_chord : 0.999 * half_chord) << beyond;
    EXPECT_LE(least, place.x - 0.14) << beyond;
  }
}

TEST(SmoothManifold, AWheelBearsAlongItsSideLine) {
  const ConvexShape shape = cylinder_sample(0.2, 0.3).shape;
  for (int i = 0; i < 30; ++i) {
    // Whatever part of its side points down.
    const Quat turn = turned({0.0, 0.0, 0.21 * i}) * turned({0.5 * pi, 0.0, 0.0});
    const Manifold manifold = on_floor(shape, {{0.1, 0.2 + gap, 0.0}, turn});
    ASSERT_EQ(manifold.count, 2) << i;
    for (int k = 0; k < 2; ++k) {
      const ManifoldPoint& point = manifold.points.at(static_cast<std::size_t>(k));
      EXPECT_NEAR(point.separation, gap, 1e-15);
      EXPECT_NEAR(point.point.x, 0.1, 1e-15);
      EXPECT_NEAR(std::abs(point.point.z), 0.3, 1e-15);
    }
  }
}

TEST(SmoothManifold, ConesBearOnBaseSideAndApex) {
  const ConvexShape cone = cone_sample(0.2, 0.15).shape;
  const Manifold upright = on_floor(cone, {{0.0, 0.15 + gap, 0.0}, Quat(1.0, 0.0, 0.0, 0.0)});
  EXPECT_EQ(upright.count, 4);
  const Manifold on_apex = on_floor(cone, {{0.0, 0.15 + gap, 0.0}, turned({pi, 0.0, 0.0})});
  ASSERT_EQ(on_apex.count, 1);
  EXPECT_NEAR(on_apex.points[0].separation, gap, 1e-15);
  // On its side: its axis rises by the half angle of the apex.
  const double half_angle = std::atan2(0.2, 0.3);
  const Quat lying = turned({0.0, 0.0, -0.5 * pi - half_angle});
  const double height = 0.5 * (0.2 * std::cos(half_angle));
  const Manifold side = on_floor(cone, {{0.0, height + gap, 0.0}, lying});
  ASSERT_EQ(side.count, 2);
  EXPECT_NEAR(glm::length(side.points[0].point - side.points[1].point), std::hypot(0.2, 0.3), 1e-12);
  EXPECT_NEAR(side.points[0].separation, gap, 1e-12);
  EXPECT_NEAR(side.points[1].separation, gap, 1e-12);
}

TEST(SmoothManifold, OfAnEllipsoidIsItsLowestPoint) {
  Random random(21);
  for (int i = 0; i < 50; ++i) {
    const SmoothSample sample = ellipsoid_sample({0.3, 0.1, 0.2});
    const Quat turn = random.orientation();
    const double height = sample.reach(rotate_inverse(turn, {0.0, -1.0, 0.0})) + gap;
    const Manifold manifold = on_floor(sample.shape, {{0.0, height, 0.0}, turn});
    ASSERT_EQ(manifold.count, 1);
    EXPECT_NEAR(manifold.points[0].separation, gap, 1e-15);
    EXPECT_EQ(manifold.normal, Vec3(0.0, 1.0, 0.0));
  }
}

TEST(SmoothManifold, CylindersBearOnEachOther) {
  const ConvexShape wide = cylinder_sample(0.3, 0.1).shape;
  const ConvexShape narrow = cylinder_sample(0.2, 0.15).shape;
  const Pose low{};
  const auto bearing = [&](const Pose& pose_a, const Pose& pose_b) {
    const PosedShape a{&wide, pose_a};
    const PosedShape b{&narrow, pose_b};
    return contact_manifold(a, b, separation(a, b), 1e-3);
  };
  // Cap on cap, the narrow one within the wide one's rim; then off to the side, where the two circles cross.
  const Manifold within = bearing(low, {{0.05, 0.25 + gap, 0.0}, turned({0.0, 1.0, 0.0})});
  EXPECT_EQ(within.count, 4);
  EXPECT_NEAR(area_of(within), 2.0 * 0.2 * 0.2, 1e-9);
  const Manifold aside = bearing(low, {{0.4, 0.25 + gap, 0.0}, Quat(1.0, 0.0, 0.0, 0.0)});
  double most = 0.0;
  for (int k = 0; k < aside.count; ++k) {
    most = std::max(most, std::abs(aside.points.at(static_cast<std::size_t>(k)).point.z));
  }
  const double cross_x = (0.16 + 0.09 - 0.04) / 0.8;  // of circles 0.4 apart
  EXPECT_NEAR(most, std::sqrt(0.09 - cross_x * cross_x), 1e-9);
  // Side by side their lines have 0.2 m in common; crossed there is one point.
  const Quat lying = turned({0.5 * pi, 0.0, 0.0});
  const Manifold parallel = bearing({Vec3(0.0), lying}, {{0.0, 0.5 + gap, 0.0}, turned({0.0, 0.0, 0.3}) * lying});
  ASSERT_EQ(parallel.count, 2);
  EXPECT_NEAR(glm::length(parallel.points[0].point - parallel.points[1].point), 0.2, 1e-9);
  const Manifold crossed = bearing({Vec3(0.0), lying}, {{0.0, 0.5 + gap, 0.0}, turned({0.0, 0.5, 0.0}) * lying});
  EXPECT_EQ(crossed.count, 1);
}

}  // namespace
}  // namespace firstcontact::test
