#include "contact/missed.hpp"

#include <algorithm>
#include <cmath>

#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Of the friction that there may be: less is rounding.
constexpr double all_but_rounding = 1.0 - 1e-8;
// Of a skin and of a gap: how much of it a piece may use up at once.
constexpr double safe_gap = 0.25;
constexpr double share_of_gap = 0.05;
constexpr double least_gap = 1e-3;

double missed_by(const ContactProblem& problem, const ContactConstraint& row, Stage stage) {
  const bool at_start = stage == Stage::impulses;
  const Vec3 velocity =
      at_start ? start_velocity(problem, row, &SolverBody::after) : middle_velocity(problem, row, &SolverBody::way);
  const double along = glm::dot(row.normal, velocity);
  const double excess = along + (at_start ? closing_allowed(problem, row) : row.room / problem.duration);
  if (!((at_start ? row.impulse : row.load) > 0.0)) {
    return std::max(0.0, -excess);
  }
  const bool holds = row.friction > 0.0 && !slides(row, stage);
  const double slip = holds ? std::sqrt(squared_length(velocity + row.belt - along * row.normal)) : 0.0;
  return std::max(std::abs(excess), slip);
}

}  // namespace

double share_of_its_gap(const ContactConstraint& row) {
  return share_of_gap * std::clamp(row.separation, least_gap * row.skin, row.skin);
}

double loss_allowed(const ContactConstraint& row) {
  return std::max(share_of_its_gap(row),
                  std::min(row.separation, tolerances::rest_gap * row.skin) - safe_gap * row.skin);
}

double loss_in(const ContactProblem& problem, const ContactConstraint& row, Stage stage) {
  if (stage == Stage::impulses) {
    const double speed = glm::dot(row.normal, start_velocity(problem, row, &SolverBody::after));
    return -problem.duration * (speed + closing_allowed(problem, row));
  }
  const double speed = glm::dot(row.normal, middle_velocity(problem, row, &SolverBody::way));
  return -(speed * problem.duration + row.room);
}

double undone(const ContactProblem& problem, const ContactConstraint& row, Stage stage) {
  const bool bears = row.response > 0.0 && !(stage == Stage::loads && row.only_bounces);
  return bears ? loss_in(problem, row, stage) / loss_allowed(row) : 0.0;
}

bool slides(const ContactConstraint& row, Stage stage) {
  const bool at_start = stage == Stage::impulses;
  const double along_1 = at_start ? row.impulse_1 : row.load_1;
  const double along_2 = at_start ? row.impulse_2 : row.load_2;
  const double most = all_but_rounding * most_friction(row, stage);
  return row.friction > 0.0 && along_1 * along_1 + along_2 * along_2 >= most * most;
}

double missed_speed(const ContactProblem& problem, std::span<const std::uint32_t> rows, Stage stage) {
  double most = 0.0;
  for (const std::uint32_t index : rows) {
    const ContactConstraint& row = problem.rows[index];
    most = row.response == 0.0 ? most : std::max(most, missed_by(problem, row, stage));
  }
  return most;
}

}  // namespace firstcontact
