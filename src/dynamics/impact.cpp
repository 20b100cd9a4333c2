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
constexpr int friction_rounds = 12;
// Friction and rebounds agree when neither changed a velocity by more than this fraction of the fastest approach.
constexpr double friction_precision = 1e-13;
// Sweeps end when no impulse changed a velocity by more than this fraction of the fastest approach.
constexpr double sweep_precision = 1e-14;

struct Reflection {
  std::vector<std::size_t> points;  // those that approach
  std::vector<double> impulse;      // lambda, N s, one per approaching point
  std::vector<double> restored;     // N s, the part of `impulse` that gives a rebound back
  std::vector<Vec3> friction;       // N s, one per approaching point
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
  reflection.restored.assign(reflection.points.size(), 0.0);
  reflection.friction.assign(reflection.points.size(), Vec3(0.0));
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

struct FrictionWork {
  double taken = 0.0;           // J
  double largest_change = 0.0;  // m/s
};

// Projected gradient steps on the energy change as a function of the friction impulses, each in its disc: every step
// lowers it, so friction can only take energy, also where several points share a body.
FrictionWork apply_friction(std::span<ContactPoint> points, Reflection& reflection, std::span<Responder> responders) {
  FrictionWork work;
  for (int sweep = 0; sweep < friction_sweeps; ++sweep) {
    for (std::size_t k = 0; k < reflection.points.size(); ++k) {
      ContactPoint& point = points[reflection.points[k]];
      // Never below what it has: a smaller disc would let friction give energy back that is already spent.
      const double size = std::sqrt(squared_length(reflection.friction[k]));
      const double limit = std::max(size, point.friction * reflection.impulse[k]);
      if (limit == 0.0) {
        continue;
      }
      const Vec3 velocity = relative_velocity(point, responders);
      const Vec3 sliding = velocity - point.normal * glm::dot(point.normal, velocity);
      const Vec3 tangent = any_perpendicular(point.normal);
      const double compliance = inverse_effective_mass(point, tangent, responders) +
                                inverse_effective_mass(point, glm::cross(point.normal, tangent), responders);
      const Vec3 next = clamped(reflection.friction[k] - sliding / compliance, limit);
      const Vec3 change = next - reflection.friction[k];
      apply_impulse(point, change, responders);
      work.taken -= 0.5 * glm::dot(change, velocity + relative_velocity(point, responders));
      work.largest_change = std::max(work.largest_change, compliance * std::sqrt(squared_length(change)));
      point.friction_impulse += change;
      reflection.friction[k] = next;
    }
  }
  return work;
}

// Friction at a point off the line of centres also turns its rebound aside. Newton's restitution is about the normal
// speed, and a rebound that falls short makes the bodies meet again on a smaller gap. So it is given back, as far as
// what friction took pays for it. What an earlier turn gave too much is taken off again. Returns what is left of the
// budget, J.
double restore_rebounds(std::span<ContactPoint> points, Reflection& reflection, std::span<Rebound> rebounds,
                        double budget, std::span<Responder> responders) {
  for (std::size_t k = 0; k < rebounds.size(); ++k) {
    // No more than leaves the friction that there is within its cone.
    const double friction = points[reflection.points[k]].friction;
    const double held = std::sqrt(squared_length(reflection.friction[k]));
    const double needed = held > 0.0 ? held / friction : 0.0;
    rebounds[k].removable = std::clamp(reflection.impulse[k] - needed, 0.0, std::max(0.0, reflection.restored[k]));
  }
  const double left = give_rebounds(points, rebounds, budget, responders);
  for (std::size_t k = 0; k < rebounds.size(); ++k) {
    reflection.impulse[k] += rebounds[k].impulse;
    reflection.restored[k] += rebounds[k].impulse;
  }
  return left;
}

// Rebounds need more normal impulse where friction turned them aside, and that in turn allows and asks for more
// friction: by turns, until both hold at once. After a single turn a corner that should stick still slides.
void apply_friction_and_rebounds(std::span<ContactPoint> points, Reflection& reflection,
                                 std::span<Responder> responders) {
  std::vector<Rebound> rebounds;
  for (const std::size_t point : reflection.points) {
    rebounds.push_back({point, normal_speed(points[point], responders)});
  }
  double budget = 0.0;
  for (int round = 0; round < friction_rounds; ++round) {
    const FrictionWork work = apply_friction(points, reflection, responders);
    if (work.largest_change <= friction_precision * reflection.fastest) {
      return;
    }
    budget = restore_rebounds(points, reflection, rebounds, budget + std::max(0.0, work.taken), responders);
  }
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
    reflection.impulse[k] *= scale;
    apply_impulse(point, reflection.impulse[k] * point.normal, responders);
    point.normal_impulse += reflection.impulse[k];
  }
  apply_friction_and_rebounds(points, reflection, responders);
  return {true};
}

}  // namespace firstcontact
