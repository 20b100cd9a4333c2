#include "dynamics/standing.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

Standing::Standing(std::span<const ContactPoint> points, std::size_t count, double fastest)
    : squared_arms_(count, 0.0), fastest_(fastest) {
  for (const ContactPoint& point : points) {
    squared_arms_[point.a] = std::max(squared_arms_[point.a], squared_length(point.arm_a));
    squared_arms_[point.b] = std::max(squared_arms_[point.b], squared_length(point.arm_b));
  }
}

bool Standing::holds_for_all(std::span<const Velocity> velocities) const {
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    const double turning = std::sqrt(squared_length(velocities[i].angular) * squared_arms_[i]);
    if (!(std::sqrt(squared_length(velocities[i].linear)) + turning <= fastest_)) {
      return false;
    }
  }
  return true;
}

}  // namespace firstcontact
