// Any number of threads that can be asked for: the same bits, no crash, and not a word on the screen.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <limits>

#include "calendar/small_worlds.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

std::uint64_t hash_with(int threads) {
  WorldDefinition definition;
  definition.threads = threads;
  World world{definition};
  add(world, floor_body());
  for (int i = 0; i < 80; ++i) {
    add(world, body("crate", box(Vec3(0.2)), {0.5 * (i % 9) - 2.0, 0.3 + 0.45 * (i / 9), 0.1 * (i % 3)}));
  }
  run(world, 0.2);
  return world.state_hash();
}

TEST(Threads, AsManyAsAnybodyAsksFor) {
  testing::internal::CaptureStderr();
  const std::uint64_t expected = hash_with(1);
  for (const int threads : {2, 3, 100'000, std::numeric_limits<int>::max()}) {
    EXPECT_EQ(hash_with(threads), expected) << threads;
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace firstcontact
