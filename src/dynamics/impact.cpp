#include "dynamics/impact.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/tolerances.hpp"
#include "dynamics/impact_by_law.hpp"
#include "dynamics/impact_friction.hpp"
#include "dynamics/impact_reflection.hpp"

namespace firstcontact {

namespace {

// m/s: the speeds that a relative velocity is the sum of.
double speeds_at(const ContactPoint& point, std::span<const Responder> responders) {
  const auto speed = [](const Velocity& velocity, const Vec3& arm) {
    return std::sqrt(squared_length(velocity.linear)) +
           std::sqrt(squared_length(velocity.angular) * squared_length(arm));
  };
  return speed(responders[point.a].velocity, point.arm_a) + speed(responders[point.b].velocity, point.arm_b);
}

// Those that approach; of a cluster without restitution all, when any does: they are stopped at once, where one after
// the other would hand a heavy body's speed on to a light one and back again, and never end.
Reflection find_approaching(std::span<const ContactPoint> points, std::span<const Responder> responders,
                            const ImpactOptions& options) {
  const bool are_plastic = options.plastic || std::all_of(points.begin(), points.end(), [](const ContactPoint& point) {
                             return point.restitution == 0.0;
                           });
  Reflection reflection;
  reflection.is_for_all = are_plastic;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double speed = -glm::dot(points[i].normal, relative_velocity(points[i], responders));
    const double compliance = inverse_effective_mass(points[i], points[i].normal, responders);
    if (compliance == 0.0) {
      const double known_to = tolerances::speed_rounding * speeds_at(points[i], responders);
      reflection.is_jammed = reflection.is_jammed || speed > std::max(options.approach_tolerance, known_to);
      continue;
    }
    if (are_plastic || speed > options.approach_tolerance) {
      reflection.points.push_back(i);
      reflection.compliance.push_back(compliance);
      reflection.fastest = std::max(reflection.fastest, speed);
      reflection.rounding =
          std::max(reflection.rounding, tolerances::speed_rounding * speeds_at(points[i], responders));
    }
  }
  if (!(reflection.fastest > options.approach_tolerance)) {
    reflection.points.clear();
    return reflection;
  }
  reflection.impulse.assign(reflection.points.size(), 0.0);
  reflection.friction.assign(reflection.points.size(), Vec3(0.0));
  return reflection;
}

// Kinetic energy along s -> v + s M^-1 J^T p is a parabola with its minimum at s0 = -(p.Jv) / (p.J M^-1 J^T p); twice
// that far is where it has its first value again. Going (1 + e) s0, e <= 1, therefore never adds energy.
// By point: its part's scale.
std::vector<double> reflection_scales(const Reflection& reflection, std::span<const ContactPoint> points,
                                      std::span<const Responder> before, std::span<const Responder> pushed) {
  struct Sums {
    double along_velocity = 0.0, along_push = 0.0, weighted_restitution = 0.0, total = 0.0;
  };
  std::vector<bool> acts;
  for (const double impulse : reflection.impulse) {
    acts.push_back(impulse > 0.0);
  }
  const std::vector<std::size_t> parts = parts_of(reflection, points, before, acts);
  std::vector<Sums> sums(before.size());
  for (std::size_t k = 0; k < reflection.points.size(); ++k) {
    const ContactPoint& point = points[reflection.points[k]];
    const double speed = glm::dot(point.normal, relative_velocity(point, before));
    const double after = glm::dot(point.normal, relative_velocity(point, pushed));
    Sums& sum = sums[parts[k]];
    sum.along_velocity += reflection.impulse[k] * speed;
    sum.along_push += reflection.impulse[k] * (after - speed);
    sum.weighted_restitution += reflection.impulse[k] * point.restitution;
    sum.total += reflection.impulse[k];
  }
  std::vector<double> scales;
  for (const std::size_t part : parts) {
    const Sums& sum = sums[part];
    const bool has_any = sum.along_push > 0.0 && sum.total > 0.0;
    scales.push_back(has_any ? (1.0 + sum.weighted_restitution / sum.total) * (-sum.along_velocity / sum.along_push)
                             : 0.0);
  }
  return scales;
}

}  // namespace

ImpactRound resolve_impact_round(std::span<ContactPoint> points, std::span<Responder> responders,
                                 const ImpactOptions& options) {
  Reflection reflection = find_approaching(points, responders, options);
  if (reflection.points.empty()) {
    return {false, false, reflection.is_jammed};
  }
  const std::vector<Responder> before(responders.begin(), responders.end());
  stop_approaches(reflection, points, before);
  if (options.law && !options.plastic && answer_by_law(points, reflection, *options.law, responders)) {
    return {true, reflection.is_for_all, reflection.is_jammed};
  }
  for (std::size_t k = 0; k < reflection.points.size() && !options.plastic; ++k) {
    reflection.impulse[k] *= 1.0 + points[reflection.points[k]].restitution;
  }
  std::vector<Responder> pushed = before;
  for (std::size_t k = 0; k < reflection.points.size(); ++k) {
    const ContactPoint& point = points[reflection.points[k]];
    apply_impulse(point, reflection.impulse[k] * point.normal, pushed);
  }
  const std::vector<double> scales = options.plastic ? std::vector<double>(reflection.points.size(), 1.0)
                                                     : reflection_scales(reflection, points, before, pushed);
  for (std::size_t k = 0; k < reflection.points.size(); ++k) {
    ContactPoint& point = points[reflection.points[k]];
    reflection.impulse[k] *= scales[k];
    apply_impulse(point, reflection.impulse[k] * point.normal, responders);
    point.normal_impulse += reflection.impulse[k];
  }
  // A law bounds friction by the energy before the impact; else it only takes of what the reflection leaves.
  const std::vector<Responder> reflected(responders.begin(), responders.end());
  apply_friction(points, reflection, options.law ? before : reflected, responders);
  return {true, reflection.is_for_all, reflection.is_jammed};
}

}  // namespace firstcontact
