#include "dynamics/regain.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

Responder random_body(Random& random) {
  Responder body;
  body.velocity = {random.vector(2.0), random.vector(8.0)};
  body.inverse_mass = Vec3(1.0 / random.between(0.2, 5.0));
  const Mat3 turn = rotation_matrix(random.rotation());
  Mat3 diagonal(0.0);
  for (int axis = 0; axis < 3; ++axis) {
    diagonal[axis][axis] = random.between(1.0, 9.0);
  }
  body.inverse_inertia = turn * diagonal * glm::transpose(turn);
  return body;
}

double kinetic_energy(const std::array<Responder, 2>& bodies) {
  double sum = 0.0;
  for (const Responder& body : bodies) {
    sum += 0.5 * squared_length(body.velocity.linear) / body.inverse_mass.x;
    sum += 0.5 * glm::dot(body.velocity.angular, glm::inverse(body.inverse_inertia) * body.velocity.angular);
  }
  return sum;
}

Vec3 momentum(const std::array<Responder, 2>& bodies) {
  return bodies[0].velocity.linear / bodies[0].inverse_mass + bodies[1].velocity.linear / bodies[1].inverse_mass;
}

// About the contact point, which both arms reach.
Vec3 angular_momentum(const std::array<Responder, 2>& bodies, const ContactPoint& point) {
  const auto of = [](const Responder& body, const Vec3& arm) {
    return glm::cross(-arm, body.velocity.linear / body.inverse_mass) +
           glm::inverse(body.inverse_inertia) * body.velocity.angular;
  };
  return of(bodies[0], point.arm_a) + of(bodies[1], point.arm_b);
}

ContactPoint random_point(Random& random) {
  ContactPoint point;
  point.a = 0;
  point.b = 1;
  point.normal = glm::normalize(random.vector(1.0));
  point.arm_a = random.vector(0.5);
  point.arm_b = random.vector(0.5);
  return point;
}

TEST(PartOutOfSlide, GivesTheSpeedAndKeepsEnergyAndMomenta) {
  Random random(41);
  int parted = 0;
  for (int i = 0; i < 2000; ++i) {
    std::array<Responder, 2> bodies{random_body(random), random_body(random)};
    ContactPoint point = random_point(random);
    const double wanted = random.between(0.0, 0.3);
    const std::array<Responder, 2> before = bodies;
    const double leaving = glm::dot(point.normal, velocity_between(point, before));
    if (!part_out_of_slide(point, wanted, 1.0, bodies)) {
      EXPECT_EQ(bodies[0].velocity.linear, before[0].velocity.linear);
      EXPECT_EQ(bodies[1].velocity.angular, before[1].velocity.angular);
      EXPECT_FALSE(is_pressed(point));
      continue;
    }
    ++parted;
    EXPECT_LT(leaving, wanted);
    EXPECT_NEAR(glm::dot(point.normal, velocity_between(point, bodies)), wanted, 1e-12);
    const double energy = kinetic_energy(before);
    if (leaving >= -wanted) {
      EXPECT_NEAR(kinetic_energy(bodies), energy, 1e-12 * energy);
    }
    EXPECT_LE(kinetic_energy(bodies), (1.0 + 1e-12) * energy);  // faster approaches are dampened
    EXPECT_NEAR(std::sqrt(squared_length(momentum(bodies) - momentum(before))), 0.0, 1e-12);
    EXPECT_NEAR(std::sqrt(squared_length(angular_momentum(bodies, point) - angular_momentum(before, point))), 0.0,
                1e-12);
    EXPECT_GE(point.normal_impulse, 0.0);
    EXPECT_LE(std::sqrt(squared_length(point.friction_impulse)), point.normal_impulse);
  }
  EXPECT_GT(parted, 500);
}

// Friction drags against how the surfaces slide, and what it changes of the bodies' energy is the belt's work.
TEST(PartOutOfSlide, OverABeltIsPaidByWhatDrivesTheBelt) {
  Random random(43);
  int parted = 0;
  for (int i = 0; i < 2000; ++i) {
    std::array<Responder, 2> bodies{random_body(random), random_body(random)};
    ContactPoint point = random_point(random);
    const Vec3 belt = random.vector(4.0);
    point.surface_velocity = belt - glm::dot(belt, point.normal) * point.normal;
    const double wanted = random.between(0.0, 0.3);
    const double energy = kinetic_energy(bodies);
    const Vec3 slides = relative_velocity(point, bodies);
    const double leaving = glm::dot(point.normal, slides);
    if (!part_out_of_slide(point, wanted, 1.0, bodies)) {
      continue;
    }
    ++parted;
    const double work = -glm::dot(point.friction_impulse, point.surface_velocity);
    EXPECT_LE(glm::dot(point.friction_impulse, slides), 0.0);
    EXPECT_LE(kinetic_energy(bodies), energy + work + 1e-12 * energy);
    if (leaving >= -wanted) {
      EXPECT_NEAR(kinetic_energy(bodies), energy + work, 1e-12 * energy);
    }
  }
  EXPECT_GT(parted, 500);
}

// It goes along with the belt: there is no sliding to hop out of.
TEST(PartOutOfSlide, WhatGoesAlongWithABeltDoesNotSlide) {
  std::array<Responder, 2> bodies;
  bodies[1].velocity.linear = {3.0, 0.0, 0.0};
  bodies[1].inverse_mass = Vec3(0.5);
  ContactPoint point;
  point.a = 0;
  point.b = 1;
  point.surface_velocity = {-3.0, 0.0, 0.0};
  EXPECT_FALSE(part_out_of_slide(point, 0.1, 1.0, bodies));
  point.surface_velocity = Vec3(0.0);
  EXPECT_TRUE(part_out_of_slide(point, 0.1, 1.0, bodies));
}

// A particle on a wall slides at 3 m/s: it can give 3 m/s to the way out, and no more.
TEST(PartOutOfSlide, TakesNoMoreThanThereIs) {
  const auto slide = [](double wanted, double friction, std::array<Responder, 2>& bodies) {
    bodies[1].velocity.linear = {3.0, 0.0, 0.0};
    bodies[1].inverse_mass = Vec3(0.5);
    ContactPoint point;
    point.a = 0;
    point.b = 1;
    return part_out_of_slide(point, wanted, friction, bodies);
  };
  std::array<Responder, 2> most;
  EXPECT_TRUE(slide(2.4, 0.6, most));
  EXPECT_NEAR(most[1].velocity.linear.x, 1.8, 1e-14);
  EXPECT_NEAR(most[1].velocity.linear.y, 2.4, 1e-14);
  std::array<Responder, 2> too_much;
  EXPECT_FALSE(slide(3.1, 2.0, too_much));
  EXPECT_EQ(too_much[1].velocity.linear, Vec3(3.0, 0.0, 0.0));
  std::array<Responder, 2> slippery;  // 1.2 m/s off the slide for 2.4 m/s out is half of it
  EXPECT_FALSE(slide(2.4, 0.4, slippery));
  EXPECT_EQ(slippery[1].velocity.linear, Vec3(3.0, 0.0, 0.0));
}

}  // namespace
}  // namespace firstcontact
