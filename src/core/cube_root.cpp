#include "core/cube_root.hpp"

#include <cmath>

namespace firstcontact {
namespace {

/// A number as a sum of two doubles, the second of them less than what the first is rounded by.
struct Pair {
  double high = 0.0;
  double low = 0.0;
};

// Exact (Dekker, 'A floating-point technique for extending the available precision', 1971): halves of 26 bits, whose
// products are doubles.
Pair product(double a, double b) {
  constexpr double splitter = 134217729.0;  // 2^27 + 1
  const double a_high = splitter * a - (splitter * a - a);
  const double b_high = splitter * b - (splitter * b - b);
  const double a_low = a - a_high;
  const double b_low = b - b_high;
  const double high = a * b;
  return {high, a_low * b_low - (((high - a_high * b_high) - a_low * b_high) - a_high * b_low)};
}

// x - y^3, to some 100 bits of x, where y^3 is near x: the first difference is exact.
double missing(double x, double y) {
  const Pair square = product(y, y);
  const Pair cube = product(square.high, y);
  return ((x - cube.high) - cube.low) - square.low * y;
}

}  // namespace

double cube_root(double x) {
  if (!(x > 0.0)) {
    return x;
  }
  int exponent = 0;
  double part = std::frexp(x, &exponent);  // in [1/2, 1); frexp and ldexp are exact
  while (exponent % 3 != 0) {
    part *= 0.5;
    ++exponent;
  }
  // From a line over [1/8, 1), Newton's method doubles the digits each time: 4 bits, 8, 16, 32, all.
  double root = 0.4 + 0.6 * part;
  for (int i = 0; i < 5; ++i) {
    root -= (root * root * root - part) / (3.0 * root * root);
  }
  root += missing(part, root) / (3.0 * root * root);
  return std::ldexp(root, exponent / 3);
}

}  // namespace firstcontact
