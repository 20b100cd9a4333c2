// The support function on bare arrays, in two builds of one source: `baseline` runs on every machine, `avx2` where the
// processor has it. support.hpp picks; tests compare.
#pragma once

#include <array>
#include <cstddef>

namespace firstcontact {

/// A core's vertices as structure of arrays, padded to a multiple of 4 with vertex 0.
struct VertexLanes {
  const double* x;
  const double* y;
  const double* z;
  std::size_t size;
};
struct Direction {
  double x, y, z;
};
struct Asked {
  VertexLanes vertices;
  Direction direction;  // in the frame of the vertices, any length
};

struct Furthest {
  std::size_t index;  // the lowest of those that reach furthest
  double along;       // m: direction . vertex
};
struct FurthestOfBoth {
  std::size_t a, b;
};
/// The lanes that reach furthest, to within some distance.
struct Flush {
  std::size_t lanes;  // the padding counted
  bool first;         // vertex 0, and with it the padding, is among them
};

/// From where to where vertices reach along a direction, m (at length 1).
struct TwoWayReach {
  double low, high;
};
using TwoWayReaches = std::array<TwoWayReach, 3>;
using Directions = std::array<Direction, 3>;

namespace baseline {
[[nodiscard]] Furthest furthest(const Asked& asked);
[[nodiscard]] double reach(const Asked& asked);
[[nodiscard]] FurthestOfBoth furthest_of_both(const Asked& a, const Asked& b);
/// The sum of both reaches.
[[nodiscard]] double reach_of_both(const Asked& a, const Asked& b);
[[nodiscard]] Flush flush(const Asked& asked, double below);
/// Along three directions: what six times reach() says.
[[nodiscard]] TwoWayReaches reaches(const VertexLanes& vertices, const Directions& along);
}  // namespace baseline

/// The same bits, faster. Only where has_avx2().
namespace avx2 {
[[nodiscard]] Furthest furthest(const Asked& asked);
[[nodiscard]] double reach(const Asked& asked);
[[nodiscard]] FurthestOfBoth furthest_of_both(const Asked& a, const Asked& b);
[[nodiscard]] double reach_of_both(const Asked& a, const Asked& b);
[[nodiscard]] Flush flush(const Asked& asked, double below);
[[nodiscard]] TwoWayReaches reaches(const VertexLanes& vertices, const Directions& along);
}  // namespace avx2

}  // namespace firstcontact
