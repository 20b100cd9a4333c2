#include "contact/row_visits.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

// Of the square of the greatest response: what a lock leaves of a tensor with one direction.
constexpr double least_determinant = 1e-12;
// Of what the two bodies' masses would give way by: less is rounding, of what is locked.
constexpr double least_response = 1e-14;

double length_of(double x, double y) { return std::sqrt(x * x + y * y); }

/// A tensor over the tangents, 1/kg.
struct Response {
  double of_11, of_12, of_22;

  [[nodiscard]] double determinant() const { return of_11 * of_22 - of_12 * of_12; }
  [[nodiscard]] double greatest() const { return 0.5 * (of_11 + of_22) + length_of(0.5 * (of_11 - of_22), of_12); }
};

struct Friction {
  double of_1 = 0.0, of_2 = 0.0;  // N s
};

// The friction that stops a slip (m/s) as far as `most` (N s) allows. Where it does not, the step along the slip is one
// of a projected gradient: the projection of what would stop it leaves a slip 9 % short.
Friction stopped(const Friction& friction, double slip_1, double slip_2, const Response& response, double most) {
  const double determinant = response.determinant();
  const double greatest = response.greatest();
  if (!(greatest > 0.0)) {
    return {};
  }
  Friction next;
  if (determinant > least_determinant * greatest * greatest) {
    next = {friction.of_1 - (response.of_22 * slip_1 - response.of_12 * slip_2) / determinant,
            friction.of_2 - (response.of_11 * slip_2 - response.of_12 * slip_1) / determinant};
    if (length_of(next.of_1, next.of_2) <= most) {
      return next;
    }
  }
  next = {friction.of_1 - slip_1 / greatest, friction.of_2 - slip_2 / greatest};
  const double size = length_of(next.of_1, next.of_2);
  const double share = size > most ? most / size : 1.0;
  return {share * next.of_1, share * next.of_2};
}

Vec3 within(const Vec3& v, double most) {
  const double size = std::sqrt(squared_length(v));
  return size > most ? (most / size) * v : v;
}

// Rolling friction takes the spin across the normal, and spinning friction that about it, as far as the load allows.
void resist_turning(ContactProblem& problem, ContactConstraint& row) {
  if (row.rolling_friction == 0.0 && row.spinning_friction == 0.0) {
    return;
  }
  const SolverBody& a = problem.bodies[row.a];
  const SolverBody& b = problem.bodies[row.b];
  const Mat3 response = a.share * a.middle_inverse_inertia + b.share * b.middle_inverse_inertia;
  const double greatest = response[0][0] + response[1][1] + response[2][2];  // no less than its greatest eigenvalue
  if (!(greatest > 0.0)) {
    return;
  }
  const double pressed = row.load + row.impulse;
  const Vec3 wanted = row.couple - (b.way.angular - a.way.angular) / greatest;
  const double about = glm::dot(row.normal, wanted);
  const double spinning = std::clamp(about, -row.spinning_friction * pressed, row.spinning_friction * pressed);
  const Vec3 next = within(wanted - about * row.normal, row.rolling_friction * pressed) + spinning * row.normal;
  turn_on_way(problem, row, next - row.couple);
  row.couple = next;
}

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

double visit_at_start(ContactProblem& problem, ContactConstraint& row) {
  if (row.response == 0.0) {
    return 0.0;
  }
  const double speed = glm::dot(row.normal, start_velocity(problem, row, &SolverBody::after));
  const double impulse = std::max(0.0, row.impulse - (speed + closing_allowed(problem, row)) / row.start_response);
  double change = std::abs(impulse - row.impulse) * row.start_response;
  if (impulse != row.impulse) {
    push_at_start(problem, row, (impulse - row.impulse) * row.normal);
    row.impulse = impulse;
  }
  const double most = most_friction(row, Stage::impulses);
  if (most > 0.0 || row.impulse_1 != 0.0 || row.impulse_2 != 0.0) {
    const Response response{row.start_response_11, row.start_response_12, row.start_response_22};
    const Vec3 slip = start_velocity(problem, row, &SolverBody::after) + row.belt;
    const Friction next = stopped({row.impulse_1, row.impulse_2}, glm::dot(slip, row.tangent_1),
                                  glm::dot(slip, row.tangent_2), response, most);
    const Friction more{next.of_1 - row.impulse_1, next.of_2 - row.impulse_2};
    push_at_start(problem, row, more.of_1 * row.tangent_1 + more.of_2 * row.tangent_2);
    change = std::max(change, length_of(more.of_1, more.of_2) * std::max(response.of_11, response.of_22));
    row.impulse_1 = next.of_1;
    row.impulse_2 = next.of_2;
  }
  return change;
}

double visit_on_way(ContactProblem& problem, ContactConstraint& row) {
  if (row.response == 0.0 || row.only_bounces) {
    return 0.0;
  }
  const double speed = glm::dot(row.normal, middle_velocity(problem, row, &SolverBody::way));
  const double load = std::max(0.0, row.load - (speed + row.room / problem.duration) / row.response);
  double change = std::abs(load - row.load) * row.response;
  if (load != row.load) {
    push_on_way(problem, row, (load - row.load) * row.normal);
    row.load = load;
  }
  const double most = most_friction(row, Stage::loads);
  if (most > 0.0 || row.load_1 != 0.0 || row.load_2 != 0.0) {
    const Response tangent{row.response_11, row.response_12, row.response_22};
    const Vec3 slip = middle_velocity(problem, row, &SolverBody::way) + row.belt;
    const Friction next =
        stopped({row.load_1, row.load_2}, glm::dot(slip, row.tangent_1), glm::dot(slip, row.tangent_2), tangent, most);
    const Friction more{next.of_1 - row.load_1, next.of_2 - row.load_2};
    push_on_way(problem, row, more.of_1 * row.tangent_1 + more.of_2 * row.tangent_2);
    change = std::max(change, length_of(more.of_1, more.of_2) * std::max(tangent.of_11, tangent.of_22));
    row.load_1 = next.of_1;
    row.load_2 = next.of_2;
  }
  resist_turning(problem, row);
  return change;
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
