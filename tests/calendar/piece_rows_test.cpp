// Which pairs of a piece have rows, when its rows are found anew.
#include <gtest/gtest.h>

#include "calendar/contact_piece.hpp"

namespace firstcontact {
namespace {

// A cube of 1 m above another, which is fixed.
WorldState two_cubes() {
  WorldState world;
  for (const double height : {0.0, 1.0005}) {
    RigidBody& body = world.bodies.emplace_back();
    body.collider = make_box_collider(Vec3(0.5)).value();
    body.radius = body.collider->radius;
    body.motion = height == 0.0 ? MotionClass::fixed : MotionClass::driven;
    body.segment.pose.position.y = height;
  }
  world.known_states.resize(2);
  world.close_boxes.resize(2);
  PairRecord& pair = world.pairs.emplace_back();
  pair.b = 1;
  pair.skin = 1e-3;
  return world;
}

// A failed certificate gave it rows in a longer piece: events were told of a pair that the piece did not know.
TEST(PieceRows, APairThatHadSomeAndIsNotNearHasNoneAnyMore) {
  WorldState world = two_cubes();
  world.pairs[0].active = true;
  ContactPiece piece;
  piece.end = 1e-3;
  piece.bodies = {1};
  piece.states = {state_of(world, 1, 0.0)};
  piece.stands = {false};
  piece.pairs = {0};
  ContactStep step;
  find_rows(world, step, piece);
  EXPECT_TRUE(piece.pairs.empty());
  EXPECT_TRUE(piece.problem.rows.empty());
  EXPECT_FALSE(world.pairs[0].active);
}

}  // namespace
}  // namespace firstcontact
