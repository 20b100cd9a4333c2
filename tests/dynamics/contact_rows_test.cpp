// Rows of the soft solver side by side: what stands beside what, and the impulses that sweeps in either order come to.
#include "dynamics/contact_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

#include "dynamics/contact_solver.hpp"
#include "dynamics/crowd.hpp"
#include "dynamics/row_batches.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Crowd;
using testing_support::Random;
using testing_support::random_body;
using testing_support::random_crowd;
using testing_support::random_point;

TEST(RowBatches, HoldEveryPairOnceAndNoBodyThatMovesTwice) {
  const Crowd crowd = random_crowd(1, 60, 0.5);
  std::vector<int> seen(crowd.points.size(), 0);
  std::size_t lanes = 0;
  const std::vector<RowBatch> batches = plan_by_colour(crowd.points, crowd.bodies, 4).batches;
  for (const RowBatch& batch : batches) {
    std::multiset<std::uint32_t> movers;
    for (std::uint32_t lane = 0; lane < batch.used; ++lane) {
      const PairRange pair = batch.points[lane];
      ++lanes;
      for (std::uint32_t i = pair.first; i < pair.end; ++i) {
        ++seen[i];
        EXPECT_EQ(crowd.points[i].a, crowd.points[pair.first].a);
        EXPECT_EQ(crowd.points[i].b, crowd.points[pair.first].b);
      }
      for (const std::uint32_t body : {crowd.points[pair.first].a, crowd.points[pair.first].b}) {
        if (body >= 2) {
          movers.insert(body);
          EXPECT_EQ(movers.count(body), 1U);
        }
      }
    }
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(seen.size()));
  EXPECT_GT(static_cast<double>(lanes), 2.0 * static_cast<double>(batches.size()));
}

Vec3 momentum_of(const Crowd& crowd) {
  Vec3 momentum(0.0);
  for (const Responder& body : crowd.bodies) {
    momentum += body.velocity.linear / body.inverse_mass;
  }
  return momentum;
}

// So many bodies are swept in single precision, which would be a millionth off.
TEST(SolveContacts, KeepsTheMomentumOfAHeapToRounding) {
  Crowd crowd = random_crowd(13, 200, 0.4);
  Random random(17);
  crowd.bodies[0] = random_body(random);
  crowd.bodies[1] = random_body(random);
  const Vec3 before = momentum_of(crowd);
  const std::vector<Velocity> kicks(crowd.bodies.size());
  static_cast<void>(solve_contacts(crowd.points, crowd.bodies, kicks, {0.01, 4, 1, true, false}));
  EXPECT_LT(glm::length(momentum_of(crowd) - before), 1e-12 * static_cast<double>(crowd.bodies.size()));
  EXPECT_TRUE(std::any_of(crowd.points.begin(), crowd.points.end(), is_pressed));
}

// Or `verify` would refute what was recorded of a heap: single precision is a ten-millionth outside.
TEST(SolveContacts, KeepsTheFrictionOfAHeapInItsCones) {
  Crowd crowd = random_crowd(13, 200, 0.4);
  const std::vector<Velocity> kicks(crowd.bodies.size());
  static_cast<void>(solve_contacts(crowd.points, crowd.bodies, kicks, {0.01, 4, 1, true, false}));
  int sliding = 0;
  for (const ContactPoint& point : crowd.points) {
    const double most = point.friction * point.normal_impulse;
    const double size = glm::length(point.friction_impulse);
    ASSERT_LE(size, most * (1.0 + 1e-15));
    sliding += most > 0.0 && size > 0.999 * most ? 1 : 0;
  }
  EXPECT_GT(sliding, 50);
}

// A thousand hulls would else jitter at 4e-7 m/s for ever, and come to 1e-9 as it is.
TEST(SolveContacts, RoundsNoImpulsesOfAHeapThatComesToRest) {
  const auto are_single = [](bool is_slow) {
    Crowd crowd = random_crowd(13, 200, 0.4);
    const std::vector<Velocity> kicks(crowd.bodies.size());
    static_cast<void>(solve_contacts(crowd.points, crowd.bodies, kicks, {0.01, 4, 1, true, is_slow}));
    return std::all_of(crowd.points.begin(), crowd.points.end(), [](const ContactPoint& point) {
      return static_cast<double>(static_cast<float>(point.normal_impulse)) == point.normal_impulse;
    });
  };
  EXPECT_TRUE(are_single(false));
  EXPECT_FALSE(are_single(true));
}

// Of masses so great the squares of impulses are none in single precision. A power of two changes no bit in double.
TEST(SolveContacts, LeavesMassesThatNoFloatHoldsToDoublePrecision) {
  const auto velocities = [](double scale, bool is_slow) {
    Crowd crowd = random_crowd(13, 200, 0.4);
    for (Responder& body : crowd.bodies) {
      body.inverse_mass /= scale;
      body.inverse_inertia /= scale;
    }
    for (ContactPoint& point : crowd.points) {
      point.normal_impulse *= scale;
      point.friction_impulse *= scale;
    }
    const std::vector<Velocity> kicks(crowd.bodies.size());
    static_cast<void>(solve_contacts(crowd.points, crowd.bodies, kicks, {0.01, 4, 1, true, is_slow}));
    std::vector<Vec3> found;
    for (const Responder& body : crowd.bodies) {
      found.push_back(body.velocity.linear);
    }
    return found;
  };
  EXPECT_EQ(velocities(0x1p80, false), velocities(1.0, true));
  EXPECT_EQ(velocities(0x1p-80, false), velocities(1.0, true));
}

// Without friction the impulses of a round solve a linear complementarity problem, whose velocities are unique: pairs
// in any order come to them, and so they do where sweeps pass over whom nothing stirs.
TEST(ContactRows, ComeToTheSameVelocitiesInEitherOrder) {
  Crowd given = random_crowd(3, 30, 0.0);
  Crowd coloured = given;
  Crowd restless = given;
  const auto solve = [](Crowd& crowd, RowOrder order, SweepExtent later = SweepExtent::all) {
    ContactRows rows(crowd.points, crowd.bodies, order, 1.0);
    rows.be_stirred_by_more_than(1e-13);
    rows.aim(0.01);
    rows.take_velocities();
    rows.warm_start();
    double change = rows.sweep_relaxed().largest;
    for (int i = 0; i < 4000; ++i) {
      change = rows.sweep_relaxed(later).largest;
    }
    rows.give_velocities();
    return change;
  };
  EXPECT_LT(solve(given, RowOrder::given), 1e-12);
  EXPECT_LT(solve(coloured, RowOrder::coloured), 1e-12);
  EXPECT_LT(solve(restless, RowOrder::coloured, SweepExtent::restless), 1e-12);
  double fastest = 0.0;
  for (std::size_t i = 0; i < given.bodies.size(); ++i) {
    const Vec3 difference = given.bodies[i].velocity.linear - coloured.bodies[i].velocity.linear;
    EXPECT_LT(glm::length(difference), 1e-9) << i;
    EXPECT_LT(glm::length(restless.bodies[i].velocity.linear - coloured.bodies[i].velocity.linear), 1e-9) << i;
    fastest = std::max(fastest, glm::length(given.bodies[i].velocity.linear));
  }
  EXPECT_GT(fastest, 0.1);
}

// Two by themselves run into each other, and two that stand apart are left out of the sweeps to come: even where they
// are given a speed that a sweep of all takes.
TEST(ContactRows, RestlessSweepsLeaveOutWhomTheLastOneHasNotStirred) {
  Random random(21);
  Crowd crowd;
  for (int i = 0; i < 4; ++i) {
    crowd.bodies.push_back(random_body(random));
    crowd.bodies.back().velocity = {};
  }
  const Vec3 up(0.0, 1.0, 0.0);
  for (std::uint32_t pair = 0; pair < 2; ++pair) {
    for (int i = 0; i < 3; ++i) {
      ContactPoint& point = crowd.points.emplace_back(random_point(random, up, 0.3));
      point.a = 2 * pair;
      point.b = 2 * pair + 1;
      point.separation = point.rest_gap;
      point.normal_impulse = 0.0;
      point.friction_impulse = Vec3(0.0);
    }
  }
  crowd.bodies[1].velocity.linear = -up;
  ContactRows rows(crowd.points, crowd.bodies, RowOrder::given, 1.0);
  rows.be_stirred_by_more_than(1e-9);
  rows.aim_to_stop();
  rows.take_velocities();
  static_cast<void>(rows.sweep_relaxed());
  rows.give_velocities();
  const Vec3 struck = crowd.bodies[1].velocity.angular;
  crowd.bodies[3].velocity.linear = -up;
  rows.take_velocities();
  static_cast<void>(rows.sweep_relaxed(SweepExtent::restless));
  rows.give_velocities();
  EXPECT_EQ(crowd.bodies[3].velocity.linear, -up);
  EXPECT_NE(crowd.bodies[1].velocity.angular, struck);
  static_cast<void>(rows.sweep_relaxed());
  rows.give_velocities();
  EXPECT_NE(crowd.bodies[3].velocity.linear, -up);
}

}  // namespace
}  // namespace firstcontact
