#include "contact/reflection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "contact/pair_balance.hpp"
#include "dynamics/impact.hpp"

namespace firstcontact {

namespace {

// Where nothing is lost a shock dies out by itself, but a light ball between a heavy one and a wall may meet them
// thousands of times.
constexpr int most_lossless_rounds = 20'000;
// Where something is lost: a shock goes on by a body or so in a round, and comes back.
constexpr int fewest_rounds = 10;
constexpr int rounds_per_row = 4;
// Of a skin: what is nearer takes part in its neighbours' shocks.
constexpr double shock_reach = 1.1;
constexpr double approach_tolerance = 1e-11;  // m/s
// Of a skin: what approaches and has no more left of its gap than what has met, but for that, meets at the same time.
constexpr double same_gap = 1e-3;

bool uses_up_room(const ContactProblem& problem, const ContactConstraint& row, double speed) {
  return speed < -closing_allowed(problem, row) - 1e-12;
}

double restitution_at(const ContactConstraint& row, double speed) {
  return -speed > row.resting_speed ? row.restitution : 0.0;
}

ContactPoint point_of(const ContactConstraint& row, double speed) {
  ContactPoint point;
  point.a = row.a;
  point.b = row.b;
  point.separation = row.separation;
  point.normal = row.normal;
  point.arm_a = row.start_arm_a;
  point.arm_b = row.start_arm_b;
  point.friction = row.friction;
  point.restitution = restitution_at(row, speed);
  point.surface_velocity = row.belt;
  return point;
}

/// The rows that take part in a shock, as points.
struct Shock {
  std::vector<ContactPoint> points;
  std::vector<std::uint32_t> rows;
  bool bounces = false;
};

/// Per body of the problem: whether a shock has reached it. What does not move passes none on.
using Struck = std::vector<bool>;

void strike(const ContactProblem& problem, const ContactConstraint& row, Struck& is_struck) {
  for (const std::uint32_t body : {row.a, row.b}) {
    is_struck[body] = is_struck[body] || problem.bodies[body].is_dynamic;
  }
}

double approach_of(const ContactProblem& problem, const ContactConstraint& row) {
  return glm::dot(row.normal, start_velocity(problem, row, &SolverBody::after));
}

// The rows that bounce, with those of their bodies, and of whom the shock has reached, that approach or are in touch.
// What only stops elsewhere is the sweeps'.
Shock shock_of(const ContactProblem& problem, Struck is_struck) {
  Shock shock;
  for (const ContactConstraint& row : problem.rows) {
    const double speed = approach_of(problem, row);
    if (uses_up_room(problem, row, speed) && restitution_at(row, speed) > 0.0) {
      shock.bounces = true;
      strike(problem, row, is_struck);
    }
  }
  for (std::uint32_t i = 0; shock.bounces && i < problem.rows.size(); ++i) {
    const ContactConstraint& row = problem.rows[i];
    if (!is_struck[row.a] && !is_struck[row.b]) {
      continue;
    }
    const double speed = approach_of(problem, row);
    if (row.separation <= shock_reach * row.skin || uses_up_room(problem, row, speed)) {
      shock.points.push_back(point_of(row, speed));
      shock.rows.push_back(i);
    }
  }
  return shock;
}

// Who meets at the same time as the pair that the piece answers has met, too: what is symmetric stays so.
void note_who_has_met(ContactProblem& problem) {
  double widest = -std::numeric_limits<double>::infinity();
  for (const ContactConstraint& row : problem.rows) {
    widest = row.is_met ? std::max(widest, row.separation + same_gap * row.skin) : widest;
  }
  if (!std::isfinite(widest)) {
    return;  // nobody has
  }
  for (ContactConstraint& row : problem.rows) {
    const double speed = approach_of(problem, row);
    row.is_met = row.is_met || (row.separation <= widest && uses_up_room(problem, row, speed));
  }
}

// The points of the impact that the piece answers. None where several pairs meet at once: a law for one after the other
// would favour the first.
Shock met_of(const ContactProblem& problem) {
  Shock shock;
  for (std::uint32_t i = 0; i < problem.rows.size(); ++i) {
    const ContactConstraint& row = problem.rows[i];
    if (!row.is_met) {
      continue;
    }
    if (!shock.rows.empty() && problem.rows[shock.rows.front()].pair != row.pair) {
      return {};
    }
    shock.points.push_back(point_of(row, approach_of(problem, row)));
    shock.rows.push_back(i);
  }
  return shock;
}

std::vector<Responder> responders_of(const ContactProblem& problem) {
  std::vector<Responder> responders(problem.bodies.size());
  for (std::size_t i = 0; i < responders.size(); ++i) {
    const SolverBody& body = problem.bodies[i];
    responders[i] = {body.after, body.inverse_mass, body.inverse_inertia};
  }
  return responders;
}

// True when anything approached.
bool answer(ContactProblem& problem, Shock& shock, std::optional<ImpactLaw> law, Struck& is_struck) {
  std::vector<Responder> responders = responders_of(problem);
  const ImpactOptions options{approach_tolerance, false, law};
  if (!resolve_impact_round(shock.points, responders, options).any_approach) {
    return false;
  }
  for (std::size_t i = 0; i < shock.rows.size(); ++i) {
    const ContactPoint& point = shock.points[i];
    ContactConstraint& row = problem.rows[shock.rows[i]];
    row.is_hit = row.is_hit || is_pressed(point);
    if (is_pressed(point)) {
      strike(problem, row, is_struck);
    }
    row.bounce += point.normal_impulse * point.normal + point.friction_impulse;
  }
  for (std::size_t i = 0; i < responders.size(); ++i) {
    problem.bodies[i].after = responders[i].velocity;
  }
  return true;
}

void bounce(ContactProblem& problem) {
  problem.rounds_used_up = false;
  const bool is_lossless = std::all_of(problem.rows.begin(), problem.rows.end(), [](const ContactConstraint& row) {
    return row.restitution == 1.0 && row.friction == 0.0;
  });
  note_who_has_met(problem);
  Struck is_struck(problem.bodies.size());
  if (Shock met = met_of(problem); !met.rows.empty() && problem.rows[met.rows.front()].friction > 0.0) {
    static_cast<void>(answer(problem, met, problem.impact_law, is_struck));
  }
  // Where bodies may rest, what few rounds leave is lasting contact's. [ChordMedley.*/wedged_elastic]
  const bool rests = std::any_of(problem.rows.begin(), problem.rows.end(),
                                 [](const ContactConstraint& row) { return row.resting_speed > 0.0; });
  const int lossy = fewest_rounds + (rests ? 0 : rounds_per_row * static_cast<int>(problem.rows.size()));
  const int most = is_lossless ? most_lossless_rounds : lossy;
  for (int round = 0; round < most; ++round) {
    Shock shock = shock_of(problem, is_struck);
    if (!shock.bounces) {
      return;
    }
    if (!answer(problem, shock, std::nullopt, is_struck)) {
      return;
    }
  }
  problem.rounds_used_up = shock_of(problem, is_struck).bounces;
}

}  // namespace

void reflect(ContactProblem& problem) {
  bounce(problem);
  answer_jams(problem);
}

}  // namespace firstcontact
