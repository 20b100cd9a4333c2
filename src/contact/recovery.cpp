#include "contact/recovery.hpp"

#include <algorithm>
#include <utility>

#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Of a skin.
constexpr double most_lift = 0.1;  // in one piece
constexpr int most_sweeps = 4;
constexpr int most_sweeps_apart = 40;  // of what overlaps, and all that lies on it

/// A row's wish: to part by this speed at least, m/s.
struct Wish {
  std::uint32_t row = 0;
  double speed = 0.0;
  double impulse = 0.0;
};

bool is_too_near(const ContactConstraint& row) {
  return row.separation < (row.is_added ? kept_gap : tolerances::lift_gap) * row.skin;
}

Wish wish_of(const ContactProblem& problem, std::uint32_t index) {
  const ContactConstraint& row = problem.rows[index];
  const double least = (row.is_added ? kept_gap : tolerances::lift_gap) * row.skin;
  const double fastest = row.overlaps ? tolerances::push_speed : most_lift * row.skin / problem.duration;
  const double parting = std::min((least - row.separation) / problem.duration, fastest);
  const double parts = glm::dot(row.normal, middle_velocity(problem, row, &SolverBody::way));
  return {index, parting - parts, 0.0};
}

void push_apart(ContactProblem& problem, const ContactConstraint& row, double impulse) {
  SolverBody& a = problem.bodies[row.a];
  SolverBody& b = problem.bodies[row.b];
  const Vec3 push = impulse * row.normal;
  if (b.is_dynamic) {
    b.recovery.linear += b.inverse_mass * (b.share * push);
    b.recovery.angular += b.middle_inverse_inertia * glm::cross(row.arm_b, b.share * push);
  }
  if (a.is_dynamic) {
    a.recovery.linear -= a.inverse_mass * (a.share * push);
    a.recovery.angular -= a.middle_inverse_inertia * glm::cross(row.arm_a, a.share * push);
  }
}

void grant(ContactProblem& problem, Wish& wish) {
  const ContactConstraint& row = problem.rows[wish.row];
  const double speed = glm::dot(row.normal, middle_velocity(problem, row, &SolverBody::recovery));
  const double impulse = std::max(0.0, wish.impulse - (speed - wish.speed) / row.response);
  if (impulse != wish.impulse) {
    push_apart(problem, row, impulse - wish.impulse);
    wish.impulse = impulse;
  }
}

std::vector<std::uint32_t> bodies_of(const ContactProblem& problem, const std::vector<Wish>& wishes) {
  std::vector<std::uint32_t> bodies;
  for (const Wish& wish : wishes) {
    bodies.push_back(problem.rows[wish.row].a);
    bodies.push_back(problem.rows[wish.row].b);
  }
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  return bodies;
}

// Half of what sweeps in this order give. What two orders grant, their mean does; and where wishes contradict each
// other, as those of a plug in its slot do, nobody has the last word.
void sweep_by_half(ContactProblem& problem, std::vector<Wish> wishes) {
  const std::vector<std::uint32_t> bodies = bodies_of(problem, wishes);
  std::vector<Velocity> before;
  for (const std::uint32_t index : bodies) {
    before.push_back(std::exchange(problem.bodies[index].recovery, {}));
  }
  const int sweeps = any_overlaps(problem) ? most_sweeps_apart : most_sweeps;
  for (int i = 0; i < sweeps; ++i) {
    for (Wish& wish : wishes) {
      grant(problem, wish);
    }
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    Velocity& recovery = problem.bodies[bodies[i]].recovery;
    recovery = {before[i].linear + 0.5 * recovery.linear, before[i].angular + 0.5 * recovery.angular};
  }
}

}  // namespace

void recover_gaps(ContactProblem& problem, const RowIsland& island, double budget) {
  std::vector<Wish> wishes;
  bool any = false;
  std::vector<bool> is_own(problem.bodies.size(), false);
  for (const std::uint32_t index : island.bodies) {
    is_own[index] = true;
  }
  for (std::uint32_t index = 0; index < problem.rows.size(); ++index) {
    const ContactConstraint& row = problem.rows[index];
    if (row.response == 0.0 || (!is_own[row.a] && !is_own[row.b])) {
      continue;
    }
    wishes.push_back(wish_of(problem, index));
    any = any || (is_too_near(row) && wishes.back().speed > 1e-9 * row.skin / problem.duration);
  }
  if (!any) {
    return;
  }
  sweep_by_half(problem, wishes);
  std::reverse(wishes.begin(), wishes.end());
  sweep_by_half(problem, wishes);
  double cost = 0.0;
  for (const std::uint32_t index : island.bodies) {
    SolverBody& body = problem.bodies[index];
    if (!body.is_pressed) {
      body.recovery = {};  // it flies
    }
    cost -= body.mass * problem.duration * glm::dot(body.acceleration, body.recovery.linear);
  }
  const double share = !any_overlaps(problem) && cost > budget ? budget / cost * (1.0 - 1e-9) : 1.0;
  for (const std::uint32_t index : island.bodies) {
    problem.bodies[index].recovery.linear *= share;
    problem.bodies[index].recovery.angular *= share;
  }
}

}  // namespace firstcontact
