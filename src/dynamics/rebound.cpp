#include "dynamics/rebound.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace firstcontact {

namespace {

constexpr int fewest_sweeps = 10;
// Few points are worth many: a light body between two contacts hands most of what one asks for on to the other.
constexpr int most_sweeps = 400;
constexpr int point_visits = 8000;
// Of the greatest speed that is asked for: they agree.
constexpr double agreement = 1e-6;

double normal_speed(const ContactPoint& point, std::span<const Responder> responders) {
  return glm::dot(point.normal, relative_velocity(point, responders));
}

// Finds one impulse per rebound, and pushes the responders by them.
void push(std::span<const ContactPoint> points, std::span<Rebound> rebounds, std::span<Responder> pushed) {
  std::vector<double> compliances;
  double fastest = 0.0;
  for (Rebound& rebound : rebounds) {
    const ContactPoint& point = points[rebound.point];
    compliances.push_back(inverse_effective_mass(point, point.normal, pushed));
    rebound.impulse = 0.0;
    fastest = std::max(fastest, rebound.speed);
  }
  const int affordable = point_visits / std::max(1, static_cast<int>(rebounds.size()));
  const int sweeps = std::clamp(affordable, fewest_sweeps, most_sweeps);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    double change = 0.0;
    for (std::size_t k = 0; k < rebounds.size(); ++k) {
      if (compliances[k] == 0.0) {
        continue;
      }
      const ContactPoint& point = points[rebounds[k].point];
      const double missing = rebounds[k].speed - normal_speed(point, pushed);
      const double next = std::max(-rebounds[k].removable, rebounds[k].impulse + missing / compliances[k]);
      apply_impulse(point, (next - rebounds[k].impulse) * point.normal, pushed);
      change = std::max(change, compliances[k] * std::abs(next - rebounds[k].impulse));
      rebounds[k].impulse = next;
    }
    if (change <= agreement * fastest) {
      break;
    }
  }
}

// Where the parabola slope * s + curvature * s^2 (J) reaches the budget, 1 at most, by the formula that does not
// cancel. With nothing to spend on points that stand exactly still, nowhere but at 0.
double affordable_share(double slope, double curvature, double budget) {
  if (slope + curvature <= budget) {
    return 1.0;
  }
  const double root = std::sqrt(slope * slope + 4.0 * curvature * budget);
  if (slope < 0.0) {
    return (root - slope) / (2.0 * curvature);
  }
  return slope + root > 0.0 ? 2.0 * budget / (slope + root) : 0.0;
}

}  // namespace

double give_rebounds(std::span<ContactPoint> points, std::span<Rebound> rebounds, const ReboundBudget& budget,
                     std::span<Responder> responders) {
  std::vector<Responder> pushed(responders.begin(), responders.end());
  push(points, rebounds, pushed);
  double slope = 0.0;      // of the energy at no impulse, J
  double curvature = 0.0;  // half of its second derivative, J
  for (const Rebound& rebound : rebounds) {
    const ContactPoint& point = points[rebound.point];
    const double speed = normal_speed(point, responders);
    slope += rebound.impulse * speed;
    curvature += 0.5 * rebound.impulse * (normal_speed(point, pushed) - speed);
  }
  double raised = 0.0;  // J
  for (std::size_t i = 0; i < budget.weights.size(); ++i) {
    raised += glm::dot(budget.weights[i], pushed[i].velocity.linear - responders[i].velocity.linear);
  }
  const double scale = std::min(affordable_share(slope, curvature, budget.kinetic),
                                affordable_share(slope + raised, curvature, budget.in_all));
  for (Rebound& rebound : rebounds) {
    ContactPoint& point = points[rebound.point];
    rebound.impulse *= scale;
    apply_impulse(point, rebound.impulse * point.normal, responders);
    point.normal_impulse += rebound.impulse;
  }
  return std::max(0.0, budget.kinetic - slope - curvature);
}

}  // namespace firstcontact
