#include "dynamics/row_batches.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <numeric>
#include <utility>

namespace firstcontact {

namespace {

constexpr std::size_t colours = 64;
// Batches: half a microsecond, which is what it takes to take a chunk.
constexpr std::uint32_t batches_per_chunk = 4;

std::vector<PairRange> pairs_of(std::span<const ContactPoint> points) {
  std::vector<PairRange> pairs;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (i == 0 || points[i].a != points[i - 1].a || points[i].b != points[i - 1].b) {
      pairs.push_back({i, i});
    }
    pairs.back().end = i + 1;
  }
  return pairs;
}

/// A pair of one colour, and what it is sorted by.
struct Coloured {
  PairRange points;
  bool holds = false;  // an impulse
};

// Those that hold first, of these the longest; else as they came. (By counting: it is done in every substep.)
void sort(std::vector<Coloured>& pairs) {
  constexpr std::uint32_t longest = 16;  // points; longer ones are sorted as if they were this long
  const auto key = [&](const Coloured& pair) {
    return (pair.holds ? 0U : longest + 1U) + longest - std::min(longest, pair.points.end - pair.points.first);
  };
  std::array<std::uint32_t, 2 * (longest + 1) + 1> begin{};
  for (const Coloured& pair : pairs) {
    ++begin[key(pair) + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<Coloured> sorted(pairs.size());
  for (const Coloured& pair : pairs) {
    sorted[begin[key(pair)]++] = pair;
  }
  pairs = std::move(sorted);
}

void add_batches(const std::vector<Coloured>& pairs, std::uint32_t width, RowPlan& plan) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i % width == 0) {
      plan.batches.emplace_back();
    }
    RowBatch& batch = plan.batches.back();
    batch.points[batch.used++] = pairs[i].points;
  }
}

// What was added since `first`, as a group of chunks.
void close_group(std::uint32_t first, std::uint32_t batches_of_chunk, RowPlan& plan) {
  const auto first_chunk = static_cast<std::uint32_t>(plan.chunks.size());
  const auto end = static_cast<std::uint32_t>(plan.batches.size());
  for (std::uint32_t i = first; i < end; i += batches_of_chunk) {
    plan.chunks.push_back({i, std::min(end, i + batches_of_chunk)});
  }
  if (first < end) {
    plan.groups.push_back({first_chunk, static_cast<std::uint32_t>(plan.chunks.size())});
  }
}

}  // namespace

RowPlan plan_as_given(std::span<const ContactPoint> points) {
  RowPlan plan;
  for (const PairRange& pair : pairs_of(points)) {
    RowBatch& batch = plan.batches.emplace_back();
    batch.points[0] = pair;
    batch.used = 1;
  }
  close_group(0, ~0U >> 1U, plan);
  return plan;
}

RowPlan plan_by_colour(std::span<const ContactPoint> points, std::span<const Responder> responders,
                       std::uint32_t lanes) {
  std::vector<std::uint64_t> taken(responders.size(), 0);
  std::vector<std::vector<Coloured>> by_colour(colours + 1);
  for (const PairRange& pair : pairs_of(points)) {
    const ContactPoint& point = points[pair.first];
    const auto colour = static_cast<std::size_t>(std::countr_one(taken[point.a] | taken[point.b]));
    if (colour < colours) {
      for (const std::uint32_t body : {point.a, point.b}) {
        taken[body] |= can_move(responders[body]) ? std::uint64_t{1} << colour : 0;
      }
    }
    const auto held = points.subspan(pair.first, pair.end - pair.first);
    by_colour[colour].push_back({pair, std::any_of(held.begin(), held.end(), is_pressed)});
  }
  RowPlan plan;
  for (std::size_t colour = 0; colour <= colours; ++colour) {
    const auto first = static_cast<std::uint32_t>(plan.batches.size());
    const bool is_coloured = colour < colours;
    sort(by_colour[colour]);
    add_batches(by_colour[colour], is_coloured ? lanes : 1, plan);
    close_group(first, is_coloured ? batches_per_chunk : ~0U >> 1U, plan);
  }
  return plan;
}

}  // namespace firstcontact
