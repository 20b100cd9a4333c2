#include "contact/recovery.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Of a skin.
constexpr double most_lift = 0.1;  // in one piece
constexpr std::uint32_t no_island = ~0U;
constexpr double granted = 0.01;  // of what was lacking: enough
constexpr int most_rounds = 8;
constexpr int most_rounds_apart = 320;  // of what overlaps, and all that lies on it

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

/// The bodies that are moved: of the islands in which something is too near, those that follow a chord.
struct Moved {
  std::vector<std::uint32_t> island_of;  // per body: which it is of; no_island for what is left where it is

  [[nodiscard]] bool has(std::uint32_t body) const { return island_of[body] != no_island; }
};

void push_apart(ContactProblem& problem, const Moved& moved, const ContactConstraint& row, double impulse) {
  const Vec3 push = impulse * row.normal;
  if (moved.has(row.b)) {
    SolverBody& b = problem.bodies[row.b];
    b.recovery.linear += b.inverse_mass * (b.share * push);
    b.recovery.angular += b.middle_inverse_inertia * glm::cross(row.arm_b, b.share * push);
  }
  if (moved.has(row.a)) {
    SolverBody& a = problem.bodies[row.a];
    a.recovery.linear -= a.inverse_mass * (a.share * push);
    a.recovery.angular -= a.middle_inverse_inertia * glm::cross(row.arm_a, a.share * push);
  }
}

// 1/kg: how one body's point gives way along the normal.
double response_of(const SolverBody& body, const Vec3& arm, const Vec3& normal) {
  const Vec3 turn = glm::cross(arm, normal);
  return body.share *
         (glm::dot(normal, body.inverse_mass * normal) + glm::dot(turn, body.middle_inverse_inertia * turn));
}

// m/s: what the wish lacks of its speed.
double lack_of(const ContactProblem& problem, const Wish& wish) {
  const ContactConstraint& row = problem.rows[wish.row];
  return wish.speed - glm::dot(row.normal, middle_velocity(problem, row, &SolverBody::recovery));
}

// All wishes at once, each with its part of its bodies' masses (Tonge et al., 'Mass splitting for jitter-free parallel
// rigid body simulation', 2012): nobody comes first. Where wishes contradict each other, as those of a plug in its slot
// do, nobody has the last word. Returns what was lacking most before, m/s.
double grant_all(ContactProblem& problem, const Moved& moved, std::vector<Wish>& wishes) {
  double most = 0.0;
  std::vector<double> lacks;
  std::vector<int> askers(problem.bodies.size(), 0);
  for (const Wish& wish : wishes) {
    lacks.push_back(lack_of(problem, wish));
    most = std::max(most, lacks.back());
    if (wish.impulse > 0.0 || lacks.back() > 0.0) {
      ++askers[problem.rows[wish.row].a];
      ++askers[problem.rows[wish.row].b];
    }
  }
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    Wish& wish = wishes[i];
    const ContactConstraint& row = problem.rows[wish.row];
    const auto response = [&](std::uint32_t body, const Vec3& arm) {
      return moved.has(body) ? askers[body] * response_of(problem.bodies[body], arm, row.normal) : 0.0;
    };
    const double both = response(row.a, row.arm_a) + response(row.b, row.arm_b);
    if (both > 0.0) {
      const double impulse = std::max(0.0, wish.impulse + lacks[i] / both);
      push_apart(problem, moved, row, impulse - wish.impulse);
      wish.impulse = impulse;
    }
  }
  return most;
}

Moved moved_of(const ContactProblem& problem, std::span<const IslandToLift> islands) {
  Moved moved{std::vector<std::uint32_t>(problem.bodies.size(), no_island)};
  for (std::uint32_t i = 0; i < islands.size(); ++i) {
    for (const std::uint32_t body : islands[i].island.bodies) {
      moved.island_of[body] = problem.bodies[body].is_pressed ? i : no_island;  // what flies, flies
    }
  }
  std::vector<bool> is_any_too_near(islands.size(), any_overlaps(problem));
  for (std::uint32_t index = 0; index < problem.rows.size(); ++index) {
    const ContactConstraint& row = problem.rows[index];
    if (!is_too_near(row) || !(wish_of(problem, index).speed > 1e-9 * row.skin / problem.duration)) {
      continue;
    }
    for (const std::uint32_t body : {row.a, row.b}) {
      if (moved.has(body)) {
        is_any_too_near[moved.island_of[body]] = true;
      }
    }
  }
  for (std::uint32_t& island : moved.island_of) {
    island = island != no_island && is_any_too_near[island] ? island : no_island;
  }
  return moved;
}

// Of each island no more than it has energy for.
void cap(ContactProblem& problem, const Moved& moved, std::span<const IslandToLift> islands) {
  for (const IslandToLift& lifted : islands) {
    double cost = 0.0;
    for (const std::uint32_t index : lifted.island.bodies) {
      const SolverBody& body = problem.bodies[index];
      cost -= moved.has(index) ? body.mass * problem.duration * glm::dot(body.acceleration, body.recovery.linear) : 0.0;
    }
    const bool is_dear = !any_overlaps(problem) && cost > lifted.budget;
    const double share = is_dear ? lifted.budget / cost * (1.0 - 1e-9) : 1.0;
    for (const std::uint32_t index : lifted.island.bodies) {
      problem.bodies[index].recovery.linear *= share;
      problem.bodies[index].recovery.angular *= share;
    }
  }
}

}  // namespace

void recover_gaps(ContactProblem& problem, std::span<const IslandToLift> islands) {
  const Moved moved = moved_of(problem, islands);
  std::vector<Wish> wishes;
  for (std::uint32_t index = 0; index < problem.rows.size(); ++index) {
    const ContactConstraint& row = problem.rows[index];
    if (row.response > 0.0 && (moved.has(row.a) || moved.has(row.b))) {
      wishes.push_back(wish_of(problem, index));
    }
  }
  if (wishes.empty()) {
    return;
  }
  const int rounds = any_overlaps(problem) ? most_rounds_apart : most_rounds;
  const double first = grant_all(problem, moved, wishes);
  for (int i = 1; i < rounds && grant_all(problem, moved, wishes) > granted * first; ++i) {
  }
  cap(problem, moved, islands);
}

}  // namespace firstcontact
