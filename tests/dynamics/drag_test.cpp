// Decay, against the C library's exponential, and a flight under drag against the equation's closed solution.
#include "dynamics/drag.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace firstcontact {
namespace {

TEST(Drag, DecayIsTheExponentialAndItsMeans) {
  for (double x = 1e-12; x < 1e13; x *= 1.7) {
    const Decay found = decay(x);
    EXPECT_NEAR(found.keep, std::exp(-x), 1e-15 + 1e-14 * std::exp(-x)) << x;
    const double mean = -std::expm1(-x) / x;
    EXPECT_NEAR(found.mean, mean, 1e-14 * mean) << x;
    const double second = x > 0.2 ? (1.0 - mean) / x : 0.5 - x / 6.0 + x * x / 24.0 - x * x * x / 120.0;
    EXPECT_NEAR(found.second, second, x > 0.2 ? 1e-14 : 1e-15 + 2e-3 * x * x * x * x) << x;
  }
  EXPECT_EQ(decay(0.0).keep, 1.0);
  EXPECT_EQ(decay(0.0).mean, 1.0);
  EXPECT_EQ(decay(0.0).second, 0.5);
}

TEST(Drag, AFlightNeverGainsWhereNothingPulls) {
  for (double x = 1e-6; x < 1e13; x *= 3.0) {
    const DraggedFlight flight{decay(x), 0.1};
    const Vec3 flown = flight.take_off({0.0, 5.0, 0.0}, Vec3(0.0));
    EXPECT_LE(flown.y, 5.0);
    EXPECT_GE(flown.y, 0.0);
    EXPECT_NEAR(flight.land(flown, Vec3(0.0)).y, 5.0 * std::exp(-x), 1e-14);
    EXPECT_LE(flight.land({0.0, 5.0, 0.0}, Vec3(0.0)).y, 5.0);
  }
}

}  // namespace
}  // namespace firstcontact
