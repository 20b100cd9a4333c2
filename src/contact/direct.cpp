#include "contact/direct.hpp"

#include <algorithm>
#include <vector>

#include "contact/missed.hpp"
#include "contact/patches.hpp"
#include "contact/row_islands.hpp"
#include "contact/rows_at_once.hpp"

namespace firstcontact {

namespace {

// Of a skin: where nobody comes further in a piece, all stand, and are to stand exactly; and where they creep at most.
constexpr double standing_way = 1e-3;
constexpr double creeping_way = 0.05;
// Multiplications of one factor, a body: where all stand, and where it is cheap (a tower's is).
constexpr double work_of_standing = 60e3;
constexpr double cheap_work = 4e3;
constexpr double impulse_share = 0.1;  // of that, for impulses: what they leave lasts
// What stands keeps its speed from piece to piece, four fifths of it the other way round: it has to be next to none.
// Where factors are cheap.
constexpr DirectGoal exact{0.0, 1e-10, true};
// Where there are no more rows than that, they are solved as exactly where sweeps have come no nearer than that share
// of the fastest change: it is cheap there, and what is left lasts. [Stillness.IsNotForAHeavyCrateOnALightOne]
constexpr std::size_t most_exact_rows = 24;
constexpr double agreement_of_exact = 1e-8;

// Nobody moves, and what is solved is what is left to make of it.
bool stays_within(const ContactProblem& problem, const RowIsland& island, double skins) {
  return std::all_of(island.rows.begin(), island.rows.end(), [&](std::uint32_t index) {
    const ContactConstraint& row = problem.rows[index];
    const Vec3 way = problem.duration * start_velocity(problem, row, &SolverBody::before);
    return squared_length(way) < skins * skins * row.skin * row.skin;
  });
}

// Where nobody presses on anybody, and nobody would, there is nothing to solve: balls that touch and have no weight.
bool bears_anything(const ContactProblem& problem, const RowIsland& island) {
  const double rounding = problem.duration * rounding_of(problem);
  return std::any_of(island.rows.begin(), island.rows.end(), [&](std::uint32_t index) {
    return problem.rows[index].load > 0.0 || loss_in(problem, problem.rows[index], Stage::loads) > rounding;
  });
}

/// What solving an island's rows changes, to be put back.
struct Kept {
  std::vector<ContactConstraint> rows;
  std::vector<Velocity> velocities;  // of the island's bodies
};

Velocity& velocity_in(SolverBody& body, Stage stage) { return stage == Stage::impulses ? body.after : body.way; }

// Where bodies move fast the solver's rounding is that of their speeds: there sweeps of few rows may have come nearer.
// True unless it does not end.
bool solve_if_nearer(ContactProblem& problem, const RowIsland& island, const Effort& effort, Places& places) {
  if (island.rows.size() > most_exact_rows) {
    return solve_rows(problem, island.rows, effort, places);
  }
  Kept kept;
  for (const std::uint32_t index : island.rows) {
    kept.rows.push_back(problem.rows[index]);
  }
  for (const std::uint32_t index : island.bodies) {
    kept.velocities.push_back(velocity_in(problem.bodies[index], effort.stage));
  }
  const double missed = missed_speed(problem, island.rows, effort.stage);
  if (!solve_rows(problem, island.rows, effort, places)) {
    return false;
  }
  if (missed_speed(problem, island.rows, effort.stage) > missed) {
    for (std::size_t i = 0; i < island.rows.size(); ++i) {
      problem.rows[island.rows[i]] = kept.rows[i];
    }
    for (std::size_t i = 0; i < island.bodies.size(); ++i) {
      velocity_in(problem.bodies[island.bodies[i]], effort.stage) = kept.velocities[i];
    }
  }
  return true;
}

// Few rows of several bodies, of which sweeps have left more than rounding. Not what slides: there several answers may
// be right, and sweeps begin with the one that is shared evenly.
bool are_few_and_missed(const ContactProblem& problem, const RowIsland& island, Stage stage) {
  double fastest = kick_of(problem);
  for (const std::uint32_t index : island.rows) {
    const ContactConstraint& row = problem.rows[index];
    fastest = stage == Stage::impulses ? std::max(fastest, row.impulse * row.start_response) : fastest;
  }
  return island.bodies.size() > 1 && island.rows.size() <= most_exact_rows &&
         missed_speed(problem, island.rows, stage) > agreement_of_exact * fastest &&
         std::none_of(island.rows.begin(), island.rows.end(),
                      [&](std::uint32_t index) { return slides(problem.rows[index], stage); });
}

void solve_what_stands(ContactProblem& problem, Places& places) {
  const auto may_bear = [](const ContactConstraint& row) { return !row.only_bounces; };
  for (const RowIsland& island : islands_of(problem, may_bear)) {
    if (!bears_anything(problem, island) ||
        (!stays_within(problem, island, creeping_way) && !are_few_and_missed(problem, island, Stage::loads))) {
      continue;
    }
    const auto bodies = static_cast<double>(island.bodies.size());
    const bool stands = stays_within(problem, island, standing_way);
    const bool is_solved = solve_if_nearer(problem, island, {Stage::loads, cheap_work * bodies, exact, stands}, places);
    if (!is_solved && stands) {
      static_cast<void>(solve_rows(problem, island.rows, {Stage::loads, work_of_standing * bodies, {}, true}, places));
    }
  }
}

}  // namespace

void solve_impulses_exactly(ContactProblem& problem) {
  const auto acts = [&](const ContactConstraint& row) {
    return row.response > 0.0 && (row.impulse > 0.0 || undone(problem, row, Stage::impulses) > 1.0);
  };
  Places places(problem.bodies.size(), ~0U);
  for (const RowIsland& island : islands_of(problem, acts)) {
    if (are_few_and_missed(problem, island, Stage::impulses) &&
        solve_if_nearer(problem, island, {Stage::impulses, work_of_few, exact}, places)) {
      continue;
    }
    const bool is_done = std::none_of(island.rows.begin(), island.rows.end(), [&](std::uint32_t index) {
      return undone(problem, problem.rows[index], Stage::impulses) > 1.0;
    });
    if (!is_done) {
      const double work = std::max(work_of_few, cheap_work * static_cast<double>(island.bodies.size()));
      const DirectGoal goal{impulse_share * miss_allowed(problem, island.rows)};
      static_cast<void>(solve_rows(problem, island.rows, {Stage::impulses, work, goal}, places));
    }
  }
}

void solve_exactly(ContactProblem& problem) {
  Places places(problem.bodies.size(), ~0U);
  solve_what_stands(problem, places);
  solve_patches(problem, places);
}

}  // namespace firstcontact
