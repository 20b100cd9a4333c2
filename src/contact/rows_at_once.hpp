// Rows of a problem solved at once by the direct solver.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/contact_problem.hpp"
#include "dynamics/direct_solver.hpp"

namespace firstcontact {

/// Multiplications of one factor: what solving a few bodies at once may cost.
inline constexpr double work_of_few = 60e3;

/// Where bodies of a problem are among those that are solved at once; none of them, between uses.
using Places = std::vector<std::uint32_t>;

/// Of which stage, what solving rows at once may cost (multiplications of one factor), and how near it is to come.
struct Effort {
  Stage stage = Stage::loads;
  double most_work = 0.0;
  DirectGoal goal;
  bool from_rest = false;  // what stands is sought near where it was, whatever sweeps made of it
};

/// Changes the rows' impulses or loads and their bodies' velocities. False where that is too dear or does not end: then
/// nothing is changed.
[[nodiscard]] bool solve_rows(ContactProblem& problem, std::span<const std::uint32_t> rows, const Effort& effort,
                              Places& places);
/// m/s: what a row may miss of its speed, so that it uses up next to nothing of its gap.
[[nodiscard]] double miss_allowed(const ContactProblem& problem, std::span<const std::uint32_t> rows);

}  // namespace firstcontact
