#include "verify/sweep.hpp"

#include <algorithm>
#include <tuple>

namespace firstcontact::verify {
namespace {

bool share_a_point(const Box& a, const Box& b) {
  for (int axis = 0; axis < 3; ++axis) {
    if (a.high[axis] < b.low[axis] || b.high[axis] < a.low[axis]) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<BodyPair> near_pairs(const SweptBoxes& boxes) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t body = 0; body < boxes.size(); ++body) {
    if (boxes[body]) {
      order.push_back(body);
    }
  }
  std::sort(order.begin(), order.end(), [&](std::uint32_t p, std::uint32_t q) {
    return std::tuple(boxes[p]->low.x, p) < std::tuple(boxes[q]->low.x, q);
  });
  std::vector<BodyPair> pairs;
  std::vector<std::uint32_t> open;  // those whose end the sweep has not passed
  for (const std::uint32_t body : order) {
    const Box& box = *boxes[body];
    std::erase_if(open, [&](std::uint32_t other) { return boxes[other]->high.x < box.low.x; });
    for (const std::uint32_t other : open) {
      if (share_a_point(*boxes[other], box)) {
        pairs.push_back({std::min(body, other), std::max(body, other)});
      }
    }
    open.push_back(body);
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const BodyPair& p, const BodyPair& q) { return std::tie(p.a, p.b) < std::tie(q.a, q.b); });
  return pairs;
}

}  // namespace firstcontact::verify
