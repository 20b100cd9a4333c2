// How the search begins: GJK on bodies that go on moving while it looks. Every support is a certificate for a while,
// and what it certifies is walked at once, before the next vertex is asked for: GJK need not be finished at a time that
// is only passed through. (method 5.4)
//
// Why this is safe: time moves by nothing but a certified step, and `distance.lower` is at every moment a lower bound
// on `distance.axis` where the bodies then stand: measured, or measured less all that (3.1) lets it lose since.
#include "narrowphase/impact_search.hpp"

#include <cmath>

namespace firstcontact {

namespace {

// More supports than most pairs need to be near their nearest features; what is left is for GJK at a fixed time.
constexpr int most_supports = 12;
// Nearer than a look's bounds (relative_goal): the approach has the axis that the first chord turns with, and a chord
// on another feature's axis is a look lost.
constexpr double approach_goal = 0.05;
// The bound without directions (method 10.1) will do while the spins make up no more than this of the closing speed.
constexpr double slow_spin = 0.3;
// A first axis that shows less than this part of the radii at the end cannot be hoped to clear the pair.
constexpr double hopeful = 0.3;

}  // namespace

// How fast the separation along `seen.normal` can close, from the cheapest bound that will do.
ClosingBound ImpactSearch::approach_bound(const Look& seen) const {
  const double spins = fastest_vertices(pair_);
  const double closing = -glm::dot(seen.normal, pair_.velocity_at(seen.time));
  if (spins > slow_spin * closing) {
    return closing_bound(pair_, seen.normal, seen.time);
  }
  return {closing + spins, std::max(0.0, -glm::dot(seen.normal, pair_.acceleration()))};
}

// True when the first axis holds to the end: by the bound, which is free, or by its standing chord, which costs a pose
// and is tried only if the bodies would stay apart without their spins.
bool ImpactSearch::first_axis_holds(const Look& seen) {
  const double span = window_.leave - seen.time;
  const double gap = gap_of(seen.distance.lower);
  const double along = glm::dot(seen.normal, pair_.offset_at(window_.leave));
  if (gap <= tolerance_ || span <= 0.0 || along < hopeful * (pair_.a().radius + pair_.b().radius)) {
    return false;
  }
  const ClosingBound bound = approach_bound(seen);
  if (outlasts(bound, gap, span)) {
    return true;
  }
  if (!outlasts({bound.speed - fastest_vertices(pair_), 0.0}, gap, span)) {
    return false;
  }
  const double end = pair_.separation(end_snapshot(), seen.normal);
  const double curvature = curvature_bound(pair_, {seen.normal, Vec3(0.0)}, seen.time, span);
  return gap_of(end) > 0.0 && certified_part({gap, seen.distance.lower - end, curvature, span}) >= span;
}

// One support: raises the lower bound where it can, and joins the simplex unless it is there already.
bool ImpactSearch::take_support(Look& seen, const Chase& chase) {
  SimplexVertex& support = simplex_.vertex[simplex_.count];
  support = support_against(chase.cores, chase.direction);
  const double scale = 1.0 / length(chase.direction);
  const double lower = glm::dot(chase.direction, support.difference) * scale;
  if (lower > seen.distance.lower) {
    seen.distance.lower = lower;
    seen.distance.axis = chase.direction * scale;
    seen.carried = false;
  }
  if (holds(simplex_, support)) {
    return false;
  }
  ++simplex_.count;
  return true;
}

// Walks what the lower bound certifies on its axis, when that is worth a new pose.
ImpactSearch::Stride ImpactSearch::walk_on(Look& seen, Chase& chase, bool converged) {
  const double gap = gap_of(seen.distance.lower);
  if (!(gap > tolerance_)) {
    return Stride::none;  // a start nearer than that has rules of its own (begin_near)
  }
  seen.normal = seen.snapshot.axes_a * seen.distance.axis;
  const ClosingBound bound = approach_bound(seen);
  const double rest = window_.leave - seen.time;
  if (outlasts(bound, gap, rest)) {
    return Stride::to_the_end;
  }
  if (converged && fastest_vertices(pair_) > 0.0) {
    return Stride::none;  // a chord goes further
  }
  const double step = std::min(rest, safe_time(bound, to_spend(gap)));
  seen.distance.lower -= step * (bound.speed + 0.5 * bound.acceleration * step);
  seen.carried = true;
  chase.cores.pose = stand_at(seen, seen.time + step);
  // (3.1) is about an axis that stands in the world, and a has turned.
  seen.distance.axis = into_frame(seen.snapshot.axes_a, seen.normal);
  move_to(chase.cores, simplex_);
  return Stride::some;
}

// True when the bounds agree to what a look wants (method 5.1), and better.
bool ImpactSearch::agree(const Look& seen, const Chase& chase) const {
  const double lower = seen.distance.lower;
  const double enough = lower + std::max(approach_goal * (lower - kept()), tolerance_goal * tolerance_);
  return enough >= 0.0 && chase.squared_upper <= enough * enough;
}

// From one support, which is in the simplex, to the next direction; `some` while that is worth going on with.
ImpactSearch::Stride ImpactSearch::pursue(Look& seen, Chase& chase, bool is_new) {
  const Stride stride = walk_on(seen, chase, !is_new || agree(seen, chase));
  if (stride == Stride::to_the_end || (!is_new && stride == Stride::none)) {
    return stride;
  }
  const NearestPoint nearest = nearest_of(simplex_);
  keep(simplex_, nearest);
  chase.squared_upper = nearest.squared_distance;
  if (!is_new || nearest.count == 4 || nearest.squared_distance == 0.0 || agree(seen, chase)) {
    return Stride::none;
  }
  chase.direction = direction_square_to(simplex_, nearest);
  return Stride::some;
}

// Leaves `seen` as a look at the time reached would. Flattened: what goes from one part to the next stays in registers,
// which is worth a tenth of a query.
[[gnu::flatten]] bool ImpactSearch::approach(Look& seen, const Vec3& first_axis) {
  seen.normal = first_axis;
  Chase chase{{*a_.shape, *b_.shape, stand_at(seen, window_.enter)}, into_frame(seen.snapshot.axes_a, first_axis)};
  Stride stride = Stride::some;
  for (int i = 0; i < most_supports && stride == Stride::some; ++i) {
    const bool is_new = take_support(seen, chase);
    if (i == 0 && first_axis_holds(seen)) {
      return true;
    }
    stride = pursue(seen, chase, is_new);
  }
  if (stride == Stride::to_the_end) {
    return true;
  }
  seen.pose = chase.cores.pose;
  if (simplex_.count == 4 || !agree(seen, chase)) {
    measure(seen, goal_of_look(), {seen.distance.lower, seen.distance.axis});
    return false;
  }
  ++iterations_;
  seen.distance.upper = std::sqrt(chase.squared_upper);
  seen.distance.converged = true;
  set_gap(seen);
  return false;
}

}  // namespace firstcontact
