// The shortest text of a number without std::to_chars, which LLVM's library before 14 has for integers only.
#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace firstcontact {
namespace number_by_trial {

template <typename... Values>
[[nodiscard]] std::string printed(const char* format, Values... values) {
  std::array<char, 400> text{};  // the largest double has 309 digits
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

struct Digits {
  std::string sign, digits;
  int exponent = 0;  // of the first digit: digits d.ddd x 10^exponent
};

// As few as read back.
[[nodiscard]] inline Digits fewest_digits(double number) {
  constexpr int always_enough = 17;
  std::string text;
  for (int count = 1; count <= always_enough; ++count) {
    text = printed("%.*e", count - 1, std::abs(number));
    if (std::strtod(text.c_str(), nullptr) == std::abs(number)) {
      break;
    }
  }
  const std::size_t end = text.find('e');
  Digits found{std::signbit(number) ? "-" : "", text.substr(0, end), std::atoi(text.c_str() + end + 1)};
  if (found.digits.size() > 1) {
    found.digits.erase(1, 1);  // the locale's point
  }
  return found;
}

[[nodiscard]] inline std::string scientific(const Digits& found) {
  std::string text = found.digits;
  if (text.size() > 1) {
    text.insert(1, ".");
  }
  return text + printed(found.exponent < 0 ? "e-%02d" : "e+%02d", std::abs(found.exponent));
}

[[nodiscard]] inline std::string fixed(const Digits& found, double number) {
  const std::string& digits = found.digits;
  if (found.exponent < 0) {
    return "0." + std::string(static_cast<std::size_t>(-found.exponent - 1), '0') + digits;
  }
  const auto before_point = static_cast<std::size_t>(found.exponent) + 1;
  if (digits.size() <= before_point) {
    return printed("%.0f", std::abs(number));  // an integer has all its digits
  }
  return digits.substr(0, before_point) + "." + digits.substr(before_point);
}

}  // namespace number_by_trial

/// As std::to_chars writes it.
[[nodiscard]] inline std::string text_from_number_by_trial(double number) {
  using namespace number_by_trial;
  if (!std::isfinite(number)) {
    return std::string(std::signbit(number) ? "-" : "") + (std::isnan(number) ? "nan" : "inf");
  }
  const Digits found = fewest_digits(number);
  const std::string with_exponent = scientific(found);
  const std::string without = fixed(found, number);
  return found.sign + (without.size() <= with_exponent.size() ? without : with_exponent);
}

}  // namespace firstcontact
