// Where a convex function along a line is flat.
#pragma once

#include <cmath>

namespace firstcontact {

/// The share of the way from 0 to 1 at which the slope is a fifth of the one at 0, or less; 1 if it has not risen
/// that far there. `slope_at(share)` grows, from `slope_at_start` < 0 at 0. The place is bracketed and found by false
/// position, halved where that is slow (Dowell and Jarratt 1971, 'Illinois').
template <typename Slope>
[[nodiscard]] double flat_share(const Slope& slope_at, double slope_at_start) {
  constexpr int most_trials = 40;
  constexpr double flat = 0.2;
  double low = 0.0;
  double slope_low = slope_at_start;
  double high = 1.0;
  double slope_high = slope_at(1.0);
  if (slope_high <= flat * -slope_at_start) {
    return 1.0;
  }
  for (int trial = 0; trial < most_trials; ++trial) {
    const double middle = (low * slope_high - high * slope_low) / (slope_high - slope_low);
    const double slope = slope_at(middle);
    if (std::abs(slope) <= flat * -slope_at_start || slope_low == slope_high) {
      return middle;
    }
    if (slope > 0.0) {
      high = middle;
      slope_high = slope;
      slope_low *= 0.5;
    } else {
      low = middle;
      slope_low = slope;
      slope_high *= 0.5;
    }
  }
  return low;
}

}  // namespace firstcontact
