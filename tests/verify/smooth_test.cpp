// What `verify` knows of cylinders, cones and ellipsoids by itself: how far they reach, that they stay apart, and when
// they do not.
#include <gtest/gtest.h>

#include <cmath>

#include "support/random.hpp"
#include "verify/recorded_scene.hpp"
#include "verify/shape.hpp"

namespace firstcontact::verify {
namespace {

using testing::lines_of;
using testing::recording_of_text;
using testing::report_of;
using testing::WholeRecording;

RecordedShape recorded(const ConvexShape& shape) { return {shape.rounding, shape.core.vertices, {}, shape.ellipsoids}; }

// |M^T d| of a cylinder, by its closed form in long double.
TEST(VerifySmooth, BoundsHoldTheClosedForm) {
  testing_support::Random random(5);
  for (int i = 0; i < 1000; ++i) {
    const double radius = random.between(0.01, 2.0);
    const double half = random.between(0.01, 2.0);
    const RecordedCollider collider{Vec3(0.0), {recorded(make_cylinder({0.0, -half, 0.0}, {0.0, half, 0.0}, radius))}};
    const Shape shape = body_shape(collider).whole;
    const Vec3 d = random.vector(1.0);
    const long double reach = std::hypot(static_cast<long double>(d.x), static_cast<long double>(d.z)) * radius +
                              std::abs(static_cast<long double>(d.y)) * half;
    const double most = greatest_along(shape, IntervalVector(d));
    EXPECT_GE(static_cast<long double>(most), reach);
    EXPECT_LE(most, static_cast<double>(reach) * (1.0 + 1e-14));
    EXPECT_GE(shape.radius, std::hypot(radius, half));
    EXPECT_LE(shape.radius, std::hypot(radius, half) * (1.0 + 1e-7));
    EXPECT_GE(shape.extents.x, radius);
    EXPECT_GE(shape.ball, std::hypot(radius, half));
    const Vec3 point = furthest_point(shape, d);
    EXPECT_NEAR(glm::dot(point, d), static_cast<double>(reach), 1e-14);
  }
}

const char* const mixed_scene = R"({"version": 1, "duration": 1.5, "bodies": [
  {"name": "floor", "type": "static", "shape": {"box": [3, 0.5, 3]}, "position": [0, -0.5, 0]},
  {"name": "wheel", "shape": {"cylinder": [0.2, 0.1]}, "position": [-1, 0.2003, 0],
   "rotation": [0.7071067811865475, 0, 0, 0.7071067811865476], "linear_velocity": [2, 0, 0],
   "angular_velocity": [0, 0, -10]},
  {"name": "coin", "shape": {"cylinder": [0.1, 0.01]}, "position": [0, 0.5, 0.5], "angular_velocity": [9, 4, 1]},
  {"name": "cone", "shape": {"cone": [0.15, 0.2]}, "position": [0.5, 0.7, 0], "angular_velocity": [2, 3, 4]},
  {"name": "egg", "shape": {"ellipsoid": [0.2, 0.1, 0.15]}, "position": [0.6, 0.3, 0.05],
   "angular_velocity": [1, 1, 5]},
  {"name": "ball", "shape": {"sphere": 0.1}, "position": [0.1, 0.3, 0.5]},
  {"name": "rod", "shape": {"capsule": [0.05, 0.2]}, "position": [0.5, 1.2, 0], "angular_velocity": [0, 3, 3]},
  {"name": "crate", "shape": {"box": [0.1, 0.1, 0.1]}, "position": [-0.3, 0.1003, 0]}]})";

TEST(VerifySmooth, ARunOfAllKindsIsProved) {
  const VerifyReport report = report_of(recording_of_text(mixed_scene));
  EXPECT_EQ(lines_of(report), "");
  ASSERT_TRUE(report.least_gap.has_value());
  EXPECT_GT(report.least_gap->gap, 0.0);
}

// Wheels made a thousandth wider than they were simulated: they are in the floor, and it is seen.
TEST(VerifySmooth, AWiderWheelIsRefuted) {
  WholeRecording recording = recording_of_text(mixed_scene);
  for (RecordedCollider& collider : recording.header.colliders) {
    for (RecordedShape& shape : collider.shapes) {
      for (Ellipsoid& ellipsoid : shape.ellipsoids) {
        ellipsoid.semi_axes *= 1.002;
      }
    }
  }
  const VerifyReport report = report_of(recording);
  EXPECT_NE(lines_of(report).find("wheel"), std::string::npos) << lines_of(report);
  EXPECT_NE(testing::first_of(report, FindingKind::overlap), nullptr);
}

}  // namespace
}  // namespace firstcontact::verify
