#include "dynamics/contact_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "core/tolerances.hpp"
#include "dynamics/shared_push.hpp"
#include "dynamics/turning_friction.hpp"

namespace firstcontact {

namespace {

/// Speeds of b's surface at the point against a's, or impulses on b, along the row's axes.
struct AlongAxes {
  double normal = 0.0, first = 0.0, second = 0.0;
};

Vec3 response_to(const Responder& body, const Vec3& arm, const Vec3& impulse) {
  return body.inverse_mass * impulse + glm::cross(body.inverse_inertia * glm::cross(arm, impulse), arm);
}

// Only what is pressed is lifted, and what is too near for certificates. A body that merely stands or flies by within
// the gap is touched by nothing, and keeps what gap it has.
bool is_lifted(const ContactPoint& point) {
  const double least = point.rest_gap * (tolerances::floor_gap / tolerances::rest_gap);
  return point.normal_impulse > 0.0 || point.separation < least;
}

// Above the rest gap the point may close it within the substep, hard; below it is only held, which makes no energy; and
// below the lift gap a damped spring lifts it back. The spring gives way but a little to what the point has borne in
// the last substep: so a heap does not sag by its load, and what is squeezed is not pressed ever harder.
NormalTarget push_target(const ContactPoint& point, const Softness& softness, double mass, double duration) {
  const double excess = point.separation - point.rest_gap;
  if (excess > 0.0) {
    return {excess / duration, mass, 0.0, 0.0};
  }
  const double below = is_lifted(point) ? std::min(0.0, point.separation - point.lift_gap) : 0.0;
  const double share = below < 0.0 ? tolerances::remembered_share : 1.0;
  return {std::max(softness.bias_rate * below, -tolerances::push_speed), mass * softness.mass_scale,
          softness.impulse_scale, share * point.normal_impulse};
}

NormalTarget relax_target(const ContactPoint& point, double mass, double duration) {
  return {std::max(0.0, point.separation - point.rest_gap) / duration, mass, 0.0, 0.0};
}

void set_tangents_mass(Row& row, double first, double cross, double second) {
  const double determinant = first * second - cross * cross;
  if (determinant > 0.0) {
    row.first_mass = second / determinant;
    row.cross_mass = -cross / determinant;
    row.second_mass = first / determinant;
    row.sliding_compliance = first + second;
    row.sliding_mass = 1.0 / row.sliding_compliance;
  }
}

}  // namespace

Softness contact_softness(double duration) {
  const double omega = 2.0 * std::numbers::pi * tolerances::contact_hertz_per_substep / duration;
  const double a1 = 2.0 * tolerances::contact_damping_ratio + duration * omega;
  const double a2 = duration * omega * a1;
  const double a3 = 1.0 / (1.0 + a2);
  return {omega / a1, a2 * a3, a3};
}

void aim(Row& row, const ContactPoint& point, const Softness& softness, double duration) {
  const double mass = row.compliance > 0.0 ? 1.0 / row.compliance : 0.0;
  row.push = push_target(point, softness, mass, duration);
  row.relax = relax_target(point, mass, duration);
}

Row make_row(const ContactPoint& point, std::span<const Responder> responders, const Softness& softness,
             double duration) {
  Row row;
  row.a = point.a;
  row.b = point.b;
  row.turns = has_turning_friction(point);
  row.normal = point.normal;
  row.first = any_perpendicular(point.normal);
  row.second = glm::cross(row.normal, row.first);
  row.arm_a = point.arm_a;
  row.arm_b = point.arm_b;
  row.belt_first = glm::dot(row.first, point.surface_velocity);
  row.belt_second = glm::dot(row.second, point.surface_velocity);
  row.friction = point.friction;
  const auto response = [&](const Vec3& direction) {
    return response_to(responders[row.a], row.arm_a, direction) + response_to(responders[row.b], row.arm_b, direction);
  };
  const Vec3 to_first = response(row.first);
  const Vec3 to_second = response(row.second);
  row.normal_first = glm::dot(row.normal, to_first);
  row.normal_second = glm::dot(row.normal, to_second);
  set_tangents_mass(row, glm::dot(row.first, to_first), glm::dot(row.first, to_second),
                    glm::dot(row.second, to_second));
  row.compliance = glm::dot(row.normal, response(row.normal));
  aim(row, point, softness, duration);
  row.normal_impulse = point.normal_impulse;
  row.first_impulse = glm::dot(row.first, point.friction_impulse);
  row.second_impulse = glm::dot(row.second, point.friction_impulse);
  return row;
}

namespace {

Vec3 velocity_at(const Row& row, std::span<const Responder> responders) {
  const Velocity& a = responders[row.a].velocity;
  const Velocity& b = responders[row.b].velocity;
  return b.linear + glm::cross(b.angular, row.arm_b) - a.linear - glm::cross(a.angular, row.arm_a);
}

AlongAxes speeds_at(const Row& row, std::span<const Responder> responders) {
  const Vec3 velocity = velocity_at(row, responders);
  return {glm::dot(row.normal, velocity), glm::dot(row.first, velocity) + row.belt_first,
          glm::dot(row.second, velocity) + row.belt_second};
}

void push(const Row& row, const Vec3& impulse, std::span<Responder> responders) {
  Responder& a = responders[row.a];
  Responder& b = responders[row.b];
  a.velocity.linear -= a.inverse_mass * impulse;
  a.velocity.angular -= a.inverse_inertia * glm::cross(row.arm_a, impulse);
  b.velocity.linear += b.inverse_mass * impulse;
  b.velocity.angular += b.inverse_inertia * glm::cross(row.arm_b, impulse);
}

void apply(const Row& row, const AlongAxes& change, std::span<Responder> responders) {
  push(row, change.normal * row.normal + change.first * row.first + change.second * row.second, responders);
}

// Then it has no friction to give, and only its normal speed matters.
bool holds_nothing(const Row& row) {
  return row.normal_impulse == 0.0 && row.first_impulse == 0.0 && row.second_impulse == 0.0;
}

// Stops the sliding, as far as the cone lets it: its section is a disc, not a box. Beyond it friction turns against the
// sliding itself, which what would stop it does not. Keeps the normal speed up to date.
void solve_friction(Row& row, AlongAxes& speeds, AlongAxes& change) {
  const double limit = row.friction * row.normal_impulse;
  double first = row.first_impulse - row.first_mass * speeds.first - row.cross_mass * speeds.second;
  double second = row.second_impulse - row.cross_mass * speeds.first - row.second_mass * speeds.second;
  if (first * first + second * second > limit * limit) {
    first = row.first_impulse - row.sliding_mass * speeds.first;
    second = row.second_impulse - row.sliding_mass * speeds.second;
    const double size = std::sqrt(first * first + second * second);
    const double share = size > limit ? limit / size : 1.0;
    first *= share;
    second *= share;
  }
  change.first = first - row.first_impulse;
  change.second = second - row.second_impulse;
  speeds.normal += row.normal_first * change.first + row.normal_second * change.second;
  row.first_impulse = first;
  row.second_impulse = second;
}

// N s: the normal impulse that `target` asks for at that speed.
double next_normal_impulse(const Row& row, const NormalTarget& target, double speed) {
  return std::max(
      0.0, row.normal_impulse - target.mass * (speed + target.bias) - target.leak * (row.normal_impulse - target.kept));
}

// m/s: the greatest change of a speed that these impulses make.
double change_of_speed(const Row& row, const AlongAxes& change) {
  const double sliding = std::max(std::abs(change.first), std::abs(change.second));
  return std::max(row.compliance * std::abs(change.normal), row.sliding_compliance * sliding);
}

// Each visit returns the greatest change of a speed, m/s.
double visit_normal(Row& row, const NormalTarget& target, std::span<Responder> responders) {
  const double next = next_normal_impulse(row, target, normal_speed(row, responders));
  const double change = next - row.normal_impulse;
  if (change == 0.0) {
    return 0.0;
  }
  row.normal_impulse = next;
  push(row, change * row.normal, responders);
  return row.compliance * std::abs(change);
}

double visit_friction(Row& row, std::span<Responder> responders) {
  if (holds_nothing(row)) {
    return 0.0;
  }
  AlongAxes speeds = speeds_at(row, responders);
  AlongAxes change;
  solve_friction(row, speeds, change);
  apply(row, change, responders);
  return change_of_speed(row, change);
}

// The normal last, because the motion must keep the gaps.
double visit_both(Row& row, std::span<Responder> responders) {
  if (holds_nothing(row)) {
    return visit_normal(row, row.push, responders);
  }
  AlongAxes speeds = speeds_at(row, responders);
  AlongAxes change;
  solve_friction(row, speeds, change);
  const double next = next_normal_impulse(row, row.push, speeds.normal);
  change.normal = next - row.normal_impulse;
  row.normal_impulse = next;
  apply(row, change, responders);
  return change_of_speed(row, change);
}

void turn(const Row& row, ContactPoint& point, std::span<Responder> responders) {
  if (row.turns) {
    point.normal_impulse = row.normal_impulse;
    solve_turning(point, responders);
  }
}

/// Of a sweep's changes, one by one.
struct ChangeSum {
  double largest = 0.0, squares = 0.0;
  std::size_t count = 0;

  void add(double change) {
    largest = std::max(largest, change);
    squares += change * change;
    ++count;
  }
  [[nodiscard]] SweepChange result() const {
    return {largest, count > 0 ? std::sqrt(squares / static_cast<double>(count)) : 0.0};
  }
};

}  // namespace

double normal_speed(const Row& row, std::span<const Responder> responders) {
  return glm::dot(row.normal, velocity_at(row, responders));
}

void warm_start(std::span<const Row> rows, std::span<Responder> responders) {
  for (const Row& row : rows) {
    apply(row, {row.normal_impulse, row.first_impulse, row.second_impulse}, responders);
  }
}

double fastest_normal_speed(std::span<const Row> rows, std::span<const Responder> responders) {
  double fastest = 0.0;
  for (const Row& row : rows) {
    fastest = std::max(fastest, std::abs(normal_speed(row, responders)));
  }
  return fastest;
}

void push_faces(std::span<const ContactPoint> points, NormalTarget Row::*target, std::span<Row> rows,
                std::span<Responder> responders) {
  std::vector<WantedSpeed> wanted;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const NormalTarget& aim = rows[i].*target;
    const double give = aim.mass > 0.0 ? aim.leak / aim.mass : 0.0;
    wanted.push_back({i, give * aim.kept - aim.bias, give, rows[i].normal_impulse});
  }
  push_evenly(points, wanted, responders);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].normal_impulse = wanted[i].impulse;
  }
}

SweepChange sweep_with_push(std::span<ContactPoint> points, std::span<Row> rows, std::span<Responder> responders) {
  ChangeSum changes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    turn(rows[i], points[i], responders);
    changes.add(visit_both(rows[i], responders));
  }
  return changes.result();
}

SweepChange sweep_relaxed(std::span<ContactPoint> points, std::span<Row> rows, std::span<Responder> responders) {
  ChangeSum changes;
  for (Row& row : rows) {
    changes.add(visit_normal(row, row.relax, responders));
  }
  // Last, because the push has leaked some of the normal impulse that friction is measured by.
  for (std::size_t i = 0; i < rows.size(); ++i) {
    turn(rows[i], points[i], responders);
    changes.add(visit_friction(rows[i], responders));
  }
  return changes.result();
}

}  // namespace firstcontact
