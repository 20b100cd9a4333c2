#include "dynamics/impact_by_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "dynamics/rough_impact.hpp"

namespace firstcontact {

namespace {

// The impulses that stop the points of a pair are found to this share of the fastest approach, or not at all.
constexpr double pressure_precision = 1e-12;
constexpr int most_sweeps_of_pressure = 200;
constexpr double growth_of_wrong_ways = 4.0;
constexpr int most_shifts_of_pressure = 12;
// Of the speed at which they meet: how well the law's answer is known where it is asked first.
constexpr double first_precision = 1e-7;

// How both bodies give way there, and what they meet with.
PointImpact impact_at(const ContactPoint& point, ImpactLaw law, std::span<const Responder> responders) {
  PointImpact impact;
  impact.velocity = relative_velocity(point, responders);
  impact.normal = point.normal;
  impact.friction = point.friction;
  impact.restitution = point.restitution;
  impact.law = law;
  ContactPoint alone = point;
  alone.a = 0;
  alone.b = 1;
  for (int axis = 0; axis < 3; ++axis) {
    std::array<Responder, 2> bodies{responders[point.a], responders[point.b]};
    bodies[0].velocity = {};
    bodies[1].velocity = {};
    Vec3 unit(0.0);
    unit[axis] = 1.0;
    apply_impulse(alone, unit, bodies);
    impact.compliance[axis] = velocity_between(alone, bodies);
  }
  return impact;
}

bool is_for_the_law(std::span<const ContactPoint> points, const Reflection& reflection) {
  const ContactPoint& first = points[reflection.points.front()];
  return first.friction > 0.0 && std::all_of(reflection.points.begin(), reflection.points.end(), [&](std::size_t i) {
           const ContactPoint& point = points[i];
           return point.a == first.a && point.b == first.b && point.normal == first.normal &&
                  point.friction == first.friction && point.restitution == first.restitution;
         });
}

void push(ContactPoint& point, double along, const Vec3& friction, std::span<Responder> responders) {
  apply_impulse(point, along * point.normal + friction, responders);
  point.normal_impulse += along;
  point.friction_impulse += friction;
}

/// The points of a pair under their share of the pressure.
struct Pressed {
  std::vector<double> shares;  // of the normal impulse, 1 in all
  ContactPoint centre;         // where an impulse does what its shares at all points do
};

Pressed pressed_by(std::span<const ContactPoint> points, const std::vector<double>& impulses) {
  Pressed pressed{impulses, points.front()};
  const double total = std::accumulate(impulses.begin(), impulses.end(), 0.0);
  pressed.centre.arm_a = pressed.centre.arm_b = pressed.centre.surface_velocity = Vec3(0.0);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double share = impulses[k] / total;
    pressed.shares[k] = share;
    pressed.centre.arm_a += share * points[k].arm_a;
    pressed.centre.arm_b += share * points[k].arm_b;
    pressed.centre.surface_velocity += share * points[k].surface_velocity;
  }
  return pressed;
}

double normal_speed_at(const ContactPoint& point, std::span<const Responder> bodies) {
  return glm::dot(point.normal, relative_velocity(point, bodies));
}

void push_all(std::span<const ContactPoint> points, const std::vector<double>& impulses, const Vec3& friction,
              std::span<Responder> bodies) {
  for (std::size_t k = 0; k < points.size(); ++k) {
    apply_impulse(points[k], impulses[k] * (points[k].normal + friction), bodies);
  }
}

// 1/kg: how the point's normal speed answers to a normal impulse that brings its friction along.
double compliance_with(const ContactPoint& point, const Vec3& friction, std::span<const Responder> responders) {
  std::vector<Responder> bodies(responders.begin(), responders.end());
  apply_impulse(point, point.normal + friction, bodies);
  return normal_speed_at(point, bodies) - normal_speed_at(point, responders);
}

// The impulses that leave no point approaching where each brings `friction` along, as a share of itself; first all
// alike, so that what is symmetric stays so. Nothing where sweeps do not find them.
std::vector<double> stop_with(std::span<const ContactPoint> points, const Vec3& friction,
                              const std::vector<double>& guess, std::span<const Responder> responders) {
  std::vector<Responder> bodies(responders.begin(), responders.end());
  push_all(points, guess, friction, bodies);
  double missing = 0.0;
  double given = 0.0;
  double fastest = 0.0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double before = normal_speed_at(points[k], responders);
    missing -= guess[k] * before;
    given += guess[k] * (normal_speed_at(points[k], bodies) - before);
    fastest = std::max(fastest, -before);
  }
  if (!(missing > 0.0) || !(given > 0.0)) {
    return {};
  }
  std::vector<double> impulses = guess;
  std::vector<double> compliances;
  bodies.assign(responders.begin(), responders.end());
  for (std::size_t k = 0; k < points.size(); ++k) {
    impulses[k] *= missing / given;
    compliances.push_back(compliance_with(points[k], friction, responders));
    if (!(compliances[k] > 0.0)) {
      return {};
    }
  }
  push_all(points, impulses, friction, bodies);
  double first_change = 0.0;
  for (int sweep = 0; sweep < most_sweeps_of_pressure; ++sweep) {
    double change = 0.0;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const double next = std::max(0.0, impulses[k] - normal_speed_at(points[k], bodies) / compliances[k]);
      apply_impulse(points[k], (next - impulses[k]) * (points[k].normal + friction), bodies);
      change = std::max(change, std::abs(next - impulses[k]) * compliances[k]);
      impulses[k] = next;
    }
    if (change <= pressure_precision * fastest) {
      return impulses;
    }
    first_change = sweep == 0 ? change : first_change;
    if (change > growth_of_wrong_ways * first_change) {
      return {};  // on the way to an answer in which the first point bears for another
    }
  }
  return {};
}

// N s per m, about the normal: the turn that the points would resist with while they slide as they do, `slip` m/s on
// the average, and no more than what stops it.
double moment_against_spin(const Pressed& pressed, std::span<const ContactPoint> points, double slip,
                           const ImpactOutcome& outcome, std::span<const Responder> responders) {
  const ContactPoint& centre = pressed.centre;
  const Responder& a = responders[centre.a];
  const Responder& b = responders[centre.b];
  const Vec3& normal = centre.normal;
  const double spin = glm::dot(normal, b.velocity.angular - a.velocity.angular);
  const double compliance = glm::dot(normal, (a.inverse_inertia + b.inverse_inertia) * normal);
  double squares = 0.0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    squares += pressed.shares[k] * squared_length(glm::cross(normal, points[k].arm_b - centre.arm_b));
  }
  if (!(compliance * squares > 0.0)) {
    return 0.0;
  }
  const double stopping = std::abs(spin) / (compliance * squares);
  const double most = centre.friction * outcome.normal_impulse * std::abs(spin);
  const double size = most < stopping * slip ? most / slip : stopping;
  return spin > 0.0 ? -size : size;
}

// The law answers at one point, where nothing resists a turn about the normal. Each point does so within its cone, and
// no further than to the least energy.
void resist_spin(std::span<ContactPoint> points, const Pressed& pressed, double slip, const ImpactOutcome& outcome,
                 std::span<Responder> responders) {
  const double moment = moment_against_spin(pressed, points, slip, outcome, responders);
  if (moment == 0.0) {
    return;
  }
  std::vector<Vec3> changes;
  std::vector<Responder> moved(responders.begin(), responders.end());
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double share = pressed.shares[k];
    const Vec3 around = glm::cross(pressed.centre.normal, points[k].arm_b - pressed.centre.arm_b);
    const Vec3 wanted = share * (outcome.friction_impulse + moment * around);
    const double most = points[k].friction * share * outcome.normal_impulse;
    const double size = std::sqrt(squared_length(wanted));
    changes.push_back((size > most ? wanted * (most / size) : wanted) - share * outcome.friction_impulse);
    apply_impulse(points[k], changes.back(), moved);
  }
  double slope = 0.0;      // J
  double curvature = 0.0;  // J
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Vec3 velocity = relative_velocity(points[k], responders);
    slope += glm::dot(changes[k], velocity);
    curvature += glm::dot(changes[k], relative_velocity(points[k], moved) - velocity);
  }
  if (!(slope < 0.0) || !(curvature > 0.0)) {
    return;
  }
  const double share = std::min(1.0, -slope / curvature);
  for (std::size_t k = 0; k < points.size(); ++k) {
    push(points[k], 0.0, share * changes[k], responders);
  }
}

double slip_at(const ContactPoint& point, std::span<const Responder> bodies) {
  const Vec3 velocity = relative_velocity(point, bodies);
  return std::sqrt(squared_length(velocity - glm::dot(point.normal, velocity) * point.normal));
}

/// Where the pressure is, and what the law says there.
struct AtPressure {
  Pressed pressed;
  ImpactOutcome outcome;
};

// Of a normal impulse: the friction that stops the point along with it; where that is beyond the cone, what acts
// against the slip.
Vec3 likely_friction(const PointImpact& impact) {
  const Vec3 stopping = -(glm::inverse(impact.compliance) * impact.velocity);
  const double along = glm::dot(impact.normal, stopping);
  const Vec3 ratio = stopping / along - impact.normal;
  if (along > 0.0 && squared_length(ratio) <= impact.friction * impact.friction) {
    return ratio;
  }
  const Vec3 slip = impact.velocity - glm::dot(impact.normal, impact.velocity) * impact.normal;
  const double speed = std::sqrt(squared_length(slip));
  return speed > 0.0 ? -(impact.friction / speed) * slip : Vec3(0.0);
}

// Friction shifts the pressure: a box that slides bears at its front. So what the law says of friction is what stopping
// the points is asked with again, until both agree (Broyden 1965: a few rounds).
AtPressure law_at_pressure(std::span<const ContactPoint> points, std::vector<double> impulses, ImpactLaw law,
                           std::span<const Responder> responders) {
  AtPressure at;
  at.pressed = pressed_by(points, impulses);
  Vec3 friction = likely_friction(impact_at(at.pressed.centre, law, responders));
  Vec3 missing(0.0);
  Vec3 step(0.0);
  Mat3 newton(1.0);
  double precision = first_precision;
  for (int round = 0; round < most_shifts_of_pressure; ++round) {
    std::vector<double> shifted = stop_with(points, friction, impulses, responders);
    if (!shifted.empty()) {
      impulses = std::move(shifted);
      at.pressed = pressed_by(points, impulses);
    }
    at.outcome = resolve_impact_roughly(impact_at(at.pressed.centre, law, responders), precision);
    if (!(at.outcome.normal_impulse > 0.0)) {
      return at;
    }
    const Vec3 left = at.outcome.friction_impulse / at.outcome.normal_impulse - friction;
    const double squares = squared_length(left);
    if (squares <= pressure_precision * pressure_precision && precision < pressure_precision) {
      return at;
    }
    precision = std::min(1e-3 * squares, precision);  // Broyden's steps square what is left, at best
    const Vec3 answer = newton * (left - missing);
    const double along = glm::dot(step, answer);
    if (along != 0.0) {
      newton -= glm::outerProduct(step + answer, step * newton) / along;
    }
    step = newton * left;
    friction += step;
    missing = left;
  }
  at.outcome =
      resolve_impact(impact_at(at.pressed.centre, law, responders));  // they do not agree: known well all the same
  return at;
}

bool answer_at_points(std::span<ContactPoint> points, const std::vector<double>& stopping, ImpactLaw law,
                      std::span<Responder> responders) {
  const AtPressure at = law_at_pressure(points, stopping, law, responders);
  const auto& [pressed, outcome] = at;
  if (!(outcome.normal_impulse > 0.0)) {
    return false;
  }
  const double slip = slip_at(pressed.centre, responders);
  for (std::size_t k = 0; k < points.size(); ++k) {
    push(points[k], pressed.shares[k] * outcome.normal_impulse, pressed.shares[k] * outcome.friction_impulse,
         responders);
  }
  resist_spin(points, pressed, 0.5 * (slip + slip_at(pressed.centre, responders)), outcome, responders);
  return true;
}

}  // namespace

bool answer_by_law(std::span<ContactPoint> points, const Reflection& stopped, ImpactLaw law,
                   std::span<Responder> responders) {
  if (!is_for_the_law(points, stopped)) {
    return false;
  }
  if (stopped.points.size() > 1) {
    std::vector<ContactPoint> own;
    for (const std::size_t index : stopped.points) {
      own.push_back(points[index]);
    }
    const bool is_answered = answer_at_points(own, stopped.impulse, law, responders);
    for (std::size_t k = 0; k < own.size() && is_answered; ++k) {
      points[stopped.points[k]] = own[k];
    }
    return is_answered;
  }
  ContactPoint& point = points[stopped.points.front()];
  const ImpactOutcome outcome = resolve_impact(impact_at(point, law, responders));
  if (!(outcome.normal_impulse > 0.0)) {
    return false;
  }
  push(point, outcome.normal_impulse, outcome.friction_impulse, responders);
  return true;
}

}  // namespace firstcontact
