// Bodies of a problem that hang together.
#pragma once

#include <vector>

#include "contact/contact_problem.hpp"
#include "core/disjoint_sets.hpp"

namespace firstcontact {

struct RowIsland {
  std::vector<std::uint32_t> bodies;  // that impulses move; places in the problem, ascending
  std::vector<std::uint32_t> rows;    // ascending
};

/// The islands that the rows which `joins` says so make of the problem's dynamic bodies, in order of their first body;
/// a body without such a row is in none.
template <class Joins>
[[nodiscard]] std::vector<RowIsland> islands_of(const ContactProblem& problem, const Joins& joins) {
  DisjointSets sets(problem.bodies.size());
  std::vector<bool> takes_part(problem.bodies.size(), false);
  const auto moves = [&](std::uint32_t body) { return problem.bodies[body].is_dynamic; };
  for (const ContactConstraint& row : problem.rows) {
    if (joins(row)) {
      takes_part[row.a] = takes_part[row.b] = true;
      if (moves(row.a) && moves(row.b)) {
        sets.join(row.a, row.b);
      }
    }
  }
  std::vector<RowIsland> islands;
  std::vector<std::uint32_t> place_of(problem.bodies.size(), ~0U);
  for (std::uint32_t body = 0; body < problem.bodies.size(); ++body) {
    if (takes_part[body] && moves(body)) {
      const std::uint32_t root = sets.root(body);
      if (place_of[root] == ~0U) {
        place_of[root] = static_cast<std::uint32_t>(islands.size());
        islands.emplace_back();
      }
      islands[place_of[root]].bodies.push_back(body);
    }
  }
  for (std::uint32_t index = 0; index < problem.rows.size(); ++index) {
    const ContactConstraint& row = problem.rows[index];
    const std::uint32_t mover = moves(row.a) ? row.a : row.b;
    if (joins(row) && moves(mover)) {
      islands[place_of[sets.root(mover)]].rows.push_back(index);
    }
  }
  return islands;
}

}  // namespace firstcontact
