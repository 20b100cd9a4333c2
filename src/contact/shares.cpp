#include "contact/shares.hpp"

#include <cmath>

#include "contact/stages.hpp"

namespace firstcontact {

namespace {

// Of a skin: what comes no further in a piece stands, and takes nothing from what slides over it.
constexpr double standing_skins = 1e-4;

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

void free_what_falls(ContactProblem& problem) {
  std::vector<bool> is_loaded(problem.bodies.size());
  for (const ContactConstraint& row : problem.rows) {
    is_loaded[row.a] = is_loaded[row.a] || load_of(row) != Vec3(0.0);
    is_loaded[row.b] = is_loaded[row.b] || load_of(row) != Vec3(0.0);
  }
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    problem.bodies[i].share = is_loaded[i] ? problem.bodies[i].share : share_of_free;
  }
}

}  // namespace firstcontact
