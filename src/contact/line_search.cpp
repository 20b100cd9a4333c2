#include "contact/line_search.hpp"

#include <algorithm>

#include "contact/row_islands.hpp"
#include "contact/sweeps.hpp"

namespace firstcontact {

namespace {

constexpr int most_searches = 4;
constexpr int sweeps_after = 4;
constexpr double enough = 0.999;

// J: what the loads' own answer is worth, theta P A P.
double answer_of(const ContactProblem& problem, const RowIsland& island, std::vector<Velocity>& push) {
  for (const std::uint32_t index : island.rows) {
    const ContactConstraint& row = problem.rows[index];
    const Vec3 load = load_of(row);
    push[row.b].linear += load;
    push[row.b].angular += glm::cross(row.arm_b, load) + row.couple;
    push[row.a].linear -= load;
    push[row.a].angular -= glm::cross(row.arm_a, load) + row.couple;
  }
  double squares = 0.0;
  for (const std::uint32_t index : island.bodies) {
    const SolverBody& body = problem.bodies[index];
    squares += body.share * (glm::dot(push[index].linear, body.inverse_mass * push[index].linear) +
                             glm::dot(push[index].angular, body.middle_inverse_inertia * push[index].angular));
  }
  for (const std::uint32_t index : island.rows) {
    push[problem.rows[index].a] = push[problem.rows[index].b] = {};
  }
  return squares;
}

// The share at which the work x (a - q) + x^2 q of all loads is no more than -x R.
double best_share(const ContactProblem& problem, const RowIsland& island, std::vector<Velocity>& push) {
  double work = 0.0;
  double room = 0.0;
  for (const std::uint32_t index : island.rows) {
    const ContactConstraint& row = problem.rows[index];
    work += glm::dot(load_of(row), middle_velocity(problem, row, &SolverBody::way) + row.belt);
    work += glm::dot(row.couple, problem.bodies[row.b].way.angular - problem.bodies[row.a].way.angular);
    room += row.load * row.room / problem.duration;
  }
  const double answer = answer_of(problem, island, push);
  return answer > 0.0 ? std::clamp((answer - work - room) / answer, 0.0, 1.0) : 1.0;
}

void scale_loads(ContactProblem& problem, const RowIsland& island, double share) {
  for (const std::uint32_t index : island.rows) {
    ContactConstraint& row = problem.rows[index];
    push_on_way(problem, row, (share - 1.0) * load_of(row));
    turn_on_way(problem, row, (share - 1.0) * row.couple);
    scale_load(row, share);
  }
}

}  // namespace

void search_along_lines(ContactProblem& problem) {
  const auto is_loaded = [](const ContactConstraint& row) { return load_of(row) != Vec3(0.0); };
  std::vector<Velocity> push(problem.bodies.size());
  for (const RowIsland& island : islands_of(problem, is_loaded)) {
    for (int i = 0; i < most_searches; ++i) {
      const double share = best_share(problem, island, push);
      if (share > enough) {
        break;
      }
      scale_loads(problem, island, share);
      sweep_loads_of(problem, island.rows, sweeps_after);
    }
  }
}

}  // namespace firstcontact
