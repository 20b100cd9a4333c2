#include "contact/stages.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/direct.hpp"
#include "contact/line_search.hpp"
#include "contact/motor.hpp"
#include "contact/pair_balance.hpp"
#include "contact/reflection.hpp"
#include "contact/row_islands.hpp"
#include "contact/row_response.hpp"
#include "contact/shares.hpp"
#include "contact/sweeps.hpp"
#include "contact/turning.hpp"

namespace firstcontact {

namespace {

// rad: what turns that much another way until the middle has the same inertia there.
constexpr double same_turn = 1e-3;

// Sweeps that end early may have won something: per island, impulses are worth x (a - q) + x^2 q / 2 of energy.
void cap_impulses(ContactProblem& problem) {
  const auto is_pressed = [](const ContactConstraint& row) { return impulse_of(row) != Vec3(0.0); };
  std::vector<Velocity> push(problem.bodies.size());
  for (const RowIsland& island : islands_of(problem, is_pressed)) {
    double work = 0.0;
    for (const std::uint32_t index : island.rows) {
      const ContactConstraint& row = problem.rows[index];
      const Vec3 impulse = impulse_of(row);
      work += glm::dot(impulse, start_velocity(problem, row, &SolverBody::after) + row.belt);
      push[row.b].linear += impulse;
      push[row.b].angular += glm::cross(row.start_arm_b, impulse);
      push[row.a].linear -= impulse;
      push[row.a].angular -= glm::cross(row.start_arm_a, impulse);
    }
    double squares = 0.0;
    for (const std::uint32_t index : island.bodies) {
      const SolverBody& body = problem.bodies[index];
      squares += glm::dot(push[index].linear, body.inverse_mass * push[index].linear) +
                 glm::dot(push[index].angular, body.inverse_inertia * push[index].angular);
    }
    for (const std::uint32_t index : island.rows) {
      push[problem.rows[index].a] = push[problem.rows[index].b] = {};
    }
    if (!(work > 0.5 * squares) || !(squares > 0.0)) {
      continue;
    }
    const double share = std::clamp(2.0 * (squares - work) / squares, 0.0, 1.0) * (1.0 - 1e-12);
    for (const std::uint32_t index : island.rows) {
      ContactConstraint& row = problem.rows[index];
      push_at_start(problem, row, (share - 1.0) * impulse_of(row));
      row.impulse *= share;
      row.impulse_1 *= share;
      row.impulse_2 *= share;
    }
  }
}

// Left where they are, they would make company of bodies that do not press on each other.
void forget_tiny_loads(ContactProblem& problem) {
  const double rounding = rounding_of(problem);
  for (ContactConstraint& row : problem.rows) {
    const double least = least_impulse(problem, row, rounding);
    if (load_of(row) != Vec3(0.0) && squared_length(load_of(row)) < least * least) {
      push_on_way(problem, row, -load_of(row));
      turn_on_way(problem, row, -row.couple);
      scale_load(row, 0.0);
    }
  }
}

bool any_added_bounces(const ContactProblem& problem) {
  return std::any_of(problem.rows.begin(), problem.rows.end(), [&](const ContactConstraint& row) {
    const double speed = glm::dot(row.normal, start_velocity(problem, row, &SolverBody::after));
    return row.is_added && !row.is_hit && speed < -closing_allowed(problem, row) - row.resting_speed;
  });
}

// What an impact turns another way has another inertia in the middle: that of a rod about its own axis is next to none,
// and where that is looked for in the wrong direction, loads turn it by more than they seem to.
void foresee_turns(ContactProblem& problem) {
  std::vector<bool> is_new;
  for (SolverBody& body : problem.bodies) {
    const Vec3 turn = 0.5 * problem.duration * body.after.angular;
    is_new.push_back(body.is_dynamic && body.turns_freely &&
                     squared_length(turn - body.middle_turn) > same_turn * same_turn);
    if (is_new.back()) {
      const Mat3 change = rotation_matrix(quaternion_from_rotation_vector(turn) *
                                          glm::conjugate(quaternion_from_rotation_vector(body.middle_turn)));
      body.middle_inverse_inertia = change * body.middle_inverse_inertia * glm::transpose(change);
      body.middle_turn = turn;
    }
  }
  for (ContactConstraint& row : problem.rows) {
    if (is_new[row.a] || is_new[row.b]) {
      make_ready(problem, row);
    }
  }
}

// Before any load.
void begin_ways(ContactProblem& problem, Solving solving) {
  for (SolverBody& body : problem.bodies) {
    body.way = body.after;
    if (body.is_dynamic) {
      const double kick = body.share * problem.duration;
      body.way.linear += kick * body.acceleration;
      body.way.angular = turning_of(body, body.after.angular, Vec3(0.0), problem.duration).mean +
                         kick * (body.inverse_inertia * body.torque);
      body.way.angular += solving == Solving::on ? body.turn_correction : Vec3(0.0);
    }
  }
}

void begin_loads(ContactProblem& problem) {
  for (ContactConstraint& row : problem.rows) {
    const double most = most_friction(row, Stage::loads);
    const double size = std::sqrt(row.load_1 * row.load_1 + row.load_2 * row.load_2);
    if (size > most) {
      row.load_1 *= most / size;
      row.load_2 *= most / size;
    }
    if (load_of(row) != Vec3(0.0)) {
      push_on_way(problem, row, load_of(row));
    }
    if (row.couple != Vec3(0.0)) {
      turn_on_way(problem, row, row.couple);
    }
  }
}

void sum_pushes(ContactProblem& problem) {
  for (SolverBody& body : problem.bodies) {
    body.push = body.moment = Vec3(0.0);
    body.is_pressed = body.is_dynamic && body.is_met;  // beside a chord a parabola bulges by a part of a skin
  }
  for (const ContactConstraint& row : problem.rows) {
    const Vec3 load = load_of(row);
    if (load == Vec3(0.0)) {
      continue;
    }
    SolverBody& a = problem.bodies[row.a];
    SolverBody& b = problem.bodies[row.b];
    b.push += load;
    b.moment += glm::cross(row.arm_b, load) + row.couple;
    a.push -= load;
    a.moment -= glm::cross(row.arm_a, load) + row.couple;
    a.is_pressed = b.is_pressed = true;
  }
}

}  // namespace

namespace {

std::vector<Velocity> velocities_after(const ContactProblem& problem) {
  std::vector<Velocity> velocities;
  for (const SolverBody& body : problem.bodies) {
    velocities.push_back(body.after);
  }
  return velocities;
}

void disturb_who_changed(const std::vector<Velocity>& was, ContactProblem& problem) {
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    SolverBody& body = problem.bodies[i];
    const bool is_same = body.after.linear == was[i].linear && body.after.angular == was[i].angular;
    body.is_disturbed = body.is_disturbed || !is_same;
  }
}

// Its turn as it is, where the solve knew the linear part of it.
void correct_turn(SolverBody& body, double duration, Solving solving) {
  const Vec3 moment = body.moment + duration * body.torque;
  const Vec3 mean = turning_of(body, body.after.angular, moment, duration).mean;
  body.turn_correction = (solving == Solving::on ? body.turn_correction : Vec3(0.0)) + mean - body.way.angular;
  body.way.angular = mean;
}

}  // namespace

void apply_impulses(ContactProblem& problem, Solving solving) {
  if (solving == Solving::anew) {
    for (SolverBody& body : problem.bodies) {
      body.after = body.before;
      body.is_disturbed = true;
    }
  }
  const std::vector<Velocity> was = velocities_after(problem);
  if (solving == Solving::anew || any_added_bounces(problem)) {
    reflect(problem);
  }
  balance_pairs(problem, Stage::impulses);
  disturb_who_changed(was, problem);
  sweep_impulses(problem);
  solve_impulses_exactly(problem);
  cap_impulses(problem);
  disturb_who_changed(was, problem);
}

void apply_loads(ContactProblem& problem, Solving solving) {
  foresee_turns(problem);
  choose_shares(problem);
  begin_ways(problem, solving);
  begin_loads(problem);
  balance_pairs(problem, Stage::loads);
  sweep_loads(problem);
  if (is_overloaded(problem)) {
    return;
  }
  forget_tiny_loads(problem);
  solve_exactly(problem);
  search_along_lines(problem);
  forget_tiny_loads(problem);
  sum_pushes(problem);
  free_what_falls(problem);
  for (SolverBody& body : problem.bodies) {
    body.is_disturbed = false;
    if (body.is_dynamic && body.is_pressed) {
      correct_turn(body, problem.duration, solving);
    }
  }
}

}  // namespace firstcontact
