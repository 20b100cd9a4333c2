// A state's bytes as they are written and read: numbers, texts, and shapes by number.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "calendar/state_bytes.hpp"

namespace firstcontact {

/// Those of the colliders, each collider once, in the order in which bodies first have them: a shape's number is its
/// place, from 1.
[[nodiscard]] std::vector<const void*> shapes_of(BodyColliders colliders);

/// Writes numbers, least byte first, and shapes by their place among the colliders.
class StateWriter {
 public:
  static constexpr bool reads = false;
  explicit StateWriter(BodyColliders colliders) {
    const std::vector<const void*> shapes = shapes_of(colliders);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      numbers_.emplace_back(shapes[i], i + 1);
    }
    std::sort(numbers_.begin(), numbers_.end());
  }

  template <class Number>
  void number(const Number& value) {
    std::array<char, sizeof(Number)> bytes{};
    std::memcpy(bytes.data(), &value, sizeof(Number));
    if constexpr (std::endian::native == std::endian::big) {
      std::reverse(bytes.begin(), bytes.end());
    }
    bytes_.append(bytes.data(), bytes.size());
  }
  void raw(std::string_view text) { bytes_ += text; }
  [[nodiscard]] std::size_t count(std::size_t items) {
    number(std::uint64_t{items});
    return items;
  }
  // What is remembered of a shape that is none of the world's any more is as good as nothing.
  void shape(const void* const& shape) {
    const auto found = std::lower_bound(numbers_.begin(), numbers_.end(), std::pair(shape, std::size_t{0}));
    number(std::uint64_t{found != numbers_.end() && found->first == shape ? found->second : 0});
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
  std::vector<std::pair<const void*, std::size_t>> numbers_;
};

/// Reads them. Where the bytes end too early, or say what no writer says, it is not `ok`, and reads no further.
class StateReader {
 public:
  static constexpr bool reads = true;
  StateReader(std::string_view bytes, BodyColliders colliders)
      : rest_(bytes), colliders_(colliders), shapes_(shapes_of(colliders)) {}

  template <class Number>
  void number(Number& value) {
    std::array<char, sizeof(Number)> bytes{};
    if (rest_.size() < bytes.size()) {
      fail();
      return;
    }
    std::copy_n(rest_.begin(), bytes.size(), bytes.begin());
    rest_.remove_prefix(bytes.size());
    if constexpr (std::endian::native == std::endian::big) {
      std::reverse(bytes.begin(), bytes.end());
    }
    if constexpr (std::is_same_v<Number, bool>) {
      value = bytes[0] == 1;
      ok_ = ok_ && (bytes[0] == 0 || bytes[0] == 1);
    } else {
      std::memcpy(&value, bytes.data(), sizeof(Number));
    }
    if constexpr (std::is_floating_point_v<Number>) {
      ok_ = ok_ && !std::isnan(value);  // no world holds one
    }
  }
  [[nodiscard]] std::string_view raw(std::size_t bytes) {
    const std::string_view front = rest_.substr(0, bytes);
    rest_.remove_prefix(front.size());
    return front;
  }
  // Every item takes a byte at least: no count makes a reader ask for memory that the bytes could not fill.
  [[nodiscard]] std::size_t count(std::size_t /*items*/) {
    std::uint64_t items = 0;
    number(items);
    if (items > rest_.size()) {
      fail();
      return 0;
    }
    return items;
  }
  void shape(const void*& shape) {
    std::uint64_t place = 0;
    number(place);
    ok_ = ok_ && place <= shapes_.size();
    shape = ok_ && place > 0 ? shapes_[place - 1] : nullptr;
  }
  void collider(std::shared_ptr<const Collider>& collider) {
    if (next_collider_ < colliders_.size()) {
      collider = colliders_[next_collider_++];
    } else {
      fail();
    }
  }
  void fail() {
    ok_ = false;
    rest_ = {};
  }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool is_at_end() const { return ok_ && rest_.empty(); }
  [[nodiscard]] std::size_t bodies() const { return colliders_.size(); }

 private:
  std::string_view rest_;
  BodyColliders colliders_;
  std::vector<const void*> shapes_;
  std::size_t next_collider_ = 0;
  bool ok_ = true;
};

}  // namespace firstcontact
