#include "contact/recovery.hpp"

#include <algorithm>

#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Of a skin.
constexpr double most_lift = 0.1;         // in one piece
constexpr double safe_gap = 0.25;         // what stays further apart may come nearer by the lift of others
constexpr double share_of_gap = 0.05;     // of what is nearer: how much of it may be used up
constexpr double least_response = 1e-14;  // of both bodies': less is rounding, of what is locked
constexpr double granted = 0.01;          // of what was lacking: enough
constexpr int most_rounds = 8;
constexpr int most_rounds_apart = 320;  // of what overlaps, and all that lies on it

/// A row's wish: to part by this speed at least, m/s.
struct Wish {
  std::uint32_t row = 0;
  double speed = 0.0;
  bool moves_a = false, moves_b = false;      // whether the lift may move it
  double response_a = 0.0, response_b = 0.0;  // 1/kg, by which those that it may move are taken to give way
  double impulse = 0.0;
};

bool is_too_near(const ContactConstraint& row) {
  return row.separation < (row.is_added ? kept_gap : tolerances::lift_gap) * row.skin;
}

double wish_of(const ContactProblem& problem, const ContactConstraint& row) {
  const double least = (row.is_added ? kept_gap : tolerances::lift_gap) * row.skin;
  const double fastest = row.overlaps ? tolerances::push_speed : most_lift * row.skin / problem.duration;
  const double parting = std::min((least - row.separation) / problem.duration, fastest);
  return parting - glm::dot(row.normal, middle_velocity(problem, row, &SolverBody::way));
}

double response_of(const SolverBody& body, const Vec3& arm, const Vec3& normal) {
  const Vec3 turn = glm::cross(arm, normal);
  return body.share *
         (glm::dot(normal, body.inverse_mass * normal) + glm::dot(turn, body.middle_inverse_inertia * turn));
}

// Who flies and who is of another island stays on its way: what is lifted keeps clear of it.
std::vector<Wish> wishes_of(const ContactProblem& problem, const RowIsland& island) {
  std::vector<bool> moves(problem.bodies.size(), false);
  for (const std::uint32_t index : island.bodies) {
    moves[index] = problem.bodies[index].is_dynamic && problem.bodies[index].is_pressed;
  }
  std::vector<Wish> wishes;
  for (std::uint32_t index = 0; index < problem.rows.size(); ++index) {
    const ContactConstraint& row = problem.rows[index];
    Wish wish{index, 0.0, moves[row.a], moves[row.b]};
    wish.response_a = wish.moves_a ? response_of(problem.bodies[row.a], row.arm_a, row.normal) : 0.0;
    wish.response_b = wish.moves_b ? response_of(problem.bodies[row.b], row.arm_b, row.normal) : 0.0;
    if (wish.response_a + wish.response_b > least_response * row.response && row.response > 0.0) {
      wish.speed = wish_of(problem, row);
      wishes.push_back(wish);
    }
  }
  return wishes;
}

void push_apart(ContactProblem& problem, const Wish& wish, double impulse) {
  const ContactConstraint& row = problem.rows[wish.row];
  const Vec3 push = impulse * row.normal;
  if (wish.moves_b) {
    SolverBody& b = problem.bodies[row.b];
    b.recovery.linear += b.inverse_mass * (b.share * push);
    b.recovery.angular += b.middle_inverse_inertia * glm::cross(row.arm_b, b.share * push);
  }
  if (wish.moves_a) {
    SolverBody& a = problem.bodies[row.a];
    a.recovery.linear -= a.inverse_mass * (a.share * push);
    a.recovery.angular -= a.middle_inverse_inertia * glm::cross(row.arm_a, a.share * push);
  }
}

// m/s: by which the island's lift parts it. Those of other islands count for themselves: nobody comes first.
double lifted_by(const ContactProblem& problem, const Wish& wish) {
  const ContactConstraint& row = problem.rows[wish.row];
  const Velocity& a = problem.bodies[row.a].recovery;
  const Velocity& b = problem.bodies[row.b].recovery;
  const double of_a = wish.moves_a ? glm::dot(row.normal, velocity_at(a, row.arm_a)) : 0.0;
  const double of_b = wish.moves_b ? glm::dot(row.normal, velocity_at(b, row.arm_b)) : 0.0;
  return of_b - of_a;
}

// All wishes at once, each with its part of its bodies' masses (Tonge et al., 'Mass splitting for jitter-free parallel
// rigid body simulation', 2012): nobody comes first. Where wishes contradict each other, as those of a plug in its slot
// do, nobody has the last word. Returns what was lacking most before, m/s.
double grant_all(ContactProblem& problem, std::vector<Wish>& wishes) {
  double most = 0.0;
  std::vector<double> lacks;
  std::vector<int> askers(problem.bodies.size(), 0);
  for (const Wish& wish : wishes) {
    const ContactConstraint& row = problem.rows[wish.row];
    lacks.push_back(wish.speed - lifted_by(problem, wish));
    most = std::max(most, lacks.back());
    if (wish.impulse > 0.0 || lacks.back() > 0.0) {
      ++askers[row.a];
      ++askers[row.b];
    }
  }
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    Wish& wish = wishes[i];
    const ContactConstraint& row = problem.rows[wish.row];
    const double response = askers[row.a] * wish.response_a + askers[row.b] * wish.response_b;
    if (response > 0.0) {
      const double impulse = std::max(0.0, wish.impulse + lacks[i] / response);
      push_apart(problem, wish, impulse - wish.impulse);
      wish.impulse = impulse;
    }
  }
  return most;
}

// What rounds have not come to the end of presses bodies on others that are to be lifted themselves: the share of the
// lift with which no gap is used up by more than a piece may use up of it.
double harmless_share(const ContactProblem& problem, const std::vector<Wish>& wishes) {
  double share = 1.0;
  for (const Wish& wish : wishes) {
    const ContactConstraint& row = problem.rows[wish.row];
    const double parts = glm::dot(row.normal, middle_velocity(problem, row, &SolverBody::way));
    const double left = std::max(0.0, row.separation + problem.duration * std::min(0.0, parts));
    const bool is_own = wish.moves_a || !problem.bodies[row.a].is_dynamic;
    const bool is_for_both = is_own && (wish.moves_b || !problem.bodies[row.b].is_dynamic);
    const double all = std::max(share_of_gap * left, left - safe_gap * row.skin);
    const double allowed = is_for_both ? all : 0.5 * all;  // the other half is the other island's
    const double closes = -problem.duration * lifted_by(problem, wish);
    share = closes > allowed ? std::min(share, allowed / closes) : share;
  }
  return share;
}

}  // namespace

void recover_gaps(ContactProblem& problem, const RowIsland& island, double budget) {
  std::vector<Wish> wishes = wishes_of(problem, island);
  if (std::none_of(wishes.begin(), wishes.end(), [&](const Wish& wish) {
        const ContactConstraint& row = problem.rows[wish.row];
        return is_too_near(row) && wish.speed > 1e-9 * row.skin / problem.duration;
      })) {
    return;
  }
  const bool overlap = any_overlaps(problem);
  const int rounds = overlap ? most_rounds_apart : most_rounds;
  const double first = grant_all(problem, wishes);
  for (int i = 1; i < rounds && grant_all(problem, wishes) > granted * first; ++i) {
  }
  double share = 1.0;
  if (!overlap) {
    share = harmless_share(problem, wishes);
    double cost = 0.0;
    for (const std::uint32_t index : island.bodies) {
      const SolverBody& body = problem.bodies[index];
      cost -= body.mass * problem.duration * glm::dot(body.acceleration, body.recovery.linear);
    }
    share = cost > 0.0 ? std::min(share, budget / cost * (1.0 - 1e-9)) : share;
  }
  for (const std::uint32_t index : island.bodies) {
    problem.bodies[index].recovery.linear *= share;
    problem.bodies[index].recovery.angular *= share;
  }
}

}  // namespace firstcontact
