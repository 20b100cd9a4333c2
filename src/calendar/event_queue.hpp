// The event calendar's queue: predicted impacts, earliest first, in a total order that no history can change.
#pragma once

#include <firstcontact/octree.hpp>

#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

namespace firstcontact {

/// An impact predicted from two motion segments. Stale as soon as either body's version has moved on (lazy deletion:
/// nothing is searched for in the queue).
struct PredictedImpact {
  double time = 0.0;  // s
  BodyIndex a = 0, b = 0;
  std::uint32_t version_a = 0, version_b = 0;
  std::uint32_t pair = 0;  // index of the pair's record
};

/// Later than, in the order (time, a, b): simultaneous impacts come in the order of their bodies' numbers.
struct LaterImpact {
  bool operator()(const PredictedImpact& x, const PredictedImpact& y) const {
    return std::tie(x.time, x.a, x.b) > std::tie(y.time, y.a, y.b);
  }
};

/// A binary heap; 2 to 5 % of an event's cost, whichever heap it is.
using EventQueue = std::priority_queue<PredictedImpact, std::vector<PredictedImpact>, LaterImpact>;

}  // namespace firstcontact
