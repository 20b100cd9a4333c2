// The certificates against dense sampling: no vertex pair may ever fall below what they promise.
#include "narrowphase/certificate.hpp"

#include "random_shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace firstcontact::test {
namespace {

constexpr int samples = 64;

double separation_at(const PairMotion& pair, const TurningAxis& axis, double from, double after) {
  return pair.separation(pair.at(from + after), turned(axis, after).normal);
}

TurningAxis random_axis(Random& random, const RandomCase& given) {
  TurningAxis axis{random.direction(), Vec3(0.0)};
  const double kind = random.between(0.0, 4.0);
  if (kind > 1.0) {
    axis.turn = kind < 2.0 ? given.motion_a.angular_velocity
                           : (kind < 3.0 ? given.motion_b.angular_velocity : random.in_cube(3.0));
  }
  return axis;
}

TEST(Certificate, ChordsNeverSagBelowTheirCurvatureBound) {
  Random random(41);
  double tightest = 1e300;
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(i);
    const RandomCase given = random_case(random, 6.0, 3.0);
    const PairMotion pair(given.a(), given.b(), 1.0);
    const TurningAxis axis = random_axis(random, given);
    const double from = random.between(0.0, 0.5);
    const double span = random.between(0.01, 0.5);
    const double first = separation_at(pair, axis, from, 0.0);
    const double last = separation_at(pair, axis, from, span);
    const double curvature = curvature_bound(pair, axis, from, span);
    for (int k = 1; k < samples; ++k) {
      const double part = static_cast<double>(k) / samples;
      const double chord = (1.0 - part) * first + part * last;
      const double sag = 0.5 * curvature * span * span * part * (1.0 - part);
      const double over = separation_at(pair, axis, from, part * span) - (chord - sag);
      ASSERT_GE(over, -pair.slack());
      tightest = sag > 1e-6 ? std::min(tightest, over / sag) : tightest;
    }
  }
  // The bound is attained, nearly, by some case: a smaller constant would be wrong.
  EXPECT_LT(tightest, 0.1);
}

// The mutation that must be caught: with a quarter of the constant the chords sag below what they promise.
TEST(Certificate, AQuarterOfTheCurvatureWouldBeTooLittle) {
  Random random(43);
  int broken = 0;
  for (int i = 0; i < 1000; ++i) {
    const RandomCase given = random_case(random, 6.0, 3.0);
    const PairMotion pair(given.a(), given.b(), 1.0);
    const TurningAxis axis = random_axis(random, given);
    const double span = random.between(0.01, 0.5);
    const double first = separation_at(pair, axis, 0.0, 0.0);
    const double last = separation_at(pair, axis, 0.0, span);
    const double quarter = 0.25 * curvature_bound(pair, axis, 0.0, span);
    const double middle = 0.5 * (first + last) - 0.125 * quarter * span * span;
    broken += separation_at(pair, axis, 0.0, 0.5 * span) < middle - pair.slack() ? 1 : 0;
  }
  EXPECT_GT(broken, 10);
}

TEST(Certificate, ClosingBoundsHoldForAStandingAxis) {
  Random random(42);
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(i);
    const RandomCase given = random_case(random, 6.0, 3.0);
    const PairMotion pair(given.a(), given.b(), 1.0);
    const TurningAxis axis{random.direction(), Vec3(0.0)};
    const double from = random.between(0.0, 0.5);
    const ClosingBound bound = closing_bound(pair, axis.normal, from);
    const double first = separation_at(pair, axis, from, 0.0);
    for (int k = 1; k <= samples; ++k) {
      const double after = 0.5 * k / samples;
      const double promised = first - after * (bound.speed + 0.5 * bound.acceleration * after);
      ASSERT_GE(separation_at(pair, axis, from, after), promised - pair.slack());
    }
  }
}

TEST(Certificate, SafeTimeSpendsExactlyTheGap) {
  for (const ClosingBound bound : {ClosingBound{2.0, 0.0}, ClosingBound{2.0, 9.81}, ClosingBound{-1.0, 9.81},
                                   ClosingBound{0.0, 9.81}, ClosingBound{-3.0, 0.5}}) {
    const double time = safe_time(bound, 0.25);
    EXPECT_NEAR(time * (bound.speed + 0.5 * bound.acceleration * time), 0.25, 1e-9);
    EXPECT_TRUE(outlasts(bound, 0.25, 0.999 * time));
    EXPECT_FALSE(outlasts(bound, 0.25, 1.001 * time));
  }
  EXPECT_TRUE(std::isinf(safe_time({-1.0, 0.0}, 0.25)));
  EXPECT_TRUE(std::isinf(safe_time({0.0, 0.0}, 0.25)));
  EXPECT_EQ(safe_time({1.0, 0.0}, -0.1), 0.0);
}

TEST(Certificate, AStraightChordIsCertifiedToItsExactRoot) {
  EXPECT_NEAR(certified_part({1.0, 4.0, 0.0, 1.0}), 0.25, 1e-11);
  EXPECT_EQ(certified_part({1.0, 0.5, 0.0, 1.0}), 1.0);
  EXPECT_EQ(certified_part({-0.1, 0.0, 0.0, 1.0}), 0.0);
  EXPECT_LT(certified_part({1.0, 0.5, 20.0, 1.0}), 0.2);  // both ends are fine, the middle may not be
}

}  // namespace
}  // namespace firstcontact::test
