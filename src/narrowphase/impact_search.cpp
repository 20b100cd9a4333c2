#include "narrowphase/impact_search.hpp"

#include <firstcontact/separation.hpp>

#include "narrowphase/nearest_vertices.hpp"
#include "narrowphase/sat.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

ImpactSearch::ImpactSearch(const ImpactQuestion& question)
    : a_(question.a),
      b_(question.b),
      options_(question.options),
      pair_(a_, b_, options_.duration, question.slack),
      window_(spheres_near(question)),
      target_(options_.target),
      tolerance_(options_.tolerance) {}

TimeOfImpact ImpactSearch::run(AxisCache* cache) {
  if (cache != nullptr && cached_axis_holds(*cache)) {
    return clear_answer(rotate(a_.motion.start.orientation, cache->axis_local_a));
  }
  Look seen;
  const Aim first = aim();
  Stride stride = Stride::none;
  if (worth_casting()) {
    stride = cast(seen, first);
  } else if (cache != nullptr && are_of(cache->nearest, *a_.shape, *b_.shape)) {
    simplex_ = simplex_of(cache->nearest);
    look(seen, window_.enter);
    stride = Stride::some;
  } else {
    seen.normal = unit_or(first.line, Vec3(0.0, 1.0, 0.0));
  }
  if (stride == Stride::none) {
    const Vec3 first_axis = seen.normal;
    seen = {};
    stride = approach(seen, first_axis) ? Stride::to_the_end : Stride::some;
  }
  if (cache != nullptr) {
    cache->nearest = nearest_vertices(*a_.shape, *b_.shape, simplex_);
  }
  if (stride == Stride::to_the_end) {
    if (cache != nullptr) {
      cache->axis_local_a = into_frame(pair_.at(0.0).axes_a, seen.normal);
    }
    return clear_answer(seen.normal);
  }
  const TimeOfImpact result = walk_to_impact(seen);
  if (cache != nullptr) {
    cache->axis_local_a = seen.distance.axis;
  }
  return result;
}

TimeOfImpact ImpactSearch::walk_to_impact(Look& seen) {
  if (seen.time == 0.0) {
    if (const auto early = begin(seen)) {
      return *early;
    }
  }
  while (iterations_ <= options_.max_iterations) {
    if (seen.distance.upper <= kept() + tolerance_ && seen.time > 0.0) {
      return answer(ImpactStatus::touches, seen);
    }
    if (!(seen.gap > 0.0)) {
      break;  // the limit of the arithmetic: nothing certified lies beyond this time
    }
    const Step step = advance(seen);
    if (step.clear) {
      return clear_answer(seen.normal);
    }
    if (!(step.time > seen.time)) {
      break;
    }
    look(seen, step.time);
  }
  return answer(ImpactStatus::undecided, seen);
}

bool ImpactSearch::axis_holds(const TurningAxis& axis, const Snapshot& start, double separation) {
  const double duration = window_.leave;
  const double rounding = turning_slack(pair_, axis, duration);
  const double gap = gap_of(separation) - rounding;
  if (!(gap > 0.0) || duration == 0.0) {
    return gap > 0.0;
  }
  const double end = pair_.separation(end_snapshot(), axis_after(axis, start, end_snapshot(), duration).normal);
  if (!(gap_of(end) - rounding > 0.0)) {
    return false;
  }
  const double curvature = curvature_bound(pair_, axis, 0.0, duration);
  return certified_part({gap, separation - end, curvature, duration}) >= duration;
}

bool ImpactSearch::cached_axis_holds(AxisCache& cache) {
  if (!(square_of(cache.axis_local_a) > 0.5)) {
    return false;
  }
  const Snapshot start = pair_.at(0.0);
  const Vec3 normal = unit_or(start.axes_a * cache.axis_local_a, Vec3(0.0, 1.0, 0.0));
  const double separation = pair_.separation(start, normal);
  cache.measured.shape_a = identity_of(*a_.shape);
  cache.measured.shape_b = identity_of(*b_.shape);
  cache.measured.mark_a = mark_of(*a_.shape);
  cache.measured.mark_b = mark_of(*b_.shape);
  cache.measured.separation = separation - pair_.slack();
  cache.measured.normal = normal;
  cache.measured.offset = start.offset;
  cache.measured.orientation_a = a_.motion.start.orientation;
  cache.measured.orientation_b = b_.motion.start.orientation;
  if (!(gap_of(separation) > 0.0)) {
    return false;
  }
  if (outlasts(closing_bound(pair_, normal, 0.0), gap_of(separation), window_.leave)) {
    return true;
  }
  return axis_holds({normal, Vec3(0.0)}, start, separation) ||
         turning_axis_holds(cache.nearest, normal, start, separation);
}

// Most pairs that are near slide or roll past each other, and a standing axis loses them; one that turns with the
// features which carried the nearest points does not, and no distance query is needed to find it.
bool ImpactSearch::turning_axis_holds(const NearestVertices& nearest, const Vec3& normal, const Snapshot& start,
                                      double separation) {
  if (!are_of(nearest, *a_.shape, *b_.shape)) {
    return false;
  }
  const TurnCandidates candidates = turn_candidates(pair_, start, feature_vertices(simplex_of(nearest)), normal);
  for (int i = 0; i < candidates.count; ++i) {
    if (axis_holds({normal, candidates.turn[i], candidates.with[i]}, start, separation)) {
      return true;
    }
  }
  return false;
}

const Snapshot& ImpactSearch::end_snapshot() {
  if (!end_) {
    end_ = pair_.at(window_.leave);
  }
  return *end_;
}

void ImpactSearch::look(Look& seen, double time) {
  const bool landed = landing_.time == time;
  seen.carried = false;
  seen.time = time;
  seen.snapshot = landed ? landing_.snapshot : pair_.at(time);
  seen.pose = relative_pose(seen.snapshot.axes_a, seen.snapshot.axes_b, seen.snapshot.offset);
  measure(seen, goal_of_look(), landed ? landing_.bound : KnownBound{});
}

void ImpactSearch::measure(Look& seen, const DistanceGoal& goal, const KnownBound& known) {
  ++iterations_;
  seen.distance = core_distance({*a_.shape, *b_.shape, seen.pose}, goal, simplex_, known);
  if (!seen.distance.converged) {
    sharpen(seen, goal);
  }
  set_gap(seen);
}

RelativePose ImpactSearch::stand_at(Look& seen, double time) const {
  seen.time = time;
  seen.snapshot = pair_.at(time);
  return relative_pose(seen.snapshot.axes_a, seen.snapshot.axes_b, seen.snapshot.offset);
}

void ImpactSearch::set_gap(Look& seen) const {
  // Unit to a few last places, which the slack covers.
  seen.normal = seen.snapshot.axes_a * seen.distance.axis;
  seen.gap = gap_of(seen.distance.lower);
}

// GJK has met its limit. Face normals and edge products are known to full precision, so they may show more.
void ImpactSearch::sharpen(Look& seen, const DistanceGoal& goal) const {
  const CorePair cores{*a_.shape, *b_.shape, seen.pose};
  Distance& distance = seen.distance;
  BestAxis best = snapped_axis(cores, {distance.lower, distance.axis, AxisKind::other, 0, 0}, simplex_);
  if (!(best.separation > goal.threshold + pair_.slack())) {
    const BestAxis exhaustive = best_axis(cores);
    best = exhaustive.separation > best.separation ? exhaustive : best;
  }
  distance.lower = best.separation;
  distance.axis = best.axis;
  distance.upper = std::max(distance.upper, distance.lower);
}

std::optional<TimeOfImpact> ImpactSearch::begin(Look& seen) {
  if (seen.distance.upper > kept() + tolerance_) {
    return std::nullopt;
  }
  constexpr double near_goal = 0.05;  // of the gap itself now, because half of it becomes the target
  const double roundings = pair_.thickness() - pair_.deviation();
  if (!seen.distance.origin_inside) {
    measure(seen, {roundings, near_goal, 0.0}, {});
  }
  if (const auto depth = overlap_depth(seen)) {
    const Separation deepest = separation({a_.shape, a_.motion.start}, {b_.shape, b_.motion.start});
    TimeOfImpact result = answer(ImpactStatus::overlaps, seen);
    result.depth = *depth;
    result.normal = deepest.normal;
    result.point = 0.5 * (deepest.point_a + deepest.point_b);
    result.feature = deepest.feature;
    return result;
  }
  return begin_near(seen);
}

// Rounded shapes whose cores are apart overlap by what the roundings exceed the distance; for cores that overlap, SAT
// has the depth already (sharpen asked it, since no axis separates them).
std::optional<double> ImpactSearch::overlap_depth(const Look& seen) const {
  const double roundings = pair_.thickness() - pair_.deviation();
  const Distance& distance = seen.distance;
  if (!distance.origin_inside && distance.upper > 0.0 && roundings > 0.0) {
    return distance.upper <= roundings ? std::optional(roundings - distance.upper) : std::nullopt;
  }
  return distance.lower <= roundings ? std::optional(roundings - distance.lower) : std::nullopt;
}

// A pair nearer than the skin keeps half of the gap it has. Below the floor of the arithmetic that half can no longer
// be told from rounding: approaching, they touch now; otherwise the walk goes on and certifies what it can.
std::optional<TimeOfImpact> ImpactSearch::begin_near(Look& seen) {
  const double gap = seen.distance.lower - pair_.thickness();
  target_ = std::clamp(0.5 * gap, 0.0, target_);
  if (gap <= pair_.floor() && witness_slope(seen) < 0.0) {
    return answer(ImpactStatus::touches, seen);
  }
  if (!(gap > 0.0)) {
    return answer(ImpactStatus::undecided, seen);
  }
  tolerance_ = std::min(tolerance_, 0.2 * gap);
  seen.gap = gap_of(seen.distance.lower);
  return std::nullopt;
}

TimeOfImpact ImpactSearch::answer(ImpactStatus status, const Look& seen) const {
  const CorePair cores{*a_.shape, *b_.shape, seen.pose};
  TimeOfImpact result;
  result.status = status;
  result.time = seen.time;
  const double lower =
      seen.carried ? separation_along(*a_.shape, *b_.shape, seen.pose, seen.distance.axis) : seen.distance.lower;
  result.gap = std::max(0.0, lower - pair_.thickness());
  result.target = target_;
  result.normal = seen.normal;
  result.feature = closing_feature(cores, simplex_, seen.distance.axis);
  result.iterations = iterations_;
  const WitnessPoints witness = witness_points(cores, simplex_);
  const double lean = 0.5 * (a_.shape->rounding - b_.shape->rounding);
  const RigidMotion& motion = a_.motion;
  const double time = seen.time;
  result.point = motion.start.position + time * (motion.linear_velocity + (0.5 * time) * motion.linear_acceleration) +
                 seen.snapshot.axes_a * (0.5 * (witness.a + witness.b)) + lean * seen.normal;
  return result;
}

TimeOfImpact ImpactSearch::clear_answer(const Vec3& normal) const {
  TimeOfImpact result;
  result.status = ImpactStatus::clear;
  result.time = pair_.duration();
  result.gap = target_;
  result.target = target_;
  result.normal = normal;
  result.iterations = iterations_;
  return result;
}

}  // namespace firstcontact
