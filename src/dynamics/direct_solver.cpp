#include "dynamics/direct_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/tolerances.hpp"
#include "dynamics/block_envelope.hpp"
#include "dynamics/contact_reaction.hpp"
#include "dynamics/line_search.hpp"
#include "dynamics/pair_stiffness.hpp"

namespace firstcontact {

namespace {

constexpr int most_newton_steps = 60;
// Of the fastest change of any body: what is left of the gradient, as a velocity, when the minimization ends.
constexpr double relative_goal = 1e-9;
// Of the fastest kick: by what speed a point may miss its target when the rounds end.
constexpr double relative_miss = 1e-6;
constexpr int most_rounds = 4;

/// The minimization of one island.
class DirectSolve {
 public:
  DirectSolve(const DirectPlan& plan, std::span<const ContactPoint> points, std::span<const Responder> free)
      : plan_(plan), points_(points), free_(free), matrix_(plan.movers.size(), plan.links) {
    for (const Responder& responder : free) {
      inertia_.push_back(responder.inverse_mass.x > 0.0 ? glm::inverse(responder.inverse_inertia) : Mat3(0.0));
    }
    std::vector<double> inverse_masses;
    for (const ContactPoint& point : points) {
      const Vec3 tangent = any_perpendicular(point.normal);
      inverse_masses.push_back((inverse_effective_mass(point, point.normal, free) +
                                inverse_effective_mass(point, tangent, free) +
                                inverse_effective_mass(point, glm::cross(point.normal, tangent), free)) /
                               3.0);
    }
    // As stiff as the heaviest of the island ask for, who may lie on the lightest.
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint32_t slot : plan.movers) {
      least = std::min(least, free[slot].inverse_mass.x);
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double inverse = std::max(least, tolerances::direct_least_share * inverse_masses[i]);
      direct_.push_back({1.0 / (tolerances::direct_compliance * inverse), 0.0,
                         points[i].normal_impulse * points[i].normal + points[i].friction_impulse});
    }
  }

  // m/s: by how much a target changed, at most.
  double set_targets(std::span<const double> speeds) {
    double change = 0.0;
    for (std::size_t i = 0; i < direct_.size(); ++i) {
      change = std::max(change, std::abs(speeds[i] - direct_[i].target_speed));
      direct_[i].target_speed = speeds[i];
    }
    return change;
  }

  // Takes the impulses found for the assumed ones; returns by what speed the points missed their targets, at most.
  double assume_impulses() {
    double missed = 0.0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const Vec3 change = impulses_[i] - direct_[i].assumed;
      missed = std::max(missed, std::sqrt(squared_length(change)) / direct_[i].stiffness);
      direct_[i].assumed = impulses_[i];
    }
    return missed;
  }

  // Newton's method from `movers`, whose velocities it leaves at the minimum. False when it does not get there.
  bool run(std::vector<Responder>& movers) {
    movers_ = movers;
    double goal = 0.0;
    react();
    for (int step = 0; step < most_newton_steps; ++step) {
      const double left = gradient();
      goal = std::max(goal, relative_goal * fastest_change());
      if (left <= goal) {
        if (step > 0) {
          polish(left);
        }
        movers = movers_;
        return true;
      }
      if (!descend()) {
        return false;
      }
    }
    return false;
  }

  [[nodiscard]] const std::vector<Vec3>& impulses() const { return impulses_; }

 private:
  [[nodiscard]] double fastest_change() const {
    double fastest = 0.0;
    for (const std::uint32_t slot : plan_.movers) {
      fastest = std::max(fastest, squared_length(movers_[slot].velocity.linear - free_[slot].velocity.linear));
    }
    return std::sqrt(fastest);
  }

  void react() {
    impulses_.clear();
    for (std::size_t i = 0; i < points_.size(); ++i) {
      impulses_.push_back(impulse_of(points_[i], direct_[i], relative_velocity(points_[i], movers_)));
    }
  }

  // Momentum that the impulses do not account for, into gradient_; its size as a velocity is returned.
  double gradient() {
    gradient_.assign(rows_per_node * plan_.movers.size(), 0.0);
    for (std::size_t node = 0; node < plan_.movers.size(); ++node) {
      const std::uint32_t slot = plan_.movers[node];
      const Velocity& now = movers_[slot].velocity;
      const Velocity& free = free_[slot].velocity;
      add(node, (now.linear - free.linear) / free_[slot].inverse_mass, inertia_[slot] * (now.angular - free.angular));
    }
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const ContactPoint& point = points_[i];
      const Vec3& impulse = impulses_[i];
      add_at(plan_.node_of[point.a], point.arm_a, impulse);
      add_at(plan_.node_of[point.b], point.arm_b, -impulse);
    }
    double fastest = 0.0;
    for (std::size_t node = 0; node < plan_.movers.size(); ++node) {
      const double* g = &gradient_[rows_per_node * node];
      const Responder& body = free_[plan_.movers[node]];
      fastest = std::max(fastest, std::sqrt(squared_length(body.inverse_mass * Vec3(g[0], g[1], g[2]))));
    }
    return fastest;
  }

  void add(std::size_t node, const Vec3& linear, const Vec3& angular) {
    for (int i = 0; i < 3; ++i) {
      gradient_[rows_per_node * node + static_cast<std::size_t>(i)] += linear[i];
      gradient_[rows_per_node * node + 3 + static_cast<std::size_t>(i)] += angular[i];
    }
  }

  void add_at(std::uint32_t node, const Vec3& arm, const Vec3& impulse) {
    if (node != no_node) {
      add(node, impulse, glm::cross(arm, impulse));
    }
  }

  // One Newton step, as far as the function falls.
  bool descend() {
    assemble();
    if (!matrix_.factor()) {
      return false;
    }
    std::vector<double> direction = gradient_;
    matrix_.solve(direction);
    double slope_at_start = 0.0;
    for (std::size_t i = 0; i < direction.size(); ++i) {
      direction[i] = -direction[i];
      slope_at_start += direction[i] * gradient_[i];
    }
    if (!(slope_at_start < 0.0) || !std::isfinite(slope_at_start)) {
      return false;
    }
    walk(direction, slope_at_start);
    return true;
  }

  // A few steps with the factor at hand, which is still the right one where nothing slips: what is left falls to
  // rounding, and the next solve, which starts from here, has nothing to do while the bodies rest.
  void polish(double left) {
    constexpr int most_steps = 3;
    for (int step = 0; step < most_steps && left > 0.0; ++step) {
      const std::vector<Responder> before = movers_;
      const std::vector<Vec3> impulses_before = impulses_;
      std::vector<double> direction = gradient_;
      matrix_.solve(direction);
      move(before, direction, -1.0);
      const double now = gradient();
      if (!(now < left)) {
        movers_ = before;
        impulses_ = impulses_before;
        return;
      }
      left = now;
    }
  }

  // As far along the direction as the function falls. A full step is never too short: the matrix is the function's
  // where nothing slips or parts.
  void walk(const std::vector<double>& direction, double slope_at_start) {
    const std::vector<Responder> start = movers_;
    const Course course = course_along(direction);
    const auto slope_at = [&](double share) {
      double slope = course.slope + share * course.bend;
      for (std::size_t i = 0; i < points_.size(); ++i) {
        const auto& [velocity, change] = course.at[i];
        slope -= glm::dot(change, impulse_of(points_[i], direct_[i], velocity + share * change));
      }
      return slope;
    };
    move(start, direction, flat_share(slope_at, slope_at_start));
  }

  /// What happens along a direction, from where the movers are.
  struct Course {
    struct AtPoint {
      Vec3 velocity, change;  // m/s, at its beginning and in all of it
    };
    std::vector<AtPoint> at;         // per point
    double slope = 0.0, bend = 0.0;  // J: of the movers' own energy
  };

  [[nodiscard]] Course course_along(const std::vector<double>& direction) const {
    Course course;
    std::vector<Responder> change = changes_along(direction);
    for (const std::uint32_t slot : plan_.movers) {
      const Velocity& wanted = change[slot].velocity;
      const Vec3 linear = wanted.linear / free_[slot].inverse_mass;
      const Vec3 angular = inertia_[slot] * wanted.angular;
      const Velocity& now = movers_[slot].velocity;
      const Velocity& free = free_[slot].velocity;
      course.slope += glm::dot(linear, now.linear - free.linear) + glm::dot(angular, now.angular - free.angular);
      course.bend += glm::dot(linear, wanted.linear) + glm::dot(angular, wanted.angular);
    }
    course.at.reserve(points_.size());
    for (const ContactPoint& point : points_) {
      course.at.push_back({relative_velocity(point, movers_), velocity_between(point, change)});
    }
    return course;
  }

  // The direction as the velocities of responders; who does not move has none.
  [[nodiscard]] std::vector<Responder> changes_along(const std::vector<double>& direction) const {
    std::vector<Responder> changes(free_.size());
    for (std::size_t node = 0; node < plan_.movers.size(); ++node) {
      const double* d = &direction[rows_per_node * node];
      changes[plan_.movers[node]].velocity = {Vec3(d[0], d[1], d[2]), Vec3(d[3], d[4], d[5])};
    }
    return changes;
  }

  void move(const std::vector<Responder>& start, const std::vector<double>& direction, double share) {
    for (std::size_t node = 0; node < plan_.movers.size(); ++node) {
      const std::uint32_t slot = plan_.movers[node];
      const double* d = &direction[rows_per_node * node];
      movers_[slot].velocity.linear = start[slot].velocity.linear + share * Vec3(d[0], d[1], d[2]);
      movers_[slot].velocity.angular = start[slot].velocity.angular + share * Vec3(d[3], d[4], d[5]);
    }
    react();
  }

  void assemble() {
    matrix_.clear();
    for (std::uint32_t node = 0; node < plan_.movers.size(); ++node) {
      const std::uint32_t slot = plan_.movers[node];
      const Vec3 mass = 1.0 / free_[slot].inverse_mass;
      add_inertia(matrix_, node, mass, inertia_[slot]);
    }
    for (std::size_t i = 0; i < points_.size();) {
      PairStiffness pair;
      const std::size_t first = i;
      for (; i < points_.size() && points_[i].a == points_[first].a && points_[i].b == points_[first].b; ++i) {
        pair.add(stiffness_of(points_[i], direct_[i], relative_velocity(points_[i], movers_)), points_[i]);
      }
      pair.add_to(matrix_, plan_.node_of[points_[first].a], plan_.node_of[points_[first].b]);
    }
  }

  const DirectPlan& plan_;
  std::span<const ContactPoint> points_;
  std::span<const Responder> free_;  // velocities that the bodies would have without contact
  std::vector<Mat3> inertia_;        // kg m^2, per responder
  std::vector<ContactLaw> direct_;
  BlockEnvelope matrix_;
  std::vector<Responder> movers_;
  std::vector<Vec3> impulses_;  // N s, per point, on b
  std::vector<double> gradient_;
};

// The gap above the rest gap may be used up; what is below it is held.
double target_speed(const ContactPoint& point, double duration) {
  return -std::max(0.0, point.separation - point.rest_gap) / duration;
}

// The convex cone lets a point that slips at some speed part at friction times that speed: taken off its target, as it
// slips at `movers` velocities.
std::vector<double> targets_of(std::span<const ContactPoint> points, std::span<const Responder> movers,
                               double duration) {
  std::vector<double> targets;
  for (const ContactPoint& point : points) {
    const Vec3 velocity = relative_velocity(point, movers);
    const double slip = std::sqrt(squared_length(velocity - point.normal * glm::dot(point.normal, velocity)));
    targets.push_back(target_speed(point, duration) - point.friction * slip);
  }
  return targets;
}

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

std::optional<std::vector<Velocity>> solve_contacts_directly(const DirectPlan& plan, std::span<ContactPoint> points,
                                                             std::span<Responder> responders,
                                                             std::span<const Velocity> guess, double duration) {
  DirectSolve solve(plan, points, responders);
  std::vector<Responder> movers(responders.begin(), responders.end());
  const double kick = fastest_kick(responders, guess);
  const double reach = longest_arm(points);
  for (std::size_t slot = 0; slot < movers.size(); ++slot) {
    movers[slot].velocity = is_still(guess[slot], reach, kick) ? Velocity{} : guess[slot];
  }
  const double good_enough = relative_miss * kick;
  for (int round = 0; round < most_rounds; ++round) {
    const double moved = solve.set_targets(targets_of(points, movers, duration));
    if (!solve.run(movers)) {
      return std::nullopt;
    }
    const double missed = solve.assume_impulses();
    if (missed <= good_enough && (round == 0 || moved <= good_enough)) {
      break;
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3& impulse = solve.impulses()[i];
    points[i].normal_impulse = std::max(0.0, glm::dot(points[i].normal, impulse));
    points[i].friction_impulse = impulse - points[i].normal * glm::dot(points[i].normal, impulse);
  }
  // By the impulses themselves, so that no momentum is made by what the minimization left.
  for (const ContactPoint& point : points) {
    apply_impulse(point, point.normal_impulse * point.normal + point.friction_impulse, responders);
  }
  std::vector<Velocity> motion;
  for (const Responder& responder : responders) {
    motion.push_back(responder.velocity);
  }
  return motion;
}

}  // namespace firstcontact
