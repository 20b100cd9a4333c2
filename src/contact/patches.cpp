#include "contact/patches.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <queue>

#include "contact/missed.hpp"
#include "contact/sweeps.hpp"

namespace firstcontact {

namespace {

// Bodies of a patch, round by round, and how few are still one.
constexpr std::array<std::size_t, 2> patch_sizes{8, 32};
constexpr std::size_t fewest_in_patch = 4;

using RowsOfBodies = std::vector<std::vector<std::uint32_t>>;

RowsOfBodies rows_of_bodies(const ContactProblem& problem) {
  RowsOfBodies rows(problem.bodies.size());
  for (std::uint32_t index = 0; index < problem.rows.size(); ++index) {
    const ContactConstraint& row = problem.rows[index];
    for (const std::uint32_t body : {row.a, row.b}) {
      if (problem.bodies[body].is_dynamic) {
        rows[body].push_back(index);
      }
    }
  }
  return rows;
}

/// What grows a patch: the heaviest pressed and the most undone neighbours of what is in it come first.
struct Candidate {
  double worth = 0.0;
  std::uint32_t body = 0;
  int depth = 0;

  bool operator<(const Candidate& other) const {
    return worth != other.worth ? worth < other.worth : body > other.body;
  }
};

// m/s: what the row's load gives the lighter of the two.
double pressure(const ContactProblem& problem, const ContactConstraint& row) {
  const auto by_mass = [](const SolverBody& body) { return body.is_dynamic ? 1.0 / body.mass : 0.0; };
  return row.load * std::max(by_mass(problem.bodies[row.a]), by_mass(problem.bodies[row.b]));
}

std::vector<std::uint32_t> grow_patch(const ContactProblem& problem, const RowsOfBodies& rows_of,
                                      const ContactConstraint& seed, std::size_t size, double kick) {
  std::vector<std::uint32_t> patch;
  std::vector<bool> is_in(problem.bodies.size(), false);
  std::priority_queue<Candidate> queue;
  for (const std::uint32_t body : {seed.a, seed.b}) {
    if (problem.bodies[body].is_dynamic) {
      queue.push({std::numeric_limits<double>::infinity(), body, 0});
    }
  }
  while (!queue.empty() && patch.size() < size) {
    const Candidate next = queue.top();
    queue.pop();
    if (is_in[next.body]) {
      continue;
    }
    is_in[next.body] = true;
    patch.push_back(next.body);
    for (const std::uint32_t index : rows_of[next.body]) {
      const ContactConstraint& row = problem.rows[index];
      const std::uint32_t other = row.a == next.body ? row.b : row.a;
      const double left = undone(problem, row, Stage::loads);
      if (problem.bodies[other].is_dynamic && !is_in[other] && (row.load > 0.0 || left > -20.0)) {
        const double worth = 0.5 * std::max(0.0, left) + pressure(problem, row) / kick;
        queue.push({worth / (next.depth + 1), other, next.depth + 1});
      }
    }
  }
  return patch;
}

// Those between bodies of the patch, and between one of them and what does not move.
std::vector<std::uint32_t> rows_within(const ContactProblem& problem, const RowsOfBodies& rows_of,
                                       const std::vector<std::uint32_t>& patch, std::vector<bool>& is_in) {
  for (const std::uint32_t body : patch) {
    is_in[body] = true;
  }
  std::vector<std::uint32_t> rows;
  for (const std::uint32_t body : patch) {
    for (const std::uint32_t index : rows_of[body]) {
      const ContactConstraint& row = problem.rows[index];
      const auto counts = [&](std::uint32_t one) { return is_in[one] || !problem.bodies[one].is_dynamic; };
      const bool is_first = row.a == body || !problem.bodies[row.a].is_dynamic;
      if (counts(row.a) && counts(row.b) && is_first && row.response > 0.0 && !row.only_bounces) {
        rows.push_back(index);
      }
    }
  }
  for (const std::uint32_t body : patch) {
    is_in[body] = false;
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

void solve_patch(ContactProblem& problem, const RowsOfBodies& rows_of, std::vector<std::uint32_t>& patch,
                 Places& places) {
  std::vector<bool> is_in(problem.bodies.size(), false);
  const auto is_solved = [&] {
    const std::vector<std::uint32_t> rows = rows_within(problem, rows_of, patch, is_in);
    return solve_rows(problem, rows, {Stage::loads, work_of_few, {miss_allowed(problem, rows)}}, places);
  };
  while (!is_solved()) {
    if (patch.size() <= fewest_in_patch) {
      return;
    }
    patch.resize(patch.size() * 7 / 10);
  }
}

// One round of patches around what is undone, the worst first. False where nothing is.
bool solve_round(ContactProblem& problem, const RowsOfBodies& rows_of, std::size_t size, Places& places) {
  std::vector<std::pair<double, std::uint32_t>> seeds;
  for (std::uint32_t index = 0; index < problem.rows.size(); ++index) {
    const double left = undone(problem, problem.rows[index], Stage::loads);
    if (left > 1.0) {
      seeds.emplace_back(-left, index);
    }
  }
  std::sort(seeds.begin(), seeds.end());
  std::vector<bool> is_used(problem.bodies.size(), false);
  const double kick = kick_of(problem);
  for (const auto& [worth, index] : seeds) {
    const ContactConstraint& row = problem.rows[index];
    const auto was_solved = [&](std::uint32_t body) { return problem.bodies[body].is_dynamic && is_used[body]; };
    if (was_solved(row.a) || was_solved(row.b) || !(undone(problem, row, Stage::loads) > 1.0)) {
      continue;
    }
    std::vector<std::uint32_t> patch = grow_patch(problem, rows_of, row, size, kick);
    solve_patch(problem, rows_of, patch, places);
    for (const std::uint32_t body : patch) {
      is_used[body] = true;
    }
  }
  std::vector<std::uint32_t> beside;
  for (std::uint32_t index = 0; index < problem.rows.size(); ++index) {
    if (is_used[problem.rows[index].a] || is_used[problem.rows[index].b]) {
      beside.push_back(index);
    }
  }
  sweep_loads_of(problem, beside, 1);
  return !seeds.empty();
}

}  // namespace

void solve_patches(ContactProblem& problem, Places& places) {
  const RowsOfBodies rows_of = rows_of_bodies(problem);
  for (const std::size_t size : patch_sizes) {
    if (!solve_round(problem, rows_of, size, places)) {
      return;
    }
  }
}

}  // namespace firstcontact
