#include "contact/shares.hpp"

#include <cmath>

#include "contact/row_response.hpp"

namespace firstcontact {

namespace {

// Of a skin: what comes no further in a piece stands, and takes nothing from what slides over it.
constexpr double standing_skins = 1e-4;
constexpr double least_excess = 1e-6;  // of a skin: less is rounding

// m: how far any point of it comes after the impulses, at most.
double way_after_impulses(const SolverBody& body, double duration) {
  return duration *
         (std::sqrt(squared_length(body.after.linear)) + body.radius * std::sqrt(squared_length(body.after.angular)));
}

// Per body: whether something presses on it, and it stands.
std::vector<bool> standing_bodies(const ContactProblem& problem) {
  std::vector<bool> is_loaded(problem.bodies.size());
  std::vector<double> least_skin(problem.bodies.size(), std::numeric_limits<double>::infinity());
  for (const ContactConstraint& row : problem.rows) {
    for (const std::uint32_t body : {row.a, row.b}) {
      is_loaded[body] = is_loaded[body] || row.load > 0.0;
      least_skin[body] = std::min(least_skin[body], row.skin);
    }
  }
  std::vector<bool> stands;
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    const SolverBody& body = problem.bodies[i];
    stands.push_back(body.is_dynamic && is_loaded[i] &&
                     way_after_impulses(body, problem.duration) <= standing_skins * least_skin[i]);
  }
  return stands;
}

}  // namespace

void choose_shares(ContactProblem& problem) {
  const std::vector<bool> stands = standing_bodies(problem);
  std::vector<bool> is_new;
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    const double share = stands[i] ? share_of_standing : share_of_pressed;
    is_new.push_back(problem.bodies[i].is_dynamic && share != problem.bodies[i].share);
    problem.bodies[i].is_disturbed = problem.bodies[i].is_disturbed || is_new[i];
    problem.bodies[i].share = share;
  }
  for (ContactConstraint& row : problem.rows) {  // they answer by the shares of their bodies
    if (is_new[row.a] || is_new[row.b]) {
      make_ready(problem, row);
    }
  }
}

namespace {

// m: by how much the row's two come nearer than it lets them, along the ways as they are.
double excess_of(const ContactProblem& problem, const ContactConstraint& row) {
  const double speed = glm::dot(row.normal, middle_velocity(problem, row, &SolverBody::way));
  return -(speed * problem.duration + row.room);
}

void give_share(double share, double duration, SolverBody& body) {
  body.way.linear += (share - body.share) * duration * body.acceleration;
  body.share = share;
}

std::vector<bool> unloaded_bodies(const ContactProblem& problem) {
  std::vector<bool> is_free;
  for (const SolverBody& body : problem.bodies) {
    is_free.push_back(body.is_dynamic);
  }
  for (const ContactConstraint& row : problem.rows) {
    if (load_of(row) != Vec3(0.0)) {
      is_free[row.a] = is_free[row.b] = false;
    }
  }
  return is_free;
}

// Who is not met flies, and falls as it falls. True when anybody's share changed.
bool keep_clear(ContactProblem& problem, std::vector<bool>& is_free) {
  bool any = false;
  for (const ContactConstraint& row : problem.rows) {
    const bool is_too_much = excess_of(problem, row) > least_excess * row.skin;
    for (const std::uint32_t body : {row.a, row.b}) {
      if (is_too_much && is_free[body] && problem.bodies[body].is_met) {
        give_share(share_of_pressed, problem.duration, problem.bodies[body]);
        is_free[body] = false;
        any = true;
      }
    }
  }
  return any;
}

}  // namespace

// Beside one that bears a load, and goes with another share, it would come nearer by a twentieth of a fall, whatever
// rows say: there it keeps its neighbour's.
void free_what_falls(ContactProblem& problem) {
  std::vector<bool> is_free = unloaded_bodies(problem);
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    if (is_free[i]) {
      give_share(share_of_free, problem.duration, problem.bodies[i]);
    }
  }
  while (keep_clear(problem, is_free)) {
  }
}

}  // namespace firstcontact
