#include "dynamics/impact.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "dynamics/rebound.hpp"

namespace firstcontact {

namespace {

constexpr int most_sweeps = 200;
constexpr int friction_sweeps = 10;
// Sweeps end when no impulse changed a velocity by more than this fraction of the fastest approach.
constexpr double sweep_precision = 1e-14;

struct Reflection {
  std::vector<std::size_t> points;  // those that approach
  std::vector<double> impulse;      // lambda, N s, one per approaching point
  std::vector<double> compliance;   // 1/kg along the normal
  double fastest = 0.0;             // m/s, of the approaches
};

Reflection find_approaching(std::span<const ContactPoint> points, std::span<const Responder> responders,
                            double tolerance) {
  Reflection reflection;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double speed = -glm::dot(points[i].normal, relative_velocity(points[i], responders));
    const double compliance = inverse_effective_mass(points[i], points[i].normal, responders);
    if (speed > tolerance && compliance > 0.0) {
      reflection.points.push_back(i);
      reflection.compliance.push_back(compliance);
      reflection.fastest = std::max(reflection.fastest, speed);
    }
  }
  reflection.impulse.assign(reflection.points.size(), 0.0);
  return reflection;
}

// The impulses that leave no point approaching: min 1/2 l A l + l J v over l >= 0, by projected Gauss-Seidel.
void stop_approaches(Reflection& reflection, std::span<const ContactPoint> points, std::vector<Responder> trial) {
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double largest_change = 0.0;
    for (std::size_t k = 0; k < reflection.points.size(); ++k) {
      const ContactPoint& point = points[reflection.points[k]];
      const double speed = glm::dot(point.normal, relative_velocity(point, trial));
      const double next = std::max(0.0, reflection.impulse[k] - speed / reflection.compliance[k]);
      const double change = next - reflection.impulse[k];
      reflection.impulse[k] = next;
      apply_impulse(point, change * point.normal, trial);
      largest_change = std::max(largest_change, std::abs(change) * reflection.compliance[k]);
    }
    if (largest_change <= sweep_precision * reflection.fastest) {
      return;
    }
  }
}

// Kinetic energy along s -> v + s M^-1 J^T p is a parabola with its minimum at s0 = -(p.Jv) / (p.J M^-1 J^T p); twice
// that far is where it has its first value again. Going (1 + e) s0, e <= 1, therefore never adds energy.
double reflection_scale(const Reflection& reflection, std::span<const ContactPoint> points,
                        std::span<const Responder> before, std::span<const Responder> pushed) {
  double along_velocity = 0.0;
  double along_push = 0.0;
  double weighted_restitution = 0.0;
  double total = 0.0;
  for (std::size_t k = 0; k < reflection.points.size(); ++k) {
    const ContactPoint& point = points[reflection.points[k]];
    const double speed = glm::dot(point.normal, relative_velocity(point, before));
    const double after = glm::dot(point.normal, relative_velocity(point, pushed));
    along_velocity += reflection.impulse[k] * speed;
    along_push += reflection.impulse[k] * (after - speed);
    weighted_restitution += reflection.impulse[k] * point.restitution;
    total += reflection.impulse[k];
  }
  if (!(along_push > 0.0) || !(total > 0.0)) {
    return 0.0;
  }
  return (1.0 + weighted_restitution / total) * (-along_velocity / along_push);
}

Vec3 clamped(const Vec3& v, double length) {
  const double size = std::sqrt(squared_length(v));
  return size > length ? v * (length / size) : v;
}

double normal_speed(const ContactPoint& point, std::span<const Responder> responders) {
  return glm::dot(point.normal, relative_velocity(point, responders));
}

// Projected gradient steps on the energy change as a function of the friction impulses, each in its disc: every step
// lowers it, so friction can only take energy, also where several points share a body. Returns what it took, J.
double apply_friction(std::span<ContactPoint> points, const Reflection& reflection, double scale,
                      std::span<Responder> responders) {
  std::vector<Vec3> applied(reflection.points.size(), Vec3(0.0));
  double taken = 0.0;
  for (int sweep = 0; sweep < friction_sweeps; ++sweep) {
    for (std::size_t k = 0; k < reflection.points.size(); ++k) {
      ContactPoint& point = points[reflection.points[k]];
      const double limit = point.friction * scale * reflection.impulse[k];
      if (limit == 0.0) {
        continue;
      }
      const Vec3 velocity = relative_velocity(point, responders);
      const Vec3 sliding = velocity - point.normal * glm::dot(point.normal, velocity);
      const Vec3 tangent = any_perpendicular(point.normal);
      const double compliance = inverse_effective_mass(point, tangent, responders) +
                                inverse_effective_mass(point, glm::cross(point.normal, tangent), responders);
      const Vec3 next = clamped(applied[k] - sliding / compliance, limit);
      const Vec3 change = next - applied[k];
      apply_impulse(point, change, responders);
      taken -= 0.5 * glm::dot(change, velocity + relative_velocity(point, responders));
      point.friction_impulse += change;
      applied[k] = next;
    }
  }
  return taken;
}

}  // namespace

ImpactRound resolve_impact_round(std::span<ContactPoint> points, std::span<Responder> responders,
                                 const ImpactOptions& options) {
  Reflection reflection = find_approaching(points, responders, options.approach_tolerance);
  if (reflection.points.empty()) {
    return {};
  }
  const std::vector<Responder> before(responders.begin(), responders.end());
  stop_approaches(reflection, points, before);
  for (std::size_t k = 0; k < reflection.points.size() && !options.plastic; ++k) {
    reflection.impulse[k] *= 1.0 + points[reflection.points[k]].restitution;
  }
  std::vector<Responder> pushed = before;
  for (std::size_t k = 0; k < reflection.points.size(); ++k) {
    const ContactPoint& point = points[reflection.points[k]];
    apply_impulse(point, reflection.impulse[k] * point.normal, pushed);
  }
  const double scale = options.plastic ? 1.0 : reflection_scale(reflection, points, before, pushed);
  for (std::size_t k = 0; k < reflection.points.size(); ++k) {
    ContactPoint& point = points[reflection.points[k]];
    apply_impulse(point, scale * reflection.impulse[k] * point.normal, responders);
    point.normal_impulse += scale * reflection.impulse[k];
  }
  // Friction at a point off the line of centres also turns its rebound aside. Newton's restitution is about the normal
  // speed, and a rebound that falls short makes the bodies meet again on a smaller gap. So it is given back, as far as
  // what friction took pays for it.
  std::vector<Rebound> rebounds;
  for (const std::size_t point : reflection.points) {
    rebounds.push_back({point, normal_speed(points[point], responders)});
  }
  const double taken = apply_friction(points, reflection, scale, responders);
  give_rebounds(points, rebounds, taken, responders);
  return {true};
}

}  // namespace firstcontact
