#include "verify/rotation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/random.hpp"

namespace firstcontact::verify {
namespace {

using testing_support::Random;

struct Spinner {
  MotionSegment segment;
  InertiaFrame inertia;
};

// Moments that some solid body can have: no one greater than the sum of the others.
Spinner any_spinner(Random& random, FlowKind kind, double spin) {
  Spinner spinner;
  const Vec3 squares = 0.5 * (random.vector(1.0) + Vec3(1.001));
  spinner.inertia.principal_moments = {squares.y + squares.z, squares.z + squares.x, squares.x + squares.y};
  spinner.inertia.principal_axes = random.rotation();
  spinner.segment.kind = kind;
  spinner.segment.pose.orientation = random.rotation();
  spinner.segment.angular_velocity = random.vector(spin);
  return spinner;
}

double furthest_off(const IntervalMatrix& rotation, const Quat& q) {
  const Mat3 expected = rotation_matrix(q);
  double most = 0.0;
  for (int row = 0; row < 3; ++row) {
    const IntervalVector& held = rotation.rows[static_cast<std::size_t>(row)];
    most = std::max({most, magnitude(held.x - expected[0][row]), magnitude(held.y - expected[1][row]),
                     magnitude(held.z - expected[2][row])});
  }
  return most;
}

// True when the engine's own answer, which errs by `slack`, lies within the enclosure.
bool holds_pose(const Attitude& attitude, const FlowState& state, double slack) {
  const Mat3 expected = rotation_matrix(state.pose.orientation);
  bool holds = true;
  for (int row = 0; row < 3; ++row) {
    const IntervalVector& held = attitude.rotation.rows[static_cast<std::size_t>(row)];
    holds = holds && widened(held.x, slack).holds(expected[0][row]) && widened(held.y, slack).holds(expected[1][row]) &&
            widened(held.z, slack).holds(expected[2][row]);
  }
  const double size = slack * std::sqrt(squared_length(state.angular_velocity));
  return holds && widened(attitude.spin.x, size).holds(state.angular_velocity.x) &&
         widened(attitude.spin.y, size).holds(state.angular_velocity.y) &&
         widened(attitude.spin.z, size).holds(state.angular_velocity.z);
}

// Two programs that know nothing of each other agree: the enclosure here, the engine's Taylor series there.
TEST(Rotation, HoldsWhatTheEngineComputes) {
  Random random(11);
  for (int i = 0; i < 400; ++i) {
    const FlowKind kind = i % 2 == 0 ? FlowKind::ballistic : FlowKind::screw;
    const double spin = std::pow(10.0, random.between(-3.0, 3.0));
    const Spinner spinner = any_spinner(random, kind, spin);
    const double duration = 0.02;
    const Rotation rotation(spinner.segment, spinner.inertia, duration);
    for (int k = 0; k < 10; ++k) {
      const double time = random.between(0.0, duration);
      const Attitude attitude = rotation.at(Interval(time));
      const FlowState state = evaluate(spinner.segment, spinner.inertia, time);
      const double slack = 1e-14 * (10.0 + spin * duration);
      ASSERT_TRUE(attitude.is_known);
      ASSERT_TRUE(holds_pose(attitude, state, slack)) << "spin " << spin << " after " << time << " s";
      ASSERT_LT(furthest_off(attitude.rotation, state.pose.orientation), 1e-11 * (1.0 + spin * duration));
    }
  }
}

// A rod at 12000 rad/s turns 200 rad in a step: the bound on the error must not grow as e^200.
TEST(Rotation, StaysTightOverHundredsOfRadians) {
  Spinner rod;
  rod.inertia.principal_moments = {0.0101, 1.0, 1.003};
  rod.segment.angular_velocity = {9000.0, 4000.0, 7000.0};
  const Rotation rotation(rod.segment, rod.inertia, 1.0 / 60.0);
  const Attitude attitude = rotation.at(Interval(1.0 / 60.0));
  const FlowState state = evaluate(rod.segment, rod.inertia, 1.0 / 60.0);
  EXPECT_TRUE(attitude.is_known);
  EXPECT_LT(furthest_off(attitude.rotation, state.pose.orientation), 1e-7);
}

// Two equal moments: the spin goes round the angular momentum, by Landau and Lifshitz, section 33.
TEST(Rotation, OfASymmetricTopHoldsTheClosedForm) {
  Spinner top;
  top.inertia.principal_moments = {2.0, 2.0, 1.0};
  top.segment.angular_velocity = {3.0, 0.0, 40.0};
  const double time = 0.5;
  const Attitude attitude = Rotation(top.segment, top.inertia, time).at(Interval(time));
  const Vec3 momentum(6.0, 0.0, 40.0);
  const double own = 40.0 - 20.0;  // rad/s: w_z (1 - I_z / I_x)
  const Quat q = quaternion_from_rotation_vector(momentum * (time / 2.0)) *
                 quaternion_from_rotation_vector(Vec3(0.0, 0.0, own * time));
  EXPECT_LT(furthest_off(attitude.rotation, glm::normalize(q)), 1e-11);
}

TEST(Rotation, BoundsTheSpinAndItsChangeOverASpan) {
  Random random(12);
  double closest = 0.0;
  for (int i = 0; i < 300; ++i) {
    const Spinner spinner = any_spinner(random, FlowKind::ballistic, 20.0);
    const double half = random.between(0.001, 0.02);
    const Rotation rotation(spinner.segment, spinner.inertia, 2.0 * half);
    const TurnBounds bounds = rotation.bounds(rotation.at(Interval(half)), half);
    if (!bounds.is_known) {
      continue;
    }
    constexpr double step = 1e-6;
    for (int k = 1; k < 40; ++k) {
      const double time = 2.0 * half * k / 40.0;
      const Vec3 now = evaluate(spinner.segment, spinner.inertia, time).angular_velocity;
      const Vec3 soon = evaluate(spinner.segment, spinner.inertia, time + step).angular_velocity;
      const double rate = std::sqrt(squared_length(soon - now)) / step;
      ASSERT_LE(std::sqrt(squared_length(now)), bounds.spin);
      ASSERT_LE(rate, bounds.angular_acceleration * (1.0 + 1e-4) + 1e-6);
      closest = std::max(closest, rate / std::max(bounds.angular_acceleration, 1e-9));
    }
  }
  EXPECT_GT(closest, 0.5) << "the bound is so loose that a wrong one would not be seen";
}

// In closed form, at any spin: what the engine computes lies within, and the enclosure is as tight as the angle lets it
// be; also where two moments agree, or nearly, and where the spin is steady, or nearly.
TEST(Rotation, HoldsFastSpinsTightly) {
  Random random(13);
  std::vector<double> widths;  // by the angle turned by
  for (int i = 0; i < 200; ++i) {
    const double spin = std::pow(10.0, random.between(2.5, 9.0));
    Spinner spinner = any_spinner(random, FlowKind::ballistic, spin);
    Vec3& moments = spinner.inertia.principal_moments;
    if (i % 4 == 1) {
      moments.y = moments.x * (i % 8 == 1 ? 1.0 : 1.0 + 1e-9);
    }
    if (i % 4 == 2) {
      const Vec3 near = random.vector(std::pow(10.0, random.between(-17.0, -2.0)));
      const Quat axes = spinner.segment.pose.orientation * spinner.inertia.principal_axes;
      spinner.segment.angular_velocity = rotate(axes, spin * (Vec3(i % 3 == 0, i % 3 == 1, i % 3 == 2) + near));
    }
    const double duration = 1.0 / 60.0;
    const Attitude attitude = Rotation(spinner.segment, spinner.inertia, duration).at(Interval(duration));
    const FlowState state = evaluate(spinner.segment, spinner.inertia, duration);
    const double turned = duration * std::sqrt(squared_length(spinner.segment.angular_velocity));
    if (attitude.is_known) {
      EXPECT_TRUE(holds_pose(attitude, state, 1e-14 * (10.0 + turned))) << i << " " << turned << " rad";
      widths.push_back(furthest_off(attitude.rotation, state.pose.orientation) / (1.0 + turned));
    }
  }
  ASSERT_GT(widths.size(), 160U) << "only near the boundary between two ways of turning is nothing known";
  std::sort(widths.begin(), widths.end());
  EXPECT_LT(widths[widths.size() / 2], 1e-12);
  EXPECT_LT(widths[widths.size() * 9 / 10], 1e-9);
}

TEST(Rotation, OfASpinBeyondAllSenseIsNotKnown) {
  Spinner spinner;
  spinner.inertia.principal_moments = {1.0, 2.0, 2.5};
  spinner.segment.angular_velocity = {1e12, 1e12, 1e12};
  const Rotation rotation(spinner.segment, spinner.inertia, 1.0);
  EXPECT_FALSE(rotation.bounds(rotation.at(Interval(1.0)), 0.5).is_known);
}

}  // namespace
}  // namespace firstcontact::verify
