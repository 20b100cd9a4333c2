#include "dynamics/row_batches.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace firstcontact {

namespace {

constexpr std::size_t colours = 64;

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

void sort(std::vector<Coloured>& pairs) {
  std::stable_sort(pairs.begin(), pairs.end(), [](const Coloured& x, const Coloured& y) {
    return x.holds != y.holds ? x.holds : x.points.end - x.points.first > y.points.end - y.points.first;
  });
}

void add_batches(const std::vector<Coloured>& pairs, std::uint32_t width, std::vector<RowBatch>& batches) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i % width == 0) {
      batches.emplace_back();
    }
    RowBatch& batch = batches.back();
    batch.points[batch.used++] = pairs[i].points;
  }
}

}  // namespace

std::vector<RowBatch> batches_as_given(std::span<const ContactPoint> points) {
  std::vector<RowBatch> batches;
  for (const PairRange& pair : pairs_of(points)) {
    RowBatch& batch = batches.emplace_back();
    batch.points[0] = pair;
    batch.used = 1;
  }
  return batches;
}

std::vector<RowBatch> coloured_batches(std::span<const ContactPoint> points, std::span<const Responder> responders) {
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
  std::vector<RowBatch> batches;
  for (std::size_t colour = 0; colour < colours; ++colour) {
    sort(by_colour[colour]);
    add_batches(by_colour[colour], row_lanes, batches);
  }
  add_batches(by_colour[colours], 1, batches);
  return batches;
}

}  // namespace firstcontact
