// Cylinders, cones and ellipsoids against everything: distances between two bounds that the test checks by itself, the
// lower one by points of the surfaces, the upper one by the shapes' equations.
#include <firstcontact/separation.hpp>

#include <gtest/gtest.h>

#include "smooth_shapes.hpp"

namespace firstcontact::test {
namespace {

// A smooth shape, or another kind: `smooth` then holds nothing.
struct Either {
  SmoothSample smooth;
  ConvexShape other;
  bool is_smooth = true;
  [[nodiscard]] const ConvexShape& shape() const { return is_smooth ? smooth.shape : other; }
};

Either random_either(Random& random) {
  Either either;
  either.is_smooth = random.between(0.0, 1.0) < 0.4;
  if (either.is_smooth) {
    either.smooth = random_smooth(random);
  } else if (random.between(0.0, 1.0) < 0.2) {
    const Vec3 a = 0.5 * random.direction();
    const Vec3 b = 0.5 * random.direction();
    either.other = make_triangle(a, b, Vec3(0.0, 0.01, 0.02));
  } else {
    either.other = random_shape(random);
  }
  return either;
}

// How far (m) the points of the surface reach along `direction`, found by trying many.
double sampled_reach(const SmoothSample& sample, const Vec3& direction) {
  constexpr int steps = 400;
  double most = -1e300;
  for (int i = 0; i < steps; ++i) {
    for (int j = 0; j < (sample.kind == Smooth::ellipsoid ? steps : 2); ++j) {
      const double v = sample.kind == Smooth::ellipsoid ? (j + 0.5) / steps : 0.9 * j;
      most = std::max(most, glm::dot(direction, sample.surface_point(static_cast<double>(i) / steps, v)));
    }
  }
  return most;
}

double reach_of_any(const Either& either, const Vec3& direction) {
  if (either.is_smooth) {
    return either.smooth.reach(direction);
  }
  double most = -1e300;
  for (const Vec3& vertex : either.other.core.vertices) {
    most = std::max(most, glm::dot(direction, vertex));
  }
  return most + either.other.rounding;
}

TEST(SmoothShape, ReachesAsFarAsItsPoints) {
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    const SmoothSample sample = random_smooth(random);
    const Vec3 direction = random.direction();
    const double sampled = sampled_reach(sample, direction);
    const double reach = reach_of(sample.shape, direction);
    EXPECT_GE(reach, sampled - 1e-15) << i;
    EXPECT_NEAR(reach, sample.reach(direction), 1e-15) << i;
    EXPECT_LE(reach, sampled + 2e-4 * sample.shape.radius) << i;
    EXPECT_LE(reach, sample.shape.radius);
    const Vec3 h = sample.shape.half_extents;
    EXPECT_LE(reach, glm::dot(glm::abs(direction), h) * (1.0 + 1e-15));
  }
}

TEST(SmoothShape, BoundsOfACylinderAreExact) {
  const ConvexShape shape = cylinder_sample(0.3, 0.4).shape;
  EXPECT_NEAR(shape.radius, 0.5, 1e-15);
  EXPECT_EQ(shape.half_extents, Vec3(0.3, 0.4, 0.3));
  EXPECT_EQ(glm::abs(shape.symmetry_axis), Vec3(0.0, 1.0, 0.0));
  EXPECT_EQ(ellipsoid_sample({0.3, 0.4, 0.5}).shape.symmetry_axis, Vec3(0.0));
  EXPECT_EQ(glm::abs(ellipsoid_sample({0.3, 0.4, 0.3}).shape.symmetry_axis), Vec3(0.0, 1.0, 0.0));
}

// Of the distance, and of the shapes' size: nearer than that the two bounds meet.
struct Precision {
  double relative, of_size;
};

// A true lower bound and a true upper bound that nearly meet: then both are the distance.
void expect_exact(const Either& a, const Pose& pose_a, const Either& b, const Pose& pose_b,
                  const Precision& precision) {
  const Separation apart = separation({&a.shape(), pose_a}, {&b.shape(), pose_b});
  if (!(apart.distance > 0.0)) {
    return;
  }
  const double size = a.shape().radius + b.shape().radius + glm::length(pose_b.position - pose_a.position);
  const double tolerance = precision.relative * apart.distance + precision.of_size * size;
  EXPECT_LE(apart.distance - apart.lower_bound, tolerance);
  EXPECT_NEAR(glm::dot(apart.point_b - apart.point_a, apart.normal), apart.distance, tolerance);
  if (a.is_smooth) {
    EXPECT_LE(a.smooth.outside(rotate_inverse(pose_a.orientation, apart.point_a - pose_a.position)), 1e-14);
  }
  if (b.is_smooth) {
    EXPECT_LE(b.smooth.outside(rotate_inverse(pose_b.orientation, apart.point_b - pose_b.position)), 1e-14);
  }
  const double between = glm::dot(apart.normal, pose_b.position - pose_a.position) -
                         reach_of_any(a, rotate_inverse(pose_a.orientation, apart.normal)) -
                         reach_of_any(b, rotate_inverse(pose_b.orientation, -apart.normal));
  EXPECT_LE(apart.lower_bound, between + 1e-14 * size);
}

TEST(SmoothDistance, LiesBetweenBoundsThatMeet) {
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    Either a;
    a.smooth = random_smooth(random);
    const Either b = random_either(random);
    const double far = random.between(0.05, 2.0);
    const Vec3 direction = random.direction();
    const Quat turn_a = random.orientation();
    const Quat turn_b = random.orientation();
    SCOPED_TRACE(i);
    expect_exact(a, {Vec3(0.0), turn_a}, b, {far * direction, turn_b}, {1e-9, 4e-15});
    expect_exact(b, {far * direction, turn_b}, a, {Vec3(0.0), turn_a}, {1e-9, 4e-15});
  }
}

// Gaps as small as a skin are what a simulation lives on.
TEST(SmoothDistance, IsAsGoodNextToContact) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    Either a;
    a.smooth = random_smooth(random);
    const Either b = random_either(random);
    const Pose pose_a{Vec3(0.0), random.orientation()};
    Pose pose_b{1.6 * random.direction(), random.orientation()};
    for (int k = 0; k < 3; ++k) {
      const Separation apart = separation({&a.shape(), pose_a}, {&b.shape(), pose_b});
      pose_b.position -= (apart.distance - std::pow(10.0, -3.0 - 2.0 * k)) * apart.normal;
      SCOPED_TRACE(i);
      expect_exact(a, pose_a, b, pose_b, {1e-9, 4e-12});
    }
  }
}

TEST(SmoothDistance, OfParallelFlatsIsExact) {
  const ConvexShape box = make_shape(make_box({2.0, 0.5, 2.0}));
  const ConvexShape wheel = cylinder_sample(0.2, 0.3).shape;
  const Pose floor{Vec3(0.0, -0.5, 0.0), Quat(1.0, 0.0, 0.0, 0.0)};
  for (int i = 0; i < 100; ++i) {
    const Quat upright = quaternion_from_rotation_vector({0.0, 0.37 * i, 0.0});
    const Quat lying = quaternion_from_rotation_vector({1.5707963267948966, 0.0, 0.0});
    const Separation on_cap = separation({&box, floor}, {&wheel, {{0.01 * i, 0.3 + 1e-4, 0.0}, upright}});
    const Separation on_side = separation({&box, floor}, {&wheel, {{0.01 * i, 0.2 + 1e-4, 0.0}, upright * lying}});
    EXPECT_NEAR(on_cap.distance, 1e-4, 2e-16) << i;
    EXPECT_NEAR(on_side.distance, 1e-4, 2e-15) << i;
    EXPECT_NEAR(on_cap.lower_bound, 1e-4, 2e-16) << i;
    EXPECT_NEAR(on_side.lower_bound, 1e-4, 2e-15) << i;
  }
}

// Minus the depth is the greatest separation along any axis: no sampled one shows more, and that way parts them.
TEST(SmoothDistance, DepthIsTheShortestWayOut) {
  Random random(4);
  int deep = 0;
  for (int i = 0; i < 300; ++i) {
    Either a;
    a.smooth = random_smooth(random);
    const Either b = random_either(random);
    const Pose pose_a{Vec3(0.0), random.orientation()};
    const double far = random.between(0.0, 0.5);
    Pose pose_b{far * random.direction(), random.orientation()};
    const Separation found = separation({&a.shape(), pose_a}, {&b.shape(), pose_b});
    if (!(found.depth > 0.0)) {
      continue;
    }
    ++deep;
    for (int k = 0; k < 500; ++k) {
      const Vec3 n = random.direction();
      const double separation = glm::dot(n, pose_b.position) -
                                reach_of(a.shape(), rotate_inverse(pose_a.orientation, n)) -
                                reach_of(b.shape(), rotate_inverse(pose_b.orientation, -n));
      ASSERT_LE(separation, -found.depth + 1e-6) << i;
    }
    pose_b.position += found.depth * (1.0 + 1e-9) * found.normal + 1e-9 * found.normal;
    EXPECT_GT(separation({&a.shape(), pose_a}, {&b.shape(), pose_b}).distance, 0.0) << i;
  }
  EXPECT_GT(deep, 100);
}

}  // namespace
}  // namespace firstcontact::test
