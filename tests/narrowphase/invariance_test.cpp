// What must not matter does not: which shape is called a, where the scene stands, in which order vertices are given.
// And the cases where nothing happens: no time, no relative motion, parallel ways, a shape and itself.
#include "random_shapes.hpp"
#include "support_oracle.hpp"

#include <firstcontact/separation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace firstcontact::test {
namespace {

constexpr TimeOfImpactOptions options{.duration = 1.0, .target = 1e-4, .tolerance = 1e-5};

double gap_at(const RandomCase& given, double time) {
  return separation({&given.shape_a, pose_at(given.motion_a, time)}, {&given.shape_b, pose_at(given.motion_b, time)})
      .distance;
}

// Both answers are right for one case: where the first touches, and the second answers otherwise, the gap at the
// second's time is no smaller than the target, and where both touch the gaps agree within the tolerance.
void expect_same(const RandomCase& given, const TimeOfImpact& one, const TimeOfImpact& other) {
  ASSERT_NE(one.status, ImpactStatus::undecided);
  ASSERT_NE(other.status, ImpactStatus::undecided);
  if (one.status == ImpactStatus::touches && other.status == ImpactStatus::touches) {
    EXPECT_NEAR(gap_at(given, other.time), one.gap, 1.2 * options.tolerance);
    return;
  }
  if (one.status != other.status) {
    // Only a graze within the tolerance may be answered either way.
    const TimeOfImpact& touching = one.status == ImpactStatus::touches ? one : other;
    EXPECT_GT(gap_at(given, touching.time), options.target);
    EXPECT_FALSE(oracle_sweep(given.a(), given.b(), options.duration, options.target - 1e-9).reached);
  }
}

RandomCase swapped(const RandomCase& given) { return {given.shape_b, given.shape_a, given.motion_b, given.motion_a}; }

RigidMotion moved(const RigidMotion& motion, const Pose& by) {
  RigidMotion result = motion;
  result.start.position = to_world(by, motion.start.position);
  result.start.orientation = glm::normalize(by.orientation * motion.start.orientation);
  result.linear_velocity = rotate(by.orientation, motion.linear_velocity);
  result.angular_velocity = rotate(by.orientation, motion.angular_velocity);
  result.linear_acceleration = rotate(by.orientation, motion.linear_acceleration);
  return result;
}

ConvexShape reordered(Random& random, const ConvexShape& shape) {
  if (shape.core.faces.empty()) {
    return shape.core.vertices.size() < 2
               ? shape
               : make_capsule(shape.core.vertices[1], shape.core.vertices[0], shape.rounding);
  }
  std::vector<Vec3> points = shape.core.vertices;
  for (std::size_t i = points.size(); i > 1; --i) {
    std::swap(points[i - 1], points[static_cast<std::size_t>(random.between(0.0, static_cast<double>(i)))]);
  }
  return make_shape(convex_hull(points).value());
}

TEST(TimeOfImpactInvariance, WhichShapeIsCalledAIsAllTheSame) {
  Random random(201);
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(i);
    const RandomCase given = random_case(random, i % 2 == 0 ? 3.0 : 30.0, 1.0);
    const RandomCase turned = swapped(given);
    expect_same(given, time_of_impact(given.a(), given.b(), options), time_of_impact(turned.a(), turned.b(), options));
  }
}

TEST(TimeOfImpactInvariance, WhereTheSceneStandsAndHowItIsTurnedIsAllTheSame) {
  Random random(202);
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(i);
    const RandomCase given = random_case(random, i % 2 == 0 ? 3.0 : 30.0, 1.0);
    const Pose by{random.in_cube(i % 4 < 2 ? 10.0 : 1e6), random.orientation()};
    RandomCase there = given;
    there.motion_a = moved(given.motion_a, by);
    there.motion_b = moved(given.motion_b, by);
    expect_same(given, time_of_impact(given.a(), given.b(), options), time_of_impact(there.a(), there.b(), options));
  }
}

TEST(TimeOfImpactInvariance, TheOrderOfTheVerticesIsAllTheSame) {
  Random random(203);
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(i);
    const RandomCase given = random_case(random, 3.0, 1.0);
    RandomCase shuffled = given;
    shuffled.shape_a = reordered(random, given.shape_a);
    shuffled.shape_b = reordered(random, given.shape_b);
    expect_same(given, time_of_impact(given.a(), given.b(), options),
                time_of_impact(shuffled.a(), shuffled.b(), options));
  }
}

TEST(TimeOfImpactInvariance, ASharedVelocityChangesNothing) {
  Random random(204);
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    const RandomCase given = random_case(random, 3.0, 0.0);
    RandomCase flying = given;
    const Vec3 shared = random.in_cube(1000.0);
    flying.motion_a.linear_velocity += shared;
    flying.motion_b.linear_velocity += shared;
    expect_same(given, time_of_impact(given.a(), given.b(), options), time_of_impact(flying.a(), flying.b(), options));
  }
}

// One shape, and its twin beside it, in the same or the opposite pose.
RandomCase twins(Random& random, double gap) {
  RandomCase given;
  given.shape_a = given.shape_b = random_shape(random);
  given.motion_a.start = {random.in_cube(1.0), random.orientation()};
  given.motion_b.start = given.motion_a.start;
  given.motion_b.start.position += 2.1 * given.shape_a.radius * random.direction();
  const Separation far = separation({&given.shape_a, given.motion_a.start}, {&given.shape_b, given.motion_b.start});
  given.motion_b.start.position -= (far.distance - gap) * far.normal;
  return given;
}

TEST(TimeOfImpactDegenerate, IsClearWithoutRelativeMotionAtAnyGapAndSpeed) {
  Random random(205);
  for (const double gap : {1e-7, 1e-5, 1e-3, 0.1}) {
    for (int i = 0; i < 50; ++i) {
      SCOPED_TRACE(i);
      RandomCase given = twins(random, gap);
      given.motion_a.linear_velocity = given.motion_b.linear_velocity = random.in_cube(1000.0);
      given.motion_a.linear_acceleration = given.motion_b.linear_acceleration = {0.0, -9.81, 0.0};
      const TimeOfImpact found = time_of_impact(given.a(), given.b(), options);
      EXPECT_EQ(found.status, ImpactStatus::clear);
      EXPECT_EQ(found.time, options.duration);
    }
  }
}

TEST(TimeOfImpactDegenerate, OfATwinInTheSamePlaceIsOverlapOfAllItsWidth) {
  const ConvexShape box = make_shape(make_box({1.0, 0.2, 0.5}));
  Random random(206);
  for (int i = 0; i < 50; ++i) {
    MovingShape a{&box, {}};
    a.motion.start = {random.in_cube(10.0), random.orientation()};
    const TimeOfImpact found = time_of_impact(a, a, options);
    EXPECT_EQ(found.status, ImpactStatus::overlaps);
    EXPECT_EQ(found.time, 0.0);
    EXPECT_NEAR(found.depth, 0.4, 1e-12);
  }
}

TEST(TimeOfImpactDegenerate, ParallelFacesThatSlideAlongEachOtherNeverMeet) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  Random random(207);
  for (const double gap : {1e-7, 1e-5, 1e-3}) {
    for (int i = 0; i < 50; ++i) {
      const Quat turn = random.orientation();
      MovingShape a{&box, {}};
      a.motion.start.orientation = turn;
      MovingShape b = a;
      b.motion.start.position = rotate(turn, {0.2, 1.0 + gap, 0.1});
      b.motion.linear_velocity = rotate(turn, {random.between(-100.0, 100.0), 0.0, random.between(-100.0, 100.0)});
      const TimeOfImpact found = time_of_impact(a, b, options);
      // The velocity's own rounding, 1e-14 m/s across, uses up nothing that matters.
      EXPECT_EQ(found.status, ImpactStatus::clear) << gap;
    }
  }
}

TEST(TimeOfImpactDegenerate, ASpanOfNoLengthIsTheQuestionForTheStart) {
  Random random(208);
  TimeOfImpactOptions instant = options;
  instant.duration = 0.0;
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    RandomCase given = random_case(random, 60.0, 1.0);
    const TimeOfImpact apart = time_of_impact(given.a(), given.b(), instant);
    EXPECT_EQ(apart.status, ImpactStatus::clear);
    EXPECT_EQ(apart.time, 0.0);
    given.motion_b.start.position = given.motion_a.start.position;
    const bool overlapping = gap_at(given, 0.0) <= 0.0;
    const TimeOfImpact together = time_of_impact(given.a(), given.b(), instant);
    EXPECT_EQ(together.status, overlapping ? ImpactStatus::overlaps : ImpactStatus::clear);
  }
}

}  // namespace
}  // namespace firstcontact::test
