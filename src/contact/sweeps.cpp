#include "contact/sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "contact/swept.hpp"

namespace firstcontact {

namespace {

constexpr int most_sweeps = 8;
// Of such rounds: sweeps go on while they leave something undone. They are done with it at a sixth of the price of a
// factor, in a shock through a heap of spheres, and in a heap that lies.
constexpr int most_rounds = 5;
// Of what gravity gives in a piece: sweeps that change less are over.
constexpr double agreement = 1e-4;
// Where there are no more rows than that, they are swept until they agree: what slides, slides by a small difference.
constexpr std::size_t few_rows = 24;
constexpr int most_sweeps_of_few = 40;
constexpr double agreement_of_few = 1e-7;
// Where there are no more rows than that, of one point each, they are swept on while a sweep changes so much less than
// the one before; where something has met, so often in any case: what impulses leave lasts.
constexpr std::size_t most_loose_rows = 64;
constexpr double much_gain = 0.7;
constexpr int most_sweeps_of_impact = 400;
constexpr double share_of_rounding = 0.1;
/// How long sweeps go on.
struct Patience {
  int fewest = 0;       // so often
  double enough = 0.0;  // m/s: or until they change no velocity by more
};

Patience patience_of(const ContactProblem& problem) {
  if (problem.rows.size() <= few_rows) {
    return {most_sweeps_of_few, agreement_of_few * kick_of(problem)};
  }
  return {most_sweeps, agreement * kick_of(problem)};
}

// Where pairs bear at one point each, as balls do, sweeps soon leave nothing but rounding. Several points may bear at
// each other's cost, and are not swept for long.
bool are_loose(const ContactProblem& problem) {
  const auto of_one_pair = [](const ContactConstraint& x, const ContactConstraint& y) { return x.pair == y.pair; };
  return problem.rows.size() <= most_loose_rows &&
         std::adjacent_find(problem.rows.begin(), problem.rows.end(), of_one_pair) == problem.rows.end();
}

bool any_has_met(const ContactProblem& problem) {
  return std::any_of(problem.rows.begin(), problem.rows.end(), [&](const ContactConstraint& row) {
    const double speed = glm::dot(row.normal, start_velocity(problem, row, &SolverBody::before));
    return row.is_met || speed < -row.room / problem.duration - row.resting_speed;
  });
}

// The greatest change, m/s. Only where something changed by more than `quiet`: elsewhere rows are as they should be.
double sweep_once(Swept& swept, double quiet) {
  double most = 0.0;
  for (SweptRow& row : swept.rows) {
    SweptBody& a = swept.bodies[row.a];
    SweptBody& b = swept.bodies[row.b];
    const double change = a.is_active || b.is_active ? visit(swept, row) : 0.0;
    most = std::max(most, change);
    if (change > quiet * quiet) {
      a.is_active = a.is_next = a.is_dynamic;
      b.is_active = b.is_next = b.is_dynamic;
    }
  }
  for (SweptBody& body : swept.bodies) {
    body.is_active = body.is_next;
    body.is_next = false;
  }
  return std::sqrt(most);
}

/// What sweeps of a problem aim at.
struct Aim {
  Patience patience;
  double quiet = 0.0;  // m/s: what changes less is as it should be
  bool is_loose = false;
  int most_loose = 0;
};

// Nothing depends on the order of the rows where they are swept until rounding is left.
Aim aim_of(const ContactProblem& problem) {
  Aim aim;
  aim.patience = patience_of(problem);
  aim.is_loose = are_loose(problem);
  aim.quiet = aim.is_loose ? share_of_rounding * rounding_of(problem) : aim.patience.enough;
  aim.most_loose = aim.is_loose && any_has_met(problem) ? most_sweeps_of_impact : 0;
  return aim;
}

void sweep_until_they_agree(Swept& swept, const Aim& aim) {
  double before = std::numeric_limits<double>::infinity();
  for (int i = 1;; ++i) {
    const double change = sweep_once(swept, aim.quiet);
    const bool is_enough = i >= aim.patience.fewest || change <= aim.patience.enough;
    const bool goes_on = i < aim.most_loose || (aim.is_loose && change < much_gain * before);
    if (change <= aim.quiet || (is_enough && !goes_on)) {
      return;
    }
    before = change;
  }
}

std::vector<std::uint32_t> all_rows(const ContactProblem& problem) {
  std::vector<std::uint32_t> rows(problem.rows.size());
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

void sweep_all(ContactProblem& problem, Stage stage) {
  Swept swept = begin_sweeps(problem, stage, all_rows(problem));
  const Aim aim = aim_of(problem);
  for (int round = 0; round < most_rounds; ++round) {
    sweep_until_they_agree(swept, aim);
    if (!is_undone(swept)) {
      break;
    }
  }
  end_sweeps(swept, problem);
}

}  // namespace

void sweep_impulses(ContactProblem& problem) { sweep_all(problem, Stage::impulses); }

void sweep_loads(ContactProblem& problem) { sweep_all(problem, Stage::loads); }

void sweep_loads_of(ContactProblem& problem, std::span<const std::uint32_t> rows, int times) {
  Swept swept = begin_sweeps(problem, Stage::loads, rows);
  for (int i = 0; i < times; ++i) {
    for (SweptRow& row : swept.rows) {
      static_cast<void>(visit(swept, row));
    }
  }
  end_sweeps(swept, problem);
}

}  // namespace firstcontact
