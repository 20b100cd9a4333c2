// Which pairs of a piece have rows, when its rows are found anew.
#include <gtest/gtest.h>

#include "calendar/contact_piece.hpp"
#include "calendar/two_cubes.hpp"

namespace firstcontact {
namespace {

// A failed certificate gave it rows in a longer piece: events were told of a pair that the piece did not know.
TEST(PieceRows, APairThatHadSomeAndIsNotNearHasNoneAnyMore) {
  WorldState world = testing_support::two_cubes(5e-4);
  world.bodies[1].motion = MotionClass::driven;
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

// A piece of these bodies, in this order, with one that does not give way behind them, on which all lie.
ContactPiece piece_of(const std::vector<BodyIndex>& bodies, double end) {
  ContactPiece piece;
  piece.end = piece.problem.duration = end;
  piece.bodies = bodies;
  for (const BodyIndex body : bodies) {
    piece.states.push_back({});
    piece.stands.push_back(false);
    piece.problem.bodies.emplace_back().body = body;
    piece.problem.bodies.back().is_dynamic = true;
    piece.problem.bodies.back().after.linear.x = body;
    piece.pairs.push_back(body);
    piece.near.push_back({body, 0.0, {}, false, false});
  }
  const auto ground = static_cast<std::uint32_t>(bodies.size());
  piece.problem.bodies.emplace_back().body = 9;
  for (std::uint32_t place = 0; place < ground; ++place) {
    ContactConstraint row;
    row.a = place;
    row.b = ground;
    row.pair = bodies[place];
    row.load = 10.0 * bodies[place];
    piece.problem.rows.push_back(row);
  }
  return piece;
}

TEST(PieceRows, PiecesMergeWithAllThatWasFound) {
  ContactPiece into = piece_of({1, 4}, 1.0);
  ContactPiece from = piece_of({2, 3, 5}, 1.0);
  merge_pieces(into, from);
  EXPECT_TRUE(from.bodies.empty());
  EXPECT_FALSE(into.is_new);
  EXPECT_EQ(into.bodies, (std::vector<BodyIndex>{1, 2, 3, 4, 5}));
  ASSERT_EQ(into.problem.bodies.size(), 6U);
  ASSERT_EQ(into.problem.rows.size(), 5U);
  for (const ContactConstraint& row : into.problem.rows) {
    const SolverBody& body = into.problem.bodies[row.a];
    EXPECT_EQ(body.body, row.pair);
    EXPECT_EQ(body.after.linear.x, row.pair);
    EXPECT_EQ(row.load, 10.0 * row.pair);
    EXPECT_EQ(into.problem.bodies[row.b].body, 9U);
  }
}

// Their rows were found for other times.
TEST(PieceRows, PiecesThatEndElsewhereFindTheirRowsAnew) {
  ContactPiece into = piece_of({1, 4}, 1.0);
  ContactPiece from = piece_of({2}, 0.5);
  merge_pieces(into, from);
  EXPECT_TRUE(into.is_new);
  EXPECT_EQ(into.end, 0.5);
  EXPECT_EQ(into.pairs.size(), 3U);
  EXPECT_EQ(into.near.size(), 3U);
  EXPECT_TRUE(into.problem.rows.empty());
}

}  // namespace
}  // namespace firstcontact
