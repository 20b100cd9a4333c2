// A list that mostly has few elements: these lie inside of it, so that whoever holds it need not fetch them from
// elsewhere.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace firstcontact {

/// Elements in order, in one piece. The first `few` are held without memory of their own; more of them all go to the
/// heap. T is a plain value.
template <typename T, std::size_t few>
class ShortList {
 public:
  /// `element` is none of the list's own.
  void push_back(const T& element) { add() = element; }

  /// A new last element, to be filled where it lies: as good as unset.
  T& add() {
    if (count_++ < few) {
      return few_[count_ - 1];
    }
    if (count_ == few + 1) {
      many_.assign(few_.begin(), few_.end());
    }
    return many_.emplace_back();
  }

  void clear() {
    many_.clear();
    count_ = 0;
  }

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] const T* begin() const { return count_ > few ? many_.data() : few_.data(); }
  [[nodiscard]] const T* end() const { return begin() + count_; }
  [[nodiscard]] T* begin() { return count_ > few ? many_.data() : few_.data(); }
  [[nodiscard]] T* end() { return begin() + count_; }
  [[nodiscard]] const T& front() const { return *begin(); }

 private:
  std::array<T, few> few_{};
  std::size_t count_ = 0;
  std::vector<T> many_;
};

}  // namespace firstcontact
