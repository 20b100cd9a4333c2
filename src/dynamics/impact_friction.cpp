#include "dynamics/impact_friction.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/perpendicular.hpp"

namespace firstcontact {

namespace {

// Friction gets fewer sweeps, the more points there are.
constexpr int friction_visits = 2000;
constexpr int fewest_friction_sweeps = 20;
// Friction and rebounds agree when neither changed a velocity by more than this fraction of the fastest approach.
constexpr double friction_precision = 1e-13;

Vec3 within_disc(const Vec3& v, double length) {
  const double size = std::sqrt(squared_length(v));
  return size > length ? v * (length / size) : v;
}

double normal_speed(const ContactPoint& point, std::span<const Responder> responders) {
  return glm::dot(point.normal, relative_velocity(point, responders));
}

// One sweep of Coulomb friction, each point's impulse in its disc. Returns the largest change of a velocity, m/s.
double sweep_friction(std::span<const ContactPoint> points, Reflection& trial, std::span<Responder> responders) {
  double largest = 0.0;
  for (std::size_t k = 0; k < trial.points.size(); ++k) {
    const ContactPoint& point = points[trial.points[k]];
    const double compliance = trial.slide_compliance[k];
    if (compliance == 0.0) {
      continue;
    }
    const Vec3 velocity = relative_velocity(point, responders);
    const Vec3 sliding = velocity - point.normal * glm::dot(point.normal, velocity);
    const Vec3 next = within_disc(trial.friction[k] - sliding / compliance, point.friction * trial.impulse[k]);
    const Vec3 change = next - trial.friction[k];
    apply_impulse(point, change, responders);
    largest = std::max(largest, compliance * std::sqrt(squared_length(change)));
    trial.friction[k] = next;
  }
  return largest;
}

// One sweep that gives every point its rebound again, which friction turned aside: more of the normal impulse where it
// falls short, less, down to none, where it overshoots.
double sweep_rebounds(std::span<const ContactPoint> points, const std::vector<double>& rebounds, Reflection& trial,
                      std::span<Responder> responders) {
  double largest = 0.0;
  for (std::size_t k = 0; k < trial.points.size(); ++k) {
    const ContactPoint& point = points[trial.points[k]];
    const double missing = rebounds[k] - normal_speed(point, responders);
    const double next = std::max(0.0, trial.impulse[k] + missing / trial.compliance[k]);
    const double change = next - trial.impulse[k];
    apply_impulse(point, change * point.normal, responders);
    largest = std::max(largest, trial.compliance[k] * std::abs(change));
    trial.impulse[k] = next;
  }
  return largest;
}

/// What a step from one answer to another changes of the energy: along it, energy is a parabola.
struct StepOfEnergy {
  double slope = 0.0;      // at the start, J
  double curvature = 0.0;  // half of the second derivative, J
  double budget = 0.0;     // J: what the bound is above the start

  // The largest share of the step that the budget pays for.
  [[nodiscard]] double affordable_share() const {
    const double most = std::max(0.0, budget);
    if (slope + curvature <= most) {
      return 1.0;
    }
    // Of next to no friction all of this may be rounding, of either sign: then none is taken.
    const double root = std::sqrt(std::max(0.0, slope * slope + 4.0 * curvature * most));
    return curvature > 0.0 ? std::clamp((root - slope) / (2.0 * curvature), 0.0, 1.0) : 0.0;
  }
};

// By point, the share of the step from the answer without friction, of the bodies `before`, to the one with it that
// makes no more energy than the bound has, each part for itself.
std::vector<double> affordable_shares(const Reflection& from, const RubbedReflection& to,
                                      std::span<const ContactPoint> points, std::span<const Responder> bound,
                                      std::span<const Responder> before) {
  std::vector<bool> acts;
  for (std::size_t k = 0; k < from.points.size(); ++k) {
    acts.push_back(from.impulse[k] > 0.0 || to.reflection.impulse[k] > 0.0 || to.reflection.friction[k] != Vec3(0.0));
  }
  const std::vector<std::size_t> parts = parts_of(from, points, before, acts);
  std::vector<StepOfEnergy> steps(before.size());
  for (std::size_t k = 0; k < from.points.size(); ++k) {
    const ContactPoint& point = points[from.points[k]];
    const Vec3 impulse = (to.reflection.impulse[k] - from.impulse[k]) * point.normal + to.reflection.friction[k];
    const Vec3 velocity = relative_velocity(point, before);
    StepOfEnergy& step = steps[parts[k]];
    step.slope += glm::dot(impulse, velocity);
    step.curvature += 0.5 * glm::dot(impulse, relative_velocity(point, to.moved) - velocity);
    step.budget -= 0.5 * from.impulse[k] * glm::dot(point.normal, velocity + relative_velocity(point, bound));
  }
  std::vector<double> shares;
  for (const std::size_t part : parts) {
    shares.push_back(steps[part].affordable_share());
  }
  return shares;
}

}  // namespace

RubbedReflection rub(std::span<const ContactPoint> points, const std::vector<double>& rebounds,
                     const Reflection& reflection, std::span<const Responder> moved) {
  RubbedReflection rubbed{reflection, {moved.begin(), moved.end()}};
  Reflection& trial = rubbed.reflection;
  trial.slide_compliance.clear();
  for (const std::size_t index : trial.points) {
    const ContactPoint& point = points[index];
    const Vec3 tangent = perpendicular_of_unit(point.normal);
    trial.slide_compliance.push_back(inverse_effective_mass(point, tangent, moved) +
                                     inverse_effective_mass(point, glm::cross(point.normal, tangent), moved));
  }
  const double agreement = std::max(friction_precision * reflection.fastest, reflection.rounding);
  double change = std::numeric_limits<double>::infinity();
  const int most = std::max(friction_visits / static_cast<int>(trial.points.size()), fewest_friction_sweeps);
  for (int sweep = 0; sweep < most && change > agreement; ++sweep) {
    change = sweep_friction(points, trial, rubbed.moved);
    change = std::max(change, sweep_rebounds(points, rebounds, trial, rubbed.moved));
  }
  if (change > agreement) {
    // Cut short: the last rebounds may have taken normal impulse from under friction that leaned on it.
    static_cast<void>(sweep_friction(points, trial, rubbed.moved));
  }
  return rubbed;
}

// Friction at a point off the line of centres turns its rebound aside, and Newton's restitution is about the normal
// speed; and a box that lands askew of its way is turned by friction, so that its corners do not bear alike. So both
// are solved for together: friction within mu times the normal impulse that there is in the end, and rebounds as they
// are without friction. Of the step from the answer without friction to the one with it, each part takes as much as it
// has the energy for: in between, rebounds are right and impulses within their cones all the same.
void apply_friction(std::span<ContactPoint> points, Reflection& reflection, std::span<const Responder> bound,
                    std::span<Responder> responders) {
  const bool is_smooth = std::all_of(reflection.points.begin(), reflection.points.end(),
                                     [&](std::size_t point) { return points[point].friction == 0.0; });
  if (is_smooth) {
    return;
  }
  std::vector<double> rebounds;  // of what was not pushed: not to approach
  for (std::size_t k = 0; k < reflection.points.size(); ++k) {
    const double speed = normal_speed(points[reflection.points[k]], responders);
    rebounds.push_back(reflection.impulse[k] > 0.0 ? speed : 0.0);
  }
  const RubbedReflection rubbed = rub(points, rebounds, reflection, responders);
  const std::vector<double> shares = affordable_shares(reflection, rubbed, points, bound, responders);
  for (std::size_t k = 0; k < reflection.points.size(); ++k) {
    ContactPoint& point = points[reflection.points[k]];
    const double pushed = shares[k] * (rubbed.reflection.impulse[k] - reflection.impulse[k]);
    reflection.impulse[k] += pushed;
    reflection.friction[k] = shares[k] * rubbed.reflection.friction[k];
    apply_impulse(point, pushed * point.normal + reflection.friction[k], responders);
    point.normal_impulse += pushed;
    point.friction_impulse += reflection.friction[k];
  }
}

}  // namespace firstcontact
