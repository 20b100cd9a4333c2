// One time-of-impact query: walks from certified time to certified time until the target gap is reached or the span is
// over. Each step asks GJK for an axis and a certificate for how long that axis holds.
#pragma once

#include "narrowphase/certificate.hpp"
#include "narrowphase/feature_frame.hpp"

#include <optional>

namespace firstcontact {

class ImpactSearch {
 public:
  ImpactSearch(const MovingShape& a, const MovingShape& b, const TimeOfImpactOptions& options);

  [[nodiscard]] TimeOfImpact run(AxisCache* cache);

 private:
  /// What one distance query found at `time`.
  struct Look {
    double time = 0.0;
    Snapshot snapshot;
    Distance distance;  // axis in a's frame
    Vec3 normal{0.0};   // the same axis in the world
    double gap = 0.0;   // m: certified separation above the target, rounding slack taken off
  };
  struct Step {
    bool clear = false;  // nothing can happen until the end
    double time = 0.0;   // s: certified up to here
  };
  struct Plan {
    TurningAxis axis;
    double span = 0.0;   // s: the step it promises
    double slope = 0.0;  // m/s: how the separation changes at its start
    double worth = 1.0;  // how many times the free step it must promise to be tried
  };
  struct Walk {
    TimeOfImpact answer;
    Vec3 axis_local_a{0.0};
  };

  [[nodiscard]] Walk walk_to_impact(double head_start);
  [[nodiscard]] double kept() const { return target_ + pair_.thickness(); }
  [[nodiscard]] double gap_of(double separation) const { return separation - kept() - pair_.slack(); }
  /// The part of `gap` to use up in one step: lands well inside the zone [target, target + tolerance].
  [[nodiscard]] double to_spend(double gap) const;

  [[nodiscard]] bool axis_holds(const TurningAxis& axis, double separation);
  [[nodiscard]] bool cached_axis_holds(const AxisCache& cache);
  [[nodiscard]] Vec3 line_of_centers() const;
  [[nodiscard]] double head_start_on(const Vec3& axis);
  [[nodiscard]] const Snapshot& end_snapshot();

  [[nodiscard]] Look look(double time);
  void measure(Look& seen, const DistanceGoal& goal);
  void sharpen(Look& seen, const DistanceGoal& goal) const;
  [[nodiscard]] std::optional<TimeOfImpact> begin(Look& seen);
  [[nodiscard]] std::optional<double> overlap_depth(const Look& seen) const;
  [[nodiscard]] std::optional<TimeOfImpact> begin_near(Look& seen);

  [[nodiscard]] Step advance(const Look& seen);
  [[nodiscard]] Step advance_standing(const Look& seen, double slope);
  [[nodiscard]] Plan best_plan(const Look& seen, double slope) const;
  [[nodiscard]] Plan plan_for(const TurningAxis& axis, const Look& seen, double slope) const;
  [[nodiscard]] Step follow(const Plan& plan, const Look& seen);
  [[nodiscard]] double witness_slope(const Look& seen) const;

  [[nodiscard]] TimeOfImpact answer(ImpactStatus status, const Look& seen) const;
  [[nodiscard]] TimeOfImpact clear_answer(const Vec3& normal) const;

  const MovingShape& a_;
  const MovingShape& b_;
  TimeOfImpactOptions options_;
  PairMotion pair_;
  Simplex simplex_;
  double target_ = 0.0;          // m, the one in use
  double tolerance_ = 0.0;       // m, the one in use
  std::optional<Snapshot> end_;  // kept once made: several axes are tried against it
  bool standing_tried_ = false;
  int iterations_ = 0;
};

}  // namespace firstcontact
