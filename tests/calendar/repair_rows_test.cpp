// Which of the contacts that are known have rows, where a body has to give way.
#include "calendar/driven.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace firstcontact {
namespace {

constexpr std::uint32_t length = 8;

/// A chain of bodies, each of which bears on the next: point i is between i and i + 1.
std::vector<ContactPoint> points_of_chain() {
  std::vector<ContactPoint> points(length - 1);
  for (std::uint32_t i = 0; i + 1 < length; ++i) {
    points[i].a = i;
    points[i].b = i + 1;
    points[i].separation = 1e-3;
    points[i].rest_gap = 1e-3;
  }
  return points;
}

Repair repair_of(const std::vector<ContactPoint>& points) {
  Repair repair;
  repair.movers.resize(length);
  for (Responder& mover : repair.movers) {
    mover.inverse_mass = Vec3(1.0);
  }
  const WorldState world;
  repair.known = known_contacts(world, {}, points, length);
  repair.known.has_row.assign(points.size(), false);
  return repair;
}

std::vector<std::uint32_t> bodies_with_rows(const Repair& repair) {
  std::vector<std::uint32_t> bodies;
  for (const RepairRow& row : repair.rows) {
    bodies.push_back(row.point.a);
  }
  std::sort(bodies.begin(), bodies.end());
  return bodies;
}

TEST(RepairRows, AreThoseOfTheBodyAndOfItsNeighbours) {
  const std::vector<ContactPoint> points = points_of_chain();
  Repair repair = repair_of(points);
  add_rows_around(3, 0.01, repair);
  EXPECT_EQ(bodies_with_rows(repair), (std::vector<std::uint32_t>{1, 2, 3, 4}));
}

// Who was gone through as a neighbour has rows of his own, but not his neighbours' yet.
TEST(RepairRows, OfANeighbourGoFurtherWhenHeHasToGiveWayHimself) {
  const std::vector<ContactPoint> points = points_of_chain();
  Repair repair = repair_of(points);
  add_rows_around(3, 0.01, repair);
  add_rows_around(4, 0.01, repair);
  EXPECT_EQ(bodies_with_rows(repair), (std::vector<std::uint32_t>{1, 2, 3, 4, 5}));
  add_rows_around(3, 0.01, repair);
  EXPECT_EQ(repair.rows.size(), 5U);
}

TEST(RepairRows, EndAtWhatDoesNotMove) {
  const std::vector<ContactPoint> points = points_of_chain();
  Repair repair = repair_of(points);
  repair.movers[4].inverse_mass = Vec3(0.0);
  add_rows_around(3, 0.01, repair);
  add_rows_around(4, 0.01, repair);
  EXPECT_EQ(bodies_with_rows(repair), (std::vector<std::uint32_t>{1, 2, 3}));
}

}  // namespace
}  // namespace firstcontact
