// Rebounds within what they may cost.
#include "dynamics/rebound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace firstcontact {
namespace {

constexpr double mass = 2.0;

/// A ball of 2 kg (slot 1) on the ground (slot 0).
struct BallOnGround {
  std::vector<Responder> bodies{2};
  std::vector<ContactPoint> points{1};
};

BallOnGround ball_with(double speed) {
  BallOnGround it;
  it.bodies[1].inverse_mass = Vec3(1.0 / mass);
  it.bodies[1].velocity.linear.y = speed;
  it.points[0].a = 0;
  it.points[0].b = 1;
  return it;
}

// It wants to leave with 3 m/s, which costs 9 J.
TEST(Rebounds, LeaveAsFastAsTheBudgetAllows) {
  for (const double budget : {20.0, 4.0, 1e-6}) {
    BallOnGround it = ball_with(0.0);
    std::vector<Rebound> rebounds{{0, 3.0}};
    const double left = give_rebounds(it.points, rebounds, {budget, budget}, it.bodies);
    const double spent = std::min(budget, 0.5 * mass * 9.0);
    EXPECT_NEAR(0.5 * mass * it.bodies[1].velocity.linear.y * it.bodies[1].velocity.linear.y, spent, 1e-12 * spent);
    EXPECT_NEAR(left, budget - spent, 1e-12 * budget);
  }
}

// The chain of ten links, shaken, met this after twenty seconds: a point that its solver had stopped exactly, and no
// joule to part it with. Zero was divided by zero.
TEST(Rebounds, WithoutABudgetLeaveWhatStandsStillAlone) {
  BallOnGround it = ball_with(0.0);
  std::vector<Rebound> rebounds{{0, 3.0}};
  EXPECT_EQ(give_rebounds(it.points, rebounds, {0.0, 0.0}, it.bodies), 0.0);
  EXPECT_EQ(it.bodies[1].velocity.linear, Vec3(0.0));
  EXPECT_EQ(it.points[0].normal_impulse, 0.0);
}

// Raising the ball costs 4 N s per metre a second of its rise. To leave with v costs v^2 + 4 v: of 5 J no more than
// 1 m/s can be had; of nothing, nothing.
TEST(Rebounds, PayForWhatTheyRaise) {
  const std::vector<Vec3> weights{Vec3(0.0), Vec3(0.0, 4.0, 0.0)};
  for (const auto& [in_all, speed] : {std::pair{5.0, 1.0}, std::pair{0.0, 0.0}, std::pair{1e3, 3.0}}) {
    BallOnGround it = ball_with(0.0);
    std::vector<Rebound> rebounds{{0, 3.0}};
    static_cast<void>(give_rebounds(it.points, rebounds, {100.0, in_all, weights}, it.bodies));
    EXPECT_NEAR(it.bodies[1].velocity.linear.y, speed, 1e-12) << in_all << " J";
  }
}

// A slip of paper between the ground and a block: nearly all that the block's rebound asks of the paper goes on to the
// ground. Ten sweeps from point to point leave the block short of its speed, and energy over.
TEST(Rebounds, OfABlockOnPaperAreFoundToTheEnd) {
  constexpr double paper = 0.1;
  std::vector<Responder> bodies(3);
  bodies[1].inverse_mass = Vec3(1.0 / paper);
  bodies[2].inverse_mass = Vec3(1.0 / mass);
  std::vector<ContactPoint> points(2);
  for (std::uint32_t i = 0; i < 2; ++i) {
    points[i].a = i;
    points[i].b = i + 1;
  }
  std::vector<Rebound> rebounds{{1, 0.5}, {0, 0.0}};
  static_cast<void>(give_rebounds(points, rebounds, {0.5 * mass * 0.25, 0.5 * mass * 0.25}, bodies));
  EXPECT_NEAR(bodies[2].velocity.linear.y, 0.5, 1e-3);
  EXPECT_NEAR(bodies[1].velocity.linear.y, 0.0, 1e-3);
}

}  // namespace
}  // namespace firstcontact
