// The oracle itself: against closed forms, against plain dense sampling, and against the engine's own certified answer,
// with which it shares no code.
#include <gtest/gtest.h>
#include <firstcontact/time_of_impact.hpp>

#include <cmath>
#include <numbers>

#include "lab/ground_truth.hpp"
#include "lab/run.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

RigidMotion moving(const Vec3& position, const Vec3& velocity, const Vec3& spin) {
  RigidMotion motion;
  motion.start.position = position;
  motion.linear_velocity = velocity;
  motion.angular_velocity = spin;
  return motion;
}

TEST(GroundTruth, ABulletMeetsAWallAtGapOverSpeed) {
  const Solid cube = solid_of(make_box(Vec3(0.05)));
  const Solid sheet = solid_of(make_box({0.0005, 1000.0, 1000.0}));
  const FreePair pair{&cube, &sheet, moving({1.0, 0.0, 0.0}, {-1000.0, 0.0, 0.0}, Vec3(0.0)), RigidMotion{}};
  const GroundTruth truth = ground_truth(pair, 0.01, 1e-4);
  EXPECT_EQ(truth.meeting, Meeting::meets);
  const double exact = (1.0 - 0.05 - 0.0005) / 1000.0;
  EXPECT_LE(truth.apart_until, exact);
  EXPECT_NEAR(truth.apart_until, exact, 1e-11);
  EXPECT_GE(truth.overlap_at, exact);
  EXPECT_NEAR(truth.overlap_at, exact + overlap_depth / 1000.0, 1e-12);
  EXPECT_NEAR(truth.last.normal.x, -1.0, 1e-12);
}

TEST(GroundTruth, ATurningRodMeetsAPostAtAKnownAngle) {
  const Solid rod = solid_of(make_box({1.0, 0.01, 0.01}));
  const Solid post = solid_of(make_box({0.01, 1.0, 0.01}));
  // Two metres long, turning about Y from along X; the post stands at (0, 0, -0.9). The rod's side, 1 cm from its
  // middle line, meets the post's corner (0.01, -0.89): at the angle at which the corner is 1 cm from the line.
  const FreePair pair{&rod, &post, moving(Vec3(0.0), Vec3(0.0), {0.0, 100.0, 0.0}),
                      moving({0.0, 0.0, -0.9}, Vec3(0.0), Vec3(0.0))};
  const GroundTruth truth = ground_truth(pair, 1.0, 1e-4);
  double exact = 1e9;
  for (const auto& [x, z] : {std::pair{0.01, 0.89}, std::pair{0.01, 0.91}}) {
    exact = std::min(exact, (std::atan2(z, x) - std::asin(0.01 / std::hypot(x, z))) / 100.0);
  }
  EXPECT_EQ(truth.meeting, Meeting::meets);
  EXPECT_LE(truth.apart_until, exact);
  EXPECT_NEAR(truth.apart_until, exact, 1e-9);
}

TEST(GroundTruth, TellsClearFromGrazing) {
  const Solid cube = solid_of(make_box(Vec3(0.5)));
  const auto passing = [&](double gap) {
    const FreePair pair{&cube, &cube, moving({-3.0, 1.0 + gap, 0.0}, {10.0, 0.0, 0.0}, Vec3(0.0)), RigidMotion{}};
    return ground_truth(pair, 1.0, 1e-3).meeting;
  };
  EXPECT_EQ(passing(2e-3), Meeting::clear);
  EXPECT_EQ(passing(5e-4), Meeting::grazes);
  EXPECT_EQ(passing(-1e-5), Meeting::meets);
}

// Random pairs, and thousands of looks at equal distances: none may show an overlap before the oracle's time, nor any
// overlap at all where it says there is none; and the engine's certified time of impact agrees.
TEST(GroundTruth, AgreesWithDenseSamplingAndWithTheEngine) {
  constexpr std::uint64_t seed = 7;
  testing_support::Random random(seed);
  int meet = 0;
  for (int i = 0; i < 300; ++i) {
    const Hull hull_a = make_box({random.between(0.01, 1.0), random.between(0.005, 0.5), random.between(0.1, 1.0)});
    const Hull hull_b = make_box({random.between(0.01, 1.0), random.between(0.005, 0.5), random.between(0.1, 1.0)});
    const Solid a = solid_of(hull_a);
    const Solid b = solid_of(hull_b);
    FreePair pair{&a, &b, moving(Vec3(0.0), random.vector(2.0), random.vector(30.0)),
                  moving(4.0 * glm::normalize(random.vector(1.0)), Vec3(0.0), random.vector(30.0))};
    pair.motion_b.linear_velocity = -pair.motion_b.start.position + random.vector(1.0);
    pair.motion_a.start.orientation = random.rotation();
    pair.motion_b.start.orientation = random.rotation();
    const GroundTruth truth = ground_truth(pair, 2.0, 1e-3);
    meet += truth.meeting == Meeting::meets ? 1 : 0;
    const double end = truth.meeting == Meeting::meets ? truth.apart_until : 2.0;
    for (int look = 0; look <= 4000; ++look) {
      const double time = end * look / 4000.0;
      ASSERT_GT(widest_gap(a, pose_at(pair.motion_a, time), b, pose_at(pair.motion_b, time)).gap, -1e-12)
          << "seed " << seed << " pair " << i << " at " << time;
    }
    const ConvexShape shape_a = make_shape(hull_a);
    const ConvexShape shape_b = make_shape(hull_b);
    TimeOfImpactOptions options;
    options.duration = 2.0;
    options.target = 1e-6;
    options.tolerance = 1e-7;
    const TimeOfImpact engine = time_of_impact({&shape_a, pair.motion_a}, {&shape_b, pair.motion_b}, options);
    if (truth.meeting == Meeting::meets) {
      EXPECT_EQ(engine.status, ImpactStatus::touches) << i;
      EXPECT_LE(engine.time, truth.overlap_at) << i;
    } else if (truth.meeting == Meeting::clear) {
      EXPECT_EQ(engine.status, ImpactStatus::clear) << i;
    }
  }
  EXPECT_GT(meet, 100);
  EXPECT_LT(meet, 290);
}

TEST(ExactImpact, KeepsMomentumAndTheRatioOfSpeeds) {
  testing_support::Random random(3);
  ImpactingBody a;
  a.inverse_mass = 0.5;
  a.inertia.principal_moments = {0.1, 0.2, 0.25};
  a.state = {{Vec3(0.0), random.rotation()}, {1.0, 0.2, 0.0}, {0.0, 3.0, 1.0}};
  ImpactingBody b = a;
  b.inverse_mass = 2.0;
  b.state = {{Vec3(1.0, 0.1, 0.0), random.rotation()}, {-2.0, 0.0, 0.3}, {1.0, 0.0, -2.0}};
  const Vec3 point(0.6, 0.2, 0.1);
  const Vec3 normal = glm::normalize(Vec3(1.0, 0.2, -0.1));
  const ExactImpact after = exact_impact(a, b, point, normal, 0.25);
  const auto parting = [&](const FlowState& x, const FlowState& y) {
    return glm::dot(y.linear_velocity + glm::cross(y.angular_velocity, point - b.state.pose.position) -
                        x.linear_velocity - glm::cross(x.angular_velocity, point - a.state.pose.position),
                    normal);
  };
  EXPECT_LT(parting(a.state, b.state), 0.0);
  EXPECT_NEAR(parting(after.a, after.b), -0.25 * parting(a.state, b.state), 1e-12);
  const Vec3 before = 2.0 * a.state.linear_velocity + 0.5 * b.state.linear_velocity;
  EXPECT_NEAR(glm::length(2.0 * after.a.linear_velocity + 0.5 * after.b.linear_velocity - before), 0.0, 1e-14);
}

}  // namespace
}  // namespace firstcontact
