#include "contact/rows_at_once.hpp"

#include <algorithm>
#include <limits>

#include "contact/missed.hpp"
#include "contact/row_response.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

constexpr double precision = 0.2;  // of what a gap may lose

/// Rows that are solved at once, as the direct solver has them.
struct DirectIsland {
  std::vector<std::uint32_t> bodies;
  std::vector<Responder> responders;  // that answer with a share of their inverse masses
  std::vector<Velocity> guess;
  std::vector<ContactPoint> points;
};

Responder responder_of(const SolverBody& body, Stage stage) {
  if (stage == Stage::impulses) {
    return {body.after, body.inverse_mass, body.inverse_inertia};
  }
  return {body.way, body.share * body.inverse_mass, body.share * body.middle_inverse_inertia};
}

ContactPoint point_of(const ContactConstraint& row, Stage stage) {
  ContactPoint point;
  point.normal = row.normal;
  point.friction = row.friction;
  point.rest_gap = tolerances::rest_gap * row.skin;
  point.separation = point.rest_gap + row.room;
  point.surface_velocity = row.belt;
  if (stage == Stage::impulses) {
    point.separation = point.rest_gap + (row.is_met ? 0.0 : row.room);
    point.arm_a = row.start_arm_a;
    point.arm_b = row.start_arm_b;
    point.normal_impulse = row.impulse;
    point.friction_impulse = row.impulse_1 * row.tangent_1 + row.impulse_2 * row.tangent_2;
  } else {
    point.arm_a = row.arm_a;
    point.arm_b = row.arm_b;
    point.rolling_friction = row.rolling_friction;
    point.spinning_friction = row.spinning_friction;
    point.normal_impulse = row.load;
    point.friction_impulse = row.load_1 * row.tangent_1 + row.load_2 * row.tangent_2;
  }
  return point;
}

void take_over(const ContactPoint& point, Stage stage, ContactConstraint& row) {
  const double along_1 = glm::dot(point.friction_impulse, row.tangent_1);
  const double along_2 = glm::dot(point.friction_impulse, row.tangent_2);
  if (stage == Stage::impulses) {
    row.impulse = point.normal_impulse;
    row.impulse_1 = along_1;
    row.impulse_2 = along_2;
  } else {
    row.load = point.normal_impulse;
    row.load_1 = along_1;
    row.load_2 = along_2;
  }
}

std::uint32_t place_of(std::uint32_t index, const Responder& responder, Places& places, DirectIsland& direct) {
  if (places[index] == ~0U) {
    places[index] = static_cast<std::uint32_t>(direct.bodies.size());
    direct.bodies.push_back(index);
    direct.responders.push_back(responder);
    direct.guess.push_back(responder.velocity);
  }
  return places[index];
}

// Without what the rows give so far, which the points bring along.
DirectIsland direct_island(const ContactProblem& problem, std::span<const std::uint32_t> rows, Stage stage,
                           Places& places) {
  DirectIsland direct;
  for (const std::uint32_t index : rows) {
    const ContactConstraint& row = problem.rows[index];
    ContactPoint point = point_of(row, stage);
    point.a = place_of(row.a, responder_of(problem.bodies[row.a], stage), places, direct);
    point.b = place_of(row.b, responder_of(problem.bodies[row.b], stage), places, direct);
    direct.points.push_back(point);
  }
  for (const ContactPoint& point : direct.points) {
    apply_impulse(point, -(point.normal_impulse * point.normal + point.friction_impulse), direct.responders);
  }
  for (const std::uint32_t body : direct.bodies) {
    places[body] = ~0U;
  }
  return direct;
}

}  // namespace

double miss_allowed(const ContactProblem& problem, std::span<const std::uint32_t> rows) {
  double least = std::numeric_limits<double>::infinity();
  for (const std::uint32_t index : rows) {
    least = std::min(least, share_of_its_gap(problem.rows[index]));
  }
  return precision * least / problem.duration;
}

bool solve_rows(ContactProblem& problem, std::span<const std::uint32_t> rows, const Effort& effort, Places& places) {
  DirectIsland direct = direct_island(problem, rows, effort.stage, places);
  if (effort.from_rest) {
    for (std::size_t i = 0; i < direct.bodies.size(); ++i) {
      direct.guess[i] = problem.bodies[direct.bodies[i]].before;
    }
  }
  std::optional<DirectPlan> plan = plan_direct_solve(direct.points, direct.responders);
  if (!plan || plan->matrix.work() > effort.most_work ||
      !solve_contacts_directly(*plan, direct.points, direct.responders, direct.guess, problem.duration, effort.goal)) {
    return false;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    take_over(direct.points[i], effort.stage, problem.rows[rows[i]]);
  }
  for (std::size_t i = 0; i < direct.bodies.size(); ++i) {
    SolverBody& body = problem.bodies[direct.bodies[i]];
    if (body.is_dynamic) {
      (effort.stage == Stage::impulses ? body.after : body.way) = direct.responders[i].velocity;
    }
  }
  for (const std::uint32_t index : rows) {
    keep_in_cone(problem, problem.rows[index], effort.stage);
  }
  return true;
}

}  // namespace firstcontact
