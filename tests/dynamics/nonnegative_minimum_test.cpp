// The least of a parabola over x >= 0, against the conditions that say it is the least, and what it is for: a light
// body between a heavy one and the ground.
#include "dynamics/nonnegative_minimum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dynamics/impact.hpp"
#include "dynamics/shared_push.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

// J^T J with `rank` rows: singular where that is less than `size`. b = J^T w lies where A can answer it.
Parabola random_parabola(Random& random, std::size_t size, std::size_t rank) {
  std::vector<double> j(rank * size);
  std::generate(j.begin(), j.end(), [&] { return random.between(-1.0, 1.0); });
  Parabola parabola{size, std::vector<double>(size * size, 0.0), std::vector<double>(size, 0.0)};
  for (std::size_t r = 0; r < rank; ++r) {
    const double target = random.between(-1.0, 1.0);
    for (std::size_t i = 0; i < size; ++i) {
      parabola.b[i] += j[r * size + i] * target;
      for (std::size_t k = 0; k < size; ++k) {
        parabola.a[i * size + k] += j[r * size + i] * j[r * size + k];
      }
    }
  }
  return parabola;
}

double slope(const Parabola& parabola, const std::vector<double>& x, std::size_t i) {
  double sum = parabola.b[i];
  for (std::size_t k = 0; k < x.size(); ++k) {
    sum += parabola.a[i * x.size() + k] * x[k];
  }
  return sum;
}

// x >= 0, A x + b >= 0, and one of the two is 0 everywhere: for a convex parabola that is the least.
TEST(NonnegativeMinimum, MeetsTheConditionsOfTheLeast) {
  Random random(81);
  for (int i = 0; i < 400; ++i) {
    const auto size = static_cast<std::size_t>(1 + i % 16);
    const auto rank = static_cast<std::size_t>(std::max(1, static_cast<int>(size) - i % 3));
    const Parabola parabola = random_parabola(random, size, rank);
    const std::vector<double> x = nonnegative_minimum(parabola, std::vector<double>(size, i % 2 == 0 ? 0.0 : 0.5));
    for (std::size_t k = 0; k < size; ++k) {
      EXPECT_GE(x[k], 0.0) << i;
      EXPECT_GE(slope(parabola, x, k), -1e-9) << i;
      EXPECT_LT(std::abs(x[k] * slope(parabola, x, k)), 1e-8) << i;
    }
  }
}

TEST(NonnegativeMinimum, OfNothingIsNothing) { EXPECT_TRUE(nonnegative_minimum({}, {}).empty()); }

Responder ball(double mass, double speed) {
  Responder body;
  body.velocity.linear = {0.0, speed, 0.0};
  body.inverse_mass = Vec3(mass > 0.0 ? 1.0 / mass : 0.0);
  return body;
}

ContactPoint touch(std::uint32_t below, std::uint32_t above) {
  ContactPoint point;
  point.a = below;
  point.b = above;
  return point;
}

// A ball of 1000 kg falls on one of 1 kg on the ground: all stand. Sweeps bring a thousandth of it in each round.
TEST(Impact, AHeavyBodyOnALightOneIsStoppedAtOnce) {
  std::vector<Responder> bodies{ball(0.0, 0.0), ball(1.0, 0.0), ball(1000.0, -3.0)};
  std::vector<ContactPoint> points{touch(0, 1), touch(1, 2)};
  static_cast<void>(resolve_impact_round(points, bodies, {1e-12, false}));
  EXPECT_NEAR(bodies[1].velocity.linear.y, 0.0, 1e-9);
  EXPECT_NEAR(bodies[2].velocity.linear.y, 0.0, 1e-9);
  EXPECT_NEAR(points[0].normal_impulse, 3000.0, 1e-6);
  EXPECT_NEAR(points[1].normal_impulse, 3000.0, 1e-6);
}

// Between two that nobody moves there is no answer; what comes out is finite all the same.
TEST(Impact, WhatHasNoWayOutGetsFiniteVelocities) {
  std::vector<Responder> bodies{ball(0.0, 1.0), ball(1.0, 0.0), ball(0.0, -1.0)};
  std::vector<ContactPoint> points{touch(0, 1), touch(1, 2)};
  static_cast<void>(resolve_impact_round(points, bodies, {1e-12, true}));
  EXPECT_LT(std::abs(bodies[1].velocity.linear.y), 10.0);
}

// The corners of a box that lands flat share the impulse evenly, and the box gets no spin.
TEST(SharedPush, StopsAFaceWithoutTurningIt) {
  std::vector<Responder> bodies{ball(0.0, 0.0), ball(2.0, -1.0)};
  bodies[1].inverse_inertia = Mat3(3.0);
  std::vector<ContactPoint> points;
  std::vector<WantedSpeed> wanted;
  for (int corner = 0; corner < 4; ++corner) {
    ContactPoint point = touch(0, 1);
    point.arm_b = {corner % 2 == 0 ? 0.5 : -0.5, -0.5, corner < 2 ? 0.5 : -0.5};
    points.push_back(point);
    wanted.push_back({static_cast<std::size_t>(corner), 0.0, 0.0, 0.0});
  }
  push_evenly(points, wanted, bodies);
  for (const WantedSpeed& each : wanted) {
    EXPECT_NEAR(each.impulse, 0.5, 1e-15);
  }
  EXPECT_NEAR(bodies[1].velocity.linear.y, 0.0, 1e-15);
  EXPECT_EQ(glm::length(bodies[1].velocity.angular), 0.0);
}

}  // namespace
}  // namespace firstcontact
