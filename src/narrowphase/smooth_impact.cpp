// A walk from certified time to certified time. At each stop GJK gives an axis, and the best of four certificates says
// how far it holds: the first-order bound, and chords on the axis standing or turning with either body.
//
// A body of revolution that spins about its own axis stays where it is as a set: a wheel that rolls loses nothing of a
// standing axis. Seen so, it turns by the part of its spin across its axis u alone, p = w - (w.u) u, which u carries
// along: every point's acceleration is at most |p| (|p| + |w.u|) times its distance.
#include "narrowphase/smooth_impact.hpp"

#include <firstcontact/separation.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/short_list.hpp"
#include "narrowphase/certificate.hpp"
#include "narrowphase/smooth_distance.hpp"

namespace firstcontact {

namespace {

// Of the gap above the target, or of the tolerance: how near a look's bounds are (as in ImpactSearch).
constexpr double relative_goal = 0.1;
constexpr double tolerance_goal = 0.2;
constexpr double landing = 0.3;
constexpr double newton_landing = 0.45;
// The longest chord, in parts of sqrt(gap / curvature), squared.
constexpr double longest_squared = 3.0;

/// What a standing axis can lose to one body's turning. (method 11.2)
struct Turning {
  double speed = 0.0;      // m/s
  double curvature = 0.0;  // m/s^2
};

Turning turning_of(const Spinning& body, const Vec3& axis_of_symmetry, double tilt) {
  Turning turning{tilt * body.orbit, body.rate * tilt * body.orbit};
  if (axis_of_symmetry != Vec3(0.0)) {
    const double along = std::abs(glm::dot(body.spin, axis_of_symmetry));
    const double across = length(glm::cross(body.spin, axis_of_symmetry)) + 1e-15 * body.rate;
    turning.speed = std::min(turning.speed, across * body.radius);
    turning.curvature = std::min(turning.curvature, across * (across + along) * body.radius);
  }
  return turning;
}

class SmoothSearch {
 public:
  explicit SmoothSearch(const ImpactQuestion& question)
      : a_(question.a),
        b_(question.b),
        options_(question.options),
        pair_(a_, b_, options_.duration, question.slack),
        window_(spheres_near(question)),
        target_(options_.target),
        tolerance_(options_.tolerance) {
    const Snapshot start = pair_.at(0.0);
    symmetry_a_ = start.axes_a * a_.shape->symmetry_axis;
    symmetry_b_ = start.axes_b * b_.shape->symmetry_axis;
  }

  TimeOfImpact run(AxisCache* cache) {
    Vec3 first = unit_or(pair_.offset_at(window_.enter), Vec3(0.0, 1.0, 0.0));
    if (cache != nullptr && square_of(cache->axis_local_a) > 0.5) {
      const Snapshot start = pair_.at(0.0);
      const Vec3 normal = unit_or(start.axes_a * cache->axis_local_a, first);
      if (remembered_axis_holds(start, normal, *cache)) {
        return clear_answer(normal);
      }
      first = normal;
    }
    Look seen = look(window_.enter, first, goal_of_look());
    const TimeOfImpact result = walk(seen);
    if (cache != nullptr) {
      cache->axis_local_a = into_frame(pair_.at(0.0).axes_a, seen.normal);
      cache->nearest = {};
    }
    return result;
  }

 private:
  struct Look {
    double time = 0.0;
    Snapshot snapshot;
    SmoothDistance found;
    Vec3 normal{0.0};  // the axis in the world
    double gap = 0.0;  // m: certified separation above the target, slack taken off
  };
  struct Step {
    bool clear = false;
    double time = 0.0;  // s: certified up to here
  };

  [[nodiscard]] double kept() const { return target_ + pair_.thickness(); }
  [[nodiscard]] double gap_of(double separation) const { return separation - kept() - pair_.slack(); }
  [[nodiscard]] double to_spend(double gap) const { return std::max(gap - landing * tolerance_, 0.5 * gap); }
  [[nodiscard]] DistanceGoal goal_of_look() const { return {kept(), relative_goal, tolerance_goal * tolerance_}; }

  [[nodiscard]] double separation_at(const Snapshot& snapshot, const Vec3& axis) const {
    return glm::dot(axis, snapshot.offset) - core_reach(*a_.shape, into_frame(snapshot.axes_a, axis)) -
           core_reach(*b_.shape, -into_frame(snapshot.axes_b, axis));
  }

  Look look(double time, const Vec3& first_axis, const DistanceGoal& goal) {
    ++iterations_;
    const Snapshot snapshot = pair_.at(time);
    const CorePair cores = pair_.cores(snapshot);
    Look seen{time, snapshot, smooth_distance(cores, goal, into_frame(snapshot.axes_a, first_axis)), {}, 0.0};
    if (!seen.found.distance.converged) {
      sharpen(cores, seen.found);
    }
    seen.normal = snapshot.axes_a * seen.found.distance.axis;
    seen.gap = gap_of(seen.found.distance.lower);
    return seen;
  }

  // The axis of an earlier question, measured where the bodies stand now, and kept for the answers that need no look.
  bool remembered_axis_holds(const Snapshot& start, const Vec3& normal, AxisCache& cache) {
    const double separation = separation_at(start, normal);
    cache.measured = {identity_of(*a_.shape), identity_of(*b_.shape),      mark_of(*a_.shape),
                      mark_of(*b_.shape),     separation - pair_.slack(),  normal,
                      start.offset,           a_.motion.start.orientation, b_.motion.start.orientation};
    Look seen{0.0, start, {}, normal, gap_of(separation)};
    seen.found.distance.lower = separation;
    if (!(seen.gap > 0.0)) {
      return false;
    }
    return outlasts(standing_bound(normal, 0.0), seen.gap, window_.leave) || holds_on_a_chord(seen);
  }

  bool holds_on_a_chord(const Look& seen) {
    const double rest = window_.leave - seen.time;
    const auto holds = [&](const TurningAxis& axis) { return chord(seen, axis, rest) >= rest; };
    const ShortList<TurningAxis, 3> axes = axes_of(seen);
    return std::any_of(axes.begin(), axes.end(), holds);
  }

  // Standing, and turning with each body that turns.
  [[nodiscard]] ShortList<TurningAxis, 3> axes_of(const Look& seen) const {
    ShortList<TurningAxis, 3> axes;
    axes.push_back({seen.normal, Vec3(0.0)});
    if (pair_.a().rate > 0.0) {
      axes.push_back({seen.normal, pair_.a().spin, TurnsWith::a});
    }
    if (pair_.b().rate > 0.0) {
      axes.push_back({seen.normal, pair_.b().spin, TurnsWith::b});
    }
    return axes;
  }

  TimeOfImpact walk(Look& seen) {
    if (seen.time == 0.0) {
      if (const auto early = begin(seen)) {
        return *early;
      }
    }
    while (iterations_ <= options_.max_iterations) {
      if (seen.found.distance.upper <= kept() + tolerance_ && seen.time > 0.0) {
        return answer(ImpactStatus::touches, seen);
      }
      if (!(seen.gap > 0.0)) {
        break;  // the limit of the arithmetic
      }
      const Step step = advance(seen);
      if (step.clear) {
        return clear_answer(seen.normal);
      }
      if (!(step.time > seen.time)) {
        break;
      }
      seen = look(step.time, seen.normal, goal_of_look());
    }
    return answer(ImpactStatus::undecided, seen);
  }

  // A start nearer than the skin: as in ImpactSearch, half of the gap becomes the target. (method 6.1)
  std::optional<TimeOfImpact> begin(Look& seen) {
    if (seen.found.distance.upper > kept() + tolerance_) {
      return std::nullopt;
    }
    constexpr double near_goal = 0.05;  // of the gap itself
    const double roundings = pair_.thickness() - pair_.deviation();
    seen = look(0.0, seen.normal, {roundings, near_goal, 0.0});
    const double gap = seen.found.distance.lower - pair_.thickness();
    if (seen.found.distance.origin_inside || !(gap + pair_.deviation() > 0.0)) {
      const Separation deepest = separation({a_.shape, a_.motion.start}, {b_.shape, b_.motion.start});
      if (!(deepest.distance > 0.0)) {
        return overlap_answer(deepest);
      }
    }
    target_ = std::clamp(0.5 * gap, 0.0, target_);
    if (gap <= pair_.floor() && slope_of({seen.normal, Vec3(0.0)}, seen) < 0.0) {
      return answer(ImpactStatus::touches, seen);
    }
    if (!(gap > 0.0)) {
      return answer(ImpactStatus::undecided, seen);
    }
    tolerance_ = std::min(tolerance_, 0.2 * gap);
    seen.gap = gap_of(seen.found.distance.lower);
    return std::nullopt;
  }

  [[nodiscard]] ClosingBound standing_bound(const Vec3& normal, double time) const {
    const Tilts tilt = tilts(pair_, normal);
    const double turning =
        turning_of(pair_.a(), symmetry_a_, tilt.a).speed + turning_of(pair_.b(), symmetry_b_, tilt.b).speed;
    return {turning - glm::dot(normal, pair_.velocity_at(time)),
            std::max(0.0, -glm::dot(normal, pair_.acceleration()))};
  }

  // The bound for [time, time + span] of how much the separation along `axis` bends. (method 4)
  [[nodiscard]] double curvature(const TurningAxis& axis, double time, double span) const {
    const Tilts tilt = tilts(pair_, axis.normal);
    if (axis.turn != Vec3(0.0)) {
      return curvature_bound(pair_, curvature_of(pair_, axis, tilt), time, span);
    }
    const double turning =
        turning_of(pair_.a(), symmetry_a_, tilt.a).curvature + turning_of(pair_.b(), symmetry_b_, tilt.b).curvature;
    return std::max(0.0, turning + glm::dot(axis.normal, pair_.acceleration()));
  }

  // m/s: how the separation of the nearest points changes along `axis`, all carried on.
  [[nodiscard]] double slope_of(const TurningAxis& axis, const Look& seen) const {
    const Vec3 arm_a = seen.snapshot.axes_a * seen.found.points.a;
    const Vec3 on_b = seen.snapshot.axes_a * seen.found.points.b;
    const Vec3 velocity = pair_.velocity_at(seen.time) + glm::cross(pair_.b().spin, on_b - seen.snapshot.offset) -
                          glm::cross(pair_.a().spin, arm_a);
    return glm::dot(axis.normal, velocity) + glm::dot(glm::cross(axis.turn, axis.normal), on_b - arm_a);
  }

  // Newton's step to the zone where the shapes approach, else the longest span whose chord can be expected to hold.
  [[nodiscard]] double span_of(const TurningAxis& axis, const Look& seen) const {
    const double rest = window_.leave - seen.time;
    const double bend = curvature(axis, seen.time, 0.0);
    const double slope = slope_of(axis, seen);
    const double longest = longest_squared * seen.gap;
    if (slope < 0.0) {
      const double span = std::min(rest, std::max(seen.gap - newton_landing * tolerance_, 0.5 * seen.gap) / -slope);
      if (bend * span * span <= longest) {
        return span;
      }
    }
    if (!(bend > 0.0)) {
      return rest;
    }
    const double whole = 2.0 * (slope + std::sqrt(2.0 * bend * seen.gap)) / bend;
    return std::min(rest, std::min(whole, std::sqrt(longest / bend)));
  }

  [[nodiscard]] static Vec3 carried(const TurningAxis& axis, const Snapshot& from, const Snapshot& to) {
    switch (axis.with) {
      case TurnsWith::a:
        return to.axes_a * into_frame(from.axes_a, axis.normal);
      case TurnsWith::b:
        return to.axes_b * into_frame(from.axes_b, axis.normal);
      default:
        return axis.normal;  // it stands
    }
  }

  // The seconds from seen.time for which the axis is certain to keep the target; at least `span` when it is all.
  double chord(const Look& seen, const TurningAxis& axis, double span) {
    if (!(span > 0.0)) {
      return 0.0;
    }
    const Snapshot there = pair_.at(seen.time + span);
    const double end = separation_at(there, carried(axis, seen.snapshot, there));
    const double rounding = turning_slack(pair_, axis, span);
    Chord bow{seen.gap - rounding, seen.found.distance.lower - end, curvature(axis, seen.time, span), span};
    if (gap_of(end) - rounding > 0.0 && certified_part(bow) >= span) {
      return span;
    }
    bow.gap = to_spend(bow.gap);
    return std::min(certified_part(bow), span * (1.0 - 1e-12));
  }

  Step advance(const Look& seen) {
    const double rest = window_.leave - seen.time;
    const ClosingBound bound = standing_bound(seen.normal, seen.time);
    if (outlasts(bound, seen.gap, rest)) {
      return {true, window_.leave};
    }
    double best = std::min(rest, safe_time(bound, to_spend(seen.gap)));
    for (const TurningAxis& axis : axes_of(seen)) {
      const double span = span_of(axis, seen);
      if (span <= best) {
        continue;
      }
      const double part = chord(seen, axis, span);
      if (part >= rest) {
        return {true, window_.leave};
      }
      best = std::max(best, part);
    }
    return {false, seen.time + best};
  }

  TimeOfImpact overlap_answer(const Separation& deepest) const {
    TimeOfImpact result;
    result.status = ImpactStatus::overlaps;
    result.target = target_;
    result.normal = deepest.normal;
    result.point = 0.5 * (deepest.point_a + deepest.point_b);
    result.depth = deepest.depth;
    result.feature = deepest.feature;
    result.iterations = iterations_;
    return result;
  }

  [[nodiscard]] TimeOfImpact answer(ImpactStatus status, const Look& seen) const {
    TimeOfImpact result;
    result.status = status;
    result.time = seen.time;
    result.gap = std::max(0.0, seen.found.distance.lower - pair_.thickness());
    result.target = target_;
    result.normal = seen.normal;
    result.feature = smooth_feature(pair_.cores(seen.snapshot), seen.found.distance.axis);
    result.iterations = iterations_;
    const double lean = 0.5 * (a_.shape->rounding - b_.shape->rounding);
    const RigidMotion& motion = a_.motion;
    result.point = motion.start.position +
                   seen.time * (motion.linear_velocity + (0.5 * seen.time) * motion.linear_acceleration) +
                   seen.snapshot.axes_a * (0.5 * (seen.found.points.a + seen.found.points.b)) + lean * seen.normal;
    return result;
  }

  [[nodiscard]] TimeOfImpact clear_answer(const Vec3& normal) const {
    TimeOfImpact result;
    result.status = ImpactStatus::clear;
    result.time = pair_.duration();
    result.gap = target_;
    result.target = target_;
    result.normal = normal;
    result.iterations = iterations_;
    return result;
  }

  const MovingShape& a_;
  const MovingShape& b_;
  TimeOfImpactOptions options_;
  PairMotion pair_;
  Window window_;
  double target_;
  double tolerance_;
  Vec3 symmetry_a_{0.0}, symmetry_b_{0.0};  // world, at the start; zero where there is none
  int iterations_ = 0;
};

}  // namespace

TimeOfImpact smooth_time_of_impact(const ImpactQuestion& question, AxisCache* cache) {
  return SmoothSearch(question).run(cache);
}

}  // namespace firstcontact
