// Watches a run from outside: its impacts, how deep the bodies overlap along their motions, what becomes of energy and
// momentum.
#pragma once

#include <optional>
#include <vector>

#include "lab/ground_truth.hpp"
#include "rivals/rival.hpp"

namespace firstcontact {

class MotionWatch {
 public:
  /// Neither solid is copied. `rival` has not made a step yet.
  MotionWatch(const Solid& a, const Solid& b, const Rival& rival);

  /// To be called after every step.
  void look_at_step(const Rival& rival, double time_step);

  [[nodiscard]] const std::optional<RivalImpact>& first_impact() const { return first_impact_; }
  [[nodiscard]] double total_impulse() const { return total_impulse_; }  // N s
  /// m: the deepest overlap at the instants looked at, at most 32 in a step and where the bodies are near.
  [[nodiscard]] double deepest() const { return deepest_; }
  [[nodiscard]] double energy_ratio(const Rival& rival) const;
  [[nodiscard]] double momentum_error(const Rival& rival) const;
  [[nodiscard]] double angular_momentum_error(const Rival& rival) const;

 private:
  struct Sums {
    double energy = 0.0;  // J
    Vec3 momentum{0.0}, angular_momentum{0.0};
    double momentum_size = 0.0, angular_momentum_size = 0.0;  // of each body's size, summed
  };
  [[nodiscard]] static Sums sums_of(const Rival& rival);
  void look_between(const Rival& rival, double begin, double end);

  const Solid* a_;
  const Solid* b_;
  double reach_;  // m, of both from their centres
  Sums start_;
  std::vector<MotionSegment> motion_;  // of each of the two bodies, the one that holds at the instant looked at
  std::optional<RivalImpact> first_impact_;
  double total_impulse_ = 0.0;
  double deepest_ = 0.0;
};

}  // namespace firstcontact
