#include "dynamics/motion_repair.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "core/disjoint_sets.hpp"
#include "core/parallel.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

/// Two numbers side by side, and the six of a velocity (linear, then angular), or of what multiplies one.
using Two __attribute__((vector_size(16))) = double;
struct Six {
  Two first, second, third;
};

Six six_of(const Vec3& linear, const Vec3& angular) {
  return {Two{linear.x, linear.y}, Two{linear.z, angular.x}, Two{angular.y, angular.z}};
}

static_assert(sizeof(Velocity) == sizeof(Six));
Six load(const Velocity& velocity) {
  Six six;
  std::memcpy(&six, &velocity, sizeof(Six));
  return six;
}
void add(Velocity& velocity, double by, const Six& change) {
  Six six = load(velocity);
  six.first += by * change.first;
  six.second += by * change.second;
  six.third += by * change.third;
  std::memcpy(static_cast<void*>(&velocity), &six, sizeof(Six));
}

/// A row as sweeps visit it: how fast the point parts per unit of the movers' velocities, and what an impulse of one
/// along the normal does to these. Most visits change nothing: what tells so comes first.
struct alignas(64) SweptRow {
  std::uint32_t a = 0, b = 0;
  bool moves_a = false, moves_b = false;       // what does not is nobody's alone, and is not written to
  double mass = 0.0;                           // kg, effective: 0 where neither can move
  double least_speed = 0.0, held_speed = 0.0;  // m/s
  double held_impulse = 0.0, impulse = 0.0;    // N s
  Six parting_a{}, parting_b{};                // m/s of the point, per m/s and rad/s
  Six change_a{}, change_b{};                  // 1/kg and 1/(kg m)
};

// N s: pushes what is too slow, and takes back from what parts faster than the solver meant it to.
double next_impulse(const SweptRow& row, double speed) {
  const double pushing = row.impulse + (row.least_speed - speed) * row.mass;
  if (pushing > 0.0 || row.held_impulse == 0.0) {
    return std::max(0.0, pushing);
  }
  const double easing = row.impulse + (row.held_speed - speed) * row.mass;
  return std::clamp(easing, -row.held_impulse, 0.0);
}

// Filled where it lies: what is copied right after it was stored has to be waited for.
void prepare(const RepairRow& repair_row, std::span<const Responder> movers, SweptRow& row) {
  const ContactPoint& point = repair_row.point;
  const Responder& a = movers[point.a];
  const Responder& b = movers[point.b];
  row.a = point.a;
  row.b = point.b;
  row.moves_a = can_move(a);
  row.moves_b = can_move(b);
  const Vec3& normal = point.normal;
  const Vec3 lever_a = glm::cross(point.arm_a, normal);
  const Vec3 lever_b = glm::cross(point.arm_b, normal);
  const Vec3 shift_a = a.inverse_mass * normal;
  const Vec3 shift_b = b.inverse_mass * normal;
  const Vec3 spin_a = a.inverse_inertia * lever_a;
  const Vec3 spin_b = b.inverse_inertia * lever_b;
  row.parting_a = six_of(-normal, -lever_a);
  row.parting_b = six_of(normal, lever_b);
  row.change_a = six_of(-shift_a, -spin_a);
  row.change_b = six_of(shift_b, spin_b);
  const double compliance =
      glm::dot(normal, shift_a) + glm::dot(lever_a, spin_a) + glm::dot(normal, shift_b) + glm::dot(lever_b, spin_b);
  const bool yields = gives_way(a, {normal, lever_a, 1.0, squared_length(point.arm_a)}) ||
                      gives_way(b, {normal, lever_b, 1.0, squared_length(point.arm_b)});
  row.mass = yields && compliance > 0.0 ? 1.0 / compliance : 0.0;
  row.least_speed = repair_row.least_speed;
  row.held_speed = repair_row.held_speed;
  row.held_impulse = repair_row.held_impulse;
  row.impulse = point.normal_impulse;
}

// m/s: how fast the point parts. What a and b bring along the same axis is added first, because it nearly cancels.
double parting_speed(const SweptRow& row, const Six& a, const Six& b) {
  const Two first = row.parting_b.first * b.first + row.parting_a.first * a.first;
  const Two second = row.parting_b.second * b.second + row.parting_a.second * a.second;
  const Two third = row.parting_b.third * b.third + row.parting_a.third * a.third;
  const Two sum = first + second + third;
  return sum[0] + sum[1];
}

// m/s: by how much the speed along the row changes.
double visit(SweptRow& row, std::span<Responder> movers) {
  if (row.mass == 0.0) {
    return 0.0;
  }
  Velocity& a = movers[row.a].velocity;
  Velocity& b = movers[row.b].velocity;
  const double next = next_impulse(row, parting_speed(row, load(a), load(b)));
  const double by = next - row.impulse;
  if (by != 0.0) {
    if (row.moves_a) {
      add(a, by, row.change_a);
    }
    if (row.moves_b) {
      add(b, by, row.change_b);
    }
    row.impulse = next;
    return std::abs(by) / row.mass;
  }
  return 0.0;
}

/// Of a row: its movers, and when it was visited last, counting visits.
struct Ends {
  std::uint32_t a = 0, b = 0;
  std::uint32_t visited_at = 0;
};

/// Of a mover: when a row last changed it, and the greatest change that any made.
struct Sway {
  std::uint32_t changed_at = 1;
  double greatest = 0.0;  // m/s
};

// A change that is small beside the greatest one there counts as none.
void note_change(double change, std::uint32_t visit, Sway& sway) {
  constexpr double agreement = 1e-4;  // of the greatest
  sway.greatest = std::max(sway.greatest, change);
  if (change > agreement * sway.greatest) {
    sway.changed_at = visit;
  }
}

void note_change(const SweptRow& row, double change, std::uint32_t visit, std::span<Sway> sways) {
  if (row.moves_a) {
    note_change(change, visit, sways[row.a]);
  }
  if (row.moves_b) {
    note_change(change, visit, sways[row.b]);
  }
}

// Visits the rows of which a mover has changed since they were visited last. `visits`: how many there were so far.
void sweep_once(std::span<SweptRow> rows, std::span<Ends> ends, std::span<Sway> sways, std::span<Responder> movers,
                std::uint32_t& visits) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    Ends& row = ends[k];
    if (sways[row.a].changed_at > row.visited_at || sways[row.b].changed_at > row.visited_at) {
      row.visited_at = ++visits;
      const double change = visit(rows[k], movers);
      if (change != 0.0) {
        note_change(rows[k], change, visits, sways);
      }
    }
  }
}

// Rows that share no mover with any other but through each other, all of `which` together.
struct Parts {
  std::vector<std::uint32_t> rows;  // part by part, else in the order of `which`
  std::vector<std::size_t> first;   // of each part, and the end
};

Parts parts_of(std::span<const RepairRow> rows, std::span<const std::uint32_t> which,
               std::span<const Responder> movers) {
  DisjointSets sets(movers.size());
  for (const std::uint32_t index : which) {
    const ContactPoint& point = rows[index].point;
    if (can_move(movers[point.a]) && can_move(movers[point.b])) {
      sets.join(point.a, point.b);
    }
  }
  const auto root_of = [&](std::uint32_t index) {
    const ContactPoint& point = rows[index].point;
    return sets.root(can_move(movers[point.a]) ? point.a : point.b);
  };
  std::vector<std::size_t> end(movers.size(), 0);  // by root
  for (const std::uint32_t index : which) {
    ++end[root_of(index)];
  }
  Parts parts;
  std::size_t first = 0;
  for (std::size_t& count : end) {
    if (count > 0) {
      parts.first.push_back(first);
    }
    first += std::exchange(count, first);
  }
  parts.first.push_back(first);
  parts.rows.resize(which.size());
  for (const std::uint32_t index : which) {
    parts.rows[end[root_of(index)]++] = index;
  }
  return parts;
}

// Whatever other parts do, this one's rows are visited as often, and in the same order.
void sweep_part(std::span<RepairRow> rows, std::span<const std::uint32_t> which, int sweeps, std::span<Sway> sways,
                std::span<Responder> movers) {
  std::vector<SweptRow> swept_rows;
  std::vector<Ends> ends;
  swept_rows.reserve(which.size());
  ends.reserve(which.size());
  for (const std::uint32_t index : which) {
    SweptRow& row = swept_rows.emplace_back();
    prepare(rows[index], movers, row);
    ends.push_back({row.a, row.b, 0});
  }
  std::uint32_t visits = 0;
  std::uint32_t before = 0;
  for (int sweep = 0; sweep < sweeps && (sweep == 0 || visits > before); ++sweep) {
    before = visits;
    sweep_once(swept_rows, ends, sways, movers, visits);
  }
  for (std::size_t k = 0; k < which.size(); ++k) {
    rows[which[k]].point.normal_impulse = swept_rows[k].impulse;
  }
}

}  // namespace

void repair(std::span<RepairRow> rows, std::span<const std::uint32_t> which, std::span<Responder> movers, int threads) {
  // Few rows are worth many sweeps: a light body between heavy ones takes dozens, and wedged bricks more.
  constexpr int most_sweeps = 200;
  constexpr int row_visits = 12000;
  const int visits_left = row_visits / std::max(1, static_cast<int>(which.size()));
  const int sweeps = std::clamp(visits_left, tolerances::repair_sweeps, most_sweeps);
  std::vector<Sway> sways(movers.size());
  if (threads == 1 || which.size() < fewest_parallel) {
    sweep_part(rows, which, sweeps, sways, movers);
    return;
  }
  const Parts parts = parts_of(rows, which, movers);
  std::vector<std::size_t> sizes(parts.first.size() - 1);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    sizes[i] = parts.first[i + 1] - parts.first[i];
  }
  visit_largest_first(threads, sizes, fewest_parallel, [&](std::size_t i) {
    sweep_part(rows, std::span(parts.rows).subspan(parts.first[i], sizes[i]), sweeps, sways, movers);
  });
}

ContactPoint at_start(const RepairRow& row) {
  ContactPoint point = row.point;
  point.arm_a += row.moved_a;
  point.arm_b += row.moved_b;
  return point;
}

ContactPoint frictionless(const ContactPoint& point, double impulse) {
  ContactPoint plain;
  plain.a = point.a;
  plain.b = point.b;
  plain.normal = point.normal;
  plain.arm_a = point.arm_a;
  plain.arm_b = point.arm_b;
  plain.normal_impulse = impulse;
  return plain;
}

double stopping_speed(const RepairRow& row) { return std::min(0.0, row.least_speed); }

void stop_approach(std::span<RepairRow> rows, std::span<Responder> responders) {
  for (int sweep = 0; sweep < tolerances::repair_sweeps; ++sweep) {
    for (RepairRow& row : rows) {
      if (row.point.normal_impulse <= 0.0) {
        continue;
      }
      const ContactPoint point = at_start(row);
      const double compliance = inverse_effective_mass(point, point.normal, responders);
      if (compliance == 0.0) {
        continue;
      }
      const double speed = glm::dot(point.normal, relative_velocity(point, responders));
      const double missing = stopping_speed(row) - speed;
      if (missing > 0.0) {
        apply_impulse(point, (missing / compliance) * point.normal, responders);
        row.stopping_impulse += missing / compliance;
      }
    }
  }
}

}  // namespace firstcontact
