// Every rival does what its source says it does, and fails where it is known to fail. Each failure is followed by the
// same bodies in the engine, which does not.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "rivals/duels.hpp"

namespace firstcontact::test {
namespace {

constexpr double step = 1.0 / 60.0;  // s

// A cube of 10 cm, a metre and a bit in front of a sheet of the given thickness.
BodyDefinition bullet(double speed) { return box(Vec3(0.05), {1.23, 0.0, 0.0}, {-speed, 0.0, 0.0}); }
BodyDefinition sheet(double thickness) { return fixed(box({0.5 * thickness, 20.0, 20.0}, Vec3(0.0), Vec3(0.0))); }
Outcome shot(const std::string& method, double speed, double thickness) {
  return run(method, bullet(speed), sheet(thickness), 1.5 / speed + 3.0 * step);
}
bool is_through(const Outcome& outcome) { return outcome.a.pose.position.x < 0.0; }

// A rod of two metres that spins about its middle, a little over a metre from a post; its end hits the post when the
// angle is right.
BodyDefinition rod(double spin) {
  BodyDefinition body = box({1.0, 0.01, 0.01}, {0.95, 0.0, 0.0}, {-0.5, 0.0, 0.0});
  body.mesh_pose.orientation = quaternion_from_rotation_vector({0.0, 0.5 * std::numbers::pi, 0.0});
  return spinning(body, {0.0, spin, 0.0});
}
BodyDefinition post() { return fixed(box({0.01, 1.0, 0.01}, Vec3(0.0), Vec3(0.0))); }
// The rod stands across and its end comes round after a quarter turn, less what it is nearer: no later than this.
double latest_contact(double spin) { return 0.5 * std::numbers::pi / spin; }

TEST(RivalNames, AreReadWithTheirNumber) {
  for (const char* const text : {"discrete", "substeps 12", "sphere_sweep 0.5", "sphere_sweep", "first_contact"}) {
    EXPECT_EQ(rival_method_text(*rival_method_named(text)), text);
  }
  EXPECT_EQ(rival_method_named("substeps 12")->substeps, 12);
  EXPECT_EQ(rival_method_named("sphere_sweep 0.5")->sphere_share, 0.5);
  EXPECT_TRUE(rival_method_named("sphere_sweep"));
  EXPECT_EQ(rival_method_named("linear_cast")->kind, RivalKind::linear_cast);
  for (const char* const wrong :
       {"", "substeps", "substeps 0", "substeps x", "linear_cast 2", "sphere_sweep 2", "magic"}) {
    EXPECT_FALSE(rival_method_named(wrong)) << wrong;
  }
}

TEST(Rivals, AllStopASlowBodyAtAThickWall) {
  for (const char* const method :
       {"discrete", "substeps 4", "swept_translation", "speculative", "linear_cast", "sphere_sweep", "first_contact"}) {
    const Outcome outcome = shot(method, 2.0, 0.2);
    EXPECT_TRUE(outcome.reacts) << method;
    EXPECT_GT(outcome.a.pose.position.x, 0.13) << method;
    EXPECT_NEAR(outcome.a.linear_velocity.x, 0.0, 0.05) << method;
  }
}

TEST(Rivals, AllSendABallBackWithItsRestitution) {
  for (const char* const method : {"discrete", "substeps 4", "swept_translation", "linear_cast", "first_contact"}) {
    const Outcome outcome = run(method, bouncing(bullet(3.0), 0.5), bouncing(sheet(0.5), 0.5), 0.6);
    EXPECT_NEAR(outcome.a.linear_velocity.x, 1.5, 0.1) << method;
  }
}

TEST(Rivals, AnImpulseKeepsMomentum) {
  for (const char* const method :
       {"discrete", "substeps 4", "swept_translation", "speculative", "linear_cast", "sphere_sweep", "first_contact"}) {
    const Outcome outcome = run(method, box(Vec3(0.5), {-1.0, 0.1, 0.0}, {2.0, 0.0, 0.0}),
                                spinning(box(Vec3(0.3), {1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}), {0.0, 1.0, 0.0}), 1.0);
    EXPECT_TRUE(outcome.reacts) << method;
    const Vec3 momentum = 1000.0 * outcome.a.linear_velocity + 216.0 * outcome.b.linear_velocity;
    EXPECT_NEAR(glm::length(momentum - Vec3(1784.0, 0.0, 0.0)), 0.0, 1e-9) << method;
  }
}

TEST(Rivals, DiscreteLetsABulletThroughPaper) {
  EXPECT_FALSE(is_through(shot("discrete", 2.0, 0.01)));
  const Outcome fast = shot("discrete", 100.0, 0.01);
  EXPECT_FALSE(fast.reacts);
  EXPECT_TRUE(is_through(fast));
  EXPECT_FALSE(is_through(shot("first_contact", 100.0, 0.01)));
}

TEST(Rivals, SubstepsOnlyMoveTheSpeedAtWhichDiscreteFails) {
  EXPECT_FALSE(is_through(shot("substeps 32", 100.0, 0.01)));
  const Outcome fast = shot("substeps 32", 3000.0, 0.01);
  EXPECT_FALSE(fast.reacts);
  EXPECT_TRUE(is_through(fast));
  EXPECT_FALSE(is_through(shot("first_contact", 3000.0, 0.01)));
}

TEST(Rivals, SweptTranslationStopsBulletsAndIsBlindToSpin) {
  EXPECT_FALSE(is_through(shot("swept_translation", 10000.0, 0.001)));
  constexpr double spin = 200.0;
  const Outcome turning = run("swept_translation", rod(spin), post(), 4.0 * step);
  EXPECT_TRUE(!turning.reacts || turning.first_impact > latest_contact(spin));
  const Outcome ours = run("first_contact", rod(spin), post(), 4.0 * step);
  ASSERT_TRUE(ours.reacts);
  EXPECT_LE(ours.first_impact, latest_contact(spin));
}

TEST(Rivals, SpeculativeStopsBulletsAndPushesOffGhosts) {
  EXPECT_FALSE(is_through(shot("speculative", 10000.0, 0.001)));
  // It flies over a low wall, 12 cm above its edge at the nearest. The edge is its nearest point at the start, and the
  // plane through it, square to the way there, is in its way.
  const auto flier = [] { return box(Vec3(0.05), {1.0, 1.0, 0.0}, {-200.0, -60.0, 0.0}); };
  const auto low_wall = [] { return fixed(box({0.05, 0.5, 5.0}, Vec3(0.0), Vec3(0.0))); };
  const Outcome ghost = run("speculative", flier(), low_wall(), step);
  EXPECT_TRUE(ghost.reacts);
  EXPECT_GT(ghost.a.linear_velocity.y, -50.0);
  const Outcome ours = run("first_contact", flier(), low_wall(), step);
  EXPECT_FALSE(ours.reacts);
  EXPECT_EQ(ours.a.linear_velocity, Vec3(-200.0, -60.0, 0.0));
}

TEST(Rivals, SpeculativeLosesTheBounce) {
  const auto bounced = [](const char* method) {
    return run(method, bouncing(bullet(50.0), 1.0), bouncing(sheet(0.5), 1.0), 6.0 * step).a.linear_velocity.x;
  };
  EXPECT_LT(bounced("speculative"), 45.0);
  EXPECT_NEAR(bounced("first_contact"), 50.0, 1e-9);
}

TEST(Rivals, LinearCastStopsBulletsAndTurnsThroughWhatItWouldHit) {
  EXPECT_FALSE(is_through(shot("linear_cast", 10000.0, 0.001)));
  constexpr double spin = 200.0;
  const Outcome turning = run("linear_cast", rod(spin), post(), 2.0 * step);
  EXPECT_TRUE(!turning.reacts || turning.first_impact > latest_contact(spin));
  const Outcome ours = run("first_contact", rod(spin), post(), 2.0 * step);
  ASSERT_TRUE(ours.reacts);
  EXPECT_LE(ours.first_impact, latest_contact(spin));
}

TEST(Rivals, LinearCastLosesTwoBodiesThatMeetLateInTheStep) {
  // The first casts its box along its own way against the other's as it stood: they are 5 m apart, each goes 3.3 m.
  const auto duel = [](const char* method) {
    return run(method, box(Vec3(0.05), {-2.5, 0.0, 0.0}, {200.0, 0.0, 0.0}),
               box(Vec3(0.05), {2.5, 0.0, 0.0}, {-200.0, 0.0, 0.0}), 3.0 * step);
  };
  EXPECT_FALSE(duel("linear_cast").reacts);
  EXPECT_TRUE(duel("first_contact").reacts);
}

TEST(Rivals, LinearCastWaitsOutTheStepAfterAHit) {
  const Outcome outcome = shot("linear_cast", 100.0, 0.01);
  EXPECT_GT(outcome.time_lost, 0.1 * step);
  EXPECT_EQ(shot("first_contact", 100.0, 0.01).time_lost, 0.0);
}

TEST(Rivals, SphereSweepStopsBulletsAndDoesNotSeeWhatTheBallDoesNotReach) {
  EXPECT_FALSE(is_through(shot("sphere_sweep", 10000.0, 0.001)));
  // A long rod flies broadside; a post is in the way of its end, the ball in its middle passes.
  const auto flying = [] { return box({0.02, 1.0, 0.02}, {1.0, 0.8, 0.0}, {-150.0, 0.0, 0.0}); };
  const auto low_post = [] { return fixed(box({0.01, 0.3, 0.01}, Vec3(0.0), Vec3(0.0))); };
  EXPECT_FALSE(run("sphere_sweep", flying(), low_post(), 3.0 * step).reacts);
  EXPECT_TRUE(run("first_contact", flying(), low_post(), 3.0 * step).reacts);
}

TEST(Rivals, SphereSweepTakesWhatComesForStanding) {
  // Two cubes on crossing ways that meet in the middle of a step: along either's own way nobody is in it.
  const auto duel = [](const char* method) {
    return run(method, box(Vec3(0.05), {-2.0, 0.0, 0.0}, {240.0, 0.0, 0.0}),
               box(Vec3(0.05), {0.0, -2.0, 0.0}, {0.0, 240.0, 0.0}), 3.0 * step);
  };
  EXPECT_FALSE(duel("sphere_sweep").reacts);
  EXPECT_TRUE(duel("first_contact").reacts);
}

// Not the methods, but the harness: a fall is gravity's parabola up to its first order.
TEST(Rivals, FallAsGravitySays) {
  for (const char* const method :
       {"discrete", "substeps 4", "swept_translation", "speculative", "linear_cast", "sphere_sweep", "first_contact"}) {
    RivalScene scene;
    scene.gravity = {0.0, -10.0, 0.0};
    scene.bodies = {box(Vec3(0.1), {0.0, 100.0, 0.0}, Vec3(0.0)), fixed(box({1.0, 0.1, 1.0}, Vec3(0.0), Vec3(0.0)))};
    const auto rival = make_rival(scene, rival_method_named(method).value());
    for (int i = 0; i < 60; ++i) {
      rival->step();
    }
    EXPECT_NEAR(rival->state(0).linear_velocity.y, -10.0, 1e-9) << method;
    EXPECT_NEAR(rival->state(0).pose.position.y, 95.0, 10.0 * step) << method;
  }
}

// A body that comes in late flies, and is met; one that is given a velocity has it, and an impact says where it was.
TEST(Rivals, TakeBodiesThatComeLaterAndVelocitiesFromOutside) {
  for (const char* const method :
       {"discrete", "substeps 4", "swept_translation", "speculative", "linear_cast", "sphere_sweep", "first_contact"}) {
    SCOPED_TRACE(method);
    RivalScene scene;
    scene.bodies = {fixed(box({0.1, 1.0, 1.0}, Vec3(0.0), Vec3(0.0)))};
    const auto rival = make_rival(scene, rival_method_named(method).value());
    rival->step();
    rival->add_body(box(Vec3(0.1), {1.0, 0.0, 0.0}, Vec3(0.0)));
    ASSERT_EQ(rival->body_count(), 2U);
    rival->set_velocity(1, {-3.0, 0.0, 0.0}, Vec3(0.0));
    bool is_met = false;
    for (int i = 0; i < 20; ++i) {
      rival->step();
      for (const RivalImpact& impact : rival->impacts()) {
        EXPECT_EQ(impact.a, 0U);
        EXPECT_EQ(impact.b, 1U);
        EXPECT_NEAR(impact.point.x, 0.1, 0.06) << "a step's way is 5 cm";
        EXPECT_LT(std::abs(impact.point.y), 0.11);
        is_met = true;
      }
      if (i == 1) {
        EXPECT_NEAR(rival->state(1).pose.position.x, 1.0 - 6.0 * step, 1e-6);
      }
    }
    EXPECT_TRUE(is_met);
    EXPECT_GT(rival->state(1).pose.position.x, 0.1);
  }
}

}  // namespace
}  // namespace firstcontact::test
