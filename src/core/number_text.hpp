// The number that a text begins with, to the bit, and the shortest text of a number, whatever the locale. Where the
// standard library's parser knows no double (LLVM's, before 20), fast_float's takes its place (Lemire, 'Number parsing
// at a gigabyte per second', 2021), which GCC's library has inside.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <string>
#include <system_error>

#include "core/number_by_trial.hpp"

#if !defined(__cpp_lib_to_chars)
#include <fast_float/fast_float.h>

#include <algorithm>
#include <cmath>
#endif

namespace firstcontact {

template <std::integral Number>
std::from_chars_result number_from_text(const char* begin, const char* end, Number& value) {
  return std::from_chars(begin, end, value);
}

#if defined(__cpp_lib_to_chars)

/// As std::from_chars. Out of range, `value` stays: beyond the largest double, and below the least, but for 0 itself.
inline std::from_chars_result number_from_text(const char* begin, const char* end, double& value) {
  return std::from_chars(begin, end, value);
}

#else

inline std::from_chars_result number_from_text(const char* begin, const char* end, double& value) {
  double found = 0.0;
  const fast_float::from_chars_result read = fast_float::from_chars(begin, end, found);
  if (read.ec != std::errc{}) {
    return {read.ptr, read.ec};
  }
  // It gives infinity and 0 where the standard has an error: where there is a digit, and where there is one but 0.
  const char* const exponent = std::find_if(begin, read.ptr, [](char c) { return c == 'e' || c == 'E'; });
  const bool has_digit = std::any_of(begin, exponent, [](char c) { return c >= '0' && c <= '9'; });
  const bool is_above_0 = std::any_of(begin, exponent, [](char c) { return c >= '1' && c <= '9'; });
  if ((std::isinf(found) && has_digit) || (found == 0.0 && is_above_0)) {
    return {read.ptr, std::errc::result_out_of_range};
  }
  value = found;
  return {read.ptr, std::errc{}};
}

#endif

/// The shortest text that reads back to exactly `number`, as std::to_chars writes it.
[[nodiscard]] inline std::string text_from_number(double number) {
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000
  return text_from_number_by_trial(number);
#else
  std::array<char, 32> text{};  // the longest shortest double has 24 characters
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
#endif
}

}  // namespace firstcontact
