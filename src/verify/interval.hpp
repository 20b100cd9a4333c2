// Numbers that are known to lie between two doubles, and stay so: every operation rounds its lower end down and its
// upper end up. All that `verify` proves rests on this file.
//
// The hardware's rounding mode is left alone (compilers move code across a change of it). Instead a result rounded to
// nearest is moved outward by what one rounding can err: S. M. Rump, P. Zimmermann, S. Boldo, G. Melquiond, 'Computing
// predecessor and successor in rounding to nearest', BIT 49 (2009), algorithm 4: with c = fl(phi |x| + eta),
// fl(x - c) <= predecessor(x), where phi = u (1 + 2u), u = 2^-53, eta the smallest subnormal number.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace firstcontact::verify {

/// At most the double before `x`.
[[nodiscard]] inline double below(double x) {
  constexpr double phi = 0x1p-53 * (1.0 + 0x1p-52);
  return x - (phi * std::abs(x) + std::numeric_limits<double>::denorm_min());
}
/// At least the double after `x`.
[[nodiscard]] inline double above(double x) { return -below(-x); }

/// A real number between `low` and `high`, both of which it may be. Magnitudes must stay below 1e300: `verify` refuses
/// recordings with numbers above 1e15, so that no operation can overflow and no end is ever NaN.
struct Interval {
  double low = 0.0;
  double high = 0.0;

  Interval() = default;
  Interval(double exact) : low(exact), high(exact) {}  // NOLINT(google-explicit-constructor): an exact number is one
  Interval(double least, double greatest) : low(least), high(greatest) {}

  [[nodiscard]] double middle() const { return 0.5 * (low + high); }
  [[nodiscard]] double width() const { return above(high - low); }
  [[nodiscard]] bool holds(double x) const { return low <= x && x <= high; }
};

[[nodiscard]] inline Interval operator-(const Interval& x) { return {-x.high, -x.low}; }
[[nodiscard]] inline Interval operator+(const Interval& x, const Interval& y) {
  return {below(x.low + y.low), above(x.high + y.high)};
}
[[nodiscard]] inline Interval operator-(const Interval& x, const Interval& y) {
  return {below(x.low - y.high), above(x.high - y.low)};
}
[[nodiscard]] inline Interval operator*(const Interval& x, const Interval& y) {
  const double a = x.low * y.low;
  const double b = x.low * y.high;
  const double c = x.high * y.low;
  const double d = x.high * y.high;
  return {below(std::min(std::min(a, b), std::min(c, d))), above(std::max(std::max(a, b), std::max(c, d)))};
}
/// @pre y does not hold 0.
[[nodiscard]] inline Interval operator/(const Interval& x, const Interval& y) {
  const double a = x.low / y.low;
  const double b = x.low / y.high;
  const double c = x.high / y.low;
  const double d = x.high / y.high;
  return {below(std::min(std::min(a, b), std::min(c, d))), above(std::max(std::max(a, b), std::max(c, d)))};
}
inline Interval& operator+=(Interval& x, const Interval& y) { return x = x + y; }

/// [-radius, radius] about `x`.
[[nodiscard]] inline Interval widened(const Interval& x, double radius) {
  return {below(x.low - radius), above(x.high + radius)};
}
[[nodiscard]] inline Interval hull_of(const Interval& x, const Interval& y) {
  return {std::min(x.low, y.low), std::max(x.high, y.high)};
}
/// The greatest |x|.
[[nodiscard]] inline double magnitude(const Interval& x) { return std::max(std::abs(x.low), std::abs(x.high)); }
/// The least |x|.
[[nodiscard]] inline double least_magnitude(const Interval& x) {
  return x.low > 0.0 ? x.low : x.high < 0.0 ? -x.high : 0.0;
}
[[nodiscard]] inline Interval square(const Interval& x) {
  const double least = least_magnitude(x);
  const double most = magnitude(x);
  return {std::max(0.0, below(least * least)), above(most * most)};
}
/// The root of what is not negative: a lower end below 0 counts as 0. (IEEE 754 rounds a root correctly.)
[[nodiscard]] inline Interval square_root(const Interval& x) {
  return {std::max(0.0, below(std::sqrt(std::max(0.0, x.low)))), above(std::sqrt(std::max(0.0, x.high)))};
}

/// Sums and products of bounds that are not negative, rounded up.
[[nodiscard]] inline double sum_up(double x, double y) { return above(x + y); }
[[nodiscard]] inline double product_up(double x, double y) { return above(x * y); }

}  // namespace firstcontact::verify
