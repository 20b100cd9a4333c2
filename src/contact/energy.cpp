#include "contact/energy.hpp"

#include <algorithm>
#include <cmath>

#include "contact/recovery.hpp"
#include "contact/row_islands.hpp"
#include "contact/turning.hpp"
#include "dynamics/flow.hpp"

namespace firstcontact {

namespace {

constexpr double rounding = 1e-13;  // of an island's energies
constexpr int most_halvings = 60;

// J: of V+ against V-, linear and by spin; as differences, for the rounding's sake.
double won_by_impulses(const SolverBody& body) {
  const Velocity& now = body.after;
  const Velocity& was = body.before;
  const Vec3 momentum = apply_inertia(body.inertia, body.pose.orientation, now.angular + was.angular);
  return 0.5 * body.mass * glm::dot(now.linear - was.linear, now.linear + was.linear) +
         0.5 * glm::dot(now.angular - was.angular, momentum);
}

// J: what the body has more at the end than at the start, gravity's and the user's work taken off, when that share of
// its loads acts. One that flies keeps its energy by itself.
double won(const SolverBody& body, double share, double duration) {
  if (!body.is_pressed) {
    return won_by_impulses(body);
  }
  const Vec3 change = duration * body.acceleration + share * (body.inverse_mass * body.push);
  const Vec3 way = body.after.linear + body.share * change;
  const Vec3 at_end = body.after.linear + change;
  const Vec3 moment = share * body.moment + duration * body.torque;
  const Turning turning = turning_of(body, body.after.angular, moment, duration);
  const Quat axes = body.pose.orientation * body.inertia.principal_axes;
  const Vec3 spin_before = rotate_inverse(axes, body.before.angular);
  const Vec3& moments = body.inertia.principal_moments;
  return body.mass * glm::dot(at_end - body.before.linear, 0.5 * (at_end + body.before.linear)) -
         body.mass * duration * glm::dot(body.acceleration, way) +
         0.5 * glm::dot(moments * (turning.at_end - spin_before), turning.at_end + spin_before) -
         duration * glm::dot(body.torque, turning.mean);
}

// J: what a force on b does at the hands of kinematic bodies and belts.
double work_of_movers(const ContactProblem& problem, const ContactConstraint& row, const Vec3& force, Stage stage) {
  const bool at_start = stage == Stage::impulses;
  const SolverBody& a = problem.bodies[row.a];
  const SolverBody& b = problem.bodies[row.b];
  const Velocity& of_a = at_start ? a.after : a.way;
  const Velocity& of_b = at_start ? b.after : b.way;
  double work = -glm::dot(force, row.belt);
  work -= b.is_dynamic
              ? 0.0
              : glm::dot(force, of_b.linear + glm::cross(of_b.angular, at_start ? row.start_arm_b : row.arm_b));
  work += a.is_dynamic
              ? 0.0
              : glm::dot(force, of_a.linear + glm::cross(of_a.angular, at_start ? row.start_arm_a : row.arm_a));
  return work;
}

double work_of_couple(const ContactProblem& problem, const ContactConstraint& row) {
  const SolverBody& a = problem.bodies[row.a];
  const SolverBody& b = problem.bodies[row.b];
  return (a.is_dynamic ? 0.0 : glm::dot(row.couple, a.way.angular)) -
         (b.is_dynamic ? 0.0 : glm::dot(row.couple, b.way.angular));
}

/// An island's account, J.
struct Account {
  double impulses = 0.0;  // work of movers at the start
  double loads = 0.0;     // and over the piece, of all loads
  double scale = 0.0;     // by which rounding is judged
};

Account account_of(const ContactProblem& problem, const RowIsland& island) {
  Account account;
  for (const std::uint32_t index : island.rows) {
    const ContactConstraint& row = problem.rows[index];
    account.impulses += work_of_movers(problem, row, impulse_of(row) + row.bounce, Stage::impulses);
    account.loads += work_of_movers(problem, row, load_of(row), Stage::loads) + work_of_couple(problem, row);
  }
  for (const std::uint32_t index : island.bodies) {
    const SolverBody& body = problem.bodies[index];
    const Vec3 spin_momentum = apply_inertia(body.inertia, body.pose.orientation, body.before.angular);
    const double fall = problem.duration * problem.duration * squared_length(body.acceleration);
    account.scale +=
        body.mass * (squared_length(body.after.linear) + fall) + glm::dot(body.before.angular, spin_momentum);
  }
  account.scale += std::abs(account.impulses) + std::abs(account.loads);
  return account;
}

/// What an island wins beyond what it is given, as a function of the share of its loads.
struct Gain {
  const ContactProblem& problem;
  const RowIsland& island;
  const Account& account;

  [[nodiscard]] double at(double share) const {
    double energy = -(account.impulses + share * account.loads);
    for (const std::uint32_t index : island.bodies) {
      energy += won(problem.bodies[index], share, problem.duration);
    }
    return energy;
  }
};

// The gain is a parabola but for the turns: its root below 1, then halving.
double largest_share(const Gain& gain, double at_none, double at_all) {
  const double curve = 2.0 * (at_all + at_none - 2.0 * gain.at(0.5));
  const double slope = at_all - at_none - curve;
  const double discriminant = slope * slope - 4.0 * curve * at_none;
  double share = discriminant > 0.0 && curve > 0.0 ? (-slope + std::sqrt(discriminant)) / (2.0 * curve) : 0.5;
  share = std::clamp(share * (1.0 - 1e-12), 0.0, 1.0);
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < most_halvings; ++i) {
    if (gain.at(share) <= 0.1 * rounding * gain.account.scale) {
      low = share;
      if (i == 0 || high - low < 1e-9) {
        break;
      }
    } else {
      high = share;
    }
    share = 0.5 * (low + high);
  }
  return low;
}

void scale_loads(ContactProblem& problem, const RowIsland& island, double share) {
  for (const std::uint32_t index : island.rows) {
    ContactConstraint& row = problem.rows[index];
    scale_load(row, share);
  }
  for (const std::uint32_t index : island.bodies) {
    problem.bodies[index].push *= share;
    problem.bodies[index].moment *= share;
  }
}

// True when the turns could be found.
bool find_motions(ContactProblem& problem) {
  bool has_converged = true;
  for (SolverBody& body : problem.bodies) {
    body.recovery = {};
    if (!body.is_dynamic) {
      body.end = body.way = body.after;
      continue;
    }
    if (!body.is_pressed) {
      continue;
    }
    const Vec3 moment = body.moment + problem.duration * body.torque;
    const Turning turning = turning_of(body, body.after.angular, moment, problem.duration);
    has_converged = has_converged && turning.has_converged;
    body.spin_at_start = turning.at_start;
    body.spin_at_end = turning.at_end;
    body.end.linear = body.after.linear + problem.duration * body.acceleration + body.inverse_mass * body.push;
    body.way.linear = body.after.linear + body.share * (body.end.linear - body.after.linear);
    body.way.angular = turning.mean;
  }
  return has_converged;
}

}  // namespace

EnergySettlement settle_energy(ContactProblem& problem) {
  EnergySettlement settlement;
  const bool pushes_apart = any_overlaps(problem);
  const auto acts = [&](const ContactConstraint& row) {
    return pushes_apart || row.is_hit || load_of(row) != Vec3(0.0) || impulse_of(row) != Vec3(0.0);
  };
  std::vector<std::pair<RowIsland, double>> to_lift;
  for (RowIsland& island : islands_of(problem, acts)) {
    const Account account = account_of(problem, island);
    const Gain gain{problem, island, account};
    const double at_all = gain.at(1.0);
    if (at_all > rounding * account.scale) {
      ++settlement.capped;
      const double at_none = gain.at(0.0);
      settlement.is_settled = settlement.is_settled && at_none <= rounding * account.scale;
      const double share = largest_share(gain, at_none, at_all);
      settlement.least_share = std::min(settlement.least_share, share);
      scale_loads(problem, island, share);
    }
    to_lift.emplace_back(std::move(island), std::max(rounding * account.scale, -at_all));
  }
  settlement.is_settled = find_motions(problem) && settlement.is_settled;
  for (const auto& [island, budget] : to_lift) {
    recover_gaps(problem, island, budget);
  }
  return settlement;
}

}  // namespace firstcontact
