// One time-of-impact query: walks from certified time to certified time until the target gap is reached or the span is
// over. Each step asks GJK for an axis and a certificate for how long that axis holds.
#pragma once

#include "narrowphase/certificate.hpp"
#include "narrowphase/feature_frame.hpp"
#include "narrowphase/portal.hpp"
#include "narrowphase/quick_answers.hpp"

#include <optional>

namespace firstcontact {

class ImpactSearch {
 public:
  explicit ImpactSearch(const ImpactQuestion& question);

  [[nodiscard]] TimeOfImpact run(AxisCache* cache);

 private:
  // GJK stops when its bounds agree to this part of the gap above the target, or of the tolerance. Finer costs
  // iterations, coarser costs steps; anything below 0.8 of the tolerance between `lower` and the zone's end keeps the
  // proof of termination (docs/method.md, 6).
  static constexpr double relative_goal = 0.2;
  static constexpr double tolerance_goal = 0.2;
  // A step never aims at the target itself but this part of the tolerance above it: landing on the edge makes the next
  // query decide between two answers that rounding tells apart.
  static constexpr double landing = 0.3;
  // One that aims at the zone by the features' own course, and is measured where it ends, aims at its middle.
  static constexpr double newton_landing = 0.45;

  /// What one distance query found at `time`.
  struct Look {
    double time = 0.0;
    Snapshot snapshot;
    RelativePose pose;     // b's in a's frame, at the same time
    Distance distance;     // axis in a's frame
    Vec3 normal{0.0};      // the same axis in the world
    Tilts tilts;           // once it is advanced from
    double gap = 0.0;      // m: certified separation above the target, rounding slack taken off
    bool carried = false;  // `distance.lower` was measured earlier and carried to `time`: safe, but not the separation
  };
  /// GJK on the way: the bodies where they stand now, and what it asks next.
  struct Chase {
    CorePair cores;
    Vec3 direction;  // a's frame, any length
    double squared_upper = std::numeric_limits<double>::infinity();
  };
  enum class Stride : std::uint8_t { none, some, to_the_end };
  /// Where a chord ended inside the zone: the next look begins with what is known there.
  struct Landing {
    double time = -1.0;
    Snapshot snapshot;
    KnownBound bound;
  };
  /// Where the cores are looked at first: near where they may meet, or where they pass each other.
  struct Aim {
    double time = 0.0;     // s
    Vec3 line;             // m: from centre to centre
    bool passing = false;  // far from each other
  };
  /// How a separation changes.
  struct Course {
    double slope = 0.0;  // m/s
    double bend = 0.0;   // m/s^2
  };
  struct Step {
    bool clear = false;  // nothing can happen until the end
    double time = 0.0;   // s: certified up to here
  };
  struct Plan {
    TurningAxis axis;
    Curvature curvature;
    double span = 0.0;   // s: the step it promises
    double slope = 0.0;  // m/s: how the separation changes at its start
    double worth = 1.0;  // how many times the free step it must promise to be tried
  };
  [[nodiscard]] TimeOfImpact walk_to_impact(Look& seen);
  [[nodiscard]] double kept() const { return target_ + pair_.thickness(); }
  [[nodiscard]] double gap_of(double separation) const { return separation - kept() - pair_.slack(); }
  /// The part of `gap` to use up in one step: lands well inside the zone [target, target + tolerance].
  [[nodiscard]] double to_spend(double gap) const { return std::max(gap - landing * tolerance_, 0.5 * gap); }

  [[nodiscard]] bool axis_holds(const TurningAxis& axis, const Snapshot& start, double separation);
  [[nodiscard]] bool cached_axis_holds(AxisCache& cache);
  [[nodiscard]] bool turning_axis_holds(const NearestVertices& nearest, const Vec3& normal, const Snapshot& start,
                                        double separation);
  [[nodiscard]] const Snapshot& end_snapshot();

  [[nodiscard]] bool worth_casting() const;
  [[nodiscard]] Aim aim() const;
  [[nodiscard]] Stride cast(Look& seen, const Aim& first);
  [[nodiscard]] Course course_of(const TurningAxis& axis, const Look& seen, const SimplexVertex& vertex) const;
  [[nodiscard]] bool holds_throughout(const Look& seen, double separation, const SimplexVertex& support);
  [[nodiscard]] TurningAxis axis_of_feature(const Look& seen) const;
  [[nodiscard]] static double meeting_time(const Look& seen, const Course& course, double above);
  void take_face(Look& seen, const PortalCast& found);
  void settle(Look& seen, const CorePair& cores, const KnownBound& known);
  [[nodiscard]] Stride ride(Look& seen, CorePair& cores, PortalCast& found);
  [[nodiscard]] Stride ride_straight(Look& seen, CorePair& cores, const PortalCast& found);
  [[nodiscard]] bool held_before(const Look& seen, double gap) const;
  [[nodiscard]] Stride land(Look& seen, CorePair& cores, PortalCast& found);
  [[nodiscard]] bool start_chord(Look& seen, double separation, Step& step);

  [[nodiscard]] bool approach(Look& seen, const Vec3& first_axis);
  [[nodiscard]] Stride pursue(Look& seen, Chase& chase, bool is_new);
  [[nodiscard]] bool take_support(Look& seen, const Chase& chase);
  [[nodiscard]] Stride walk_on(Look& seen, Chase& chase, bool converged);
  [[nodiscard]] bool first_axis_holds(const Look& seen);
  [[nodiscard]] ClosingBound approach_bound(const Look& seen) const;
  [[nodiscard]] bool agree(const Look& seen, const Chase& chase) const;
  [[nodiscard]] DistanceGoal goal_of_look() const { return {kept(), relative_goal, tolerance_goal * tolerance_}; }
  [[nodiscard]] RelativePose stand_at(Look& seen, double time) const;
  void set_gap(Look& seen) const;

  void look(Look& seen, double time);
  void measure(Look& seen, const DistanceGoal& goal, const KnownBound& known);
  void sharpen(Look& seen, const DistanceGoal& goal) const;
  [[nodiscard]] std::optional<TimeOfImpact> begin(Look& seen);
  [[nodiscard]] std::optional<double> overlap_depth(const Look& seen) const;
  [[nodiscard]] std::optional<TimeOfImpact> begin_near(Look& seen);

  [[nodiscard]] Step advance(Look& seen);
  [[nodiscard]] Step advance_standing(const Look& seen, double slope);
  [[nodiscard]] Plan best_plan(const Look& seen, double slope) const;
  [[nodiscard]] Plan plan_for(const TurningAxis& axis, const Look& seen, double slope) const;
  void choose_span(Plan& plan, const Look& seen) const;
  [[nodiscard]] Step follow(const Plan& plan, const Look& seen);
  [[nodiscard]] TurningAxis axis_after(const TurningAxis& axis, const Snapshot& from, const Snapshot& to,
                                       double span) const;
  [[nodiscard]] double witness_slope(const Look& seen) const;
  [[nodiscard]] bool whirls() const;

  [[nodiscard]] TimeOfImpact answer(ImpactStatus status, const Look& seen) const;
  [[nodiscard]] TimeOfImpact clear_answer(const Vec3& normal) const;

  const MovingShape& a_;
  const MovingShape& b_;
  TimeOfImpactOptions options_;
  PairMotion pair_;
  Simplex simplex_;
  Window window_;                // outside of it nothing can meet
  double target_ = 0.0;          // m, the one in use
  double tolerance_ = 0.0;       // m, the one in use
  std::optional<Snapshot> end_;  // kept once made: several axes are tried against it
  Landing landing_;
  bool standing_tried_ = false;
  int iterations_ = 0;
};

}  // namespace firstcontact
