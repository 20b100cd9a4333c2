#include "dynamics/free_rotation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/flow.hpp"
#include "dynamics/taylor_rotation.hpp"
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

// A solid box's moments, its edges drawn so that all cases of the closed form come up: any box; a plank; two moments
// nearly equal, or three; a rod.
Vec3 moments_of_box(Random& random, int kind) {
  Vec3 edge = random.vector(0.5) + Vec3(0.55);
  if (kind == 1) {
    edge.x *= 1e-3;
  } else if (kind == 2) {
    edge.y = edge.x * (1.0 + 1e-6 * random.between(-1.0, 1.0));
  } else if (kind == 3) {
    edge = edge.x * (Vec3(1.0) + random.vector(1e-9));
  } else if (kind == 4) {
    edge.y = edge.x = 0.03;
    edge.y *= 1.01;
  }
  const Vec3 square = edge * edge;
  return {square.y + square.z, square.z + square.x, square.x + square.y};
}

// Any way, or near one of the principal axes.
Vec3 spin_of_kind(Random& random, int kind) {
  Vec3 spin = random.vector(1.0);
  if (kind > 0) {
    spin *= std::pow(10.0, random.between(-14.0, -1.0));
    spin[kind - 1] = 1.0;
  }
  return spin;
}

TEST(FreeRotation, TheClosedFormAgreesWithSeries) {
  Random random(24);
  for (int i = 0; i < 1000; ++i) {
    const InertiaFrame inertia{moments_of_box(random, i % 5), random.rotation()};
    FreeRotation start{random.rotation(), {}};
    start.angular_velocity =
        rotate(start.orientation * inertia.principal_axes, spin_of_kind(random, i / 5 % 4)) * (i % 2 == 0 ? 1.0 : -1.0);
    const double elapsed = std::pow(10.0, random.between(-9.0, 1.0)) * (i % 7 == 0 ? -1.0 : 1.0);
    const FreeRotation closed = rotate_freely(start, inertia, elapsed);
    const FreeRotation series = testing_support::rotate_by_series(start, inertia, elapsed);
    EXPECT_LT(angle_between(closed.orientation, series.orientation), 3e-13) << i << " " << elapsed;
    // A rod's spin about its length is what is left of an angular momentum a thousandfold as great.
    EXPECT_LT(glm::length(closed.angular_velocity - series.angular_velocity),
              3e-10 * glm::length(start.angular_velocity))
        << i << " " << elapsed;
  }
}

// Where energy and angular momentum have it just so (L^2 = 2 E I_middle), a body turns over once, and never again: its
// spin about the middle axis is a hyperbolic tangent (Landau, Lifshitz, section 37).
TEST(FreeRotation, OnTheSeparatrixABodyTurnsOverOnce) {
  const InertiaFrame inertia{{1.0, 2.0, 3.0}, {1, 0, 0, 0}};
  const FreeRotation start{{1, 0, 0, 0}, {std::sqrt(3.0), 0.0, 1.0}};  // I_x (I_y - I_x) w_x^2 = I_z (I_z - I_y) w_z^2
  // w_y' = (I_z - I_x) / I_y w_z w_x, and energy leaves w_y^2 = 3 at the end.
  for (const double elapsed : {-3.0, -0.4, 0.0, 0.1, 1.0, 2.5, 6.0}) {
    const FreeRotation now = rotate_freely(start, inertia, elapsed);
    const Vec3 spin = rotate_inverse(now.orientation, now.angular_velocity);
    const double most = std::sqrt(3.0);
    EXPECT_NEAR(spin.y, most * std::tanh(elapsed * std::sqrt(3.0) / most), 1e-11) << elapsed;
  }
}

// A leap of a hundred thousand radians is forty of two thousand: more of them would not agree, as every start anew
// rounds the spin that all the rest is turned by.
TEST(FreeRotation, OneLeapIsFortySmallerOnes) {
  Random random(25);
  for (int i = 0; i < 20; ++i) {
    const InertiaFrame inertia{moments_of_box(random, i % 4), random.rotation()};
    const FreeRotation start{random.rotation(), random.vector(20.0) + Vec3(5.0)};
    FreeRotation small = start;
    for (int step = 0; step < 40; ++step) {
      small = rotate_freely(small, inertia, 125.0);
    }
    const FreeRotation leap = rotate_freely(start, inertia, 5000.0);
    const double turned = 5000.0 * glm::length(start.angular_velocity);
    EXPECT_LT(angle_between(leap.orientation, small.orientation), 1e-13 * turned) << i << " of " << turned << " rad";
  }
}

// Whatever the spin: a rotation, with the energy and the angular momentum of the start, for as many steps as one likes.
TEST(FreeRotation, AnySpinKeepsEnergyAndAngularMomentum) {
  Random random(26);
  for (int power = -300; power <= 140; power += power < 0 ? 30 : 4) {
    const InertiaFrame inertia{moments_of_box(random, (power + 300) / 30 % 5), random.rotation()};
    FreeRotation now{random.rotation(), random.vector(1.0) * std::pow(10.0, power)};
    const double before = energy(now, inertia);
    const Vec3 momentum = angular_momentum(now, inertia);
    for (int step = 0; step < 200; ++step) {
      now = rotate_freely(now, inertia, 1.0 / 60.0);
      ASSERT_NEAR(glm::length(now.orientation), 1.0, 1e-15) << power;
    }
    const Vec3 difference = angular_momentum(now, inertia) - momentum;
    EXPECT_LE(std::abs(energy(now, inertia) - before), 2e-13 * before) << power;
    EXPECT_LE(glm::length(difference * std::pow(10.0, -power)), 2e-13 * glm::length(momentum * std::pow(10.0, -power)))
        << power;
  }
}

// Time and spin are one: twice as fast for half as long is the same attitude, to the bit.
TEST(FreeRotation, TwiceAsFastForHalfAsLongIsTheSame) {
  Random random(27);
  for (int i = 0; i < 100; ++i) {
    const InertiaFrame inertia{moments_of_box(random, i % 5), random.rotation()};
    FreeRotation start{random.rotation(), random.vector(10.0)};
    const Quat slow = rotate_freely(start, inertia, 3.0).orientation;
    start.angular_velocity *= 0x1p40;
    const Quat fast = rotate_freely(start, inertia, 0x3p-40).orientation;
    EXPECT_EQ(slow, fast) << i;
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
