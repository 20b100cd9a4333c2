// Threads of one owner: each visit once, from within others too, troubles handed on, and none is left afterwards.
#include "core/threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <thread>
#include <vector>

namespace firstcontact {
namespace {

TEST(Threads, VisitEachOnceHoweverManyAtATime) {
  for (const int count : {1, 2, 5}) {
    Threads threads(count);
    for (const std::size_t at_a_time : {1U, 7U, 5000U}) {
      std::vector<std::atomic<int>> visits(1000);
      threads.for_each(visits.size(), at_a_time, [&](std::size_t i) { ++visits[i]; });
      for (const std::atomic<int>& number : visits) {
        ASSERT_EQ(number, 1);
      }
    }
  }
}

TEST(Threads, LoopsWithinLoopsEnd) {
  Threads threads(4);
  std::atomic<std::size_t> sum{0};
  threads.for_each(20, 1, [&](std::size_t i) {
    threads.for_each(30, 1, [&](std::size_t k) {
      threads.for_each(10, 2, [&](std::size_t l) { sum += i < 20 && k < 30 && l < 10 ? 1 : 0; });
    });
  });
  EXPECT_EQ(sum, 20U * 30U * 10U);
}

TEST(Threads, AreTheCallersWhileItWorksForThem) {
  EXPECT_EQ(Threads::current(), nullptr);
  Threads threads(3);
  Threads others(2);
  std::atomic<int> strangers{0};
  threads.execute([&] {
    threads.for_each(100, 1, [&](std::size_t /*i*/) { strangers += Threads::current() != &threads; });
    others.execute([&] { EXPECT_EQ(Threads::current(), &others); });
    EXPECT_EQ(Threads::current(), &threads);
  });
  EXPECT_EQ(strangers, 0);
  EXPECT_EQ(Threads::current(), nullptr);
}

TEST(Threads, TheFirstTroubleEndsTheLoopAndIsThrown) {
  Threads threads(3);
  std::atomic<int> visits{0};
  const auto visit = [&](std::size_t i) {
    ++visits;
    if (i == 3) {
      throw std::runtime_error("trouble");
    }
  };
  EXPECT_THROW(threads.for_each(1'000'000, 1, visit), std::runtime_error);
  EXPECT_LT(visits, 1'000'000);
  threads.for_each(10, 1, [&](std::size_t i) { visits += i < 10 ? 0 : 1; });  // and it goes on
}

TEST(Threads, WhatGoesOnAsideIsDoneByOthersOrCalledOff) {
  Threads threads(3);
  std::atomic<bool> is_over{false};
  std::atomic<int> began{0};
  std::atomic<int> ended{0};
  const auto visit = [&](std::size_t /*i*/) {
    ++began;
    while (!is_over) {
      std::this_thread::yield();
    }
    ++ended;
  };
  {
    const Threads::Aside aside(threads, 2, visit);
    // The caller's own loop ends though the others are busy for ever.
    std::atomic<int> own{0};
    threads.for_each(50, 1, [&](std::size_t /*i*/) { ++own; });
    EXPECT_EQ(own, 50);
    is_over = true;
  }
  EXPECT_EQ(began, ended);
  std::atomic<int> never{0};
  const auto count = [&](std::size_t /*i*/) { ++never; };
  Threads alone(1);
  { const Threads::Aside aside(alone, 5, count); }
  EXPECT_EQ(never, 0);
}

#if defined(__linux__)
TEST(Threads, NoneIsLeftWhenTheyEnd) {
  const auto running = [] {
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return std::distance(begin(tasks), end(tasks));
  };
  const auto before = running();
  {
    Threads threads(4);
    EXPECT_EQ(threads.count(), 4);
    EXPECT_EQ(running(), before + 3);
  }
  for (int wait = 0; wait < 1000 && running() != before; ++wait) {  // who was joined is listed for a moment yet
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(running(), before);
}
#endif

}  // namespace
}  // namespace firstcontact
