// Impacts of a world: restitution, and how bodies come to rest.
#include <firstcontact/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "small_worlds.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

/// What comes to a plastic floor, how fast, and in what steps.
struct PlasticHit {
  std::shared_ptr<const Collider> shape;
  double speed = 0.0;      // m/s
  double time_step = 0.0;  // s
  double phase = 0.0;      // of a step: when it meets
};

// m/s: the fastest that it goes up afterwards.
double rebound_of(const PlasticHit& hit) {
  WorldDefinition definition = weightless();
  definition.time_step = hit.time_step;
  World world{definition};
  BodyDefinition floor = floor_body();
  floor.friction = 0.0;
  floor.restitution = 0.0;
  add(world, floor);
  const double way = hit.speed * hit.time_step * (2.0 + hit.phase);
  BodyDefinition comer = body("comer", hit.shape, {0.0, 0.2 + way, 0.0});
  comer.friction = 0.0;
  comer.restitution = 0.0;
  comer.linear_velocity = {0.0, -hit.speed, 0.0};
  const BodyIndex index = add(world, comer);
  double fastest = -hit.speed;
  for (int i = 0; i < 12; ++i) {
    world.step();
    fastest = std::max(fastest, world.state(index).linear_velocity.y);
  }
  EXPECT_LT(std::abs(world.state(index).linear_velocity.y), hit.speed) << "has not met it";
  return fastest;
}

// Restitution 0 is none at any speed, whenever in the step.
TEST(Plastic, HitsDoNotComeBackWheneverTheyMeet) {
  constexpr int phases = 40;
  for (const auto& shape : {make_sphere_collider(0.2).value(), box(Vec3(0.2))}) {
    for (const double time_step : {1.0 / 30.0, 1.0 / 60.0, 1.0 / 240.0, 1.0 / 960.0}) {
      for (int phase = 0; phase < phases; ++phase) {
        for (const double speed : {0.03, 0.3, 1.0, 20.0}) {
          const double rebound = rebound_of({shape, speed, time_step, 1.0 * phase / phases});
          EXPECT_LE(rebound, 1e-6 * speed) << speed << " m/s, steps of " << time_step << " s, phase " << phase;
        }
      }
    }
  }
}

// A board that falls a little askew meets the floor with one corner, which bounces by itself: (1 + e) m v / (1 + m
// h.h), with h = r x n over the roots of its moments. Its other corners, a few skins further off, are yet to come.
TEST(Boards, BounceAtTheCornerThatMeetsFirst) {
  for (const double time_step : {1.0 / 1000.0, 1.0 / 60.0}) {
    WorldDefinition definition = weightless();
    definition.time_step = time_step;
    World world{definition};
    BodyDefinition floor = floor_body();
    floor.friction = 0.0;
    add(world, floor);
    BodyDefinition board = body("board", box({0.5, 0.05, 0.05}), {0.0, 0.1, 0.0});
    board.friction = 0.0;
    board.restitution = floor.restitution;
    board.linear_velocity = {0.0, -1.0, 0.0};
    board.mesh_pose.orientation =
        glm::angleAxis(0.003, Vec3(0.0, 0.0, 1.0)) * glm::angleAxis(0.006, Vec3(1.0, 0.0, 0.0));
    const double mass = board.density * 8.0 * 0.5 * 0.05 * 0.05;
    add(world, board);
    const std::vector<Event> impacts = of_kind(run_with_events(world, 0.1, time_step), EventKind::impact);
    ASSERT_GE(impacts.size(), 3U);
    const double lever_x = 0.5 * 0.5 / ((0.5 * 0.5 + 0.05 * 0.05) / 3.0);
    const double lever_z = 0.05 * 0.05 / ((0.05 * 0.05 + 0.05 * 0.05) / 3.0);
    const double expected = (1.0 + board.restitution) * mass / (1.0 + lever_x + lever_z);
    EXPECT_NEAR(impacts[0].normal_impulse, expected, 5e-3 * expected) << time_step;
    EXPECT_NEAR(std::abs(impacts[0].point.x), 0.5, 1e-3);
    EXPECT_NEAR(std::abs(impacts[0].point.z), 0.05, 1e-3);
    EXPECT_GT(impacts[1].time, impacts[0].time + 1e-5);
  }
}

// Whatever its restitution, a body that keeps losing energy comes to rest, and falls asleep.
TEST(CubesThatFall, AreAtRestAndAsleepInTime) {
  testing_support::Random random(46);
  for (const double restitution : {0.0, 0.3, 0.5, 0.7, 0.9}) {
    for (int i = 0; i < 8; ++i) {
      World world{WorldDefinition{}};
      BodyDefinition floor = floor_body();
      floor.restitution = restitution;
      add(world, floor);
      BodyDefinition cube = body("cube", box(i % 2 == 0 ? Vec3(0.5) : Vec3(0.5, 0.25, 0.1)), {0.0, 2.0, 0.0});
      cube.restitution = restitution;
      cube.friction = 0.1 + 0.1 * i;
      cube.mesh_pose.orientation = random.rotation();
      cube.angular_velocity = random.vector(3.0);
      const BodyIndex index = add(world, cube);
      std::size_t impacts = 0;
      for (int step = 0; step < 25 * 60 && !world.state(index).asleep; ++step) {
        world.step();
        impacts += of_kind({world.events().begin(), world.events().end()}, EventKind::impact).size();
      }
      EXPECT_TRUE(world.state(index).asleep) << restitution << " " << i;
      EXPECT_LT(impacts, 400U) << restitution << " " << i;
      EXPECT_EQ(world.statistics().time_lost, 0.0) << restitution << " " << i;
    }
  }
}

// A ball that meets the six walls of its room ten thousand times a step is stopped.
TEST(ImpactExceptions, CountThePairsThatWereStopped) {
  World world{weightless()};
  for (const Vec3& side : {Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)}) {
    for (const double sign : {-1.0, 1.0}) {
      BodyDefinition wall = fixed_body("wall", box(Vec3(1.0) - 0.5 * side), 0.75 * sign * side);
      wall.restitution = 1.0;
      wall.friction = 0.0;
      add(world, wall);
    }
  }
  BodyDefinition ball = body("ball", make_sphere_collider(0.1).value(), Vec3(0.0));
  ball.restitution = 1.0;
  ball.friction = 0.0;
  ball.linear_velocity = {1.0, 1.1, 1.2};
  const BodyIndex index = add(world, ball);
  run(world, 0.1);
  EXPECT_EQ(world.statistics().impact_exceptions.pairs_stopped, 0U);
  world.set_velocity(index, {1.0e5, 1.1e5, 1.2e5}, Vec3(0.0));
  run(world, 0.1);
  EXPECT_GT(world.statistics().impact_exceptions.pairs_stopped, 0U);
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
}

// A ball with topspin, with backspin or with none meets a rough floor: it slips all along, and loses mu (1 + e) of its
// normal speed, or grips, and loses 2/7 of its slip. A super-ball's slip turns round (Garwin 1969): that is elasticity
// along the floor, which no law here has.
TEST(BallsWithSpin, HopAsTheTextbookSays) {
  constexpr double size = 0.1;  // m
  // `chords` foretells the gap, and with it the arm, from the middle of its piece.
  const double precision = 1e-5;       // m/s
  const double spin_precision = 1e-4;  // rad/s
  for (const double spin : {-60.0, -20.0, 0.0, 30.0}) {
    for (const double friction : {0.05, 0.2, 2.0}) {
      World world{weightless()};
      BodyDefinition floor = floor_body();
      BodyDefinition ball = body("ball", make_sphere_collider(size).value(), {0.0, 0.2, 0.0});
      floor.friction = ball.friction = friction;
      floor.restitution = ball.restitution = 0.8;
      ball.linear_velocity = {2.0, -3.0, 0.0};
      ball.angular_velocity = {0.0, 0.0, spin};
      add(world, floor);
      const BodyIndex index = add(world, ball);
      const std::vector<Event> events = of_kind(run_with_events(world, 0.2), EventKind::impact);
      ASSERT_EQ(events.size(), 1U);
      const double arm = size + events[0].gap - events[0].point.y;  // they meet somewhere in the gap
      const double levers = 2.5 * arm / (size * size);
      const double slip = 2.0 + spin * arm;
      const double most = friction * 1.8 * 3.0;
      const double lost = std::clamp(slip / (1.0 + arm * levers), -most, most);
      const BodyState state = world.state(index);
      EXPECT_LT(glm::length(state.linear_velocity - Vec3(2.0 - lost, 2.4, 0.0)), precision) << spin << " " << friction;
      EXPECT_LT(glm::length(state.angular_velocity - Vec3(0.0, 0.0, spin - lost * levers)), spin_precision)
          << spin << " " << friction;
    }
  }
}

/// A rod of two metres, a flat rhombus, that slides along the floor on two toes, leaning back over them.
struct Toes {
  double angle = 0.0;  // rad, from the floor
  double friction = 0.0;
  double speed = 3.0;     // m/s
  double duration = 0.0;  // s
};

constexpr double half_thickness = 0.01;  // m, of the rod

BodyState slid(const Toes& toes) {
  const std::vector<Vec3> corners{{-1.0, 0.0, -0.05},
                                  {-1.0, 0.0, 0.05},
                                  {1.0, 0.0, -0.05},
                                  {1.0, 0.0, 0.05},
                                  {0.0, -half_thickness, -0.05},
                                  {0.0, -half_thickness, 0.05},
                                  {0.0, half_thickness, -0.05},
                                  {0.0, half_thickness, 0.05}};
  WorldDefinition definition = sleepless();
  definition.time_step = 1.0 / 240.0;
  World world{definition};
  BodyDefinition floor = floor_body();
  const Vec3 at(std::cos(toes.angle), std::sin(toes.angle), 0.0);
  BodyDefinition rod = body("rod", make_hull_collider(corners).value(), at);
  rod.mesh_pose.orientation = quaternion_from_rotation_vector({0.0, 0.0, toes.angle});
  rod.linear_velocity = {-toes.speed, 0.0, 0.0};
  rod.mass = 1.0;
  floor.friction = rod.friction = toes.friction;
  floor.restitution = rod.restitution = 0.0;
  add(world, floor);
  const BodyIndex index = add(world, rod);
  const double before = total_energy(world);
  run(world, toes.duration, definition.time_step);
  EXPECT_LE(total_energy(world), before * (1.0 + 1e-12)) << toes.angle << " " << toes.friction;
  EXPECT_EQ(world.statistics().time_lost, 0.0) << toes.angle << " " << toes.friction;
  return world.state(index);
}

// A rod that is pushed along on two toes, the faster the harder they press: which of the two bears more is anyone's
// guess, so both bear alike, while they slide, and where they jam and stop.
TEST(Toes, OfARodThatIsPushedStayMirrored) {
  for (const double angle : {0.6, 0.8, 0.9, 0.961, 1.02, 1.1}) {
    for (const double friction : {0.3, 0.6, 1.0}) {
      const BodyState state = slid({angle, friction, 3.0, 0.05});
      EXPECT_LT(std::abs(state.angular_velocity.x) + std::abs(state.angular_velocity.y), 1e-6) << angle << friction;
      EXPECT_LT(std::abs(state.linear_velocity.z), 1e-6) << angle << " " << friction;
      EXPECT_GT(state.linear_velocity.x, -2.99) << angle << " " << friction;
    }
  }
}

// Painleve's rod: where 1 + (cos^2 a - mu sin a cos a) m l^2 / I < 0 the floor's friction presses the toes into it the
// more, the more it bears. They jam at once, and the rod pivots over them with the angular momentum that it has about
// them; gravity takes g cos a l of it in a second. Below the critical friction it slides on.
TEST(Toes, JamAboveTheirCriticalFrictionAndTheRodPivotsOverThem) {
  const double inertia = (1.0 + half_thickness * half_thickness) / 6.0;
  for (const double angle : {0.9, 1.1, 1.2}) {
    const double critical = (inertia + std::cos(angle) * std::cos(angle)) / (std::sin(angle) * std::cos(angle));
    const double duration = 1.0 / 240.0;
    const BodyState jammed = slid({angle, critical + 0.3, 3.0, duration});
    const double spin = (3.0 * std::sin(angle) - 9.81 * std::cos(angle) * duration) / (1.0 + inertia);
    EXPECT_NEAR(jammed.angular_velocity.z, spin, 2e-3 * spin) << angle;
    const BodyState slides = slid({angle, critical - 0.3, 3.0, duration});
    EXPECT_LT(slides.linear_velocity.x, -2.8) << angle;
    EXPECT_LT(slides.angular_velocity.z, 0.2 * spin) << angle;
  }
}

}  // namespace
}  // namespace firstcontact
