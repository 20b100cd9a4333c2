#include "contact/motor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "contact/row_islands.hpp"

namespace firstcontact {

namespace {

// Of what it takes to set an island going at once, and to lift and speed it up: enough for twice that, which a rebound
// takes, where sweeps spread the load unevenly.
constexpr double strength = 4.0;
constexpr double time_to_speed_up = 0.5;  // s
constexpr double rounding = 1e-9;         // of a skin

bool is_motor(const SolverBody& body) {
  return !body.is_dynamic && body.clock_share > 0.0 &&
         (body.before.linear != Vec3(0.0) || body.before.angular != Vec3(0.0));
}

/// What an island weighs against.
struct Burden {
  double mass = 0.0;          // kg
  double fastest = 0.0;       // m/s: of its bodies, before
  double acceleration = 0.0;  // m/s^2
};

Burden burden_of(const ContactProblem& problem, const RowIsland& island) {
  Burden burden;
  for (const std::uint32_t index : island.bodies) {
    const SolverBody& body = problem.bodies[index];
    const double speed =
        std::sqrt(squared_length(body.before.linear)) + body.radius * std::sqrt(squared_length(body.before.angular));
    burden.mass += body.mass;
    burden.fastest = std::max(burden.fastest, speed);
    burden.acceleration = std::max(burden.acceleration, std::sqrt(squared_length(body.acceleration)));
  }
  return burden;
}

/// What one motor does to one island.
struct MotorEffort {
  double work = 0.0;   // J, at its full speed
  double speed = 0.0;  // m/s, of its fastest point of contact: that, too
};

void add_effort(const SolverBody& motor, const ContactConstraint& row, double sign, MotorEffort& effort) {
  const bool is_a = sign > 0.0;
  const Vec3 at_start = velocity_at(motor.before, is_a ? row.start_arm_a : row.start_arm_b) / motor.clock_share;
  const Vec3 on_way = velocity_at(motor.before, is_a ? row.arm_a : row.arm_b) / motor.clock_share;
  effort.work += sign * (glm::dot(impulse_of(row) + row.bounce, at_start) + glm::dot(load_of(row), on_way) +
                         glm::dot(row.couple, motor.before.angular) / motor.clock_share);
  effort.speed = std::max(effort.speed, std::sqrt(squared_length(on_way)));
}

double strain_of(const MotorEffort& effort, const Burden& burden, double share, double duration) {
  const double kick = (burden.acceleration + effort.speed / time_to_speed_up) * duration;
  const double most = strength * burden.mass * effort.speed * (share * effort.speed + burden.fastest + kick);
  return most > 0.0 ? std::max(0.0, effort.work) / most : 0.0;
}

bool presses(const ContactConstraint& row) {
  return row.is_hit || load_of(row) != Vec3(0.0) || impulse_of(row) != Vec3(0.0);
}

// By place: the greatest of any island's.
void note_strains(const ContactProblem& problem, const RowIsland& island, std::vector<double>& strains) {
  std::vector<std::pair<std::uint32_t, MotorEffort>> efforts;
  const auto effort_of = [&](std::uint32_t body) -> MotorEffort& {
    const auto own = std::find_if(efforts.begin(), efforts.end(), [&](const auto& one) { return one.first == body; });
    return own == efforts.end() ? efforts.emplace_back(body, MotorEffort{}).second : own->second;
  };
  for (const std::uint32_t index : island.rows) {
    const ContactConstraint& row = problem.rows[index];
    for (const std::uint32_t body : {row.a, row.b}) {
      if (is_motor(problem.bodies[body])) {
        add_effort(problem.bodies[body], row, body == row.a ? 1.0 : -1.0, effort_of(body));
      }
    }
  }
  const Burden burden = burden_of(problem, island);
  for (const auto& [body, effort] : efforts) {
    const double strain = strain_of(effort, burden, problem.bodies[body].clock_share, problem.duration);
    strains[body] = std::max(strains[body], strain);
  }
}

// What gives way to nothing takes no load from a motor that runs into it, and bears it all the same.
bool is_blocked(const ContactProblem& problem, const ContactConstraint& row) {
  const SolverBody& a = problem.bodies[row.a];
  const SolverBody& b = problem.bodies[row.b];
  const double speed = glm::dot(row.normal, middle_velocity(problem, row, &SolverBody::way));
  return row.response == 0.0 && ((is_motor(a) && b.is_dynamic) || (is_motor(b) && a.is_dynamic)) &&
         -speed * problem.duration > row.room + rounding * row.skin;
}

}  // namespace

std::vector<MotorLoad> motor_loads(const ContactProblem& problem) {
  std::vector<MotorLoad> loads;
  if (std::none_of(problem.bodies.begin(), problem.bodies.end(), is_motor)) {
    return loads;
  }
  std::vector<double> strains(problem.bodies.size(), -1.0);
  for (const RowIsland& island : islands_of(problem, presses)) {
    note_strains(problem, island, strains);
  }
  std::vector<std::uint32_t> blocked_by(problem.bodies.size(), ~0U);
  for (const ContactConstraint& row : problem.rows) {
    if (is_blocked(problem, row)) {
      const std::uint32_t motor = problem.bodies[row.a].is_dynamic ? row.b : row.a;
      strains[motor] = std::numeric_limits<double>::infinity();
      blocked_by[motor] = row.pair;
    }
  }
  for (std::uint32_t body = 0; body < strains.size(); ++body) {
    if (strains[body] >= 0.0) {
      loads.push_back({body, blocked_by[body], strains[body]});
    }
  }
  return loads;
}

bool is_overloaded(const ContactProblem& problem) {
  const std::vector<MotorLoad> loads = motor_loads(problem);
  return std::any_of(loads.begin(), loads.end(), [](const MotorLoad& load) { return load.strain > 1.0; });
}

}  // namespace firstcontact
