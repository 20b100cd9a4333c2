// Closed forms: cases whose time of impact is known on paper.
#include <firstcontact/time_of_impact.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace firstcontact::test {
namespace {

constexpr double pi = 3.14159265358979323846;

MovingShape moving(const ConvexShape& shape, const Vec3& position, const Vec3& velocity) {
  MovingShape result{&shape, {}};
  result.motion.start.position = position;
  result.motion.linear_velocity = velocity;
  return result;
}

void expect_touch_at(const TimeOfImpact& found, double earliest, double latest) {
  EXPECT_EQ(found.status, ImpactStatus::touches);
  EXPECT_GE(found.time, earliest);
  EXPECT_LE(found.time, latest);
}

TEST(TimeOfImpact, OfABulletAndAThinWallIsTheirGapOverTheSpeed) {
  const ConvexShape bullet = make_shape(make_box({0.01, 0.005, 0.005}));
  const ConvexShape wall = make_shape(make_box({0.0005, 2.0, 2.0}));
  const TimeOfImpactOptions options{.duration = 1.0 / 60.0, .target = 1e-5, .tolerance = 1e-6, .max_iterations = 100};
  const TimeOfImpact found = time_of_impact(moving(bullet, {-5.0, 0.1, 0.2}, {1000.0, 0.0, 0.0}),
                                            moving(wall, {0.0, 0.0, 0.0}, Vec3(0.0)), options);
  const double contact = (5.0 - 0.01 - 0.0005) / 1000.0;
  expect_touch_at(found, contact - 1.1e-5 / 1000.0 - 1e-15, contact - 1.0e-5 / 1000.0 + 1e-15);
  EXPECT_NEAR(found.normal.x, 1.0, 1e-12);
  EXPECT_NEAR(found.point.x, -0.0005, 1.2e-5);
  EXPECT_TRUE(found.feature == ClosingFeature::face_a || found.feature == ClosingFeature::face_b);
}

TEST(TimeOfImpact, OfASpinningRodAndAPostIsTheAngleOverTheSpin) {
  // The rod's side, 0.02 from its middle line, meets a ball of radius 0.1 at 0.8 from the hub: sin(angle) = 0.12 / 0.8.
  const ConvexShape rod = make_shape(make_box({1.0, 0.02, 0.02}));
  const ConvexShape post = make_sphere(Vec3(0.0), 0.1);
  MovingShape spinning = moving(rod, Vec3(0.0), Vec3(0.0));
  spinning.motion.angular_velocity = {0.0, 3.0, 0.0};
  const TimeOfImpact found =
      time_of_impact(spinning, moving(post, {0.0, 0.0, -0.8}, Vec3(0.0)), {.target = 1e-6, .tolerance = 1e-7});
  const double contact = (0.5 * pi - std::asin(0.12 / 0.8)) / 3.0;
  expect_touch_at(found, contact - 2e-6, contact);
}

TEST(TimeOfImpact, HonoursAccelerationAlongAParabola) {
  const ConvexShape ball = make_sphere(Vec3(0.0), 0.25);
  const ConvexShape floor = make_shape(make_box({10.0, 0.5, 10.0}));
  MovingShape falling = moving(ball, {0.0, 5.25, 0.0}, {1.0, 2.0, 0.0});
  falling.motion.linear_acceleration = {0.0, -9.81, 0.0};
  const TimeOfImpact found = time_of_impact(falling, moving(floor, {0.0, -0.5, 0.0}, Vec3(0.0)),
                                            {.duration = 3.0, .target = 1e-6, .tolerance = 1e-7});
  const double contact = (2.0 + std::sqrt(4.0 + 2.0 * 9.81 * 5.0)) / 9.81;
  expect_touch_at(found, contact - 1.2e-6 / 9.0, contact);
  EXPECT_NEAR(found.normal.y, -1.0, 1e-12);
}

TEST(TimeOfImpact, OfAThrownBallThatTurnsBackBeforeTheCeilingIsNever) {
  const ConvexShape ball = make_sphere(Vec3(0.0), 0.25);
  const ConvexShape ceiling = make_shape(make_box({10.0, 0.5, 10.0}));
  MovingShape thrown = moving(ball, Vec3(0.0), {0.0, 9.81, 0.0});
  thrown.motion.linear_acceleration = {0.0, -9.81, 0.0};  // its top reaches 4.905 + 0.25 after one second
  const TimeOfImpactOptions options{.duration = 2.0, .target = 1e-4, .tolerance = 1e-5};
  EXPECT_EQ(time_of_impact(thrown, moving(ceiling, {0.0, 5.66, 0.0}, Vec3(0.0)), options).status, ImpactStatus::clear);
  EXPECT_EQ(time_of_impact(thrown, moving(ceiling, {0.0, 5.65, 0.0}, Vec3(0.0)), options).status,
            ImpactStatus::touches);
}

TEST(TimeOfImpact, SeesAWholeTurnThatEndsWhereItBegan) {
  // The discrete test sees the same pose at both ends; the blade passes through the post twice in between.
  const ConvexShape blade = make_shape(make_box({1.0, 0.01, 0.05}));
  const ConvexShape post = make_shape(make_box({0.02, 1.0, 0.02}));
  MovingShape spinning = moving(blade, Vec3(0.0), Vec3(0.0));
  spinning.motion.angular_velocity = {0.0, 2.0 * pi, 0.0};
  const TimeOfImpact found = time_of_impact(spinning, moving(post, {0.0, 0.0, 0.9}, Vec3(0.0)), {});
  EXPECT_EQ(found.status, ImpactStatus::touches);
  EXPECT_LT(found.time, 0.25);
  EXPECT_GT(found.time, 0.2);
}

TEST(TimeOfImpact, IsNeverWithoutRelativeMotion) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const Vec3 shared(300.0, -20.0, 7.0);
  const TimeOfImpact found = time_of_impact(moving(box, Vec3(0.0), shared), moving(box, {1.2, 0.0, 0.0}, shared), {});
  EXPECT_EQ(found.status, ImpactStatus::clear);
  EXPECT_EQ(found.time, 1.0);
}

TEST(TimeOfImpact, OfTwoBodiesInFreeFallIsThatOfTheirVelocitiesAlone) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  MovingShape a = moving(box, Vec3(0.0), {1.0, 0.0, 0.0});
  MovingShape b = moving(box, {1.5, 0.0, 0.0}, Vec3(0.0));
  const TimeOfImpact without = time_of_impact(a, b, {});
  a.motion.linear_acceleration = b.motion.linear_acceleration = {0.0, -9.81, 0.0};
  const TimeOfImpact with = time_of_impact(a, b, {});
  EXPECT_NEAR(without.time, with.time, 1e-13);
}

TEST(TimeOfImpact, IsNeverForSlidingAlongsideAndForPartingBodies) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const MovingShape fixed = moving(box, Vec3(0.0), Vec3(0.0));
  EXPECT_EQ(time_of_impact(fixed, moving(box, {1.001, 0.0, 0.0}, {0.0, 50.0, 0.0}), {}).status, ImpactStatus::clear);
  EXPECT_EQ(time_of_impact(fixed, moving(box, {1.001, 0.0, 0.0}, {5.0, 0.0, 0.0}), {}).status, ImpactStatus::clear);
}

TEST(TimeOfImpact, OfASpanOfNoLengthIsClearWhenApart) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const TimeOfImpact found = time_of_impact(moving(box, Vec3(0.0), {1e6, 0.0, 0.0}),
                                            moving(box, {1.5, 0.0, 0.0}, Vec3(0.0)), {.duration = 0.0});
  EXPECT_EQ(found.status, ImpactStatus::clear);
  EXPECT_EQ(found.time, 0.0);
}

TEST(TimeOfImpact, CountsDeviationAsThickness) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  MovingShape a = moving(box, Vec3(0.0), {1.0, 0.0, 0.0});
  a.motion.deviation = 0.01;
  MovingShape b = moving(box, {1.5, 0.0, 0.0}, Vec3(0.0));
  b.motion.deviation = 0.02;
  expect_touch_at(time_of_impact(a, b, {}), 0.5 - 0.03 - 1.1e-4 - 1e-12, 0.5 - 0.03 - 1e-4);
}

TEST(TimeOfImpact, ReportsRoundedAndPolyhedralOverlapWithItsDepth) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const ConvexShape ball = make_sphere(Vec3(0.0), 0.5);
  const ConvexShape capsule = make_capsule({-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, 0.2);
  const auto depth = [](const ConvexShape& a, const ConvexShape& b, const Vec3& offset) {
    const TimeOfImpact found = time_of_impact(moving(a, Vec3(0.0), Vec3(0.0)), moving(b, offset, Vec3(0.0)), {});
    EXPECT_EQ(found.status, ImpactStatus::overlaps);
    EXPECT_EQ(found.time, 0.0);
    return found.depth;
  };
  EXPECT_NEAR(depth(box, box, {0.9, 0.1, 0.2}), 0.1, 1e-12);
  EXPECT_NEAR(depth(box, ball, {0.9, 0.0, 0.0}), 0.1, 1e-12);
  EXPECT_NEAR(depth(box, ball, {0.2, 0.1, 0.0}), 0.8, 1e-12);  // centre inside: out through the nearest face
  EXPECT_NEAR(depth(ball, ball, {0.7, 0.0, 0.0}), 0.3, 1e-12);
  EXPECT_NEAR(depth(ball, ball, Vec3(0.0)), 1.0, 1e-12);
  EXPECT_NEAR(depth(capsule, capsule, {0.0, 0.3, 0.0}), 0.1, 1e-12);
  EXPECT_NEAR(depth(capsule, ball, Vec3(0.0)), 0.7, 1e-12);
  EXPECT_NEAR(depth(box, capsule, {0.0, 0.1, 0.0}), 0.6, 1e-12);  // segment through the box
}

TEST(TimeOfImpact, RefusesWhatIsNotFiniteOrMissing) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const MovingShape good = moving(box, Vec3(0.0), Vec3(0.0));
  MovingShape bad = good;
  bad.motion.linear_velocity.x = std::nan("");
  EXPECT_THROW(static_cast<void>(time_of_impact(good, bad, {})), ContractViolation);
  EXPECT_THROW(static_cast<void>(time_of_impact({}, good, {})), ContractViolation);
  EXPECT_THROW(static_cast<void>(time_of_impact(good, good, {.tolerance = 0.0})), ContractViolation);
  EXPECT_THROW(static_cast<void>(time_of_impact(good, good, {.duration = -1.0})), ContractViolation);
  EXPECT_THROW(static_cast<void>(time_of_impact(good, good, {.target = -1e-4})), ContractViolation);
  EXPECT_THROW(static_cast<void>(time_of_impact(good, good, {.target = std::nan("")})), ContractViolation);
  for (const double endless : {HUGE_VAL, -HUGE_VAL}) {
    EXPECT_THROW(static_cast<void>(time_of_impact(good, good, {.duration = endless})), ContractViolation);
    EXPECT_THROW(static_cast<void>(time_of_impact(good, good, {.target = endless})), ContractViolation);
    EXPECT_THROW(static_cast<void>(time_of_impact(good, good, {.tolerance = endless})), ContractViolation);
  }
  for (const double wrong : {-1e-3, HUGE_VAL, std::nan("")}) {
    bad = good;
    bad.motion.deviation = wrong;
    EXPECT_THROW(static_cast<void>(time_of_impact(good, bad, {})), ContractViolation);
    EXPECT_THROW(static_cast<void>(time_of_impact(bad, good, {})), ContractViolation);
  }
}

TEST(TimeOfImpact, AZeroWithASignIsAZero) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const MovingShape a = moving(box, Vec3(0.0), Vec3(0.0));
  for (const double distance : {1.5, 3.0}) {
    MovingShape b = moving(box, {distance, 0.0, 0.0}, {-1.0, 0.0, 0.0});
    const TimeOfImpact expected = time_of_impact(a, b, {.target = 0.0});
    b.motion.deviation = -0.0;
    const TimeOfImpact found = time_of_impact(a, b, {.target = -0.0});
    EXPECT_EQ(found.status, expected.status);
    EXPECT_EQ(found.time, expected.time);
    EXPECT_EQ(time_of_impact(a, b, {.duration = -0.0}).status, ImpactStatus::clear);
  }
}

TEST(TimeOfImpact, FarPairsHaveAUnitNormalHoweverFar) {
  const ConvexShape ball = make_sphere(Vec3(0.0), 0.1);
  for (const double distance : {1.0, 1e90, 1e110, 1e150}) {
    const TimeOfImpact found =
        time_of_impact(moving(ball, Vec3(0.0), Vec3(0.0)), moving(ball, {0.0, 0.0, -distance}, Vec3(0.0)), {});
    EXPECT_EQ(found.status, ImpactStatus::clear) << distance;
    EXPECT_EQ(found.normal, Vec3(0.0, 0.0, -1.0)) << distance;
  }
}

TEST(TimeOfImpact, RefusesAMotionOfWhichAnyNumberIsNotFinite) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const MovingShape good = moving(box, Vec3(0.0), Vec3(0.0));
  for (const double wrong : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    for (int part = 0; part < 13; ++part) {
      MovingShape bad = good;
      RigidMotion& motion = bad.motion;
      Vec3* vectors[] = {&motion.start.position, &motion.linear_velocity, &motion.angular_velocity,
                         &motion.linear_acceleration};
      (part == 12 ? motion.start.orientation.z : (*vectors[part / 3])[part % 3]) = wrong;
      EXPECT_THROW(static_cast<void>(time_of_impact(bad, good, {})), ContractViolation) << part;
      EXPECT_THROW(static_cast<void>(time_of_impact(good, bad, {})), ContractViolation) << part;
    }
  }
}

TEST(TimeOfImpact, OutOfIterationsIsUndecidedAndNeverClear) {
  const ConvexShape rod = make_shape(make_box({1.0, 0.01, 0.01}));
  const ConvexShape post = make_shape(make_box({0.02, 1.0, 0.02}));
  MovingShape spinning = moving(rod, Vec3(0.0), Vec3(0.0));
  spinning.motion.angular_velocity = {0.1, 40.0, 0.3};
  const TimeOfImpact found = time_of_impact(spinning, moving(post, {0.0, 0.0, 1.03}, Vec3(0.0)),
                                            {.target = 1e-6, .tolerance = 1e-8, .max_iterations = 2});
  EXPECT_EQ(found.status, ImpactStatus::undecided);
  EXPECT_GT(found.time, 0.0);
}

}  // namespace
}  // namespace firstcontact::test
