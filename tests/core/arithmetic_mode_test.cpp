// The engine's mode of arithmetic while it is asked for, the caller's before and after.
#include "core/arithmetic_mode.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <thread>

#include "core/threads.hpp"
#include "support/hostile_mode.hpp"

namespace firstcontact {
namespace {

// What the mode makes of numbers that nobody knows before.
struct Sums {
  double tenth = 0.0, minus_tenth = 0.0, part_of_least = 0.0;
  // By bits: a mode may take a subnormal number for zero in a comparison, too.
  friend bool operator==(const Sums& x, const Sums& y) {
    const auto bits = [](const Sums& sums) { return std::bit_cast<std::array<std::uint64_t, 3>>(sums); };
    return bits(x) == bits(y);
  }
};
[[gnu::noinline]] Sums sums() {
  const volatile double one = 1.0;
  const volatile double minus_one = -1.0;
  const volatile double ten = 10.0;
  const volatile double least = std::numeric_limits<double>::min();
  return {one / ten, minus_one / ten, least / ten};
}

TEST(ArithmeticMode, IsTheDefaultWhateverTheCallersIsAndTheCallersAfterwards) {
  const Sums expected = sums();
  for (const HostMode host : {HostMode::rounds_up, HostMode::rounds_to_zero, HostMode::flushes_subnormals}) {
    const InHostMode in_host(host);
    const std::uint64_t word = mode_word();
    const Sums of_host = sums();
    EXPECT_FALSE(of_host == expected) << "a mode makes a difference: " << static_cast<int>(host);
    {
      const ArithmeticMode mode;
      EXPECT_TRUE(sums() == expected);
    }
    EXPECT_EQ(mode_word(), word);
  }
}

TEST(ArithmeticMode, OfOurThreadsIsOursThoughTheyWereMadeInAnother) {
  const Sums expected = sums();
  const InHostMode in_host(HostMode::flushes_subnormals);
  Threads threads(3);
  std::atomic<int> others{0};
  const auto caller = std::this_thread::get_id();
  // Until somebody else has come.
  threads.for_each(1'000'000, 1, [&](std::size_t /*i*/) {
    if (others == 0 && std::this_thread::get_id() != caller) {
      ++others;
      EXPECT_TRUE(sums() == expected);
    }
  });
}

}  // namespace
}  // namespace firstcontact
