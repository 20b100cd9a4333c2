// Who is a candidate for whom: tracks that are kept from step to step, and those of bodies that change their way.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <string>

#include "calendar/small_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

// Its cast knows of what lies along its way alone; the wall takes that way from it in the middle of the step.
TEST(Tracks, OfAFastBodyThatIsStoppedHoldWhatLiesBesideItsWay) {
  World world{weightless()};
  BodyDefinition bullet = body("bullet", box(Vec3(0.05)), {0.0, 0.0, 0.0});
  bullet.linear_velocity = {600.0, 18.0, 0.0};
  bullet.restitution = bullet.friction = 0.0;
  add(world, bullet);
  BodyDefinition wall = fixed_body("wall", box({0.5, 5.0, 5.0}), {5.55, 0.0, 0.0});
  BodyDefinition lintel = fixed_body("lintel", box({0.1, 0.05, 1.0}), {4.9, 0.31, 0.0});
  wall.restitution = wall.friction = lintel.restitution = lintel.friction = 0.0;
  add(world, wall);
  add(world, lintel);
  world.step();
  std::vector<Event> impacts = of_kind({world.events().begin(), world.events().end()}, EventKind::impact);
  ASSERT_FALSE(impacts.empty());
  EXPECT_NEAR(impacts[0].time, 5.0 / 600.0, 1e-5);
  std::erase_if(impacts, [](const Event& impact) { return impact.b != 2; });
  ASSERT_FALSE(impacts.empty());
  EXPECT_NEAR(impacts[0].time, (0.26 - 0.05) / 18.0, 1e-4);
  EXPECT_LT(world.state(0).pose.position.y + 0.05, 0.26);
}

// Most of the boxes stand, so that no step lays all tracks anew; two creep out of theirs, again and again, and meet.
TEST(Tracks, AreLaidAnewForThoseWhoLeaveThem) {
  World world{weightless()};
  const auto place = [](const std::string& name, const Vec3& position, double speed) {
    BodyDefinition cube = body(name, box(Vec3(0.5)), position);
    cube.linear_velocity = {speed, 0.0, 0.0};
    cube.restitution = 1.0;
    return cube;
  };
  add(world, place("left", {0.0, 0.0, 0.0}, 0.02));
  add(world, place("right", {1.3, 0.0, 0.0}, -0.04));
  for (int i = 0; i < 30; ++i) {
    add(world, place("bystander " + std::to_string(i), {0.0, 0.0, 2.0 + 2.0 * i}, 0.0));
  }
  const std::vector<Event> impacts = of_kind(run_with_events(world, 6.0), EventKind::impact);
  ASSERT_EQ(impacts.size(), 1U);
  EXPECT_NEAR(impacts[0].time, 0.3 / 0.06, 0.02);
  EXPECT_NEAR(world.state(0).linear_velocity.x, -0.04, 1e-12);
  EXPECT_NEAR(world.state(1).linear_velocity.x, 0.02, 1e-12);
}

// A body added, and one that wakes, are candidates at once, wherever others' tracks were kept.
TEST(Tracks, OfNewcomersAreLaidAtOnce) {
  World world{weightless()};
  for (int i = 0; i < 30; ++i) {
    add(world, body("bystander " + std::to_string(i), box(Vec3(0.5)), {0.0, 0.0, 2.0 * i}));
  }
  run(world, 0.2);
  BodyDefinition newcomer = body("newcomer", box(Vec3(0.5)), {3.0, 0.0, 0.0});
  newcomer.linear_velocity = {-60.0, 0.0, 0.0};
  const BodyIndex last = add(world, newcomer);
  const std::vector<Event> impacts = of_kind(run_with_events(world, 0.1), EventKind::impact);
  ASSERT_EQ(impacts.size(), 1U);
  EXPECT_EQ(impacts[0].a, 0U);
  EXPECT_EQ(impacts[0].b, last);
  EXPECT_NEAR(impacts[0].time, 0.2 + 2.0 / 60.0, 1e-4);
}

}  // namespace
}  // namespace firstcontact
