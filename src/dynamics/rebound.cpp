#include "dynamics/rebound.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace firstcontact {

namespace {

constexpr int sweeps = 10;

double normal_speed(const ContactPoint& point, std::span<const Responder> responders) {
  return glm::dot(point.normal, relative_velocity(point, responders));
}

// One impulse per rebound, and the responders pushed by them.
std::vector<double> push(std::span<const ContactPoint> points, std::span<const Rebound> rebounds,
                         std::span<Responder> pushed) {
  std::vector<double> compliances;
  for (const Rebound& rebound : rebounds) {
    const ContactPoint& point = points[rebound.point];
    compliances.push_back(inverse_effective_mass(point, point.normal, pushed));
  }
  std::vector<double> impulses(rebounds.size(), 0.0);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t k = 0; k < rebounds.size(); ++k) {
      if (compliances[k] == 0.0) {
        continue;
      }
      const ContactPoint& point = points[rebounds[k].point];
      const double missing = rebounds[k].speed - normal_speed(point, pushed);
      const double next = std::max(0.0, impulses[k] + missing / compliances[k]);
      apply_impulse(point, (next - impulses[k]) * point.normal, pushed);
      impulses[k] = next;
    }
  }
  return impulses;
}

}  // namespace

void give_rebounds(std::span<ContactPoint> points, std::span<const Rebound> rebounds, double budget,
                   std::span<Responder> responders) {
  if (rebounds.empty() || !(budget > 0.0)) {
    return;
  }
  std::vector<Responder> pushed(responders.begin(), responders.end());
  const std::vector<double> impulses = push(points, rebounds, pushed);
  double slope = 0.0;      // of the energy at no impulse, J
  double curvature = 0.0;  // half of its second derivative, J
  for (std::size_t k = 0; k < rebounds.size(); ++k) {
    const ContactPoint& point = points[rebounds[k].point];
    const double speed = normal_speed(point, responders);
    slope += impulses[k] * speed;
    curvature += 0.5 * impulses[k] * (normal_speed(point, pushed) - speed);
  }
  const double root = std::sqrt(slope * slope + 4.0 * curvature * budget);
  const double scale = slope + curvature <= budget ? 1.0 : 2.0 * budget / (slope + root);
  for (std::size_t k = 0; k < rebounds.size(); ++k) {
    ContactPoint& point = points[rebounds[k].point];
    apply_impulse(point, scale * impulses[k] * point.normal, responders);
    point.normal_impulse += scale * impulses[k];
  }
}

}  // namespace firstcontact
