#include "dynamics/mean_spin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dynamics/flow.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

struct Case {
  FreeRotation start;
  InertiaFrame inertia;
};

Case random_case(Random& random, double fastest) {
  Case made;
  made.inertia.principal_axes = random.rotation();
  const Vec3 sizes(random.between(0.01, 1.0), random.between(0.01, 1.0), random.between(0.01, 1.0));
  const Vec3 squares = sizes * sizes;
  made.inertia.principal_moments = {squares.y + squares.z, squares.z + squares.x, squares.x + squares.y};
  made.start.orientation = random.rotation();
  made.start.angular_velocity = random.vector(fastest);
  return made;
}

Quat turned(const Case& made, const Vec3& spin, double duration) {
  return quaternion_from_rotation_vector(duration * spin) * made.start.orientation;
}

// With the angular momentum of the start: J.
double energy_at(const Case& made, const Quat& orientation) {
  const Vec3 momentum = apply_inertia(made.inertia, made.start.orientation, made.start.angular_velocity);
  return 0.5 * glm::dot(momentum, apply_inverse_inertia(made.inertia, orientation, momentum));
}

TEST(MeanSpin, EndsWithTheEnergyOfTheStart) {
  constexpr double substep = 1.0 / 480.0;
  Random random(3);
  double worst_without = 0.0;
  for (int i = 0; i < 3000; ++i) {
    const Case made = random_case(random, std::pow(10.0, random.between(-3.0, 3.5)));
    const double energy = energy_at(made, made.start.orientation);
    const Vec3 mean = mean_spin(made.start, made.inertia, substep);
    // Rounding of the attitude, 1e-16 rad, times moments up to ten thousand to one.
    EXPECT_NEAR(energy_at(made, turned(made, mean, substep)), energy, 2e-12 * energy) << i;
    const double without = energy_at(made, turned(made, made.start.angular_velocity, substep)) - energy;
    worst_without = std::max(worst_without, without / energy);
  }
  EXPECT_GT(worst_without, 1.0);  // else there would be nothing to do
}

// The solver turns a body by a little besides, to lift it: the energy is that of both turns together.
TEST(MeanSpin, EndsWithTheEnergyOfTheStartThoughTheBodyIsPushedRound) {
  constexpr double substep = 1.0 / 480.0;
  Random random(6);
  double worst_without = 0.0;
  for (int i = 0; i < 3000; ++i) {
    const Case made = random_case(random, std::pow(10.0, random.between(0.0, 0.5)));
    const double size = std::sqrt(squared_length(made.start.angular_velocity));
    const Vec3 pushed = random.vector(0.05 * size);
    const double energy = energy_at(made, made.start.orientation);
    const Vec3 without = mean_spin(made.start, made.inertia, substep) + pushed;
    const double error_without = std::abs(energy_at(made, turned(made, without, substep)) - energy);
    const Vec3 mean = mean_spin(made.start, made.inertia, substep, pushed);
    EXPECT_NEAR(energy_at(made, turned(made, mean + pushed, substep)), energy, 2e-12 * energy + 1e-3 * error_without);
    worst_without = std::max(worst_without, error_without / energy);
  }
  EXPECT_GT(worst_without, 1e-6);
}

// Every substep of a long tumbling, each from where the last one ended, against the exact rotation.
TEST(MeanSpin, FollowsTheExactTumbling) {
  Random random(4);
  for (int i = 0; i < 50; ++i) {
    const Case made = random_case(random, 20.0);
    const Vec3 momentum = apply_inertia(made.inertia, made.start.orientation, made.start.angular_velocity);
    const auto error_of = [&](int substeps) {
      FreeRotation now = made.start;
      for (int k = 0; k < substeps; ++k) {
        const double h = 0.1 / substeps;
        now.orientation =
            glm::normalize(quaternion_from_rotation_vector(h * mean_spin(now, made.inertia, h)) * now.orientation);
        now.angular_velocity = apply_inverse_inertia(made.inertia, now.orientation, momentum);
      }
      const Quat exact = rotate_freely(made.start, made.inertia, 0.1).orientation;
      return 2.0 * (1.0 - std::abs(glm::dot(exact, now.orientation)));  // angle squared / 4
    };
    EXPECT_LT(error_of(400), 1e-8) << i;
    EXPECT_LT(error_of(400), 0.02 * error_of(100) + 1e-15)
        << i;  // the angle's error falls sixteenfold: its square, more
  }
}

TEST(MeanSpin, OfWhatDoesNotTumbleIsItsSpin) {
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    Case made = random_case(random, 100.0);
    const Vec3 axis(i % 3 == 0 ? 1.0 : 0.0, i % 3 == 1 ? 1.0 : 0.0, i % 3 == 2 ? 1.0 : 0.0);
    made.start.angular_velocity = rotate(made.start.orientation * made.inertia.principal_axes, 50.0 * axis);
    EXPECT_EQ(mean_spin(made.start, made.inertia, 0.002), made.start.angular_velocity);
    made.inertia.principal_moments = Vec3(0.3);
    made.start.angular_velocity = random.vector(1000.0);
    EXPECT_EQ(mean_spin(made.start, made.inertia, 0.002), made.start.angular_velocity);
  }
}

// A heap at rest has spins of rounding, whose correction would be rounding divided by rounding.
TEST(MeanSpin, OfRestIsNoMoreThanRest) {
  Random random(6);
  for (int i = 0; i < 2000; ++i) {
    Case made = random_case(random, std::pow(10.0, random.between(-25.0, -2.0)));
    if (i % 2 == 0) {
      made.inertia.principal_moments = Vec3(0.3, 0.3 * (1.0 + random.between(-1e-15, 1e-15)), 0.3);
    }
    const Vec3 mean = mean_spin(made.start, made.inertia, 1.0 / 480.0);
    EXPECT_LT(glm::length(mean - made.start.angular_velocity), 0.01 * glm::length(made.start.angular_velocity)) << i;
  }
}

}  // namespace
}  // namespace firstcontact
