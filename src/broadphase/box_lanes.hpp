// Eight boxes side by side, tested at once: the unit the tree is made of.
//
// Boxes are floats relative to an origin near them, rounded outward. Outward rounding is monotone, so two boxes that
// touch still touch after it: a pair can be found in vain, never lost. The loops over the eight lanes have no branches;
// both compilers turn them into vector instructions without our naming any.
#pragma once

#include <firstcontact/math.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace firstcontact {

inline constexpr std::size_t lane_count = 8;

/// One box as floats, relative to its tree's origin.
struct FloatBox {
  std::array<float, 3> low{};
  std::array<float, 3> high{};
};

/// The box that holds nothing: it overlaps no other, and merging leaves the other.
[[nodiscard]] constexpr FloatBox empty_box() {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  return {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
}

[[nodiscard]] inline FloatBox merged(const FloatBox& a, const FloatBox& b) {
  FloatBox box;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    box.low[axis] = std::min(a.low[axis], b.low[axis]);
    box.high[axis] = std::max(a.high[axis], b.high[axis]);
  }
  return box;
}

[[nodiscard]] inline bool contains(const FloatBox& outer, const FloatBox& inner) {
  bool inside = true;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    inside = inside && outer.low[axis] <= inner.low[axis] && inner.high[axis] <= outer.high[axis];
  }
  return inside;
}

[[nodiscard]] inline bool overlaps(const FloatBox& a, const FloatBox& b) {
  bool touch = true;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    touch = touch && a.low[axis] <= b.high[axis] && b.low[axis] <= a.high[axis];
  }
  return touch;
}

/// A float below `value` by at most two of its steps: enough to cover the rounding of the subtraction that made `value`
/// too. Never infinite: an infinite end belongs to empty boxes alone.
[[nodiscard]] inline float rounded_down(double value) {
  constexpr double away = 0x1p-23;  // a whole step of a float, at least half of it left after rounding
  constexpr double tiny = std::numeric_limits<float>::min();  // for values near zero
  constexpr double most = std::numeric_limits<float>::max();
  return static_cast<float>(std::clamp(value - (std::abs(value) * away + tiny), -most, most));
}

[[nodiscard]] inline float rounded_up(double value) { return -rounded_down(-value); }

/// `box` relative to `origin`, rounded outward.
[[nodiscard]] inline FloatBox rounded_outward(const Aabb& box, const Vec3& origin) {
  const Vec3 low = box.low - origin;
  const Vec3 high = box.high - origin;
  return {{rounded_down(low.x), rounded_down(low.y), rounded_down(low.z)},
          {rounded_up(high.x), rounded_up(high.y), rounded_up(high.z)}};
}

/// A set of lanes, walked from the lowest: `for (; lanes.any(); lanes.drop_first()) use(lanes.first());`
class LaneSet {
 public:
  explicit LaneSet(const std::array<std::uint8_t, lane_count>& ones) : bits_(std::bit_cast<std::uint64_t>(ones)) {}
  [[nodiscard]] bool any() const { return bits_ != 0; }
  [[nodiscard]] std::size_t first() const { return static_cast<std::size_t>(std::countr_zero(bits_)) / 8U; }
  void drop_first() { bits_ &= bits_ - 1U; }

 private:
  static_assert(std::endian::native == std::endian::little, "the lowest byte must be the first lane");
  std::uint64_t bits_;
};

struct BoxLanes {
  std::array<std::array<float, lane_count>, 3> low;
  std::array<std::array<float, lane_count>, 3> high;

  BoxLanes() {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low[axis].fill(std::numeric_limits<float>::infinity());
      high[axis].fill(-std::numeric_limits<float>::infinity());
    }
  }
  [[nodiscard]] FloatBox at(std::size_t lane) const {
    return {{low[0][lane], low[1][lane], low[2][lane]}, {high[0][lane], high[1][lane], high[2][lane]}};
  }
  void set(std::size_t lane, const FloatBox& box) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low[axis][lane] = box.low[axis];
      high[axis][lane] = box.high[axis];
    }
  }
  /// Smallest box that holds all lanes.
  [[nodiscard]] FloatBox bounds() const {
    FloatBox box = empty_box();
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (std::size_t lane = 0; lane < lane_count; ++lane) {
        box.low[axis] = std::min(box.low[axis], low[axis][lane]);
        box.high[axis] = std::max(box.high[axis], high[axis][lane]);
      }
    }
    return box;
  }
};

/// The lanes that share a point with `box`.
[[nodiscard]] inline LaneSet overlapping(const BoxLanes& lanes, const FloatBox& box) {
  std::array<std::uint8_t, lane_count> hit{};
  for (std::size_t i = 0; i < lane_count; ++i) {
    hit[i] = static_cast<std::uint8_t>(
        static_cast<unsigned>(lanes.low[0][i] <= box.high[0]) & static_cast<unsigned>(lanes.high[0][i] >= box.low[0]) &
        static_cast<unsigned>(lanes.low[1][i] <= box.high[1]) & static_cast<unsigned>(lanes.high[1][i] >= box.low[1]) &
        static_cast<unsigned>(lanes.low[2][i] <= box.high[2]) & static_cast<unsigned>(lanes.high[2][i] >= box.low[2]));
  }
  return LaneSet{hit};
}

}  // namespace firstcontact
