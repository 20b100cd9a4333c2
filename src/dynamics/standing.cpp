#include "dynamics/standing.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

Standing::Standing(std::span<const ContactPoint> points, std::size_t count) : squared_arms_(count, 0.0) {
  for (const ContactPoint& point : points) {
    squared_arms_[point.a] = std::max(squared_arms_[point.a], squared_length(point.arm_a));
    squared_arms_[point.b] = std::max(squared_arms_[point.b], squared_length(point.arm_b));
  }
}

double Standing::fastest(std::span<const Velocity> velocities) const {
  double fastest = 0.0;
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    const double turning = std::sqrt(squared_length(velocities[i].angular) * squared_arms_[i]);
    fastest = std::max(fastest, std::sqrt(squared_length(velocities[i].linear)) + turning);
  }
  return fastest;
}

}  // namespace firstcontact
