#include "contact/pair_balance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "dynamics/impact_by_law.hpp"

namespace firstcontact {

namespace {

constexpr std::size_t most_points = 8;
// Loads turn the slip, and the slip turns friction: so often they are made to agree.
constexpr int most_rounds = 4;
constexpr double agreement = 1e-12;
// Of the largest pivot: what is less belongs to points that bear for each other, as the four of a face do.
constexpr double least_pivot = 1e-9;

using Rows = std::span<ContactConstraint>;

Vec3 velocity_at_row(const ContactProblem& problem, const ContactConstraint& row, Stage stage) {
  return stage == Stage::impulses ? start_velocity(problem, row, &SolverBody::after)
                                  : middle_velocity(problem, row, &SolverBody::way);
}

void push(ContactProblem& problem, const ContactConstraint& row, Stage stage, const Vec3& impulse) {
  if (stage == Stage::impulses) {
    push_at_start(problem, row, impulse);
  } else {
    push_on_way(problem, row, impulse);
  }
}

// m/s: by how much the point closes faster than it may, negative.
double excess(const ContactProblem& problem, const ContactConstraint& row, Stage stage) {
  const double allowed = stage == Stage::impulses ? closing_allowed(problem, row) : row.room / problem.duration;
  return glm::dot(row.normal, velocity_at_row(problem, row, stage)) + allowed;
}

Vec3 slip_at(const ContactProblem& problem, const ContactConstraint& row, Stage stage) {
  const Vec3 velocity = velocity_at_row(problem, row, stage);
  return velocity - glm::dot(row.normal, velocity) * row.normal + row.belt;
}

// N s: friction that loads have beyond their own, of what impulses left of the disc.
double spare_friction(const ContactConstraint& row, Stage stage) {
  const double used = std::sqrt(row.impulse_1 * row.impulse_1 + row.impulse_2 * row.impulse_2);
  return stage == Stage::loads ? std::max(0.0, row.friction * row.impulse - used) : 0.0;
}

void set(ContactConstraint& row, Stage stage, double normal, const Vec3& friction) {
  const double along_1 = glm::dot(friction, row.tangent_1);
  const double along_2 = glm::dot(friction, row.tangent_2);
  if (stage == Stage::impulses) {
    row.impulse = normal;
    row.impulse_1 = along_1;
    row.impulse_2 = along_2;
  } else {
    row.load = normal;
    row.load_1 = along_1;
    row.load_2 = along_2;
  }
}

/// What a row's bodies move with in a stage.
struct BothVelocities {
  Velocity a, b;
};

BothVelocities velocities_of(const ContactProblem& problem, const ContactConstraint& row, Stage stage) {
  const auto of = [&](std::uint32_t body) {
    return stage == Stage::impulses ? problem.bodies[body].after : problem.bodies[body].way;
  };
  return {of(row.a), of(row.b)};
}

void put_back(ContactProblem& problem, const ContactConstraint& row, Stage stage, const BothVelocities& velocities) {
  (stage == Stage::impulses ? problem.bodies[row.a].after : problem.bodies[row.a].way) = velocities.a;
  (stage == Stage::impulses ? problem.bodies[row.b].after : problem.bodies[row.b].way) = velocities.b;
}

/// m/s at each point per N s along each: row by row.
struct Coupling {
  std::size_t size = 0;
  std::vector<double> of;

  [[nodiscard]] double at(std::size_t i, std::size_t j) const { return of[i * size + j]; }
  // A point that closes the faster the more it is pressed, or takes from another more than it needs itself.
  [[nodiscard]] bool is_ambiguous() const {
    for (std::size_t i = 0; i < size; ++i) {
      if (!(at(i, i) > 0.0)) {
        return true;
      }
      for (std::size_t j = 0; j < i; ++j) {
        if (at(i, j) > 0.0 && at(j, i) > 0.0 && at(i, j) * at(j, i) > at(i, i) * at(j, j)) {
          return true;
        }
      }
    }
    return false;
  }
};

// Of normal impulses that bring friction against these slips along.
Coupling coupling_of(ContactProblem& problem, Rows rows, Stage stage, const std::vector<Vec3>& against) {
  Coupling coupling{rows.size(), std::vector<double>(rows.size() * rows.size(), 0.0)};
  const BothVelocities before = velocities_of(problem, rows.front(), stage);
  for (std::size_t j = 0; j < rows.size(); ++j) {
    put_back(problem, rows.front(), stage, {});
    push(problem, rows[j], stage, rows[j].normal + rows[j].friction * against[j]);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      coupling.of[i * rows.size() + j] = glm::dot(rows[i].normal, velocity_at_row(problem, rows[i], stage));
    }
  }
  put_back(problem, rows.front(), stage, before);
  return coupling;
}

// The impulses with which the points `chosen` have no `excess` left, others none. Nothing where that is not one answer.
std::vector<double> solve_for(const Coupling& coupling, const std::vector<double>& excesses,
                              const std::vector<std::size_t>& chosen) {
  const std::size_t size = chosen.size();
  std::vector<std::vector<double>> lines(size, std::vector<double>(size + 1, 0.0));
  double largest = 0.0;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      lines[i][j] = coupling.at(chosen[i], chosen[j]);
      largest = std::max(largest, std::abs(lines[i][j]));
    }
    lines[i][size] = -excesses[chosen[i]];
  }
  for (std::size_t k = 0; k < size; ++k) {
    const auto pivot = std::max_element(lines.begin() + static_cast<std::ptrdiff_t>(k), lines.end(),
                                        [&](const auto& x, const auto& y) { return std::abs(x[k]) < std::abs(y[k]); });
    std::swap(lines[k], *pivot);
    if (!(std::abs(lines[k][k]) > least_pivot * largest)) {
      return {};
    }
    for (std::size_t i = 0; i < size; ++i) {
      const double share = i == k ? 0.0 : lines[i][k] / lines[k][k];
      for (std::size_t j = k; share != 0.0 && j <= size; ++j) {
        lines[i][j] -= share * lines[k][j];
      }
    }
  }
  std::vector<double> impulses(coupling.size, 0.0);
  for (std::size_t k = 0; k < size; ++k) {
    impulses[chosen[k]] = lines[k][size] / lines[k][k];
  }
  return impulses;
}

// The same of as many points as bear: those that would have to pull are left out, all at once.
std::vector<double> bearing_impulses(const Coupling& coupling, const std::vector<double>& excesses) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < coupling.size; ++i) {
    chosen.push_back(i);
  }
  while (!chosen.empty()) {
    std::vector<double> impulses = solve_for(coupling, excesses, chosen);
    if (impulses.empty() ||
        std::none_of(impulses.begin(), impulses.end(), [](double impulse) { return impulse < 0.0; })) {
      return impulses;
    }
    std::erase_if(chosen, [&](std::size_t i) { return impulses[i] < 0.0; });
  }
  return {};
}

// Unit, against each point's slip.
std::vector<Vec3> against_slips(const ContactProblem& problem, Rows rows, Stage stage) {
  std::vector<Vec3> against;
  for (const ContactConstraint& row : rows) {
    const Vec3 slip = slip_at(problem, row, stage);
    against.push_back(-slip / std::sqrt(squared_length(slip)));
  }
  return against;
}

struct Balanced {
  bool is_ambiguous = false;
  bool is_found = false;
  std::vector<double> impulses;
  std::vector<Vec3> against;  // unit
};

// From bodies that bear nothing of the pair yet, and are left so.
Balanced balanced(ContactProblem& problem, Rows rows, Stage stage) {
  const BothVelocities bare = velocities_of(problem, rows.front(), stage);
  Balanced found{true, false, {}, against_slips(problem, rows, stage)};
  for (int round = 0; round < most_rounds; ++round) {
    const Coupling coupling = coupling_of(problem, rows, stage, found.against);
    if (!coupling.is_ambiguous()) {
      return {};
    }
    std::vector<double> excesses;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      push(problem, rows[i], stage, spare_friction(rows[i], stage) * found.against[i]);
    }
    for (const ContactConstraint& row : rows) {
      excesses.push_back(excess(problem, row, stage));
    }
    found.impulses = bearing_impulses(coupling, excesses);
    for (std::size_t i = 0; i < found.impulses.size(); ++i) {
      push(problem, rows[i], stage, found.impulses[i] * (rows[i].normal + rows[i].friction * found.against[i]));
    }
    const std::vector<Vec3> turned = against_slips(problem, rows, stage);
    put_back(problem, rows.front(), stage, bare);
    double change = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      change = std::max(change, squared_length(turned[i] - found.against[i]));
      found.is_found = (i == 0 || found.is_found) && glm::dot(turned[i], found.against[i]) > 0.0;
    }
    if (found.impulses.empty() || !found.is_found) {
      found.is_found = false;
      return found;
    }
    if (change <= agreement * agreement) {
      return found;
    }
    found.against = turned;
  }
  return found;
}

void balance(ContactProblem& problem, Rows rows, Stage stage) {
  const BothVelocities before = velocities_of(problem, rows.front(), stage);
  for (const ContactConstraint& row : rows) {
    push(problem, row, stage, -(stage == Stage::impulses ? impulse_of(row) : load_of(row)));
  }
  const bool closes = std::any_of(rows.begin(), rows.end(),
                                  [&](const ContactConstraint& row) { return excess(problem, row, stage) < 0.0; });
  const Balanced found = closes ? balanced(problem, rows, stage) : Balanced{};
  if (!found.is_found) {
    put_back(problem, rows.front(), stage, before);
    return;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double friction = rows[i].friction * found.impulses[i] + spare_friction(rows[i], stage);
    set(rows[i], stage, found.impulses[i], friction * found.against[i]);
    push(problem, rows[i], stage, found.impulses[i] * rows[i].normal + friction * found.against[i]);
  }
}

// Energy that the points' impulses gave the bodies, J.
double work_of(std::span<const ContactPoint> points, std::span<const Responder> before,
               std::span<const Responder> after) {
  double work = 0.0;
  for (const ContactPoint& point : points) {
    const Vec3 impulse = point.normal_impulse * point.normal + point.friction_impulse;
    work += 0.5 * glm::dot(impulse, velocity_between(point, before) + velocity_between(point, after));
  }
  return work;
}

// By the law of impacts, with what gravity gives both in the piece as the approach. Nothing where that made energy.
void answer_jam(ContactProblem& problem, Rows rows, const std::array<Vec3, 2>& kicks) {
  SolverBody& a = problem.bodies[rows.front().a];
  SolverBody& b = problem.bodies[rows.front().b];
  std::vector<Responder> responders{{a.after, a.inverse_mass, a.inverse_inertia},
                                    {b.after, b.inverse_mass, b.inverse_inertia}};
  const std::vector<Responder> before = responders;
  responders[0].velocity.linear += kicks[0];
  responders[1].velocity.linear += kicks[1];
  std::vector<ContactPoint> points;
  Reflection all;
  for (const ContactConstraint& row : rows) {
    ContactPoint point;
    point.a = 0;
    point.b = 1;
    point.normal = row.normal;
    point.arm_a = row.start_arm_a;
    point.arm_b = row.start_arm_b;
    point.friction = row.friction;
    point.surface_velocity = row.belt;
    all.points.push_back(points.size());
    all.impulse.push_back(1.0);
    points.push_back(point);
  }
  if (!answer_by_law(points, all, problem.impact_law, responders)) {
    return;
  }
  responders[0].velocity.linear -= kicks[0];
  responders[1].velocity.linear -= kicks[1];
  if (work_of(points, before, responders) > 0.0) {
    return;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].bounce += points[i].normal_impulse * points[i].normal + points[i].friction_impulse;
    rows[i].is_hit = true;
  }
  a.after = responders[0].velocity;
  b.after = responders[1].velocity;
}

// Calls `act` for the rows of each pair that slides on several points.
template <class Act>
void for_sliding_pairs(ContactProblem& problem, Stage stage, const Act& act) {
  const double least_slip = kick_of(problem);  // what slides no faster is held
  std::vector<ContactConstraint>& rows = problem.rows;
  for (std::size_t first = 0, end = 0; first < rows.size(); first = end) {
    while (end < rows.size() && rows[end].pair == rows[first].pair) {
      ++end;
    }
    const Rows own(rows.data() + first, end - first);
    const auto slides = [&](const ContactConstraint& row) {
      return row.friction > 0.0 && row.response > 0.0 && !(row.only_bounces && stage == Stage::loads) &&
             squared_length(slip_at(problem, row, stage)) > least_slip * least_slip;
    };
    if (own.size() > 1 && own.size() <= most_points && std::all_of(own.begin(), own.end(), slides)) {
      act(own);
    }
  }
}

}  // namespace

void balance_pairs(ContactProblem& problem, Stage stage) {
  for_sliding_pairs(problem, stage, [&](Rows rows) { balance(problem, rows, stage); });
}

void answer_jams(ContactProblem& problem) {
  for_sliding_pairs(problem, Stage::impulses, [&](Rows rows) {
    SolverBody& a = problem.bodies[rows.front().a];
    SolverBody& b = problem.bodies[rows.front().b];
    const auto kick_on = [&](const SolverBody& body) {
      return body.is_dynamic ? problem.duration * body.acceleration : Vec3(0.0);
    };
    const std::array<Vec3, 2> kicks{kick_on(a), kick_on(b)};
    const BothVelocities own = velocities_of(problem, rows.front(), Stage::impulses);
    a.after.linear += kicks[0];
    b.after.linear += kicks[1];
    const bool all_close = std::all_of(rows.begin(), rows.end(), [&](const ContactConstraint& row) {
      return excess(problem, row, Stage::impulses) < 0.0;
    });
    const Balanced found = all_close ? balanced(problem, rows, Stage::impulses) : Balanced{};
    put_back(problem, rows.front(), Stage::impulses, own);
    if (found.is_ambiguous && !found.is_found) {
      answer_jam(problem, rows, kicks);
    }
  });
}

}  // namespace firstcontact
