#include "narrowphase/contact_patch.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

// The ring seen from one of its corners, which is number 0.
struct RingFrom {
  std::span<const glm::dvec2> ring;
  std::size_t first;

  [[nodiscard]] std::size_t index(std::size_t i) const {
    const std::size_t whole = first + i;
    return whole < ring.size() ? whole : whole - ring.size();
  }
  /// Area of the triangle between corner 0, corner `far` and corner i.
  [[nodiscard]] double area(std::size_t far, std::size_t i) const {
    const glm::dvec2 along = ring[index(far)] - ring[first];
    const glm::dvec2 aside = ring[index(i)] - ring[first];
    return 0.5 * std::abs(along.x * aside.y - along.y * aside.x);
  }
  /// The corner in [from, end) furthest from the diagonal to `far`. Along a convex chain that distance rises and then
  /// falls, and its peak moves on with the diagonal: the search goes on from where it stopped for the last one.
  [[nodiscard]] std::size_t furthest(std::size_t far, std::size_t from, std::size_t end) const {
    std::size_t best = from;
    while (best + 1 < end && area(far, best + 1) >= area(far, best)) {
      ++best;
    }
    return best;
  }
};

}  // namespace

// For every diagonal from the first corner the best corner on either side (Dobkin, Snyder 1979). (method 8.1)
Quadrilateral greatest_quadrilateral(std::span<const glm::dvec2> ring, std::size_t first) {
  const RingFrom seen{ring, first};
  Quadrilateral greatest{{first, seen.index(1), seen.index(2), seen.index(3)}, -1.0};
  std::size_t before = 1;
  std::size_t after = 3;
  for (std::size_t far = 2; far + 1 < ring.size(); ++far) {
    before = seen.furthest(far, before, far);
    after = seen.furthest(far, std::max(after, far + 1), ring.size());
    const double area = seen.area(far, before) + seen.area(far, after);
    if (area > greatest.area) {
      greatest = {{first, seen.index(before), seen.index(far), seen.index(after)}, area};
    }
  }
  return greatest;
}

}  // namespace firstcontact
