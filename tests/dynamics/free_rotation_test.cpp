#include "dynamics/free_rotation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/flow.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

Vec3 angular_momentum(const FreeRotation& rotation, const InertiaFrame& inertia) {
  return apply_inertia(inertia, rotation.orientation, rotation.angular_velocity);
}

double energy(const FreeRotation& rotation, const InertiaFrame& inertia) {
  return 0.5 * glm::dot(rotation.angular_velocity, angular_momentum(rotation, inertia));
}

// Independent of the engine's method: classical Runge-Kutta of q' = w q / 2 with w = I^-1 L, in very small steps.
FreeRotation by_small_steps(FreeRotation now, const InertiaFrame& inertia, double elapsed, int steps) {
  const Vec3 momentum = angular_momentum(now, inertia);
  const double h = elapsed / steps;
  const auto rate = [&](const Quat& q) {
    const Vec3 w = apply_inverse_inertia(inertia, glm::normalize(q), momentum);
    return Quat(0.0, w.x, w.y, w.z) * q * 0.5;
  };
  for (int i = 0; i < steps; ++i) {
    const Quat k1 = rate(now.orientation);
    const Quat k2 = rate(now.orientation + k1 * (0.5 * h));
    const Quat k3 = rate(now.orientation + k2 * (0.5 * h));
    const Quat k4 = rate(now.orientation + k3 * h);
    now.orientation = glm::normalize(now.orientation + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0));
  }
  now.angular_velocity = apply_inverse_inertia(inertia, now.orientation, momentum);
  return now;
}

double angle_between(const Quat& a, const Quat& b) {
  const Quat difference = glm::conjugate(a) * b;
  return 2.0 * std::sqrt(difference.x * difference.x + difference.y * difference.y + difference.z * difference.z);
}

// ../shared/data/scenes/analytic/reference.json, "thrown_book": half period from elliptic integrals.
TEST(FreeRotation, TheThrownBookFlipsWhenEllipticIntegralsSay) {
  const InertiaFrame book{{0.010625, 0.023125, 0.0325}, {1, 0, 0, 0}};
  FreeRotation now{{1, 0, 0, 0}, {0.01, 10.0, 0.0}};
  double before = 10.0;
  int flips = 0;
  const double first = 1.417771273;
  const double half_period = 2.8355425452602327;
  const double h = 1.0 / 60.0;
  for (int step = 1; step <= 960; ++step) {
    now = rotate_freely(now, book, h);
    const double middle = rotate_inverse(now.orientation, now.angular_velocity).y;
    if (middle * before < 0.0) {
      const double crossing = h * (step - middle / (middle - before));
      EXPECT_NEAR(crossing, first + half_period * flips, 1e-3);
      ++flips;
    }
    before = middle;
  }
  EXPECT_EQ(flips, 6);
}

TEST(FreeRotation, KeepsEnergyAndAngularMomentumOfATHandleForTenSeconds) {
  const InertiaFrame handle{{0.2, 0.5, 0.65}, glm::normalize(Quat(0.9, 0.1, -0.3, 0.2))};
  FreeRotation now{glm::normalize(Quat(0.3, 0.5, 0.1, 0.7)), {0.3, 15.0, 0.2}};
  const double before = energy(now, handle);
  const Vec3 momentum = angular_momentum(now, handle);
  for (int step = 0; step < 600; ++step) {
    now = rotate_freely(now, handle, 1.0 / 60.0);
  }
  EXPECT_LT(std::abs(energy(now, handle) - before) / before, 1e-12);
  EXPECT_LT(glm::length(angular_momentum(now, handle) - momentum) / glm::length(momentum), 1e-12);
}

TEST(FreeRotation, AgreesWithAFineReferenceForTenSeconds) {
  const InertiaFrame handle{{0.2, 0.5, 0.65}, {1, 0, 0, 0}};
  const FreeRotation start{{1, 0, 0, 0}, {0.05, 15.0, 0.02}};
  FreeRotation now = start;
  for (int step = 0; step < 600; ++step) {
    now = rotate_freely(now, handle, 1.0 / 60.0);
  }
  const FreeRotation reference = by_small_steps(start, handle, 10.0, 1200000);
  EXPECT_LT(angle_between(now.orientation, reference.orientation), 1e-7);
}

TEST(FreeRotation, ClosedFormOfASymmetricBodyAgreesWithTheSeries) {
  Random random(21);
  for (int i = 0; i < 200; ++i) {
    const double shared = random.between(0.1, 2.0);
    const double own = random.between(0.1, 2.0);
    const InertiaFrame exact{{shared, own, shared}, random.rotation()};
    InertiaFrame nudged = exact;
    nudged.principal_moments.z *= 1.0 + 1e-12;  // different by just enough to take the general way
    const FreeRotation start{random.rotation(), random.vector(20.0)};
    const double elapsed = random.between(0.0, 0.2);
    const FreeRotation one = rotate_freely(start, exact, elapsed);
    const FreeRotation other = rotate_freely(start, nudged, elapsed);
    EXPECT_LT(angle_between(one.orientation, other.orientation), 1e-10) << i;
    EXPECT_LT(glm::length(one.angular_velocity - other.angular_velocity), 1e-8) << i;
  }
}

TEST(FreeRotation, TwoHalvesAreTheWholeAndTimeRunsBackward) {
  Random random(22);
  for (int i = 0; i < 200; ++i) {
    const InertiaFrame inertia{{0.3, 0.4, 0.6}, random.rotation()};
    const FreeRotation start{random.rotation(), random.vector(50.0)};
    const FreeRotation whole = rotate_freely(start, inertia, 0.1);
    const FreeRotation halves = rotate_freely(rotate_freely(start, inertia, 0.05), inertia, 0.05);
    EXPECT_LT(angle_between(whole.orientation, halves.orientation), 1e-12);
    const FreeRotation back = rotate_freely(whole, inertia, -0.1);
    EXPECT_LT(angle_between(back.orientation, start.orientation), 1e-12);
  }
}

TEST(ScrewOver, StaysWithinItsDeviationOfTheTrueFlow) {
  Random random(23);
  double closest_call = 0.0;
  for (int i = 0; i < 2000; ++i) {
    const double a = random.between(0.2, 1.0);
    const double b = random.between(0.2, 1.0);
    const InertiaFrame inertia{{a, b, random.between(std::abs(a - b), a + b)}, random.rotation()};
    MotionSegment segment;
    segment.pose = {random.vector(1.0), random.rotation()};
    segment.linear_velocity = random.vector(5.0);
    segment.angular_velocity = random.vector(i % 2 == 0 ? 10.0 : 200.0);
    segment.linear_acceleration = random.vector(9.0);
    const double begin = random.between(0.0, 0.05);
    const double end = begin + random.between(0.0, 0.02);
    const double radius = 1.5;
    const double bound = angular_acceleration_bound(segment, inertia);
    const RigidMotion screw = screw_over(segment, inertia, {begin, end, radius, bound});
    for (int k = 0; k <= 20; ++k) {
      const double t = begin + (end - begin) * k / 20.0;
      const Pose truth = evaluate(segment, inertia, t).pose;
      const Pose approximate = pose_at(screw, t - begin);
      const Vec3 corner = normalized_or(random.vector(1.0), {1, 0, 0}) * radius;
      const double stray = glm::length(to_world(truth, corner) - to_world(approximate, corner));
      EXPECT_LE(stray, screw.deviation + 1e-12) << i;
      closest_call = std::max(closest_call, screw.deviation > 1e-9 ? stray / screw.deviation : 0.0);
    }
  }
  EXPECT_GT(closest_call, 0.5) << "a bound this loose would pass whatever it bounds";
}

// What rounding leaves must not add up: over a hundred thousand steps energy and angular momentum may walk, but not go.
TEST(FreeRotation, RoundingDoesNotAddUp) {
  InertiaFrame inertia;
  inertia.principal_moments = {0.18, 0.27, 0.33};
  const int steps = 5000;
  const int bodies = 20;
  double drift = 0.0;
  for (int body = 0; body < bodies; ++body) {
    FreeRotation now{quaternion_from_rotation_vector({0.1 * body, 0.3, 0.2 * body}),
                     {3.0 * std::sin(body), 4.0 * std::cos(1.3 * body), 5.0 * std::sin(0.7 * body + 1.0)}};
    const auto energy = [&] {
      const Vec3 spin = rotate_inverse(now.orientation, now.angular_velocity);
      return 0.5 * glm::dot(spin, inertia.principal_moments * spin);
    };
    const double before = energy();
    for (int step = 0; step < steps; ++step) {
      now = rotate_freely(now, inertia, 1.0 / 60.0);
    }
    drift += (energy() / before - 1.0) / bodies / steps;
  }
  EXPECT_LT(std::abs(drift), 2e-16) << "of the energy, per step";
}

}  // namespace
}  // namespace firstcontact
