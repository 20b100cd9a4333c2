#include "contact/direct.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>
#include <span>

#include "contact/missed.hpp"
#include "contact/row_islands.hpp"
#include "contact/row_visits.hpp"
#include "contact/sweeps.hpp"
#include "core/tolerances.hpp"
#include "dynamics/direct_solver.hpp"

namespace firstcontact {

namespace {

// Of a skin: where nobody comes further in a piece, all stand, and are to stand exactly; and where they creep at most.
constexpr double standing_way = 1e-3;
constexpr double creeping_way = 0.05;
// Multiplications of one factor, a body: where all stand, and where it is cheap (a tower's is).
constexpr double work_of_standing = 60e3;
constexpr double cheap_work = 4e3;
// Bodies of a patch, round by round, and what its factor may cost.
constexpr std::array<std::size_t, 2> patch_sizes{8, 32};
constexpr double work_of_patch = 60e3;
constexpr std::size_t fewest_in_patch = 4;
constexpr double precision_of_patch = 0.2;
constexpr double impulse_share = 0.1;  // of that, for impulses: what they leave lasts
// What stands keeps its speed from piece to piece, four fifths of it the other way round: it has to be next to none.
// Where factors are cheap.
constexpr DirectGoal exact{0.0, 1e-10, true};
// Where there are no more rows than that, they are solved as exactly where sweeps have come no nearer than that share
// of the fastest change: it is cheap there, and what is left lasts. [Stillness.IsNotForAHeavyCrateOnALightOne]
constexpr std::size_t most_exact_rows = 24;
constexpr double agreement_of_exact = 1e-8;

// m: by how much the row's gap would be closed beyond its room.
double loss_at_start(const ContactProblem& problem, const ContactConstraint& row) {
  const double speed = glm::dot(row.normal, start_velocity(problem, row, &SolverBody::after));
  return -problem.duration * (speed + closing_allowed(problem, row));
}
double loss_on_way(const ContactProblem& problem, const ContactConstraint& row) {
  const double speed = glm::dot(row.normal, middle_velocity(problem, row, &SolverBody::way));
  return -(speed * problem.duration + row.room);
}

// Over 1: what sweeps have left undone would use up too much of the gap.
double share_undone(const ContactConstraint& row, double loss) {
  if (row.response == 0.0) {
    return 0.0;
  }
  return loss / loss_allowed(row);
}
double undone(const ContactProblem& problem, const ContactConstraint& row) {
  return row.only_bounces ? 0.0 : share_undone(row, loss_on_way(problem, row));
}

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

/// Where bodies of a problem are in an island; none of them, between uses.
using Places = std::vector<std::uint32_t>;

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

// m/s: what a row may miss of its speed, so that it uses up next to nothing of its gap.
double miss_allowed(const ContactProblem& problem, std::span<const std::uint32_t> rows) {
  double least = std::numeric_limits<double>::infinity();
  for (const std::uint32_t index : rows) {
    least = std::min(least, share_of_its_gap(problem.rows[index]));
  }
  return precision_of_patch * least / problem.duration;
}

/// Of which stage, what solving rows at once may cost (multiplications of one factor), and how near it is to come.
struct Effort {
  Stage stage = Stage::loads;
  double most_work = 0.0;
  DirectGoal goal;
  bool from_rest = false;  // what stands is sought near where it was, whatever sweeps made of it
};

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
    return problem.rows[index].load > 0.0 || loss_on_way(problem, problem.rows[index]) > rounding;
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
      const double left = undone(problem, row);
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
    return solve_rows(problem, rows, {Stage::loads, work_of_patch, {miss_allowed(problem, rows)}}, places);
  };
  while (!is_solved()) {
    if (patch.size() <= fewest_in_patch) {
      return;
    }
    patch.resize(patch.size() * 7 / 10);
  }
}

// One round of patches around what is undone, the worst first. False where nothing is.
bool solve_patches(ContactProblem& problem, const RowsOfBodies& rows_of, std::size_t size, Places& places) {
  std::vector<std::pair<double, std::uint32_t>> seeds;
  for (std::uint32_t index = 0; index < problem.rows.size(); ++index) {
    const double left = undone(problem, problem.rows[index]);
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
    if (was_solved(row.a) || was_solved(row.b) || !(undone(problem, row) > 1.0)) {
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

void solve_impulses_exactly(ContactProblem& problem) {
  const auto acts = [&](const ContactConstraint& row) {
    return row.response > 0.0 && (row.impulse > 0.0 || share_undone(row, loss_at_start(problem, row)) > 1.0);
  };
  Places places(problem.bodies.size(), ~0U);
  for (const RowIsland& island : islands_of(problem, acts)) {
    if (are_few_and_missed(problem, island, Stage::impulses) &&
        solve_if_nearer(problem, island, {Stage::impulses, work_of_patch, exact}, places)) {
      continue;
    }
    const bool is_done = std::none_of(island.rows.begin(), island.rows.end(), [&](std::uint32_t index) {
      return share_undone(problem.rows[index], loss_at_start(problem, problem.rows[index])) > 1.0;
    });
    if (!is_done) {
      const double work = std::max(work_of_patch, cheap_work * static_cast<double>(island.bodies.size()));
      const DirectGoal goal{impulse_share * miss_allowed(problem, island.rows)};
      static_cast<void>(solve_rows(problem, island.rows, {Stage::impulses, work, goal}, places));
    }
  }
}

void solve_exactly(ContactProblem& problem) {
  Places places(problem.bodies.size(), ~0U);
  solve_what_stands(problem, places);
  const RowsOfBodies rows_of = rows_of_bodies(problem);
  for (const std::size_t size : patch_sizes) {
    if (!solve_patches(problem, rows_of, size, places)) {
      return;
    }
  }
}

}  // namespace firstcontact
