#include "contact/row_response.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

// Of what the two bodies' masses would give way by: less is rounding, of what is locked.
constexpr double least_response = 1e-14;

/// How a row's bodies give way to what acts on it in a stage.
struct Lever {
  Vec3 masses;            // 1/kg, of both, per world axis
  Vec3 arm_a, arm_b;      // m
  Mat3 turns_a, turns_b;  // 1/(kg m^2)

  // 1/kg between two directions.
  [[nodiscard]] double response(const Vec3& x, const Vec3& y) const {
    return glm::dot(x, masses * y) + glm::dot(glm::cross(arm_b, x), turns_b * glm::cross(arm_b, y)) +
           glm::dot(glm::cross(arm_a, x), turns_a * glm::cross(arm_a, y));
  }
};

Lever lever_of(const ContactProblem& problem, const ContactConstraint& row, Stage stage) {
  const SolverBody& a = problem.bodies[row.a];
  const SolverBody& b = problem.bodies[row.b];
  if (stage == Stage::impulses) {
    return {a.inverse_mass + b.inverse_mass, row.start_arm_a, row.start_arm_b, a.inverse_inertia, b.inverse_inertia};
  }
  return {a.share * a.inverse_mass + b.share * b.inverse_mass, row.arm_a, row.arm_b, a.share * a.middle_inverse_inertia,
          b.share * b.middle_inverse_inertia};
}

bool gives_way(const ContactProblem& problem, const ContactConstraint& row) {
  const auto by_mass = [](const SolverBody& body) { return body.is_dynamic ? 1.0 / body.mass : 0.0; };
  const double scale = by_mass(problem.bodies[row.a]) + by_mass(problem.bodies[row.b]);
  return std::min(row.start_response, row.response) > least_response * scale;
}

}  // namespace

void make_ready(const ContactProblem& problem, ContactConstraint& row) {
  const Vec3 helper = std::abs(row.normal.x) < 0.7 ? Vec3(1.0, 0.0, 0.0) : Vec3(0.0, 1.0, 0.0);
  row.tangent_1 = glm::normalize(glm::cross(row.normal, helper));
  row.tangent_2 = glm::cross(row.normal, row.tangent_1);
  const Lever at_start = lever_of(problem, row, Stage::impulses);
  const Lever on_way = lever_of(problem, row, Stage::loads);
  row.start_response = at_start.response(row.normal, row.normal);
  row.start_response_11 = at_start.response(row.tangent_1, row.tangent_1);
  row.start_response_12 = at_start.response(row.tangent_1, row.tangent_2);
  row.start_response_22 = at_start.response(row.tangent_2, row.tangent_2);
  row.response = on_way.response(row.normal, row.normal);
  if (!gives_way(problem, row)) {
    row.start_response = row.response = 0.0;
  }
  row.response_11 = on_way.response(row.tangent_1, row.tangent_1);
  row.response_12 = on_way.response(row.tangent_1, row.tangent_2);
  row.response_22 = on_way.response(row.tangent_2, row.tangent_2);
}

void keep_in_cone(ContactProblem& problem, ContactConstraint& row, Stage stage) {
  double& along_1 = stage == Stage::impulses ? row.impulse_1 : row.load_1;
  double& along_2 = stage == Stage::impulses ? row.impulse_2 : row.load_2;
  const double size = std::sqrt(along_1 * along_1 + along_2 * along_2);
  const double most = most_friction(row, stage);
  if (size <= most) {
    return;
  }
  const double share = most / size;
  const Vec3 back = (share - 1.0) * (along_1 * row.tangent_1 + along_2 * row.tangent_2);
  along_1 *= share;
  along_2 *= share;
  if (stage == Stage::impulses) {
    push_at_start(problem, row, back);
  } else {
    push_on_way(problem, row, back);
  }
}

}  // namespace firstcontact
