// What holds a body that turns many times: against where its points are, looked at densely.
#include "dynamics/whirl.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "narrowphase/support.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

MotionSegment turning(Random& random, const Vec3& spin, FlowKind kind) {
  MotionSegment segment;
  segment.kind = kind;
  segment.start_time = 0.5;
  segment.pose = {random.vector(2.0), random.rotation()};
  segment.linear_velocity = random.vector(5.0);
  segment.angular_velocity = rotate(segment.pose.orientation, spin);
  segment.linear_acceleration = kind == FlowKind::ballistic ? Vec3(0.0, -9.81, 0.0) : Vec3(0.0);
  return segment;
}

// m: how far the shape at `time` sticks out of the cover, along many directions.
double greatest_excess(const Cover& cover, const ConvexShape& shape, const Pose& pose, double elapsed) {
  const Vec3 at = pose_at(cover.motion, elapsed).position;
  double excess = -std::numeric_limits<double>::infinity();
  Random directions(3);
  for (int i = 0; i < 60; ++i) {
    const Vec3 n = glm::normalize(directions.vector(1.0) + Vec3(1e-6));
    const double reach = glm::dot(n, pose.position) + reach_of(shape, rotate_inverse(pose.orientation, n));
    excess = std::max(excess, reach - (glm::dot(n, at) + reach_of(cover.shape, n)));
  }
  return excess;
}

double volume_of(const ConvexShape& shape) { return mass_properties(shape).mass; }

TEST(Whirl, TheCoverHoldsTheBodyAtEveryInstantAndAnySpin) {
  Random random(11);
  double tightest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 300; ++i) {
    const auto collider =
        i % 3 == 0
            ? make_cylinder_collider(random.between(0.1, 0.5), random.between(0.1, 0.5)).value()
            : make_box_collider({random.between(0.05, 1.0), random.between(0.05, 1.0), random.between(0.05, 1.0)})
                  .value();
    const InertiaFrame inertia{collider->principal_moments, collider->principal_axes};
    Vec3 spin = random.vector(1.0);
    if (i % 2 == 0) {
      spin[i / 2 % 3] += 20.0;  // near an axis of its own
    }
    spin *= std::pow(10.0, random.between(0.0, 9.0));
    const MotionSegment segment = turning(random, spin, i % 5 == 0 ? FlowKind::screw : FlowKind::ballistic);
    const ConvexShape& shape = collider->shapes.front();
    const Cover cover = cover_of(shape, segment, nutation_of(segment, inertia), 0.6);
    for (int k = 0; k < 60; ++k) {
      const double elapsed = random.between(0.0, 1.0);
      const double excess = greatest_excess(cover, shape, evaluate(segment, inertia, 0.6 + elapsed).pose, elapsed);
      ASSERT_LE(excess, 1e-12 * (10.0 + glm::length(segment.linear_velocity))) << "body " << i << ", spin " << spin.x;
      tightest = std::min(tightest, -excess);
    }
  }
  EXPECT_LT(tightest, 1e-6);  // it is no larger than need be
}

TEST(Whirl, ARodThatTurnsAboutItsShortAxisIsADisc) {
  const auto rod = make_box_collider({0.5, 0.05, 0.04}).value();
  const InertiaFrame inertia{rod->principal_moments, rod->principal_axes};
  MotionSegment segment;
  segment.angular_velocity = {0.0, 0.0, 1e9};
  const Cover cover = cover_of(rod->shapes.front(), segment, nutation_of(segment, inertia), 0.0);
  constexpr double pi = 3.141592653589793;
  EXPECT_NEAR(volume_of(cover.shape), pi * (0.25 + 0.0025) * 0.08, 1e-6);
}

// Of equal moments about two axes: it may roll about its length meanwhile.
TEST(Whirl, ASquareRodMayRollWhileItTurns) {
  const auto rod = make_box_collider({0.5, 0.05, 0.05}).value();
  MotionSegment segment;
  segment.angular_velocity = {0.0, 1e9, 0.0};
  const Cover cover =
      cover_of(rod->shapes.front(), segment, nutation_of(segment, {rod->principal_moments, rod->principal_axes}), 0.0);
  EXPECT_NEAR(reach_of(cover.shape, {0.0, 1.0, 0.0}), std::sqrt(0.005), 1e-6);
}

TEST(Whirl, WhatLeansFarFillsItsBall) {
  const auto rod = make_box_collider({0.5, 0.4, 0.3}).value();
  MotionSegment segment;
  segment.angular_velocity = {2e4, 1.0, 1e4};
  const Cover cover =
      cover_of(rod->shapes.front(), segment, nutation_of(segment, {rod->principal_moments, rod->principal_axes}), 0.0);
  EXPECT_GE(cover.shape.rounding, rod->radius);
}

}  // namespace
}  // namespace firstcontact
