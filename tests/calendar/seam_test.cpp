// What slides or rolls over the border of two tiles that lie level feels nothing; one that is higher is hit.
#include <gtest/gtest.h>
#include <firstcontact/hull.hpp>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "calendar/small_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

constexpr double radius = 0.1;  // m: of what rolls, and half the height of what slides

/// A body's slide along x over a floor of `tiles`, without friction.
struct Slide {
  std::string name;
  std::shared_ptr<const Collider> collider;
  bool rolls = false;
  double speed = 1.0;           // m/s
  double tile = 0.4;            // m: a tile's side
  double time_step = 1.0 / 60;  // s
  std::optional<double> skin;   // m
};

BodyDefinition smooth(BodyDefinition definition) {
  definition.friction = 0.0;
  definition.restitution = 0.0;
  return definition;
}

World world_of(const Slide& slide) {
  WorldDefinition definition = sleepless();
  definition.time_step = slide.time_step;
  definition.skin = slide.skin;
  return World{definition};
}

void add_tiles(World& world, const Slide& slide, double higher) {
  for (int i = -2; i < 40; ++i) {
    const double top = i % 2 == 0 ? 0.0 : higher;
    add(world, smooth(fixed_body("tile", box({0.5 * slide.tile, 0.2, 1.0}), {slide.tile * i, top - 0.2, 0.0})));
  }
}

BodyIndex add_runner(World& world, const Slide& slide) {
  BodyDefinition runner = smooth(body("runner", slide.collider, {0.1 * slide.tile, radius, 0.0}));
  runner.linear_velocity = {slide.speed, 0.0, 0.0};
  runner.angular_velocity = {0.0, 0.0, slide.rolls ? -slide.speed / radius : 0.0};
  if (slide.rolls) {
    runner.mesh_pose.orientation = quaternion_from_rotation_vector({0.5 * std::acos(-1.0), 0.0, 0.0});
  }
  return add(world, runner);
}

void expect_to_feel_nothing(World& world, const Slide& slide, BodyIndex runner) {
  const double length = 30.0 * slide.tile;
  const double duration = std::min(length / slide.speed, 2.0);
  const Vec3 spin = world.state(runner).angular_velocity;
  const std::vector<Event> events = run_with_events(world, duration, slide.time_step);
  const BodyState end = world.state(runner);
  // What bears at one point is handed on from tile to tile all at once, and gains or loses a little each time.
  const double share = slide.rolls ? 2e-3 : 1e-4;
  EXPECT_NEAR(end.linear_velocity.x, slide.speed, share * slide.speed) << slide.name;
  EXPECT_NEAR(end.linear_velocity.z, 0.0, 1e-4 * slide.speed) << slide.name;
  EXPECT_LT(glm::length(end.angular_velocity - spin), 1e-3 * std::max(1.0, glm::length(spin))) << slide.name;
  EXPECT_NEAR(end.pose.position.y, radius, 4e-4) << slide.name;
  for (const Event& event : events) {
    EXPECT_NE(event.kind, EventKind::impact) << slide.name << " at " << event.time;
  }
  EXPECT_GT(world.statistics().min_gap.value_or(1.0), 0.0) << slide.name;
  EXPECT_EQ(world.statistics().time_lost, 0.0) << slide.name;
}

std::vector<Slide> slides() {
  struct Body {
    const char* name;
    std::shared_ptr<const Collider> collider;
    bool rolls;
  };
  const Body bodies[] = {{"box", box({0.1, radius, 0.1}), false},
                         {"plank", box({0.5, radius, 0.2}), false},
                         {"ball", make_sphere_collider(radius).value(), true},
                         {"capsule", make_capsule_collider(radius, 0.1).value(), true}};
  std::vector<Slide> all;
  for (const Body& one : bodies) {
    for (const double speed : {0.07, 0.9, 3.1, 12.0}) {
      for (const double time_step : {1.0 / 50, 1.0 / 200}) {
        all.push_back({one.name, one.collider, one.rolls, speed, speed < 1.0 ? 0.05 : 0.37, time_step, {}});
        all.back().name += " at " + std::to_string(speed) + " m/s, " + std::to_string(time_step) + " s";
      }
    }
  }
  return all;
}

TEST(Seams, OfLevelTilesAreNotFelt) {
  for (const Slide& slide : slides()) {
    World world = world_of(slide);
    add_tiles(world, slide, 0.0);
    const BodyIndex runner = add_runner(world, slide);
    expect_to_feel_nothing(world, slide, runner);
  }
}

// A skin of any size.
TEST(Seams, AreNotFeltWithAnySkin) {
  for (const double skin : {2e-5, 1e-4, 1e-3}) {
    for (Slide slide : slides()) {
      if (slide.time_step > 0.01 || slide.speed != 0.9) {
        continue;
      }
      slide.skin = skin;
      World world = world_of(slide);
      add_tiles(world, slide, 0.0);
      const BodyIndex runner = add_runner(world, slide);
      slide.name += ", skin " + std::to_string(skin);
      const double spin = world.state(runner).angular_velocity.z;
      run(world, 1.0, slide.time_step);
      EXPECT_NEAR(world.state(runner).linear_velocity.x, slide.speed, 1e-4 * slide.speed) << slide.name;
      EXPECT_NEAR(world.state(runner).angular_velocity.z, spin, 1e-3) << slide.name;
    }
  }
}

// A micrometre a step: slower than what a body would need to climb by as little as it sank in its landing.
TEST(Seams, AreCrossedAtACrawl) {
  for (const double speed : {0.001, 0.004}) {
    const Slide slide{"crawl", box({0.1, radius, 0.1}), false, speed, 0.4, 1.0 / 60, {}};
    World world = world_of(slide);
    add_tiles(world, slide, 0.0);
    const BodyIndex runner = add_runner(world, slide);
    run(world, 0.17 / speed);
    EXPECT_NEAR(world.state(runner).linear_velocity.x, speed, 1e-3 * speed);
    EXPECT_NEAR(world.state(runner).pose.position.x, 0.04 + 0.17, 1e-4);
  }
}

// A ball that is handed on from tile to tile does not sink.
TEST(Seams, LetABallSinkNoDeeperOnManyTiles) {
  Slide slide{"ball", make_sphere_collider(radius).value(), true, 2.0, 0.1, 1.0 / 60, {}};
  World world = world_of(slide);
  add_tiles(world, slide, 0.0);
  const BodyIndex runner = add_runner(world, slide);
  run(world, 0.2);
  const double early = world.state(runner).pose.position.y;
  run(world, 1.6);
  EXPECT_NEAR(world.state(runner).pose.position.y, early, 1e-6);
}

// A box against a tile that is higher by many skins.
void run_into_a_higher_tile() {
  for (const double speed : {0.9, 3.1}) {
    const Slide slide{"box", box({0.1, radius, 0.1}), false, speed, 0.37, 1.0 / 60, {}};
    World world = world_of(slide);
    add_tiles(world, slide, 5e-3);
    const BodyIndex runner = add_runner(world, slide);
    run(world, 1.0);
    EXPECT_LT(world.state(runner).linear_velocity.x, 0.5 * speed);
    EXPECT_GT(world.statistics().min_gap.value_or(1.0), 0.0);
    EXPECT_EQ(world.statistics().time_lost, 0.0);
  }
}

TEST(Seams, OfAHigherTileAreHit) { run_into_a_higher_tile(); }

// But for what rolls very slowly or very fast in long steps (docs/notes/seams.md).
std::vector<Slide> slides_by_chords() {
  std::vector<Slide> all = slides();
  std::erase_if(all, [](const Slide& slide) {
    return slide.rolls && slide.time_step > 0.01 && (slide.speed < 0.1 || slide.speed > 10.0);
  });
  return all;
}

// The same floor as one body of many boxes, about its middle.
void add_tiled_body(World& world, const Slide& slide) {
  constexpr double middle = 18.5;
  std::vector<ConvexShape> shapes;
  for (int i = -2; i < 40; ++i) {
    std::vector<Vec3> corners;
    for (const double x : {i - middle - 0.5, i - middle + 0.5}) {
      for (const double y : {-0.2, 0.2}) {
        corners.emplace_back(slide.tile * x, y, -1.0);
        corners.emplace_back(slide.tile * x, y, 1.0);
      }
    }
    shapes.push_back(make_shape(convex_hull(corners).value()));
  }
  add(world, smooth(fixed_body("tiles", make_collider(shapes).value(), {slide.tile * middle, -0.2, 0.0})));
}

TEST(ChordSeams, OfLevelTilesAreNotFelt) {
  for (const Slide& slide : slides_by_chords()) {
    World world = world_of(slide);
    add_tiles(world, slide, 0.0);
    const BodyIndex runner = add_runner(world, slide);
    expect_to_feel_nothing(world, slide, runner);
  }
}

TEST(ChordSeams, OfOneBodyAreNotFelt) {
  for (const Slide& slide : slides_by_chords()) {
    World world = world_of(slide);
    add_tiled_body(world, slide);
    const BodyIndex runner = add_runner(world, slide);
    expect_to_feel_nothing(world, slide, runner);
  }
}

// A step of one skin up, that the box stands at when it lands: it comes off the edge along its own bottom, and the gap
// to the edge is not used up.
TEST(ChordSeams, AStepOfASkinIsGoneUp) {
  constexpr double skin = 1.4853084267560894e-4;
  WorldDefinition definition = sleepless();
  definition.gravity = {0.0, -10.0, 0.0};
  definition.time_step = 1.0 / 120;
  World world{definition};
  add(world, smooth(fixed_body("lower", box({0.2, 0.1, 0.2}), {0.2, -0.1 - skin, 0.0})));
  add(world, smooth(fixed_body("higher", box({0.2, 0.1, 0.2}), {0.6, -0.1, 0.0})));
  BodyDefinition runner = smooth(body("runner", box({0.1, 0.08, 0.1}), {0.3, 0.08 + 0.8 * skin, -0.05}));
  runner.linear_velocity.x = 0.1;
  add(world, runner);
  run(world, 3.0, definition.time_step);
  EXPECT_GT(world.statistics().min_gap.value_or(1.0), 0.02 * skin);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

}  // namespace
}  // namespace firstcontact
