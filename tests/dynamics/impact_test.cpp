#include "dynamics/impact.hpp"

#include <gtest/gtest.h>
#include <firstcontact/impact_law.hpp>

#include <cmath>

#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

Responder particle(double mass, const Vec3& velocity) {
  Responder body;
  body.velocity.linear = velocity;
  body.inverse_mass = Vec3(1.0 / mass);
  return body;
}

double kinetic_energy(const std::vector<Responder>& bodies) {
  double sum = 0.0;
  for (const Responder& body : bodies) {
    sum += 0.5 * squared_length(body.velocity.linear) / body.inverse_mass.x;
    if (body.inverse_inertia != Mat3(0.0)) {
      sum += 0.5 * glm::dot(body.velocity.angular, glm::inverse(body.inverse_inertia) * body.velocity.angular);
    }
  }
  return sum;
}

TEST(Impact, HeadOnElasticBodiesExchangeAsTheTextbookSays) {
  // reference.json, "head_on_elastic": m 1 and 3, u1 = 2 -> v1 = -1, v2 = 1.
  std::vector<Responder> bodies{particle(1.0, {2, 0, 0}), particle(3.0, {0, 0, 0})};
  ContactPoint point;
  point.a = 0;
  point.b = 1;
  point.normal = {1, 0, 0};
  point.restitution = 1.0;
  std::vector<ContactPoint> points{point};
  EXPECT_TRUE(resolve_impact_round(points, bodies, {}).any_approach);
  EXPECT_NEAR(bodies[0].velocity.linear.x, -1.0, 1e-15);
  EXPECT_NEAR(bodies[1].velocity.linear.x, 1.0, 1e-15);
  EXPECT_FALSE(resolve_impact_round(points, bodies, {}).any_approach);
}

// Smith et al. 2012: the test that sequential impulses and Newton's LCP both fail in their own way.
TEST(Impact, TouchingCradleSendsOffTheLast) {
  std::vector<Responder> bodies{particle(1, {2, 0, 0})};
  std::vector<ContactPoint> points;
  for (std::uint32_t i = 0; i < 4; ++i) {
    bodies.push_back(particle(1, Vec3(0.0)));
    ContactPoint point;
    point.a = i;
    point.b = i + 1;
    point.normal = {1, 0, 0};
    point.restitution = 1.0;
    points.push_back(point);
  }
  while (resolve_impact_round(points, bodies, {1e-12, false}).any_approach) {
  }
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(bodies[i].velocity.linear.x, 0.0, 1e-12);
  }
  EXPECT_NEAR(bodies[4].velocity.linear.x, 2.0, 1e-12);
}

// What friction does is rounding then, of either sign, and so is what it costs.
TEST(Impact, OfABoxThatLandsFlatAndDoesNotSlideKeepsItsEnergy) {
  Random random(32);
  for (int i = 0; i < 20000; ++i) {
    std::vector<Responder> bodies{Responder{}, particle(random.between(0.1, 10.0), random.vector(1e-17))};
    bodies[1].velocity.linear.y = -random.between(1e-3, 1.0);
    bodies[1].velocity.angular = random.vector(1e-17);
    bodies[1].inverse_inertia = Mat3(random.between(1.0, 1e4));
    std::vector<ContactPoint> points;
    for (int corner = 0; corner < 4; ++corner) {
      ContactPoint point;
      point.b = 1;
      point.normal = {0.0, 1.0, 0.0};
      point.arm_b = {corner % 2 == 0 ? 0.03 : -0.03, -0.05 + 1e-17 * corner, corner < 2 ? 0.04 : -0.04};
      point.friction = 0.5;
      point.restitution = 1.0;
      points.push_back(point);
    }
    const double before = kinetic_energy({bodies[1]});
    static_cast<void>(resolve_impact_round(points, bodies, {}));
    ASSERT_NEAR(kinetic_energy({bodies[1]}), before, 1e-12 * before) << i;
  }
}

TEST(Impact, ElasticClustersKeepEnergyToRoundingAndInelasticOnesNeverGain) {
  Random random(31);
  for (int i = 0; i < 2000; ++i) {
    std::vector<Responder> bodies;
    for (int k = 0; k < 5; ++k) {
      Responder body = particle(random.between(0.1, 10.0), random.vector(5.0));
      body.velocity.angular = random.vector(5.0);
      body.inverse_inertia = Mat3(random.between(0.5, 3.0));
      bodies.push_back(body);
    }
    std::vector<ContactPoint> points;
    const bool elastic = i % 2 == 0;
    for (std::uint32_t k = 0; k < 4; ++k) {
      ContactPoint point;
      point.a = k;
      point.b = k + 1;
      point.normal = normalized_or(random.vector(1.0), {0, 1, 0});
      point.arm_a = random.vector(1.0);
      point.arm_b = random.vector(1.0);
      point.restitution = elastic ? 1.0 : random.between(0.0, 1.0);
      point.friction = elastic ? 0.0 : random.between(0.0, 1.0);
      points.push_back(point);
    }
    const double before = kinetic_energy(bodies);
    static_cast<void>(resolve_impact_round(points, bodies, {}));
    const double after = kinetic_energy(bodies);
    EXPECT_LE(after, before * (1.0 + 1e-13)) << i;
    if (elastic) {
      EXPECT_NEAR(after / before, 1.0, 1e-13) << i;
    }
  }
}

// What meets the same ground at the same instant: no body wins what another loses.
TEST(Impact, BodiesThatOnlyShareTheGroundKeepTheirOwnEnergies) {
  Random random(35);
  for (int i = 0; i < 2000; ++i) {
    std::vector<Responder> bodies{Responder{}};
    std::vector<ContactPoint> points;
    for (std::uint32_t k = 1; k < 4; ++k) {
      Responder body = particle(random.between(0.1, 10.0), random.vector(std::pow(10.0, random.between(-3.0, 1.0))));
      body.velocity.angular = random.vector(1.0);
      body.inverse_inertia = Mat3(random.between(0.5, 3.0));
      bodies.push_back(body);
      for (int corner = 0; corner < 2; ++corner) {
        ContactPoint point;
        point.a = 0;
        point.b = k;
        point.arm_b = random.vector(1.0);
        point.restitution = random.between(0.1, 1.0);
        point.friction = random.between(0.0, 1.0);
        points.push_back(point);
      }
    }
    const std::vector<Responder> before = bodies;
    static_cast<void>(resolve_impact_round(points, bodies, {}));
    for (std::size_t k = 1; k < 4; ++k) {
      EXPECT_LE(kinetic_energy({bodies[k]}), kinetic_energy({before[k]}) * (1.0 + 1e-13)) << i << ' ' << k;
    }
  }
}

TEST(Impact, MomentaAreConservedToRounding) {
  Random random(32);
  for (int i = 0; i < 500; ++i) {
    const Vec3 at = random.vector(3.0);
    const Vec3 center_a = random.vector(3.0);
    const Vec3 center_b = random.vector(3.0);
    std::vector<Responder> bodies{particle(2.0, random.vector(5.0)), particle(0.5, random.vector(5.0))};
    bodies[0].inverse_inertia = Mat3(0.7);
    bodies[1].inverse_inertia = Mat3(3.0);
    ContactPoint point;
    point.a = 0;
    point.b = 1;
    point.normal = normalized_or(random.vector(1.0), {0, 1, 0});
    point.arm_a = at - center_a;
    point.arm_b = at - center_b;
    point.restitution = 0.4;
    point.friction = 0.6;
    const auto angular_momentum = [&] {
      return glm::cross(center_a, 2.0 * bodies[0].velocity.linear) + bodies[0].velocity.angular / 0.7 +
             glm::cross(center_b, 0.5 * bodies[1].velocity.linear) + bodies[1].velocity.angular / 3.0;
    };
    const auto momentum = [&] { return 2.0 * bodies[0].velocity.linear + 0.5 * bodies[1].velocity.linear; };
    const Vec3 before = momentum();
    const Vec3 angular_before = angular_momentum();
    std::vector<ContactPoint> points{point};
    static_cast<void>(resolve_impact_round(points, bodies, {}));
    EXPECT_LT(glm::length(momentum() - before), 1e-13);
    EXPECT_LT(glm::length(angular_momentum() - angular_before), 1e-13);
  }
}

// Newton's restitution is about the normal speed: friction at a point off the line of centres must not turn the rebound
// aside, unless what it took would not pay for that.
TEST(Impact, FrictionLeavesTheReboundAsRestitutionHasIt) {
  Random random(33);
  int restored = 0;
  for (int i = 0; i < 500; ++i) {
    std::vector<Responder> bodies{particle(1e30, Vec3(0.0)), particle(1.0, random.vector(5.0))};
    bodies[1].inverse_inertia = Mat3(random.between(1.0, 20.0));
    ContactPoint point;
    point.a = 0;
    point.b = 1;
    point.arm_b = random.vector(1.0);
    point.friction = random.between(0.1, 1.0);
    point.restitution = random.between(0.0, 1.0);
    std::vector<ContactPoint> points{point};
    const double approach = -relative_velocity(point, bodies).y;
    const double before = kinetic_energy({bodies[1]});
    if (approach <= 0.0) {
      continue;
    }
    const double along_normal = 0.5 * approach * approach / inverse_effective_mass(point, point.normal, bodies);
    const double frictionless = before - (1.0 - point.restitution * point.restitution) * along_normal;
    static_cast<void>(resolve_impact_round(points, bodies, {}));
    const double after = kinetic_energy({bodies[1]});
    const double rebound = relative_velocity(point, bodies).y;
    EXPECT_LE(after, frictionless * (1.0 + 1e-13)) << i;
    const bool is_restored = rebound > point.restitution * approach * (1.0 - 1e-9);
    EXPECT_TRUE(is_restored || after > frictionless * (1.0 - 1e-9)) << i;  // or all that friction took is used up
    restored += is_restored ? 1 : 0;
  }
  EXPECT_GT(restored, 200);
}

// One point with friction is answered by Stronge's law: restitution gives back e^2 of the work that compression took,
// whatever friction turned aside. Energy never grows.
TEST(Impact, OnePointWithFrictionIsAnsweredByTheLaw) {
  Random random(33);
  int count = 0;
  for (int i = 0; i < 500; ++i) {
    std::vector<Responder> bodies{particle(random.between(0.5, 2.0), random.vector(5.0)),
                                  particle(1.0, random.vector(5.0))};
    bodies[0].inverse_inertia = Mat3(random.between(1.0, 20.0));
    bodies[1].inverse_inertia = Mat3(random.between(1.0, 20.0));
    ContactPoint point;
    point.a = 0;
    point.b = 1;
    point.arm_a = random.vector(1.0);
    point.arm_b = random.vector(1.0);
    point.friction = random.between(0.1, 1.0);
    point.restitution = random.between(0.0, 1.0);
    const auto cross_matrix = [](const Vec3& v) { return Mat3(0, v.z, -v.y, -v.z, 0, v.x, v.y, -v.x, 0); };
    PointImpact expected;
    expected.velocity = relative_velocity(point, bodies);
    expected.normal = point.normal;
    expected.friction = point.friction;
    expected.restitution = point.restitution;
    for (int side = 0; side < 2; ++side) {
      const Responder& body = bodies[static_cast<std::size_t>(side)];
      const Mat3 arm = cross_matrix(side == 0 ? point.arm_a : point.arm_b);
      expected.compliance += Mat3(body.inverse_mass.x) - arm * body.inverse_inertia * arm;
    }
    const ImpactOutcome outcome = resolve_impact(expected);
    const double before = kinetic_energy(bodies);
    std::vector<ContactPoint> points{point};
    const bool approached = resolve_impact_round(points, bodies, {0.0, false, true}).any_approach;
    EXPECT_EQ(approached, outcome.normal_impulse > 0.0) << i;
    EXPECT_NEAR(points[0].normal_impulse, outcome.normal_impulse, 1e-9) << i;
    EXPECT_LE(glm::length(points[0].friction_impulse - outcome.friction_impulse), 1e-9) << i;
    EXPECT_LE(kinetic_energy(bodies), before * (1.0 + 1e-13)) << i;
    count += approached ? 1 : 0;
  }
  EXPECT_GT(count, 200);
}

// A corner that lands at r = (-0.408, -0.293) from the centre and may not slide: the impulse has to stop the point in
// both directions at once, I = (1/m + [r x][r x]^T / I)^-1 (-v) (reference.json, 'tilted_rod_sticks_e0').
TEST(Impact, EnoughFrictionMakesACornerStick) {
  std::vector<Responder> bodies{particle(1e30, Vec3(0.0)), particle(1.0, {0.0, -3.0, 0.0})};
  bodies[1].inverse_inertia = Mat3(12.0 / 1.01);
  ContactPoint point;
  point.a = 0;
  point.b = 1;
  point.arm_b = {-0.40801270189221933, -0.2933012701892219, 0.0};
  point.friction = 2.0;
  std::vector<ContactPoint> points{point};
  static_cast<void>(resolve_impact_round(points, bodies, {}));
  EXPECT_NEAR(bodies[1].velocity.linear.x, 1.0663720727375432, 1e-12);
  EXPECT_NEAR(bodies[1].velocity.linear.y, -1.4834349348004963, 1e-12);
  EXPECT_NEAR(bodies[1].velocity.angular.z, -3.635756749534628, 1e-12);
}

// It approaches with a hundred-millionth of the bodies' own speeds, and is stopped as far as these are known.
TEST(Impact, ASlowBlowBetweenTumblingBodiesIsExactToRounding) {
  Random random(35);
  for (int i = 0; i < 200; ++i) {
    std::vector<Responder> bodies;
    for (int k = 0; k < 2; ++k) {
      bodies.push_back(particle(random.between(0.5, 2.0), Vec3(0.0)));
      bodies.back().velocity.angular = random.vector(3.0);
      bodies.back().inverse_inertia = Mat3(random.between(0.5, 3.0));
    }
    ContactPoint point;
    point.b = 1;
    point.normal = {0.0, 1.0, 0.0};
    point.arm_a = random.vector(1.0);
    point.arm_b = random.vector(1.0);
    point.friction = 100.0;
    const Vec3 approach(3e-9, -1e-8, 1e-9);
    bodies[1].velocity.linear = approach - relative_velocity(point, bodies);
    std::vector<ContactPoint> points{point};
    ASSERT_TRUE(resolve_impact_round(points, bodies, {}).any_approach);
    EXPECT_LE(std::sqrt(squared_length(relative_velocity(point, bodies))), 3e-14) << i;
  }
}

TEST(Impact, FrictionStopsSlidingButNeverTurnsItRound) {
  std::vector<Responder> bodies{particle(1e30, Vec3(0.0)), particle(1.0, {3.0, -1.0, 0.0})};
  ContactPoint point;
  point.a = 0;
  point.b = 1;
  point.normal = {0, 1, 0};
  point.friction = 0.5;
  std::vector<ContactPoint> points{point};
  static_cast<void>(resolve_impact_round(points, bodies, {}));
  EXPECT_NEAR(bodies[1].velocity.linear.x, 3.0 - 0.5, 1e-12);  // mu times the normal impulse of 1
  bodies[1].velocity.linear = {0.2, -1.0, 0.0};
  points[0] = point;
  static_cast<void>(resolve_impact_round(points, bodies, {}));
  EXPECT_GE(bodies[1].velocity.linear.x, 0.0);
  EXPECT_LT(bodies[1].velocity.linear.x, 1e-2);
}

}  // namespace
}  // namespace firstcontact
