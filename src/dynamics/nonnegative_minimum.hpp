// The least of a convex parabola over vectors without negative parts: what sweeps take thousands of rounds for where a
// light body is between a heavy one and the ground.
#pragma once

#include <cstddef>
#include <vector>

namespace firstcontact {

/// x A x / 2 + b x, A symmetric and positive semidefinite, `size` x `size`, row by row.
struct Parabola {
  std::size_t size = 0;
  std::vector<double> a;
  std::vector<double> b;
};

/// The x >= 0 at which the parabola is least: A x + b >= 0, and 0 wherever x > 0, to rounding. By active sets (Lawson
/// and Hanson 1974, chapter 23), beginning with the positive parts of `guess`. Where A is singular, one of the
/// solutions; where there is none, or the sets do not settle, the last x met. Cost: size^3 for each of 2 size sets at
/// most. Pure.
[[nodiscard]] std::vector<double> nonnegative_minimum(const Parabola& parabola, const std::vector<double>& guess);

}  // namespace firstcontact
