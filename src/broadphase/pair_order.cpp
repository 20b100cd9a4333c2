#include "broadphase/pair_order.hpp"

#include <algorithm>
#include <cstdint>

namespace firstcontact {

namespace {

// Counting sort: stable, and linear whatever body is in many pairs (a floor under a heap).
std::vector<BodyPair> sorted_by(const std::vector<BodyPair>& pairs, BodyIndex BodyPair::*key, std::size_t bodies) {
  std::vector<std::uint32_t> next(bodies + 1, 0);
  for (const BodyPair& pair : pairs) {
    ++next[pair.*key + std::size_t{1}];
  }
  for (std::size_t i = 1; i < next.size(); ++i) {
    next[i] += next[i - 1];
  }
  std::vector<BodyPair> sorted(pairs.size());
  for (const BodyPair& pair : pairs) {
    sorted[next[pair.*key]++] = pair;
  }
  return sorted;
}

}  // namespace

std::vector<BodyPair> in_order(std::vector<BodyPair> pairs, std::size_t bodies) {
  pairs = sorted_by(sorted_by(pairs, &BodyPair::b, bodies), &BodyPair::a, bodies);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace firstcontact
