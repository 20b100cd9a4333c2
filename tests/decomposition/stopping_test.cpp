// Decompositions that are stopped, by their time budget or by whom they tell how far they are: the best so far comes
// out, it covers, and its bound holds.
#include <gtest/gtest.h>

#include <cstdio>

#include "decomposition/judging.hpp"
#include "decomposition/solids.hpp"
#include "support/processor_time.hpp"

namespace firstcontact {
namespace {

// What must be true whenever it was stopped.
void expect_promises(const ConvexDecomposition& found, const Mesh& mesh) {
  ASSERT_FALSE(found.hulls.empty());
  EXPECT_LT(uncovered(found, surface_samples(mesh, 5000, 3)), 1e-8 * found.longest_side);
  EXPECT_GE(found.puffing_bound, puffing(found, mesh, 100));
  EXPECT_GE(found.puffing_bound, found.puffing);
  for (const DecompositionHull& hull : found.hulls) {
    EXPECT_LE(hull.hull.vertices.size(), 64U);
  }
}

// Stopped when progress is told for the `calls`th time: the clock has no say in it.
ConvexDecomposition stopped_after(const Mesh& mesh, int calls) {
  DecompositionOptions options;
  options.progress = [&calls](const DecompositionProgress&) { return --calls > 0; };
  return decomposed(mesh, options);
}

// A ring's box sticks out by half of it, in the hole; after the first round, two halves by a quarter.
TEST(StoppedDecomposition, KeepsTheHullsOfThePartsAsTheyAre) {
  const Mesh mesh = ring(1.0, 0.3, 48, 24);
  double last = 1.0;
  std::size_t last_count = 0;
  for (const int calls : {1, 2, 3, 4, 5}) {
    const ConvexDecomposition found = stopped_after(mesh, calls);
    expect_promises(found, mesh);
    EXPECT_TRUE(found.was_stopped);
    EXPECT_FALSE(found.is_within_tolerance);
    EXPECT_GT(found.hulls.size(), last_count);
    EXPECT_LE(found.puffing_bound, last * found.longest_side) << calls;
    last = found.puffing_bound / found.longest_side;
    last_count = found.hulls.size();
  }
  EXPECT_LT(last, 0.12);
}

TEST(StoppedDecomposition, JoinsAsLongAsItMay) {
  const Mesh mesh = ring(1.0, 0.3, 48, 24);
  int calls = 0;
  int joining = 0;
  std::size_t most = 0;
  DecompositionOptions options;
  options.progress = [&](const DecompositionProgress& progress) {
    ++calls;
    joining = progress.fraction < 0.5 ? calls : joining;
    most = std::max(most, progress.hulls);
    return true;
  };
  const std::size_t at_best = decomposed(mesh, options).hulls.size();
  ASSERT_GT(calls, joining + 5);
  const ConvexDecomposition found = stopped_after(mesh, (joining + calls) / 2);
  expect_promises(found, mesh);
  EXPECT_TRUE(found.was_stopped);
  EXPECT_LE(found.puffing, options.tolerance * found.longest_side);  // its bound is measured in a hurry
  EXPECT_GT(found.hulls.size(), at_best);
  EXPECT_LT(found.hulls.size(), most);
}

// Budgets from next to nothing to enough: all of them keep the promises, and before it is enough it is worth something.
// How long anything takes is for the machine to say: a busy one may rob any single run of its time, not all of them.
TEST(StoppedDecomposition, IsWorthTheTimeItHad) {
  const Mesh mesh = ring(1.0, 0.3, 48, 24);
  DecompositionOptions options;
  options.threads = 1;
  double best = 1.0;
  int stopped = 0;
  bool is_whole = false;
  for (options.time_budget = 0.02; !is_whole; options.time_budget *= 1.4) {  // s
    const ConvexDecomposition found = decomposed(mesh, options);
    expect_promises(found, mesh);
    is_whole = !found.was_stopped;
    stopped += is_whole ? 0 : 1;
    best = is_whole ? best : std::min(best, found.puffing_bound / found.longest_side);
    std::printf("%.3f s: %zu hulls, bound %.4f\n", options.time_budget, found.hulls.size(),
                found.puffing_bound / found.longest_side);
  }
  EXPECT_GT(stopped, 2);
  EXPECT_LT(best, 0.15);  // its box's is 0.27
}

// When the time is up the work ends soon, however much is left: this mesh would take half a minute, and nothing of it
// is worth more than a second by then. What is there is whole, and says how far out it is.
TEST(Decompose, ATimeBudgetIsNotOverdrawn) {
  const Mesh mesh = ring(1.0, 0.35, 160, 80);  // 25600 triangles
  for (const double budget : {0.01, 0.2, 1.0}) {
    DecompositionOptions options;
    options.tolerance = 0.003;
    options.time_budget = budget;
    options.threads = 1;
    const double start = testing_support::processor_seconds();
    const ConvexDecomposition found = decomposed(mesh, options);
    const double taken = testing_support::processor_seconds() - start;
    EXPECT_TRUE(found.was_stopped);
    ASSERT_FALSE(found.hulls.empty());
    EXPECT_LE(uncovered(found, mesh.vertices), 1e-9);
    EXPECT_GE(found.puffing_bound, found.puffing);
    for (const DecompositionHull& hull : found.hulls) {
      EXPECT_LE(hull.hull.vertices.size(), 64U);
    }
    constexpr double late = 5.0;  // s of the processor: with sanitizers; 0.6 s without
    EXPECT_LT(taken, budget + late);
    std::printf("budget %.2f s: %.2f s, %zu hulls, bound %.4f\n", budget, taken, found.hulls.size(),
                found.puffing_bound / found.longest_side);
  }
}

}  // namespace
}  // namespace firstcontact
