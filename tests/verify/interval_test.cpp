#include "verify/interval.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random.hpp"
#include "verify/interval_geometry.hpp"

namespace firstcontact::verify {
namespace {

using testing_support::Random;

// A number of any size and sign.
double any_number(Random& random) {
  return std::ldexp(random.between(-1.0, 1.0), static_cast<int>(random.between(-60.0, 60.0)));
}

// rounded + error is the exact result; does the interval hold it?
bool holds_sum(const Interval& x, double rounded, double error) {
  const bool above_low = x.low < rounded || (x.low == rounded && error >= 0.0);
  const bool below_high = rounded < x.high || (x.high == rounded && error <= 0.0);
  return above_low && below_high;
}

TEST(Interval, BelowAndAboveAreTheNeighbours) {
  Random random(1);
  for (int i = 0; i < 100'000; ++i) {
    const double x = any_number(random);
    EXPECT_LE(below(x), std::nextafter(x, -INFINITY));
    EXPECT_GE(above(x), std::nextafter(x, INFINITY));
    EXPECT_GE(below(x), std::nextafter(std::nextafter(x, -INFINITY), -INFINITY)) << "too far: " << x;
  }
  EXPECT_LT(below(0.0), 0.0);
  EXPECT_GT(above(0.0), 0.0);
}

// The errors of sums and products are doubles (Knuth's two-sum, the fused product), so both are judged exactly.
TEST(Interval, SumsDifferencesAndProductsHoldTheExactResult) {
  Random random(2);
  for (int i = 0; i < 100'000; ++i) {
    const double x = any_number(random);
    const double y = any_number(random);
    const double sum = x + y;
    const double part = sum - x;
    EXPECT_TRUE(holds_sum(Interval(x) + Interval(y), sum, (x - (sum - part)) + (y - part)));
    EXPECT_TRUE(holds_sum(Interval(x) - Interval(-y), sum, (x - (sum - part)) + (y - part)));
    EXPECT_TRUE(holds_sum(Interval(x) * Interval(y), x * y, std::fma(x, y, -(x * y))));
  }
}

// q = x / y + error / y, whose sign is that of the exact remainder x - q y.
TEST(Interval, QuotientsAndRootsHoldTheExactResult) {
  Random random(3);
  for (int i = 0; i < 100'000; ++i) {
    const double x = any_number(random);
    const double y = any_number(random);
    const double quotient = x / y;
    const double remainder = -std::fma(quotient, y, -x);
    EXPECT_TRUE(holds_sum(Interval(x) / Interval(y), quotient, y > 0.0 ? remainder : -remainder));
    const double root = std::sqrt(std::abs(x));
    EXPECT_TRUE(holds_sum(square_root(Interval(std::abs(x))), root, -std::fma(root, root, -std::abs(x))));
  }
}

TEST(Interval, OperationsOnWideIntervalsHoldEveryPairOfPoints) {
  Random random(4);
  for (int i = 0; i < 20'000; ++i) {
    const auto any = [&] {
      const double x = random.between(-2.0, 2.0);
      const double y = random.between(-2.0, 2.0);
      return Interval(std::min(x, y), std::max(x, y));
    };
    const Interval x = any();
    const Interval y = any();
    const double p = random.between(x.low, x.high);
    const double q = random.between(y.low, y.high);
    EXPECT_TRUE((x + y).holds(p + q));
    EXPECT_TRUE((x - y).holds(p - q));
    EXPECT_TRUE((x * y).holds(p * q));
    EXPECT_TRUE(square(x).holds(p * p));
    EXPECT_LE(std::abs(p), magnitude(x));
    EXPECT_GE(std::abs(p), least_magnitude(x));
    if (least_magnitude(y) > 0.0) {
      EXPECT_TRUE((x / y).holds(p / q));
    }
  }
}

// A quaternion that is not quite of unit length still means a rotation: nothing is stretched.
TEST(IntervalGeometry, ARotationKeepsLengthsWhateverTheQuaternionsLength) {
  Random random(5);
  for (int i = 0; i < 1000; ++i) {
    const Quat q = random.rotation() * random.between(0.5, 2.0);
    const Vec3 v = random.vector(3.0);
    const IntervalVector turned = rotation_by(exact_quaternion(q)) * IntervalVector(v);
    const Vec3 expected = rotate(glm::normalize(q), v);
    EXPECT_LT(greatest_length(turned - IntervalVector(expected)), 1e-13);
    EXPECT_TRUE(square_root(dot(turned, turned)).holds(std::sqrt(squared_length(v))));
  }
}

TEST(IntervalGeometry, AQuaternionThatMayBeZeroMeansAnyRotation) {
  const Interval any(-1.0, 1.0);
  const IntervalMatrix rotation = rotation_by({any, any, any, any});
  for (const IntervalVector& row : rotation.rows) {
    EXPECT_TRUE(row.x.holds(-1.0) && row.x.holds(1.0) && row.y.holds(1.0) && row.z.holds(1.0));
  }
}

}  // namespace
}  // namespace firstcontact::verify
