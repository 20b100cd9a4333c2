// Bodies with locked axes: what cannot give way is a wall, asleep or awake, and rounding is no lever to turn it with.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "calendar/small_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

constexpr unsigned all_locks = 63;

std::array<bool, 6> locks_of(unsigned mask) {
  std::array<bool, 6> locked{};
  for (unsigned axis = 0; axis < 6; ++axis) {
    locked[axis] = (mask >> axis & 1U) != 0;
  }
  return locked;
}

std::shared_ptr<const Collider> shape_of(bool is_ball) {
  return is_ball ? make_sphere_collider(0.5).value() : box(Vec3(0.5));
}

struct Push {
  unsigned mask = 0;
  bool is_ball = true;
  bool sleeping = true;
  Vec3 way{1.0, 0.0, 0.0};  // unit
  double speed = 2.0;       // m/s
};

struct Pushed {
  double least_gap = 0.0;       // m, as the world says
  double least_distance = 0.0;  // m, of the centres
  double time_lost = 0.0;       // s
  bool was_squeezed = false;
  bool knows = true;  // no sleeper was struck without a word
};

// The mover is there when the other has been asleep for a while.
Pushed push(const Push& how) {
  WorldDefinition definition = weightless();
  definition.sleeping = how.sleeping;
  World world(definition);
  BodyDefinition locked = body("locked", shape_of(how.is_ball), Vec3(0.0));
  locked.locked = locks_of(how.mask);
  const BodyIndex standing = add(world, locked);
  const double start = (how.is_ball ? 1.0 : 1.75) + 0.8 * how.speed;
  BodyDefinition mover = body("mover", shape_of(how.is_ball), -start * how.way);
  mover.type = BodyType::kinematic;
  mover.linear_velocity = how.speed * how.way;
  const BodyIndex moving = add(world, mover);
  Pushed pushed;
  pushed.least_distance = start;
  for (int step = 0; step < 100; ++step) {
    world.step();
    const Vec3 between = world.state(standing).pose.position - world.state(moving).pose.position;
    pushed.least_distance = std::min(pushed.least_distance, std::sqrt(squared_length(between)));
    for (const Event& event : world.events()) {
      pushed.was_squeezed = pushed.was_squeezed || event.kind == EventKind::squeezed;
    }
    pushed.knows = pushed.knows && !(pushed.was_squeezed && world.state(standing).asleep);
  }
  pushed.least_gap = world.statistics().min_gap.value_or(1.0);
  pushed.time_lost = world.statistics().time_lost;
  return pushed;
}

// A ball that is struck along the line of centres has no lever; all its moves are those of its place.
bool can_yield(const Push& how) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!locks_of(how.mask)[static_cast<std::size_t>(axis)] && how.way[axis] != 0.0) {
      return true;
    }
  }
  return false;
}

void expect_no_way_through(const Push& how) {
  const std::string which = "locks " + std::to_string(how.mask) + (how.is_ball ? " ball" : " box") +
                            (how.sleeping ? " asleep" : " awake") + " way " + std::to_string(how.way.x) + " " +
                            std::to_string(how.way.y) + " at " + std::to_string(how.speed);
  const Pushed pushed = push(how);
  EXPECT_GT(pushed.least_gap, 0.0) << which;
  EXPECT_GT(pushed.least_distance, 1.0) << which;
  EXPECT_TRUE(pushed.knows) << which;
  if (how.is_ball && !can_yield(how)) {
    EXPECT_TRUE(pushed.was_squeezed) << which;
    EXPECT_GT(pushed.time_lost, 0.1) << which;
  }
}

TEST(Locked, NoKinematicBodyGoesThroughABallWhateverIsLocked) {
  for (unsigned mask = 1; mask <= all_locks; ++mask) {
    for (const bool sleeping : {true, false}) {
      for (const Vec3& way : {Vec3(1.0, 0.0, 0.0), glm::normalize(Vec3(1.0, -2.0, 3.0))}) {
        expect_no_way_through({mask, true, sleeping, way, 2.0});
      }
    }
  }
}

TEST(Locked, NoKinematicBodyGoesThroughABoxWhateverIsLocked) {
  for (unsigned mask = 1; mask <= all_locks; ++mask) {
    for (const bool sleeping : {true, false}) {
      const Vec3 way = mask % 2 == 0 ? Vec3(0.0, 0.0, -1.0) : glm::normalize(Vec3(3.0, 2.0, 1.0));
      expect_no_way_through({mask, false, sleeping, way, 2.0});
    }
  }
}

// So slowly that it is a contact for the solver, not an impact; and as fast as a bullet.
TEST(Locked, NorSlowlyNorFast) {
  for (const unsigned mask : {63U, 7U, 56U, 1U, 38U, 31U}) {
    for (const bool sleeping : {true, false}) {
      for (const bool is_ball : {true, false}) {
        for (const double speed : {0.05, 0.5, 300.0}) {
          expect_no_way_through({mask, is_ball, sleeping, {1.0, 0.0, 0.0}, speed});
        }
      }
    }
  }
}

struct Spun {
  double most = 0.0;  // of the kinetic energy at the start
  double least_gap = 1.0;
};

// A ball that may only turn, beside another that stands, `apart` times their radii from centre to centre.
Spun spin_beside(const Vec3& towards, double apart, double restitution) {
  World world{WorldDefinition{}};
  BodyDefinition ball = body("ball", make_sphere_collider(1.0).value(), {0.1, 0.2, -0.3});
  ball.locked = {true, true, true, false, false, false};
  ball.angular_velocity = {0.02, 0.1, 0.05};
  ball.restitution = restitution;
  add(world, ball);
  BodyDefinition stone =
      fixed_body("stone", make_sphere_collider(1.0).value(), ball.mesh_pose.position + apart * glm::normalize(towards));
  stone.restitution = restitution;
  add(world, stone);
  const double before = world.totals().kinetic_energy;
  Spun spun;
  for (int step = 0; step < 30; ++step) {
    world.step();
    spun.most = std::max(spun.most, world.totals().kinetic_energy / before);
  }
  spun.least_gap = world.statistics().min_gap.value_or(1.0);
  return spun;
}

TEST(Locked, ABallThatMayOnlyTurnMakesNoEnergyBesideAStone) {
  for (const Vec3& towards : {Vec3(1.0, 1.0, 1.0), Vec3(1.1, 0.7, 1.5), Vec3(0.0, 1.0, 0.0), Vec3(-0.3, 0.9, 0.1),
                              Vec3(0.62, -0.51, 0.33), Vec3(3.0, 4.0, 0.0)}) {
    for (const double restitution : {0.0, 1.0}) {
      for (const double apart : {1.0, 1.7, 2.0, 2.0003, 2.0008}) {
        const Spun spun = spin_beside(towards, apart, restitution);
        EXPECT_LE(spun.most, 1.0 + 1e-12) << towards.x << " " << apart << " " << restitution;
      }
    }
  }
}

// What slides on a floor along the one axis that it has left is stopped by friction as theory has it.
TEST(Locked, FrictionStopsWhatHasOneWayToSlide) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  BodyDefinition slider = body("slider", box(Vec3(0.25)), {0.0, 0.2505, 0.0});
  slider.locked = {false, false, true, true, true, true};
  slider.linear_velocity = {2.0, 0.0, 0.0};
  const BodyIndex index = add(world, slider);
  run(world, 2.0);
  EXPECT_NEAR(world.state(index).pose.position.x, 2.0 * 2.0 / (2.0 * 0.5 * 9.81), 5e-3);
  EXPECT_NEAR(world.state(index).linear_velocity.x, 0.0, 1e-9);
}

}  // namespace
}  // namespace firstcontact
