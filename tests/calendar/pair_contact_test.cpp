// Where two bodies bear on each other at some moment, and how near they are there.
#include <gtest/gtest.h>

#include <vector>

#include "calendar/two_cubes.hpp"

namespace firstcontact {
namespace {

using testing_support::two_cubes;

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
