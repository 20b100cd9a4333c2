// Into how many substeps a step is cut.
#include <gtest/gtest.h>

#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {
namespace {

// So many bodies in a row, each of which presses on the next, but where it is `parted`.
WorldState row_of(std::uint32_t count, std::uint32_t parted) {
  WorldState world;
  for (BodyIndex i = 0; i < count; ++i) {
    world.bodies.emplace_back().motion = MotionClass::driven;
    world.movers.push_back(i);
    if (i > 0) {
      PairRecord& pair = world.pairs.emplace_back();
      pair.a = i - 1;
      pair.b = i;
      pair.resting_speed = 0.1;
      pair.presses = i != parted;
    }
  }
  return world;
}

TEST(Rhythm, AHeapHasFewerSubsteps) {
  constexpr std::uint32_t heap = tolerances::fewest_in_heap;
  EXPECT_EQ(substeps_of_step(row_of(heap, heap)), tolerances::substeps_of_heap);
  EXPECT_EQ(substeps_of_step(row_of(heap - 1, heap)), tolerances::substeps_with_contact);
  EXPECT_EQ(substeps_of_step(row_of(heap + 6, heap / 2)), tolerances::substeps_with_contact) << "two, neither a heap";
}

TEST(Rhythm, WhatCannotBearHasOne) {
  WorldState world = row_of(2, 2);
  world.pairs[0].resting_speed = 0.0;
  EXPECT_EQ(substeps_of_step(world), 1);
}

}  // namespace
}  // namespace firstcontact
