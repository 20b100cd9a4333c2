#include "dynamics/direct_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "dynamics/direct_minimum.hpp"

namespace firstcontact {

namespace {

// Of what the kicks bring: how much energy the bodies may have won when the rounds end.
constexpr double most_won = 1e-9;
// Of what was missed a round before: where no less is left, contacts grow stiffer, by so many times.
constexpr double little_gain = 0.3;
constexpr double stiffer = 10.0;
constexpr int most_rounds = 8;

// m/s: the most that gravity and the like changed a velocity by.
double fastest_kick(std::span<const Responder> responders, std::span<const Velocity> before) {
  double fastest = 0.0;
  for (std::size_t slot = 0; slot < responders.size(); ++slot) {
    fastest = std::max(fastest, squared_length(responders[slot].velocity.linear - before[slot].linear));
  }
  return std::sqrt(fastest);
}

double longest_arm(std::span<const ContactPoint> points) {
  double longest = 0.0;
  for (const ContactPoint& point : points) {
    longest = std::max({longest, squared_length(point.arm_a), squared_length(point.arm_b)});
  }
  return std::sqrt(longest);
}

// What rounding leaves of the velocity of a body at rest, which the stiffness of the contacts would magnify.
bool is_still(const Velocity& velocity, double reach, double kick) {
  constexpr double of_kick = 1e-8;
  const double speed = std::sqrt(squared_length(velocity.linear)) + reach * std::sqrt(squared_length(velocity.angular));
  return speed <= of_kick * kick;
}

}  // namespace

std::optional<std::vector<Velocity>> solve_contacts_directly(DirectPlan& plan, std::span<ContactPoint> points,
                                                             std::span<Responder> responders,
                                                             std::span<const Velocity> guess, double duration,
                                                             const DirectGoal& goal) {
  const double kick = fastest_kick(responders, guess);
  const double reach = longest_arm(points);
  std::vector<Velocity> start(guess.begin(), guess.end());
  for (Velocity& velocity : start) {
    velocity = is_still(velocity, reach, kick) ? Velocity{} : velocity;
  }
  DirectSolve solve(plan, points, responders, std::move(start));
  const double good_enough = std::max(goal.miss, goal.miss_of_kick * kick);
  double missed_before = std::numeric_limits<double>::infinity();
  for (int round = 0; round < most_rounds; ++round) {
    const double moved = solve.set_targets(duration);
    if (!solve.run(0.1 * goal.miss)) {
      return std::nullopt;
    }
    const double missed = solve.assume_impulses();
    if (missed <= good_enough && (round == 0 || moved <= good_enough) &&
        (goal.miss > 0.0 || solve.won_share(guess) <= most_won)) {
      break;
    }
    if (goal.grows_stiffer && missed > little_gain * missed_before) {
      solve.stiffen(stiffer);
    }
    missed_before = missed;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3& impulse = solve.impulse(i);
    points[i].normal_impulse = std::max(0.0, glm::dot(points[i].normal, impulse));
    points[i].friction_impulse = impulse - points[i].normal * glm::dot(points[i].normal, impulse);
  }
  // By the impulses themselves, so that no momentum is made by what the minimization left.
  for (const ContactPoint& point : points) {
    apply_impulse(point, point.normal_impulse * point.normal + point.friction_impulse, responders);
  }
  return velocities_of(responders);
}

}  // namespace firstcontact
