// Impacts of one pair at several points, by a law with a name.
#include "dynamics/impact_by_law.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "dynamics/impact.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

/// A box of 1 kg over a floor that nothing moves: body 1 and body 0.
struct Landing {
  std::vector<Responder> bodies;
  std::vector<ContactPoint> points;

  Landing(const Vec3& half, const Mat3& turn, const Velocity& velocity) : bodies(2) {
    const Vec3 squares = half * half;
    const Vec3 inertia = Vec3(squares.y + squares.z, squares.x + squares.z, squares.x + squares.y) / 3.0;
    bodies[1].inverse_mass = Vec3(1.0);
    bodies[1].inverse_inertia =
        turn * Mat3(1.0 / inertia.x, 0, 0, 0, 1.0 / inertia.y, 0, 0, 0, 1.0 / inertia.z) * glm::transpose(turn);
    bodies[1].velocity = velocity;
  }

  void add_point(const Vec3& arm, double friction, double restitution) {
    ContactPoint point;
    point.b = 1;
    point.arm_a = arm;
    point.arm_b = arm;
    point.friction = friction;
    point.restitution = restitution;
    points.push_back(point);
  }

  // Rounds until nothing approaches.
  int answer(ImpactLaw law) {
    int rounds = 0;
    while (rounds < 100 && resolve_impact_round(points, bodies, {1e-11, false, law}).any_approach) {
      ++rounds;
    }
    return rounds;
  }

  [[nodiscard]] const Velocity& velocity() const { return bodies[1].velocity; }

  [[nodiscard]] double energy() const {
    return 0.5 * squared_length(velocity().linear) +
           0.5 * glm::dot(velocity().angular, glm::inverse(bodies[1].inverse_inertia) * velocity().angular);
  }

  [[nodiscard]] Vec3 impulse() const {
    Vec3 sum(0.0);
    for (const ContactPoint& point : points) {
      sum += point.normal_impulse * point.normal + point.friction_impulse;
    }
    return sum;
  }
};

// friction_that_vanishes of the faults: a rod of 1 m that leans by 30 degrees, its lower edge at (1, -2) m/s.
// Published: Stronge 0.219, Poisson 0.201.
TEST(ImpactByLaw, ARodOnItsEdgeSticksWithThePublishedRatios) {
  const double c = std::sqrt(0.75);
  const Mat3 turn(c, 0.5, 0.0, -0.5, c, 0.0, 0.0, 0.0, 1.0);
  for (const ImpactLaw law : {ImpactLaw::stronge, ImpactLaw::poisson}) {
    Landing rod({0.5, 0.05, 0.2}, turn, {{1.0, -2.0, 0.0}, Vec3(0.0)});
    for (const double side : {-0.2, 0.2}) {
      rod.add_point(turn * Vec3(-0.5, -0.05, side), 1.0, 0.5);
    }
    EXPECT_EQ(rod.answer(law), 1);
    const Vec3 impulse = rod.impulse();
    EXPECT_NEAR(impulse.x / impulse.y, law == ImpactLaw::stronge ? 0.219 : 0.201, 1e-3);
    EXPECT_LT(std::abs(velocity_at(rod.velocity(), rod.points[0].arm_b).x), 1e-12);
    EXPECT_LT(glm::length(Vec3(rod.velocity().angular.x, rod.velocity().angular.y, rod.velocity().linear.z)), 1e-11);
  }
}

// The same on two floors: of several pairs at once friction is bounded by the energy before the impact, and there is
// plenty. Restitution is Newton's there (Brach: 0.277).
TEST(ImpactByLaw, ARodOnTwoFloorsSticks) {
  const double c = std::sqrt(0.75);
  const Mat3 turn(c, 0.5, 0.0, -0.5, c, 0.0, 0.0, 0.0, 1.0);
  Landing rod({0.5, 0.05, 0.2}, turn, {{1.0, -2.0, 0.0}, Vec3(0.0)});
  rod.bodies.emplace_back();
  for (const double side : {-0.2, 0.2}) {
    rod.add_point(turn * Vec3(-0.5, -0.05, side), 1.0, 0.5);
  }
  rod.points[1].a = 2;
  EXPECT_EQ(rod.answer(ImpactLaw::stronge), 1);
  EXPECT_NEAR(rod.impulse().x / rod.impulse().y, 0.277, 1e-3);
  EXPECT_LT(std::abs(velocity_at(rod.velocity(), rod.points[0].arm_b).x), 1e-9);
}

// Its pressure is before its middle, so that friction does not tip it: it rebounds as flat as it came.
TEST(ImpactByLaw, ABoxThatSlidesReboundsFlat) {
  for (const double restitution : {0.0, 0.4, 1.0}) {
    Landing box({0.5, 0.2, 0.3}, Mat3(1.0), {{3.0, -1.0, 1.0}, Vec3(0.0)});
    for (const Vec3 corner :
         {Vec3(0.5, -0.2, 0.3), Vec3(0.5, -0.2, -0.3), Vec3(-0.5, -0.2, 0.3), Vec3(-0.5, -0.2, -0.3)}) {
      box.add_point(corner, 0.3, restitution);
    }
    EXPECT_EQ(box.answer(ImpactLaw::stronge), 1) << restitution;
    const double slowed = 0.3 * (1.0 + restitution) / std::sqrt(10.0);
    EXPECT_LT(glm::length(box.velocity().linear - Vec3(3.0 - 3.0 * slowed, restitution, 1.0 - slowed)), 1e-9);
    EXPECT_LT(glm::length(box.velocity().angular), 1e-9) << restitution;
  }
}

// I w' = -mu P r, until it turns no more.
TEST(ImpactByLaw, ABoxThatTurnsAboutTheNormalIsSlowedAtItsCorners) {
  for (const double friction : {0.1, 0.3, 2.0}) {
    Landing box({0.4, 0.1, 0.3}, Mat3(1.0), {{0.0, -1.0, 0.0}, {0.0, 10.0, 0.0}});
    for (const Vec3 corner :
         {Vec3(0.4, -0.1, 0.3), Vec3(0.4, -0.1, -0.3), Vec3(-0.4, -0.1, 0.3), Vec3(-0.4, -0.1, -0.3)}) {
      box.add_point(corner, friction, 0.5);
    }
    EXPECT_EQ(box.answer(ImpactLaw::stronge), 1);
    const double slowed = friction * 1.5 * 0.5 * box.bodies[1].inverse_inertia[1][1];
    EXPECT_NEAR(box.velocity().angular.y, std::max(0.0, 10.0 - slowed), 1e-9) << friction;
    EXPECT_NEAR(box.velocity().linear.y, 0.5, 1e-12);
  }
}

// A box that comes down on an edge, a face or three of its corners.
Landing random_landing(Random& random, int corners) {
  const Vec3 half(std::exp(random.between(-3, 0)), std::exp(random.between(-3, 0)), std::exp(random.between(-3, 0)));
  const double lean = corners == 2 ? random.between(0.0, 1.5) : 0.0;
  const Mat3 turn(std::cos(lean), std::sin(lean), 0.0, -std::sin(lean), std::cos(lean), 0.0, 0.0, 0.0, 1.0);
  Landing box(half, turn, {random.vector(3.0), random.vector(3.0 / glm::length(half))});
  const double friction = random.between(0.0, 2.0);
  const double restitution = random.between(0.0, 1.0) < 0.3 ? 0.0 : random.between(0.0, 1.0);
  for (int k = 0; k < corners; ++k) {
    const Vec3 corner(k < 2 ? -half.x : half.x, -half.y, k % 2 == 0 ? -half.z : half.z);
    box.add_point(turn * corner, friction, restitution);
  }
  return box;
}

TEST(ImpactByLaw, MakesNoEnergyPullsNothingAndKeepsWithinItsCones) {
  Random random(46);
  int answered = 0;
  for (int i = 0; i < 2000; ++i) {
    Landing box = random_landing(random, 2 + i % 3);
    const double before = box.energy();
    const int rounds = box.answer(ImpactLaw::stronge);
    EXPECT_LT(rounds, 100) << i;
    EXPECT_LE(box.energy(), before * (1.0 + 1e-13)) << i;
    for (const ContactPoint& point : box.points) {
      EXPECT_GE(point.normal_impulse, 0.0) << i;
      EXPECT_LE(glm::length(point.friction_impulse), point.friction * point.normal_impulse * (1.0 + 1e-12)) << i;
      EXPECT_GE(velocity_at(box.velocity(), point.arm_b).y, -1e-10) << i;
    }
    answered += rounds > 0 ? 1 : 0;
  }
  EXPECT_GT(answered, 1000);
}

// Mirrored in z, what is mirrored stays so.
TEST(ImpactByLaw, AMirroredLandingStaysMirrored) {
  Random random(47);
  for (int i = 0; i < 500; ++i) {
    const double lean = random.between(-1.5, 1.5);
    const Mat3 turn(std::cos(lean), std::sin(lean), 0.0, -std::sin(lean), std::cos(lean), 0.0, 0.0, 0.0, 1.0);
    Landing box({0.5, 0.02, 0.05}, turn,
                {{random.between(-5, 5), random.between(-5, 0), 0.0}, {0.0, 0.0, random.between(-5, 5)}});
    const double friction = random.between(0.0, 2.0);
    const double restitution = random.between(0.0, 1.0);
    const Vec3 arm(random.between(-0.5, 0.5), -0.3, 0.0);
    for (const double side : {-0.05, 0.05}) {
      box.add_point(arm + Vec3(0.0, 0.0, side), friction, restitution);
    }
    static_cast<void>(box.answer(ImpactLaw::stronge));
    EXPECT_LT(glm::length(Vec3(box.velocity().angular.x, box.velocity().angular.y, box.velocity().linear.z)), 1e-11)
        << i;
  }
}

}  // namespace
}  // namespace firstcontact
