// Where two bodies bear on each other at some moment, and how near they are there.
#include <gtest/gtest.h>

#include <vector>

#include "calendar/world_state.hpp"

namespace firstcontact {
namespace {

/// Two cubes of 1 m, one above the other.
WorldState two_cubes(double gap) {
  WorldState world;
  for (const double height : {0.0, 1.0 + gap}) {
    RigidBody& body = world.bodies.emplace_back();
    body.collider = make_box_collider(Vec3(0.5)).value();
    body.radius = body.collider->radius;
    body.motion = MotionClass::fixed;
    body.segment.pose.position.y = height;
  }
  world.known_states.resize(2);
  world.close_boxes.resize(2);
  PairRecord& pair = world.pairs.emplace_back();
  pair.b = 1;
  pair.skin = 1e-3;
  return world;
}

TEST(PairContact, IsAsNearAsItsNearestPoint) {
  WorldState world = two_cubes(4e-4);
  const FoundPoints found = pair_contact(world, 0, 0.0, 1e-3);
  ASSERT_EQ(found.points.size(), 4U);
  EXPECT_NEAR(found.nearest, 4e-4, 1e-12);
  for (const ContactPoint& point : found.points) {
    EXPECT_NEAR(point.arm_a.y, 0.5 + 2e-4, 1e-12);
    EXPECT_NEAR(point.arm_b.y, -0.5 - 2e-4, 1e-12);
  }
}

// Not 0: substeps ended early for bodies that had next to nothing left between them, when they were a skin apart.
TEST(PairContact, OfWhatIsFurtherApartHasNoPointsAndIsNoNearerThanTheMargin) {
  for (const double gap : {1.1e-3, 0.1, 10.0}) {
    WorldState world = two_cubes(gap);
    const FoundPoints found = pair_contact(world, 0, 0.0, 1e-3);
    EXPECT_TRUE(found.points.empty());
    EXPECT_EQ(found.nearest, 1e-3);
  }
}

}  // namespace
}  // namespace firstcontact
