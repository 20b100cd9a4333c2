// Rows of a repair met all at once: sweeps pass a push on by one body each, and in a column of forty with a plank among
// them they take thousands.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/tolerances.hpp"
#include "dynamics/direct_solver.hpp"
#include "dynamics/motion_repair.hpp"

namespace firstcontact {

namespace {

/// Rows as the direct solver takes them.
struct Bounds {
  std::vector<std::uint32_t> rows;  // pair by pair
  std::vector<ContactPoint> points;
  std::vector<double> least_speeds;  // m/s
};

void sort_by_pair(std::span<const RepairRow> rows, std::vector<std::uint32_t>& which) {
  const auto pair_of = [&](std::uint32_t i) { return std::pair(rows[i].point.a, rows[i].point.b); };
  std::stable_sort(which.begin(), which.end(),
                   [&](std::uint32_t x, std::uint32_t y) { return pair_of(x) < pair_of(y); });
}

void add_bound(const ContactPoint& point, double impulse, double least_speed, Bounds& bounds) {
  bounds.points.push_back(frictionless(point, impulse));
  bounds.least_speeds.push_back(least_speed);
}

// What moves and gives way to nobody may leave no way out, and ever greater impulses would look for one.
bool presses(const Responder& responder) {
  return !can_move(responder) && (responder.velocity.linear != Vec3(0.0) || responder.velocity.angular != Vec3(0.0));
}

// False, with nothing changed, where the factor is dear, impulses act otherwise than it knows, or something presses.
// Mostly there is nothing to meet, and no plan to be made for it.
bool meet(Bounds& bounds, std::span<Responder> responders) {
  if (bounds.points.empty()) {
    return true;
  }
  if (std::any_of(bounds.points.begin(), bounds.points.end(), [&](const ContactPoint& point) {
        return presses(responders[point.a]) || presses(responders[point.b]);
      })) {
    return false;
  }
  auto plan = plan_direct_solve(bounds.points, responders);
  const double affordable = tolerances::direct_work_per_body_of_high_pile * static_cast<double>(responders.size());
  return plan && plan->matrix.work() <= affordable &&
         part_directly(*plan, bounds.points, bounds.least_speeds, responders);
}

}  // namespace

bool repair_directly(std::span<RepairRow> rows, std::span<const std::uint32_t> which, std::span<Responder> movers) {
  Bounds bounds;
  bounds.rows.assign(which.begin(), which.end());
  sort_by_pair(rows, bounds.rows);
  std::vector<Responder> changed(movers.begin(), movers.end());
  for (const std::uint32_t row : bounds.rows) {
    const ContactPoint& point = rows[row].point;
    const double pushed = std::max(0.0, point.normal_impulse);
    apply_impulse(point, -pushed * point.normal, changed);
    add_bound(point, pushed, rows[row].least_speed, bounds);
  }
  if (!meet(bounds, changed)) {
    return false;
  }
  std::copy(changed.begin(), changed.end(), movers.begin());
  for (std::size_t k = 0; k < bounds.rows.size(); ++k) {
    double& impulse = rows[bounds.rows[k]].point.normal_impulse;
    impulse = std::min(0.0, impulse) + bounds.points[k].normal_impulse;
  }
  return true;
}

bool stop_approach_directly(std::span<RepairRow> rows, std::span<Responder> responders) {
  Bounds bounds;
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    if (rows[row].point.normal_impulse > 0.0) {
      bounds.rows.push_back(row);
    }
  }
  sort_by_pair(rows, bounds.rows);
  for (const std::uint32_t row : bounds.rows) {
    add_bound(at_start(rows[row]), 0.0, stopping_speed(rows[row]), bounds);
  }
  if (!meet(bounds, responders)) {
    return false;
  }
  for (std::size_t k = 0; k < bounds.rows.size(); ++k) {
    rows[bounds.rows[k]].stopping_impulse = bounds.points[k].normal_impulse;
  }
  return true;
}

}  // namespace firstcontact
