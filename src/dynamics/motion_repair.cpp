#include "dynamics/motion_repair.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// N s: pushes what is too slow, and takes back from what parts faster than the solver meant it to.
double next_impulse(const RepairRow& row, double speed, double compliance) {
  const double pushing = row.point.normal_impulse + (row.least_speed - speed) / compliance;
  if (pushing > 0.0 || row.held_impulse == 0.0) {
    return std::max(0.0, pushing);
  }
  const double easing = row.point.normal_impulse + (row.held_speed - speed) / compliance;
  return std::clamp(easing, -row.held_impulse, 0.0);
}

// m/s: by how much the speed along the row changes.
double visit(RepairRow& row, double compliance, std::span<Responder> movers) {
  if (compliance == 0.0) {
    return 0.0;
  }
  const double speed = glm::dot(row.point.normal, velocity_between(row.point, movers));
  const double next = next_impulse(row, speed, compliance);
  const double by = next - row.point.normal_impulse;
  if (by != 0.0) {
    apply_impulse(row.point, by * row.point.normal, movers);
    row.point.normal_impulse = next;
  }
  return compliance * std::abs(by);
}

}  // namespace

void repair(std::span<RepairRow> rows, std::span<const std::uint32_t> which, std::span<Responder> movers) {
  // Few rows are worth many sweeps: a light body between heavy ones takes dozens, and wedged bricks more.
  constexpr int most_sweeps = 200;
  constexpr int row_visits = 40000;
  // Of the greatest change of speed in a sweep: they agree.
  constexpr double agreement = 1e-3;
  std::vector<double> compliances;
  for (const std::uint32_t index : which) {
    compliances.push_back(inverse_effective_mass(rows[index].point, rows[index].point.normal, movers));
  }
  const int visits_left = row_visits / std::max(1, static_cast<int>(which.size()));
  const int sweeps = std::clamp(visits_left, tolerances::repair_sweeps, most_sweeps);
  double greatest = 0.0;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    double change = 0.0;
    for (std::size_t k = 0; k < which.size(); ++k) {
      change = std::max(change, visit(rows[which[k]], compliances[k], movers));
    }
    greatest = std::max(greatest, change);
    if (change <= agreement * greatest) {
      break;
    }
  }
}

void stop_approach(std::span<RepairRow> rows, std::span<Responder> responders) {
  for (int sweep = 0; sweep < tolerances::repair_sweeps; ++sweep) {
    for (RepairRow& row : rows) {
      if (row.point.normal_impulse <= 0.0) {
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
