// Eight boxes side by side, tested at once: the unit the tree is made of.
//
// Boxes are floats relative to an origin near them, rounded outward. Outward rounding is monotone, so two boxes that
// touch still touch after it: a pair can be found in vain, never lost.
#pragma once

#include <firstcontact/math.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "core/bit_cast.hpp"
#include "core/vector_extensions.hpp"

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

/// True when the boxes overlap by more than twice `rounding` metres along each axis.
[[nodiscard]] inline bool surely_overlap(const FloatBox& a, const FloatBox& b, float rounding) {
  unsigned touch = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    touch &= static_cast<unsigned>(b.high[axis] - a.low[axis] > 2.0F * rounding) &
             static_cast<unsigned>(a.high[axis] - b.low[axis] > 2.0F * rounding);
  }
  return touch != 0;
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

/// m: no end of `box`, nor of any box in it, was rounded further outward than this (rounded_down goes 2^-23 of the
/// value and a rounding).
[[nodiscard]] inline float rounding_of(const FloatBox& box) {
  float largest = 0.0F;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    largest = std::max({largest, std::abs(box.low[axis]), std::abs(box.high[axis])});
  }
  return 0x1p-21F * largest + 4.0F * std::numeric_limits<float>::min();
}

/// `box` relative to `origin`, rounded outward.
[[nodiscard]] inline FloatBox rounded_outward(const Aabb& box, const Vec3& origin) {
  const Vec3 low = box.low - origin;
  const Vec3 high = box.high - origin;
  return {{rounded_down(low.x), rounded_down(low.y), rounded_down(low.z)},
          {rounded_up(high.x), rounded_up(high.y), rounded_up(high.z)}};
}

// Four floats in one register, and four answers (all ones or zero): the vector extension of gcc and clang, which is the
// same on every processor. Left to itself gcc 12 takes loops over the lanes apart again once they are inlined: the
// whole pass then takes a fifth to three fifths longer.
using FourFloats = float __attribute__((vector_size(16)));
using FourAnswers = std::int32_t __attribute__((vector_size(16)));

/// Lanes 0 to 3, and 4 to 7.
struct EightAnswers {
  FourAnswers low, high;
};

/// A set of lanes, walked from the lowest: `for (; lanes.any(); lanes.drop_first()) use(lanes.first());`
class LaneSet {
 public:
  explicit LaneSet(const EightAnswers& answers) {
    const FourAnswers bits =
        (answers.low & FourAnswers{1, 2, 4, 8}) | (answers.high & FourAnswers{0x10, 0x20, 0x40, 0x80});
    const auto halves = bit_cast<std::array<std::uint64_t, 2>>(bits);
    const std::uint64_t both = halves[0] | halves[1];
    bits_ = static_cast<std::uint32_t>(both | (both >> 32U));
  }
  [[nodiscard]] bool any() const { return bits_ != 0; }
  /// 32 when there is none.
  [[nodiscard]] std::size_t first() const { return static_cast<std::size_t>(std::countr_zero(bits_)); }
  void drop_first() { bits_ &= bits_ - 1U; }
  /// Those of `kept` alone, a bit per lane.
  void keep(std::uint32_t kept) { bits_ &= kept; }
  [[nodiscard]] std::uint32_t bits() const { return bits_; }

 private:
  std::uint32_t bits_ = 0;
};

/// For each set of lanes its members in order, and how many they are.
struct LaneOrder {
  std::array<std::array<std::uint8_t, lane_count>, 256> lanes{};
  std::array<std::uint8_t, 256> count{};
};
inline constexpr LaneOrder lane_order = [] {
  LaneOrder order;
  for (std::size_t bits = 0; bits < 256; ++bits) {
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      if ((bits >> lane & 1U) != 0) {
        order.lanes[bits][order.count[bits]++] = static_cast<std::uint8_t>(lane);
      }
    }
  }
  return order;
}();

/// A list to which sets of lanes are appended without a branch: which boxes of a dense heap touch is a toss of a coin,
/// and a processor that guesses wrong loses more time than the test takes.
class LaneList {
 public:
  void clear() { size_ = 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::uint32_t operator[](std::size_t i) const { return values_[i]; }
  void append(std::uint32_t value) { append_if(true, value); }
  void append_if(bool wanted, std::uint32_t value) {
    make_room();
    values_[size_] = value;
    size_ += wanted ? 1U : 0U;
  }
  /// Appends value_of(lane) for each lane of the set.
  template <class ValueOf>
  void append(const LaneSet& set, const ValueOf& value_of) {
    make_room();
    for (std::size_t i = 0; i < lane_count; ++i) {
      values_[size_ + i] = value_of(static_cast<std::uint32_t>(lane_order.lanes[set.bits()][i]));
    }
    size_ += lane_order.count[set.bits()];
  }

 private:
  void make_room() {
    if (size_ + lane_count > values_.size()) {
      values_.resize(2 * values_.size() + 16 * lane_count);
    }
  }

  std::vector<std::uint32_t> values_;
  std::size_t size_ = 0;
};

using LaneFloats = std::array<float, lane_count>;

/// Four neighbouring lanes from `first` on, which is 0 or 4.
[[nodiscard]] inline FourFloats four(const LaneFloats& lanes, std::size_t first) {
  FourFloats loaded;
  std::memcpy(&loaded, &lanes[first], sizeof loaded);
  return loaded;
}

struct BoxLanes {
  alignas(16) std::array<LaneFloats, 3> low;
  alignas(16) std::array<LaneFloats, 3> high;

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
  const auto half = [&](std::size_t first) {
    return (four(lanes.low[0], first) <= box.high[0]) & (four(lanes.high[0], first) >= box.low[0]) &
           (four(lanes.low[1], first) <= box.high[1]) & (four(lanes.high[1], first) >= box.low[1]) &
           (four(lanes.low[2], first) <= box.high[2]) & (four(lanes.high[2], first) >= box.low[2]);
  };
  return LaneSet{{half(0), half(4)}};
}

}  // namespace firstcontact
