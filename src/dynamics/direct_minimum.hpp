// Newton's method on what the direct solver minimizes: the velocities of one island's bodies, and what its contacts do
// along the way.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/perpendicular.hpp"
#include "dynamics/contact_reaction.hpp"
#include "dynamics/direct_solver.hpp"
#include "dynamics/line_search.hpp"
#include "dynamics/pair_stiffness.hpp"

namespace firstcontact {

// A column that buckles takes hundreds of steps, and each of them is cheap; where a factor is dear, what so many have
// not solved is not worth more.
inline constexpr int fewest_newton_steps = 60;
inline constexpr int most_newton_steps = 400;
inline constexpr double work_of_newton_steps = 2e7;  // multiplications of all factorizations
// Of the fastest change of any body: what is left of the gradient, as a velocity, when the minimization ends.
inline constexpr double relative_goal = 1e-9;
// The same: what rounding leaves is no more than this, so that it need not be asked for as long as more is left.
inline constexpr double most_rounding = 1e-2;

// Give of a contact as a share of its inverse effective mass, in one round: less makes the minimization stiffer, more
// needs more rounds until none of it is left.
inline constexpr double direct_compliance = 1e-4;
// The give is the same for all contacts of an island, measured by its heaviest bodies; but no less than this share of
// what the contact's own masses would have it, for the arithmetic's sake.
inline constexpr double direct_least_share = 1e-4;

/// What a point does while the minimization goes on.
struct Reaction {
  ContactLaw law;
  Vec3 velocity{0.0};  // m/s: of b's surface seen from a's
  Vec3 impulse{0.0};   // N s, on b
};

// The gap above the rest gap may be used up; what is below it is held.
inline double target_speed(const ContactPoint& point, double duration) {
  return -std::max(0.0, point.separation - point.rest_gap) / duration;
}

/// The minimization of one island.
class DirectSolve {
 public:
  /// `free`: the bodies with the velocities that they would have without contact; starts from `guess`.
  DirectSolve(DirectPlan& plan, std::span<const ContactPoint> points, std::span<const Responder> free,
              std::vector<Velocity> guess)
      : plan_(plan), points_(points), free_(free), now_(std::move(guess)) {
    // As stiff as the heaviest of the island ask for, who may lie on the lightest.
    double least = std::numeric_limits<double>::infinity();
    inertia_.reserve(plan.movers.size());
    for (const std::uint32_t slot : plan.movers) {
      inertia_.push_back(glm::inverse(free[slot].inverse_inertia));
      least = std::min(least, free[slot].inverse_mass.x);
    }
    reactions_.reserve(points.size());
    for (const ContactPoint& point : points) {
      const double inverse = std::max(least, direct_least_share * mean_inverse_mass(point));
      Reaction& reaction = reactions_.emplace_back();
      reaction.law = {1.0 / (direct_compliance * inverse), 0.0,
                      point.normal_impulse * point.normal + point.friction_impulse};
    }
    see_velocities();
  }

  // The convex cone lets a point that slips at some speed part at friction times that speed: taken off its target, as
  // it slips now. m/s: by how much a target changed, at most.
  double set_targets(double duration) {
    double change = 0.0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const ContactPoint& point = points_[i];
      const Vec3& velocity = reactions_[i].velocity;
      const double slip = std::sqrt(squared_length(velocity - point.normal * glm::dot(point.normal, velocity)));
      const double target = target_speed(point, duration) - point.friction * slip;
      change = std::max(change, std::abs(target - reactions_[i].law.target_speed));
      reactions_[i].law.target_speed = target;
    }
    return change;
  }

  // Takes the impulses found for the assumed ones; returns by what speed the points missed their targets, at most.
  double assume_impulses() {
    double missed = 0.0;
    for (Reaction& reaction : reactions_) {
      const Vec3 change = reaction.impulse - reaction.law.assumed;
      missed = std::max(missed, std::sqrt(squared_length(change)) / reaction.law.stiffness);
      reaction.law.assumed = reaction.impulse;
    }
    return missed;
  }

  // Contacts give way less: each round of assuming leaves a smaller share of what is missed.
  void stiffen(double times) {
    for (Reaction& reaction : reactions_) {
      reaction.law.stiffness *= times;
    }
  }

  // Newton's method from where the bodies are to the minimum, where the gradient is no more than `goal` (m/s) or what
  // precision allows. False when it does not get there.
  bool run(double goal = 0.0) {
    react();
    const double affordable = work_of_newton_steps / std::max(1.0, plan_.matrix.work());
    const double most = std::clamp(affordable, double{fewest_newton_steps}, double{most_newton_steps});
    for (int step = 0; step < most; ++step) {
      const double left = gradient();
      const double fastest = fastest_change();
      goal = std::max(goal, relative_goal * fastest);
      if (left <= goal || (left <= most_rounding * fastest && left <= rounding_of_gradient())) {
        if (step > 0) {
          polish(left);
        }
        return true;
      }
      if (!descend()) {
        return false;
      }
    }
    return false;
  }

  [[nodiscard]] const Vec3& impulse(std::size_t point) const { return reactions_[point].impulse; }

  // How much more energy the bodies have than at the `start`, when they have moved against what kicked them; as a share
  // of what the kicks alone would give. (What lies on each other missed its target by next to nothing, but a high pile
  // adds that up.)
  [[nodiscard]] double won_share(std::span<const Velocity> start) const {
    double won = 0.0;
    double brought = 0.0;
    for (std::size_t node = 0; node < plan_.movers.size(); ++node) {
      const std::uint32_t slot = plan_.movers[node];
      const Velocity& was = start[slot];
      const Velocity& now = now_[slot];
      const Velocity& free = free_[slot].velocity;
      const Vec3 push = (free.linear - was.linear) / free_[slot].inverse_mass;
      const Vec3 twist = inertia_[node] * (free.angular - was.angular);
      const Vec3 momenta = (now.linear + was.linear) / free_[slot].inverse_mass;  // both times' together
      const Vec3 angular_momenta = inertia_[node] * (now.angular + was.angular);
      won += 0.5 * (glm::dot(momenta, now.linear - was.linear) + glm::dot(angular_momenta, now.angular - was.angular)) -
             glm::dot(push, now.linear) - glm::dot(twist, now.angular);
      brought += 0.5 * (glm::dot(push, free.linear - was.linear) + glm::dot(twist, free.angular - was.angular));
    }
    return brought > 0.0 ? won / brought : 0.0;
  }

 private:
  // 1/kg: over the normal and two tangents.
  [[nodiscard]] double mean_inverse_mass(const ContactPoint& point) const {
    const Vec3 tangent = perpendicular_of_unit(point.normal);
    return (inverse_effective_mass(point, point.normal, free_) + inverse_effective_mass(point, tangent, free_) +
            inverse_effective_mass(point, glm::cross(point.normal, tangent), free_)) /
           3.0;
  }

  [[nodiscard]] double fastest_change() const {
    double fastest = 0.0;
    for (const std::uint32_t slot : plan_.movers) {
      fastest = std::max(fastest, squared_length(now_[slot].linear - free_[slot].velocity.linear));
    }
    return std::sqrt(fastest);
  }

  void see_velocities() {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      reactions_[i].velocity = relative_velocity(points_[i], now_[points_[i].a], now_[points_[i].b]);
    }
  }

  void react() {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      reactions_[i].impulse = impulse_of(points_[i], reactions_[i].law, reactions_[i].velocity);
    }
  }

  // Momentum that the impulses do not account for, into gradient_; its size as a velocity is returned.
  double gradient() {
    gradient_.assign(rows_per_node * plan_.movers.size(), 0.0);
    for (std::size_t node = 0; node < plan_.movers.size(); ++node) {
      const std::uint32_t slot = plan_.movers[node];
      const Velocity& now = now_[slot];
      const Velocity& free = free_[slot].velocity;
      add(node, (now.linear - free.linear) / free_[slot].inverse_mass, inertia_[node] * (now.angular - free.angular));
    }
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const ContactPoint& point = points_[i];
      const Vec3& impulse = reactions_[i].impulse;
      if (impulse == Vec3(0.0)) {
        continue;
      }
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

  // m/s, of the gradient as a velocity. Where heavy bodies make contacts stiff and light ones bear them, the speeds of
  // points, right to the last bit, are impulses that move the light ones by more than what is asked for.
  [[nodiscard]] double rounding_of_gradient() const {
    constexpr double rounding = 2.0 * std::numeric_limits<double>::epsilon();
    std::vector<double> of_nodes(plan_.movers.size(), 0.0);  // N s, by contacts
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const ContactPoint& point = points_[i];
      if (reactions_[i].impulse == Vec3(0.0)) {
        continue;
      }
      const double speeds = speed_at(now_[point.a], point.arm_a) + speed_at(now_[point.b], point.arm_b);
      for (const std::uint32_t node : {plan_.node_of[point.a], plan_.node_of[point.b]}) {
        if (node != no_node) {
          of_nodes[node] += rounding * reactions_[i].law.stiffness * speeds;
        }
      }
    }
    double greatest = 0.0;
    for (std::size_t node = 0; node < of_nodes.size(); ++node) {
      const std::uint32_t slot = plan_.movers[node];
      const double speeds =
          std::sqrt(squared_length(now_[slot].linear)) + std::sqrt(squared_length(free_[slot].velocity.linear));
      greatest = std::max(greatest, free_[slot].inverse_mass.x * of_nodes[node] + rounding * speeds);
    }
    return greatest;
  }

  // m/s: what the velocity of a point is put together from.
  [[nodiscard]] static double speed_at(const Velocity& velocity, const Vec3& arm) {
    return std::sqrt(squared_length(velocity.linear)) +
           std::sqrt(squared_length(velocity.angular) * squared_length(arm));
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
    if (!plan_.matrix.factor()) {
      return false;
    }
    direction_ = gradient_;
    plan_.matrix.solve(direction_);
    double slope_at_start = 0.0;
    for (std::size_t i = 0; i < direction_.size(); ++i) {
      direction_[i] = -direction_[i];
      slope_at_start += direction_[i] * gradient_[i];
    }
    if (!(slope_at_start < 0.0) || !std::isfinite(slope_at_start)) {
      return false;
    }
    walk(slope_at_start);
    return true;
  }

  // A few steps with the factor at hand, which is still the right one where nothing slips: what is left falls to
  // rounding, and the next solve, which starts from here, has nothing to do while the bodies rest.
  void polish(double left) {
    constexpr int most_steps = 3;
    for (int step = 0; step < most_steps && left > 0.0; ++step) {
      before_ = now_;
      direction_ = gradient_;
      plan_.matrix.solve(direction_);
      move(-1.0);
      const double now = gradient();
      if (!(now < left)) {
        now_.swap(before_);
        see_and_react();
        return;
      }
      left = now;
    }
  }

  // As far along the direction as the function falls. A full step is never too short: the matrix is the function's
  // where nothing slips or parts.
  void walk(double slope_at_start) {
    look_ahead();
    const auto slope_at = [this](double share) {
      double slope = course_.slope + share * course_.bend;
      for (const ReactionAlong& reaction : course_.reactions) {
        slope += reaction.slope_at(share);
      }
      return slope;
    };
    move(flat_share(slope_at, slope_at_start));
  }

  /// What happens along the direction, from where the bodies are.
  struct Course {
    std::vector<Velocity> change;          // per responder; none for who does not move
    std::vector<ReactionAlong> reactions;  // per point
    double slope = 0.0, bend = 0.0;        // J: of the movers' own energy
  };

  void look_ahead() {
    Course& course = course_;
    course.change.resize(free_.size());
    course.reactions.clear();
    course.slope = 0.0;
    course.bend = 0.0;
    for (std::size_t node = 0; node < plan_.movers.size(); ++node) {
      const std::uint32_t slot = plan_.movers[node];
      const Velocity wanted = way_of(node);
      const Vec3 linear = wanted.linear / free_[slot].inverse_mass;
      const Vec3 angular = inertia_[node] * wanted.angular;
      const Velocity& now = now_[slot];
      const Velocity& free = free_[slot].velocity;
      course.slope += glm::dot(linear, now.linear - free.linear) + glm::dot(angular, now.angular - free.angular);
      course.bend += glm::dot(linear, wanted.linear) + glm::dot(angular, wanted.angular);
      course.change[slot] = wanted;
    }
    course.reactions.reserve(points_.size());
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const ContactPoint& point = points_[i];
      const Reaction& start = reactions_[i];
      course.reactions.push_back(reaction_along(
          point, start.law, start.velocity, velocity_between(point, course.change[point.a], course.change[point.b])));
    }
  }

  [[nodiscard]] Velocity way_of(std::size_t node) const {
    const double* d = &direction_[rows_per_node * node];
    return {Vec3(d[0], d[1], d[2]), Vec3(d[3], d[4], d[5])};
  }

  void move(double share) {
    for (std::size_t node = 0; node < plan_.movers.size(); ++node) {
      const Velocity way = way_of(node);
      Velocity& velocity = now_[plan_.movers[node]];
      velocity.linear = velocity.linear + share * way.linear;
      velocity.angular = velocity.angular + share * way.angular;
    }
    see_and_react();
  }

  void see_and_react() {
    see_velocities();
    react();
  }

  void assemble() {
    plan_.matrix.clear();
    for (std::uint32_t node = 0; node < plan_.movers.size(); ++node) {
      add_inertia(plan_.matrix, node, 1.0 / free_[plan_.movers[node]].inverse_mass, inertia_[node]);
    }
    for (std::size_t i = 0; i < points_.size();) {
      PairStiffness pair;
      const std::size_t first = i;
      for (; i < points_.size() && points_[i].a == points_[first].a && points_[i].b == points_[first].b; ++i) {
        pair.add(stiffness_of(points_[i], reactions_[i].law, reactions_[i].velocity), points_[i]);
      }
      pair.add_to(plan_.matrix, plan_.node_of[points_[first].a], plan_.node_of[points_[first].b]);
    }
  }

  DirectPlan& plan_;
  std::span<const ContactPoint> points_;
  std::span<const Responder> free_;
  std::vector<Mat3> inertia_;        // kg m^2, per node
  std::vector<Velocity> now_;        // per responder
  std::vector<Reaction> reactions_;  // per point
  std::vector<double> gradient_;
  // Of a step; kept from one to the next for their memory alone.
  std::vector<double> direction_;
  std::vector<Velocity> before_;
  Course course_;
};

}  // namespace firstcontact
