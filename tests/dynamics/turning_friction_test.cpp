// What every contact of a heap has of rolling and spinning friction.
#include "dynamics/turning_friction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/random.hpp"

namespace firstcontact {
namespace {

constexpr double rest_gap = 4e-4;  // m

Responder spinning(double mass, const Vec3& inverse_moments, const Vec3& spin) {
  Responder body;
  body.inverse_mass = Vec3(1.0 / mass);
  for (int axis = 0; axis < 3; ++axis) {
    body.inverse_inertia[axis][axis] = inverse_moments[axis];
  }
  body.velocity.angular = spin;
  return body;
}

std::vector<ContactPoint> pressed(double normal_impulse) {
  std::vector<ContactPoint> points(2);
  for (ContactPoint& point : points) {
    point.a = 0;
    point.b = 1;
    point.rest_gap = rest_gap;
    point.normal_impulse = normal_impulse;
  }
  return points;
}

Vec3 momentum(const Responder& body) {
  return body.velocity.angular /
         Vec3(body.inverse_inertia[0][0], body.inverse_inertia[1][1], body.inverse_inertia[2][2]);
}

double energy(const std::vector<Responder>& bodies) {
  return 0.5 * (glm::dot(bodies[0].velocity.angular, momentum(bodies[0])) +
                glm::dot(bodies[1].velocity.angular, momentum(bodies[1])));
}

std::vector<double> arms_of(const std::vector<ContactPoint>& points) {
  return std::vector<double>(points.size(), rest_gap);
}

TEST(ResistTurning, TakesNoMoreThanItsArmAllows) {
  std::vector<Responder> bodies{spinning(1.0, Vec3(0.0), Vec3(0.0)), spinning(2.0, Vec3(5.0), {0.0, 3.0, 4.0})};
  const std::vector<ContactPoint> points = pressed(0.5);
  const auto couples = resist_turning(points, arms_of(points), 0.1, bodies);
  ASSERT_EQ(couples.size(), 1U);
  EXPECT_EQ(couples[0].point, 0U);
  const double most = 2.0 * 0.5 * rest_gap;
  EXPECT_NEAR(std::sqrt(squared_length(couples[0].impulse)), most, 1e-15);
  EXPECT_NEAR(bodies[1].velocity.angular.y, 3.0 - 5.0 * most * 0.6, 1e-12);
  EXPECT_NEAR(bodies[1].velocity.angular.z, 4.0 - 5.0 * most * 0.8, 1e-12);
}

TEST(ResistTurning, KeepsAngularMomentumAndOnlyTakesEnergy) {
  testing_support::Random random(5);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 first = random.vector(1.0) + Vec3(1.1);
    const Vec3 second = 30.0 * (random.vector(1.0) + Vec3(1.001));
    std::vector<Responder> bodies{spinning(1.0, first, random.vector(1.0)), spinning(2.0, second, random.vector(1e-2))};
    const double before = energy(bodies);
    const Vec3 momentum_before = momentum(bodies[0]) + momentum(bodies[1]);
    const std::vector<ContactPoint> points = pressed(random.between(0.0, 1e3));
    static_cast<void>(resist_turning(points, arms_of(points), 0.1, bodies));
    EXPECT_LE(energy(bodies), before);
    const Vec3 gained = momentum(bodies[0]) + momentum(bodies[1]) - momentum_before;
    EXPECT_LT(std::sqrt(squared_length(gained)), 1e-14 * std::sqrt(squared_length(momentum_before)) + 1e-15);
  }
}

TEST(ResistTurning, LeavesWhatIsNotPressed) {
  std::vector<Responder> bodies{spinning(1.0, Vec3(1.0), Vec3(0.0)), spinning(2.0, Vec3(5.0), {0.0, 3.0, 4.0})};
  const std::vector<ContactPoint> points = pressed(0.0);
  EXPECT_TRUE(resist_turning(points, arms_of(points), 0.1, bodies).empty());
  EXPECT_EQ(bodies[1].velocity.angular, Vec3(0.0, 3.0, 4.0));
}

}  // namespace
}  // namespace firstcontact
