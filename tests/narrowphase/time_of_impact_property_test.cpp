// Properties and the slow oracle: random shapes, spins, accelerations; rigid motions of the whole scene; pairs that
// start nearer than the skin and are pressed together for thousands of steps.
#include "random_shapes.hpp"
#include "slow_oracle.hpp"

#include <firstcontact/separation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace firstcontact::test {
namespace {

constexpr TimeOfImpactOptions common_options{.duration = 1.0, .target = 1e-4, .tolerance = 1e-5};

// Nothing came within the target before the time reported, and at that time the gap is what was promised.
void expect_certified(const RandomCase& given, const TimeOfImpact& found) {
  const SlowSweep sweep = slow_sweep(given.a(), given.b(), found.time, common_options.target - 1e-9);
  EXPECT_FALSE(sweep.reached) << "the gap was " << sweep.nearest << " at " << sweep.time << ", before " << found.time;
  if (found.status == ImpactStatus::touches) {
    const double gap = slow_distance({&given.shape_a, slow_pose(given.motion_a, found.time)},
                                     {&given.shape_b, slow_pose(given.motion_b, found.time)});
    EXPECT_LE(gap, common_options.target + common_options.tolerance + 1e-12);
  }
}

void run_against_oracle(std::uint64_t seed, int count, double spin, double acceleration) {
  Random random(seed);
  int touches = 0;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << " case " << i);
    const RandomCase given = random_case(random, spin, acceleration);
    const TimeOfImpact found = time_of_impact(given.a(), given.b(), common_options);
    ASSERT_TRUE(found.status == ImpactStatus::touches || found.status == ImpactStatus::clear);
    expect_certified(given, found);
    touches += found.status == ImpactStatus::touches ? 1 : 0;
  }
  EXPECT_GT(touches, count / 4);
}

TEST(TimeOfImpactOracle, AgreesWithoutSpin) { run_against_oracle(11, 800, 0.0, 0.0); }
TEST(TimeOfImpactOracle, AgreesWithModerateSpin) { run_against_oracle(12, 800, 3.0, 0.0); }
TEST(TimeOfImpactOracle, AgreesWithFastSpin) { run_against_oracle(13, 300, 40.0, 0.0); }
TEST(TimeOfImpactOracle, AgreesWithAcceleration) { run_against_oracle(14, 800, 3.0, 4.0); }

TEST(TimeOfImpactProperty, SwappingTheShapesTurnsTheNormalRound) {
  Random random(21);
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    const RandomCase given = random_case(random, 3.0, 1.0);
    const TimeOfImpact one = time_of_impact(given.a(), given.b(), common_options);
    const TimeOfImpact other = time_of_impact(given.b(), given.a(), common_options);
    if (one.status != ImpactStatus::touches || other.status != ImpactStatus::touches) {
      continue;
    }
    const double gap = separation({&given.shape_a, pose_at(given.motion_a, other.time)},
                                  {&given.shape_b, pose_at(given.motion_b, other.time)})
                           .distance;
    EXPECT_NEAR(gap, one.gap, 1.2 * common_options.tolerance);
    if (one.time == other.time) {
      EXPECT_NEAR(glm::dot(one.normal, other.normal), -1.0, 1e-3);
    }
  }
}

RigidMotion moved(const RigidMotion& motion, const Pose& by) {
  RigidMotion result = motion;
  result.start.position = to_world(by, motion.start.position);
  result.start.orientation = glm::normalize(by.orientation * motion.start.orientation);
  result.linear_velocity = rotate(by.orientation, motion.linear_velocity);
  result.angular_velocity = rotate(by.orientation, motion.angular_velocity);
  result.linear_acceleration = rotate(by.orientation, motion.linear_acceleration);
  return result;
}

TEST(TimeOfImpactProperty, MovingTheWholeSceneChangesNothing) {
  Random random(22);
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    const RandomCase given = random_case(random, 3.0, 1.0);
    RandomCase elsewhere = given;
    const Pose by{random.in_cube(1000.0), random.orientation()};
    elsewhere.motion_a = moved(given.motion_a, by);
    elsewhere.motion_b = moved(given.motion_b, by);
    const TimeOfImpact here = time_of_impact(given.a(), given.b(), common_options);
    const TimeOfImpact there = time_of_impact(elsewhere.a(), elsewhere.b(), common_options);
    if (here.status != ImpactStatus::touches || there.status != ImpactStatus::touches) {
      continue;
    }
    const double gap = separation({&given.shape_a, pose_at(given.motion_a, there.time)},
                                  {&given.shape_b, pose_at(given.motion_b, there.time)})
                           .distance;
    EXPECT_NEAR(gap, here.gap, 1.2 * common_options.tolerance);
  }
}

TEST(TimeOfImpactProperty, ACacheNeverMakesAnAnswerUnsafe) {
  Random random(23);
  int clear = 0;
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(i);
    const RandomCase given = random_case(random, 3.0, 1.0);
    AxisCache cache{random.direction()};
    for (int repeat = 0; repeat < 2; ++repeat) {
      const TimeOfImpact found = time_of_impact(given.a(), given.b(), common_options, &cache);
      expect_certified(given, found);
      clear += found.status == ImpactStatus::clear ? 1 : 0;
    }
  }
  EXPECT_GT(clear, 0);
}

class NearStart : public testing::TestWithParam<double> {};

// A box that stands at a tiny gap over a floor, and is turned a little so that no face is parallel to an axis.
RandomCase standing_box(double gap) {
  RandomCase given;
  given.shape_a = make_shape(make_box({2.0, 0.5, 2.0}));
  given.shape_b = make_shape(make_box({0.5, 0.5, 0.5}));
  const Quat tilt = quaternion_from_rotation_vector({0.3, 0.2, 0.5});
  given.motion_a.start = {Vec3(0.1, 0.2, 0.3), tilt};
  given.motion_b.start = {to_world(given.motion_a.start, {0.2, 1.0 + gap, 0.1}), tilt};
  return given;
}

TEST_P(NearStart, IsClearForAPairThatStandsOrPartsOrSlides) {
  const RandomCase given = standing_box(GetParam());
  const Vec3 up = rotate(given.motion_a.start.orientation, {0.0, 1.0, 0.0});
  const Vec3 along = rotate(given.motion_a.start.orientation, {1.0, 0.0, 0.0});
  for (const Vec3& velocity : {Vec3(0.0), up, 0.5 * along + 1e-3 * up}) {
    MovingShape b = given.b();
    b.motion.linear_velocity = velocity;
    const TimeOfImpact found = time_of_impact(given.a(), b, common_options);
    EXPECT_EQ(found.status, ImpactStatus::clear);
    EXPECT_GT(found.target, 0.0);
    EXPECT_LE(found.target, 0.51 * GetParam());
  }
}

TEST_P(NearStart, TouchesAtHalfItsGapWhenApproaching) {
  const RandomCase given = standing_box(GetParam());
  MovingShape b = given.b();
  b.motion.linear_velocity = -rotate(given.motion_a.start.orientation, {0.0, 1.0, 0.0});
  const TimeOfImpact found = time_of_impact(given.a(), b, common_options);
  EXPECT_EQ(found.status, ImpactStatus::touches);
  EXPECT_GT(found.gap, 0.45 * GetParam());
  EXPECT_LT(found.time, GetParam());
}

TEST_P(NearStart, IsClearForABoxThatTipsAway) {
  const RandomCase given = standing_box(GetParam());
  MovingShape b = given.b();
  b.motion.angular_velocity = rotate(given.motion_a.start.orientation, {0.0, 0.0, 0.4});
  b.motion.linear_velocity = rotate(given.motion_a.start.orientation, {0.0, 0.21, 0.0});
  EXPECT_EQ(time_of_impact(given.a(), b, {.duration = 0.05}).status, ImpactStatus::clear);
}

INSTANTIATE_TEST_SUITE_P(Gaps, NearStart, testing::Values(1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4));

TEST(NearStart, BelowTheFloorTouchesAtOnceOnlyWhenApproaching) {
  const RandomCase given = standing_box(1e-13);
  MovingShape b = given.b();
  b.motion.linear_velocity = -rotate(given.motion_a.start.orientation, {0.0, 1.0, 0.0});
  const TimeOfImpact found = time_of_impact(given.a(), b, common_options);
  EXPECT_TRUE(found.status == ImpactStatus::touches || found.status == ImpactStatus::overlaps);
  EXPECT_EQ(found.time, 0.0);
}

// Pairs pressed together at random with large spins and no contact response: the gap may halve again and again but the
// shapes must never meet. (docs/method.md, 6.3: the induction that the engine's promise stands on.)
TEST(PressedPairs, NeverIntersectOverThousandsOfSteps) {
  Random random(31);
  int steps = 0;
  for (int pair = 0; pair < 60; ++pair) {
    RandomCase given = random_case(random, 3.0, 0.0);
    for (int step = 0; step < 150; ++step, ++steps) {
      const Vec3 towards = given.motion_a.start.position - given.motion_b.start.position;
      given.motion_b.linear_velocity = 2.0 * towards + random.in_cube(1.0);
      given.motion_a.linear_velocity = Vec3(0.0);
      given.motion_a.angular_velocity = random.direction() * random.between(0.0, 6.0);
      given.motion_b.angular_velocity = random.direction() * random.between(0.0, 6.0);
      const TimeOfImpact found = time_of_impact(given.a(), given.b(), common_options);
      ASSERT_NE(found.status, ImpactStatus::overlaps) << "pair " << pair << " step " << step;
      given.motion_a = advanced(given.motion_a, found.time);
      given.motion_b = advanced(given.motion_b, found.time);
      if (step % 5 == 0) {
        ASSERT_GT(slow_distance({&given.shape_a, given.motion_a.start}, {&given.shape_b, given.motion_b.start}), 0.0)
            << "pair " << pair << " step " << step;
      }
    }
  }
  RecordProperty("steps", steps);
}

}  // namespace
}  // namespace firstcontact::test
