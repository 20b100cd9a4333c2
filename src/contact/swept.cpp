#include "contact/swept.hpp"

#include <algorithm>
#include <cmath>

#include "contact/missed.hpp"

namespace firstcontact {

namespace {

// Of the square of the greatest response: what a lock leaves of a tensor with one direction.
constexpr double least_determinant = 1e-12;

SweptBody swept_body(const SolverBody& body, Stage stage) {
  SweptBody swept;
  swept.is_dynamic = body.is_dynamic;
  swept.is_active = body.is_dynamic && body.is_disturbed;
  if (stage == Stage::impulses) {
    swept.velocity = body.after;
    swept.inverse_mass = body.inverse_mass;
    swept.inverse_inertia = body.inverse_inertia;
  } else {
    swept.velocity = body.way;
    swept.inverse_mass = body.share * body.inverse_mass;
    swept.inverse_inertia = body.share * body.middle_inverse_inertia;
  }
  return swept;
}

// What a push along the normal makes the two slip by.
void couple_to_slip(const std::vector<SweptBody>& bodies, SweptRow& row) {
  const SweptBody& a = bodies[row.a];
  const SweptBody& b = bodies[row.b];
  const Vec3 change = (a.inverse_mass + b.inverse_mass) * row.normal +
                      glm::cross(b.inverse_inertia * glm::cross(row.arm_b, row.normal), row.arm_b) +
                      glm::cross(a.inverse_inertia * glm::cross(row.arm_a, row.normal), row.arm_a);
  row.coupling_1 = glm::dot(change, row.tangent_1);
  row.coupling_2 = glm::dot(change, row.tangent_2);
}

// What stops a slip: the inverse of the tensor, where it is one.
void invert_response(double of_11, double of_12, double of_22, SweptRow& row) {
  const double half = 0.5 * (of_11 - of_22);
  row.greatest = 0.5 * (of_11 + of_22) + std::sqrt(half * half + of_12 * of_12);
  row.response_of_change = std::max(of_11, of_22);
  const double determinant = of_11 * of_22 - of_12 * of_12;
  if (determinant > least_determinant * row.greatest * row.greatest) {
    row.inverse_11 = of_22 / determinant;
    row.inverse_12 = -of_12 / determinant;
    row.inverse_22 = of_11 / determinant;
  }
}

void take_stage(const ContactProblem& problem, const ContactConstraint& from, Stage stage, SweptRow& row) {
  if (stage == Stage::impulses) {
    row.arm_a = from.start_arm_a;
    row.arm_b = from.start_arm_b;
    row.closing = closing_allowed(problem, from);
    row.response = from.start_response;
    invert_response(from.start_response_11, from.start_response_12, from.start_response_22, row);
    row.along = from.impulse;
    row.along_1 = from.impulse_1;
    row.along_2 = from.impulse_2;
  } else {
    row.arm_a = from.arm_a;
    row.arm_b = from.arm_b;
    row.closing = from.room / problem.duration;
    row.response = from.response;
    invert_response(from.response_11, from.response_12, from.response_22, row);
    row.pressed = from.impulse;
    row.used = std::sqrt(from.impulse_1 * from.impulse_1 + from.impulse_2 * from.impulse_2);
    row.along = from.load;
    row.along_1 = from.load_1;
    row.along_2 = from.load_2;
  }
}

TurningRow turning_row(const ContactConstraint& row, const Swept& swept) {
  const Mat3 response = swept.bodies[row.a].inverse_inertia + swept.bodies[row.b].inverse_inertia;
  const double greatest = response[0][0] + response[1][1] + response[2][2];  // no less than its greatest eigenvalue
  return {row.rolling_friction, row.spinning_friction, greatest > 0.0 ? 1.0 / greatest : 0.0, row.couple};
}

void add_row(const ContactProblem& problem, std::uint32_t index, Swept& swept) {
  const ContactConstraint& from = problem.rows[index];
  const bool is_load = swept.stage == Stage::loads;
  if (from.response == 0.0 || (is_load && from.only_bounces)) {
    return;
  }
  SweptRow& row = swept.rows.emplace_back();
  row.a = from.a;
  row.b = from.b;
  row.row = index;
  row.normal = from.normal;
  row.tangent_1 = from.tangent_1;
  row.tangent_2 = from.tangent_2;
  row.friction = from.friction;
  row.missed = loss_allowed(from) / problem.duration;
  row.belt_1 = glm::dot(from.belt, from.tangent_1);
  row.belt_2 = glm::dot(from.belt, from.tangent_2);
  take_stage(problem, from, swept.stage, row);
  couple_to_slip(swept.bodies, row);
  if (is_load && (from.rolling_friction > 0.0 || from.spinning_friction > 0.0)) {
    row.turning = static_cast<std::uint32_t>(swept.turning.size());
    swept.turning.push_back(turning_row(from, swept));
  }
}

Vec3 velocity_of(const Swept& swept, const SweptRow& row) {
  return velocity_at(swept.bodies[row.b].velocity, row.arm_b) - velocity_at(swept.bodies[row.a].velocity, row.arm_a);
}

void push(const SweptRow& row, const Vec3& impulse, std::vector<SweptBody>& bodies) {
  SweptBody& a = bodies[row.a];
  SweptBody& b = bodies[row.b];
  b.velocity.linear += b.inverse_mass * impulse;
  b.velocity.angular += b.inverse_inertia * glm::cross(row.arm_b, impulse);
  a.velocity.linear -= a.inverse_mass * impulse;
  a.velocity.angular -= a.inverse_inertia * glm::cross(row.arm_a, impulse);
}

struct Friction {
  double of_1 = 0.0, of_2 = 0.0;  // N s
};

// What stops a slip (m/s) as far as `most` (N s) allows. Where it does not, the step along the slip is one of a
// projected gradient: the projection of what would stop it leaves a slip 9 % short.
Friction stopped(const SweptRow& row, double slip_1, double slip_2, double most) {
  if (!(row.greatest > 0.0)) {
    return {};
  }
  if (row.inverse_11 > 0.0) {
    const Friction next{row.along_1 - (row.inverse_11 * slip_1 + row.inverse_12 * slip_2),
                        row.along_2 - (row.inverse_12 * slip_1 + row.inverse_22 * slip_2)};
    if (next.of_1 * next.of_1 + next.of_2 * next.of_2 <= most * most) {
      return next;
    }
  }
  const Friction next{row.along_1 - slip_1 / row.greatest, row.along_2 - slip_2 / row.greatest};
  const double square = next.of_1 * next.of_1 + next.of_2 * next.of_2;
  const double share = square > most * most ? most / std::sqrt(square) : 1.0;
  return {share * next.of_1, share * next.of_2};
}

Vec3 within(const Vec3& v, double most) {
  const double size = std::sqrt(squared_length(v));
  return size > most ? (most / size) * v : v;
}

// As far as the load allows.
void resist_turning(const SweptRow& row, TurningRow& turning, std::vector<SweptBody>& bodies) {
  SweptBody& a = bodies[row.a];
  SweptBody& b = bodies[row.b];
  const double pressed = row.along + row.pressed;
  const Vec3 wanted = turning.couple - turning.give * (b.velocity.angular - a.velocity.angular);
  const double about = glm::dot(row.normal, wanted);
  const double spinning = std::clamp(about, -turning.spinning * pressed, turning.spinning * pressed);
  const Vec3 next = within(wanted - about * row.normal, turning.rolling * pressed) + spinning * row.normal;
  const Vec3 more = next - turning.couple;
  turning.couple = next;
  b.velocity.angular += b.inverse_inertia * more;
  a.velocity.angular -= a.inverse_inertia * more;
}

}  // namespace

Swept begin_sweeps(const ContactProblem& problem, Stage stage, std::span<const std::uint32_t> rows) {
  Swept swept;
  swept.stage = stage;
  swept.bodies.reserve(problem.bodies.size());
  for (const SolverBody& body : problem.bodies) {
    swept.bodies.push_back(swept_body(body, stage));
  }
  swept.rows.reserve(rows.size());
  for (const std::uint32_t index : rows) {
    add_row(problem, index, swept);
  }
  return swept;
}

void end_sweeps(const Swept& swept, ContactProblem& problem) {
  const bool at_start = swept.stage == Stage::impulses;
  for (std::size_t i = 0; i < swept.bodies.size(); ++i) {
    if (swept.bodies[i].is_dynamic) {
      (at_start ? problem.bodies[i].after : problem.bodies[i].way) = swept.bodies[i].velocity;
    }
  }
  for (const SweptRow& row : swept.rows) {
    ContactConstraint& to = problem.rows[row.row];
    (at_start ? to.impulse : to.load) = row.along;
    (at_start ? to.impulse_1 : to.load_1) = row.along_1;
    (at_start ? to.impulse_2 : to.load_2) = row.along_2;
    if (row.turning != does_not_resist) {
      to.couple = swept.turning[row.turning].couple;
    }
  }
}

double visit(Swept& swept, SweptRow& row) {
  const Vec3 velocity = velocity_of(swept, row);
  const double along = std::max(0.0, row.along - (glm::dot(row.normal, velocity) + row.closing) / row.response);
  const double more = along - row.along;
  Vec3 impulse = more * row.normal;
  double change = (more * row.response) * (more * row.response);
  row.along = along;
  const double most = std::max(0.0, row.friction * (along + row.pressed) - row.used);
  if (most > 0.0 || row.along_1 != 0.0 || row.along_2 != 0.0) {
    const Friction next = stopped(row, glm::dot(velocity, row.tangent_1) + row.belt_1 + more * row.coupling_1,
                                  glm::dot(velocity, row.tangent_2) + row.belt_2 + more * row.coupling_2, most);
    const Friction change_of{next.of_1 - row.along_1, next.of_2 - row.along_2};
    impulse += change_of.of_1 * row.tangent_1 + change_of.of_2 * row.tangent_2;
    change = std::max(change, (change_of.of_1 * change_of.of_1 + change_of.of_2 * change_of.of_2) *
                                  (row.response_of_change * row.response_of_change));
    row.along_1 = next.of_1;
    row.along_2 = next.of_2;
  }
  if (change > 0.0) {
    push(row, impulse, swept.bodies);
  }
  if (row.turning != does_not_resist) {
    resist_turning(row, swept.turning[row.turning], swept.bodies);
  }
  return change;
}

bool is_undone(const Swept& swept) {
  return std::any_of(swept.rows.begin(), swept.rows.end(), [&](const SweptRow& row) {
    return -(glm::dot(row.normal, velocity_of(swept, row)) + row.closing) > row.missed;
  });
}

}  // namespace firstcontact
