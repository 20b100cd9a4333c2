// Kinematic bodies: what they push gives way, what cannot is squeezed and stops them; nothing passes through.
#include <gtest/gtest.h>
#include <firstcontact/separation.hpp>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "calendar/small_worlds.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

BodyDefinition mover(const std::string& name, const Vec3& half_extents, const Vec3& position, const Vec3& velocity) {
  BodyDefinition definition = body(name, box(half_extents), position);
  definition.type = BodyType::kinematic;
  definition.linear_velocity = velocity;
  return definition;
}

std::size_t count_squeezed(const std::vector<Event>& events) {
  return static_cast<std::size_t>(std::count_if(events.begin(), events.end(),
                                                [](const Event& event) { return event.kind == EventKind::squeezed; }));
}

TEST(Kinematic, APaddlePushesACrateAheadOfIt) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  const BodyIndex paddle = add(world, mover("paddle", {0.1, 0.4, 1.0}, {-1.0, 0.5, 0.0}, {1.0, 0.0, 0.0}));
  BodyDefinition pushed = body("crate", box(Vec3(0.25)), {0.0, 0.25, 0.0});
  pushed.restitution = 0.0;
  const BodyIndex crate = add(world, pushed);
  run(world, 4.0);
  EXPECT_NEAR(world.state(paddle).pose.position.x, 3.0, 1e-9);
  const double gap = world.state(crate).pose.position.x - 0.25 - (world.state(paddle).pose.position.x + 0.1);
  EXPECT_GT(gap, 0.0);
  EXPECT_LT(gap, 1e-3);
  EXPECT_NEAR(world.state(crate).linear_velocity.x, 1.0, 1e-3);
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

TEST(Kinematic, ALiftCarriesACrateUpAndAround) {
  World world{WorldDefinition{}};
  const BodyIndex lift = add(world, mover("lift", {2.0, 0.1, 2.0}, {0.0, 0.0, 0.0}, {0.0, 2.0, 0.0}));
  BodyDefinition cargo = body("crate", box(Vec3(0.25)), {0.5, 0.35, 0.0});
  cargo.linear_velocity = {0.0, 2.0, 0.0};
  const BodyIndex crate = add(world, cargo);
  run(world, 1.0);
  EXPECT_NEAR(world.state(crate).pose.position.y - world.state(lift).pose.position.y, 0.35, 1e-3);
  world.set_kinematic_velocity(lift, Vec3(0.0), {0.0, 0.5, 0.0});  // a turntable: w^2 r = 0.125 m/s^2, held by friction
  run(world, 2.0);
  const Vec3 at = world.state(crate).pose.position;
  EXPECT_NEAR(std::hypot(at.x, at.z), 0.5, 5e-3);
  EXPECT_NEAR(world.state(crate).angular_velocity.y, 0.5, 1e-3);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

TEST(Kinematic, AFastPaddleBatsABallAway) {
  World world{weightless()};
  BodyDefinition bat = mover("bat", {0.01, 1.0, 1.0}, {-5.0, 0.0, 0.0}, {400.0, 0.0, 0.0});
  bat.restitution = 1.0;
  add(world, bat);
  BodyDefinition ball = body("ball", make_sphere_collider(0.05).value(), Vec3(0.0));
  ball.restitution = 1.0;
  const BodyIndex index = add(world, ball);
  world.step();
  EXPECT_NEAR(world.state(index).linear_velocity.x, 800.0, 1e-9);
}

// Two walls close on a crate at 1 m/s each. They may not go through it, and stop.
TEST(Squeeze, WallsThatCloseOnACrateStopAndSayWhom) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  const BodyIndex left = add(world, mover("left", {0.1, 1.0, 1.0}, {-1.6, 1.01, 0.0}, {1.0, 0.0, 0.0}));
  const BodyIndex right = add(world, mover("right", {0.1, 1.0, 1.0}, {1.6, 1.01, 0.0}, {-1.0, 0.0, 0.0}));
  const BodyIndex crate = add(world, body("crate", box(Vec3(0.5)), {0.0, 0.5, 0.0}));
  const std::vector<Event> events = run_with_events(world, 3.0);
  const double room = world.state(right).pose.position.x - world.state(left).pose.position.x - 0.2;
  EXPECT_GT(room, 1.0);
  EXPECT_LT(room, 1.0 + 2e-3);
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
  EXPECT_NEAR(world.state(crate).pose.position.x, 0.0, 1e-3);
  EXPECT_LT(glm::length(world.state(crate).linear_velocity), 1e-2);
  const std::size_t squeezed = count_squeezed(events);
  EXPECT_GE(squeezed, 1U);
  EXPECT_LE(squeezed, 2U);
  for (const Event& event : events) {
    if (event.kind == EventKind::squeezed) {
      EXPECT_EQ(event.b, crate);
      EXPECT_TRUE(event.a == left || event.a == right);
      EXPECT_NEAR(event.time, 1.0, 0.02);
      EXPECT_NEAR(std::abs(event.normal.x), 1.0, 1e-6);
    }
  }
  EXPECT_GT(world.statistics().time_lost, 1.0);  // of the walls, which did not go where they were told to

  // One wall gives way: the other, which was told to go on, pushes the crate after it, once the contact's spring (25
  // ms) has lifted the crate clear of it; by chords once it rested, and by a quarter of a second later.
  world.set_kinematic_velocity(right, {1.0, 0.0, 0.0}, Vec3(0.0));
  const double before = world.state(crate).pose.position.x;
  run(world, 1.0);
  const double late = 0.1 + 0.25;
  EXPECT_NEAR(world.state(crate).pose.position.x, before + 1.0 - 0.5 * late, 0.5 * late);
  EXPECT_NEAR(world.state(crate).linear_velocity.x, 1.0, 0.02);
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
}

TEST(Squeeze, APistonStopsAtACrateThatStandsAgainstAWallAndGoesBackWhenTold) {
  for (const double speed : {0.1, 1.0, 20.0}) {
    World world{weightless()};
    add(world, fixed_body("wall", box({0.5, 2.0, 2.0}), {1.5, 0.0, 0.0}));
    const BodyIndex crate = add(world, body("crate", box(Vec3(0.5)), {0.4, 0.0, 0.0}));
    const BodyIndex piston = add(world, mover("piston", Vec3(0.4), {-0.6, 0.05, 0.03}, {speed, 0.0, 0.0}));
    const std::vector<Event> events = run_with_events(world, 2.0 + 0.3 / speed);
    EXPECT_EQ(count_squeezed(events), 1U) << speed;
    EXPECT_GT(world.statistics().min_gap.value(), 0.0) << speed;
    EXPECT_LT(world.state(crate).pose.position.x, 0.5) << speed;
    EXPECT_LT(world.state(piston).pose.position.x, -0.4) << speed;
    EXPECT_GT(world.state(piston).pose.position.x, -0.4 - 3e-3) << speed;
    world.set_kinematic_velocity(piston, {-speed, 0.0, 0.0}, Vec3(0.0));
    const double before = world.state(piston).pose.position.x;
    run(world, 0.5);
    EXPECT_NEAR(world.state(piston).pose.position.x, before - 0.5 * speed, 0.02 * speed) << speed;
  }
}

// A mover that waits keeps its segment for many substeps: what flies at it within a step is met in whichever it comes.
TEST(Squeeze, ABallMeetsAWaitingPistonInAnySubstep) {
  for (int substep = 0; substep < 8; ++substep) {
    World world{weightless()};
    add(world, fixed_body("wall", box({0.5, 2.0, 2.0}), {1.5, 0.0, 0.0}));
    add(world, body("crate", box(Vec3(0.5)), {0.4, 0.0, 0.0}));
    const BodyIndex piston = add(world, mover("piston", Vec3(0.4), {-0.6, 0.05, 0.03}, {1.0, 0.0, 0.0}));
    run(world, 1.0);
    const double back = world.state(piston).pose.position.x - 0.4;
    const double speed = 30.0;
    BodyDefinition ball = body("ball", make_sphere_collider(0.05).value(), Vec3(0.0));
    ball.linear_velocity = {speed, 0.0, 0.0};
    ball.mesh_pose.position = {back - 0.05 - speed * (substep + 0.5) / 480.0, 0.05, 0.03};
    const BodyIndex index = add(world, ball);
    run(world, 1.0 / 60.0);
    EXPECT_LT(world.state(index).pose.position.x, back - 0.05) << substep;
    EXPECT_GT(world.statistics().min_gap.value(), 0.0) << substep;
  }
}

// A press comes down on a stack of five crates: none is driven into another.
TEST(Squeeze, APressOnAStackDrivesNothingIntoAnything) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  std::vector<BodyIndex> stack;
  for (int i = 0; i < 5; ++i) {
    stack.push_back(add(world, body("crate", box(Vec3(0.25)), {0.02 * (i % 2), 0.25 + 0.5 * i, 0.0})));
  }
  const BodyIndex press = add(world, mover("press", {1.0, 0.1, 1.0}, {0.0, 2.8, 0.0}, {0.0, -0.5, 0.0}));
  const std::vector<Event> events = run_with_events(world, 3.0);
  EXPECT_GE(count_squeezed(events), 1U);
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
  double below = 0.0;
  for (const BodyIndex crate : stack) {
    const double bottom = world.state(crate).pose.position.y - 0.25;
    EXPECT_GT(bottom, below);
    below = world.state(crate).pose.position.y + 0.25;
  }
  EXPECT_GT(world.state(press).pose.position.y - 0.1, below);
}

struct Heap {
  World world;
  double solid = 0.0;  // m^3, of all crates
  BodyIndex first = 0;
};

// Ten crates in a shaft of 1.1 m x 1.1 m, a crowd.
Heap heap_in_a_shaft(std::uint64_t seed) {
  Heap heap{World{WorldDefinition{}}};
  add(heap.world, floor_body());
  for (const double side : {-1.0, 1.0}) {
    add(heap.world, fixed_body("wall", box({0.5, 4.0, 2.0}), {1.05 * side, 4.0, 0.0}));
    add(heap.world, fixed_body("wall", box({2.0, 4.0, 0.5}), {0.0, 4.0, 1.05 * side}));
  }
  heap.first = static_cast<BodyIndex>(heap.world.body_count());
  Random random(seed);
  for (int i = 0; i < 10; ++i) {
    BodyDefinition crate = body("crate", box({0.15, 0.1, 0.2}), {0.26 * (i % 2) - 0.13, 0.3 + 0.3 * i, 0.0});
    crate.mesh_pose.orientation = random.rotation();
    add(heap.world, crate);
    heap.solid += 0.3 * 0.2 * 0.4;
  }
  run(heap.world, 1.5);
  return heap;
}

// m: of all pairs as they stand. The heaps start with crates in each other, so that the least gap of the run says
// nothing of what comes later.
double gap_now(const World& world) {
  double least = std::numeric_limits<double>::infinity();
  for (BodyIndex a = 0; a < world.body_count(); ++a) {
    for (BodyIndex b = 0; b < a; ++b) {
      if (world.type(a) == BodyType::dynamic || world.type(b) == BodyType::dynamic) {
        const Separation apart = separation({&world.collider(a)->shapes[0], world.state(a).pose},
                                            {&world.collider(b)->shapes[0], world.state(b).pose});
        least = std::min(least, apart.distance - apart.depth);
      }
    }
  }
  return least;
}

// Steps until `duration` (s) is over, after each of which all are apart. By chords some crates are still as deep in
// each other as they began, and are to be no deeper.
std::vector<Event> run_apart(World& world, double duration) {
  const double before = world.statistics().min_gap.value();
  const double at_start = gap_now(world);
  std::vector<Event> events;
  for (const double end = world.time() + duration; world.time() < end;) {
    world.step();
    events.insert(events.end(), world.events().begin(), world.events().end());
    EXPECT_GT(gap_now(world), at_start < 0.0 ? at_start - 1e-9 : 0.0) << world.time();
  }
  EXPECT_EQ(world.statistics().min_gap.value(), before);
  return events;
}

// A press comes down on it: slowly, and faster than anything falls.
TEST(Squeeze, APressOnAHeapStopsWhenTheHeapIsFull) {
  for (const double speed : {1.0, 40.0}) {
    Heap heap = heap_in_a_shaft(91);
    World& world = heap.world;
    const BodyIndex press = add(world, mover("press", {0.54, 0.1, 0.54}, {0.0, 6.0, 0.0}, {0.0, -speed, 0.0}));
    const std::vector<Event> events = run_apart(world, 0.5 + 5.0 / speed);
    const double room = 1.1 * 1.1 * (world.state(press).pose.position.y - 0.1);
    EXPECT_GT(room, heap.solid) << speed;
    EXPECT_GE(count_squeezed(events), 1U) << speed;
    for (BodyIndex i = heap.first; i < press; ++i) {
      EXPECT_GT(world.state(i).pose.position.y, 0.1) << speed;
      EXPECT_LT(world.state(i).pose.position.y, world.state(press).pose.position.y - 0.2) << speed;
    }
  }
}

// What flies up again meets the press that waits. Three of these heaps once went through it: a pair of a free body and
// a waiting one was certified to the end of its first substep, and asked about no more.
TEST(Squeeze, NothingFliesThroughAPressThatWaits) {
  for (const std::uint64_t seed : {1U, 7U, 8U}) {
    Heap heap = heap_in_a_shaft(seed);
    add(heap.world, mover("press", {0.54, 0.1, 0.54}, {0.0, 6.0, 0.0}, {0.0, -40.0, 0.0}));
    SCOPED_TRACE(seed);
    run_apart(heap.world, 0.6);
  }
}

// A ball thrown against a piston that waits bounces off it as off a wall.
TEST(Squeeze, AWaitingPistonIsAWallToOthers) {
  World world{weightless()};
  add(world, fixed_body("wall", box({0.5, 2.0, 2.0}), {1.5, 0.0, 0.0}));
  add(world, body("crate", box(Vec3(0.5)), {0.49, 0.0, 0.0}));
  BodyDefinition piston = mover("piston", {0.2, 2.0, 2.0}, {-0.5, 0.0, 0.0}, {1.0, 0.0, 0.0});
  piston.restitution = 1.0;
  add(world, piston);
  BodyDefinition ball = body("ball", make_sphere_collider(0.1).value(), {-5.0, 1.0, 0.0});
  ball.restitution = 1.0;
  ball.linear_velocity = {4.0, 0.0, 0.0};
  const BodyIndex index = add(world, ball);
  run(world, 2.0);
  EXPECT_NEAR(world.state(index).linear_velocity.x, -4.0, 1e-6);
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
}

}  // namespace
}  // namespace firstcontact
