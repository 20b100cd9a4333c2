#include "dynamics/motion_repair.hpp"

#include <algorithm>

#include "core/tolerances.hpp"

namespace firstcontact {

void repair(std::span<RepairRow> rows, std::span<const std::uint32_t> which, std::span<Responder> movers) {
  // Few rows are worth many sweeps: a light body between heavy ones takes dozens.
  constexpr int most_sweeps = 200;
  constexpr int row_visits = 4000;
  const int visits_left = row_visits / std::max(1, static_cast<int>(which.size()));
  const int sweeps = std::clamp(visits_left, tolerances::repair_sweeps, most_sweeps);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (const std::uint32_t index : which) {
      RepairRow& row = rows[index];
      const double compliance = inverse_effective_mass(row.point, row.point.normal, movers);
      if (compliance == 0.0) {
        continue;
      }
      const double speed = glm::dot(row.point.normal, relative_velocity(row.point, movers));
      const double next = std::max(0.0, row.point.normal_impulse + (row.least_speed - speed) / compliance);
      apply_impulse(row.point, (next - row.point.normal_impulse) * row.point.normal, movers);
      row.point.normal_impulse = next;
    }
  }
}

void stop_approach(std::span<RepairRow> rows, std::span<Responder> responders) {
  for (int sweep = 0; sweep < tolerances::repair_sweeps; ++sweep) {
    for (RepairRow& row : rows) {
      if (row.point.normal_impulse == 0.0) {
        continue;
      }
      // From where the bodies are, both arms reach the place of the meeting: or the impulse and its reaction, a way
      // apart, would make angular momentum.
      ContactPoint point = row.point;
      point.arm_a += row.moved_a;
      point.arm_b += row.moved_b;
      const double compliance = inverse_effective_mass(point, point.normal, responders);
      if (compliance == 0.0) {
        continue;
      }
      const double speed = glm::dot(point.normal, relative_velocity(point, responders));
      const double missing = std::min(0.0, row.least_speed) - speed;
      if (missing > 0.0) {
        apply_impulse(point, (missing / compliance) * point.normal, responders);
        row.stopping_impulse += missing / compliance;
      }
    }
  }
}

}  // namespace firstcontact
