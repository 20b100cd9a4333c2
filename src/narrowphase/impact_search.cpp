#include "narrowphase/impact_search.hpp"

#include <firstcontact/separation.hpp>

#include "narrowphase/sat.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

constexpr double newton_landing = 0.45;
// A tracked axis must promise this many times the free first-order step before its evaluations are worth their price.
constexpr double newton_ratio = 1.005;
constexpr double curved_ratio = 1.3;

}  // namespace

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
  const Vec3 first_axis = line_of_centers();
  Look seen;
  if (approach(seen, first_axis)) {
    if (cache != nullptr) {
      cache->axis_local_a = into_frame(pair_.a().start, seen.normal);
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

bool ImpactSearch::axis_holds(const TurningAxis& axis, double separation) {
  const double duration = window_.leave;
  const double rounding = turning_slack(pair_, axis, duration);
  const double gap = gap_of(separation) - rounding;
  if (!(gap > 0.0) || duration == 0.0) {
    return gap > 0.0;
  }
  const double end = pair_.separation(end_snapshot(), turned(axis, duration).normal);
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
  cache.measured = {a_.shape,
                    b_.shape,
                    separation - pair_.slack(),
                    normal,
                    start.offset,
                    a_.motion.start.orientation,
                    b_.motion.start.orientation};
  if (!(gap_of(separation) > 0.0)) {
    return false;
  }
  if (outlasts(closing_bound(pair_, normal, 0.0), gap_of(separation), window_.leave)) {
    return true;
  }
  if (axis_holds({normal, Vec3(0.0)}, separation)) {
    return true;
  }
  return pair_.a().rate > 0.0 && axis_holds({normal, pair_.a().spin}, separation);
}

// Where the bodies pass each other, if they pass at a distance; else where they are now.
Vec3 ImpactSearch::line_of_centers() const {
  constexpr double far_enough = 0.3;  // of the radii: nearer, the line of centres says little about the surfaces
  const ClosestApproach approach = closest_approach(pair_);
  if (approach.distance > far_enough * (pair_.a().radius + pair_.b().radius)) {
    return approach.axis;
  }
  return unit_or(pair_.offset_at(0.0), approach.axis);
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
  seen.tilts = tilts(pair_, seen.normal);
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

ImpactSearch::Step ImpactSearch::advance(const Look& seen) {
  const double rest = window_.leave - seen.time;
  const ClosingBound bound = closing_bound(pair_, seen.normal, seen.time, seen.tilts);
  if (outlasts(bound, seen.gap, rest)) {
    return {true, window_.leave};
  }
  const double sure = std::min(rest, safe_time(bound, to_spend(seen.gap)));
  const double slope = witness_slope(seen);
  double reached = seen.time + sure;
  if (!standing_tried_) {
    standing_tried_ = true;
    const Step standing = advance_standing(seen, slope);
    if (standing.clear) {
      return standing;
    }
    reached = std::max(reached, standing.time);
  }
  const Plan plan = best_plan(seen, slope);
  if (plan.span < plan.worth * (reached - seen.time)) {
    return {false, reached};
  }
  const Step followed = follow(plan, seen);
  return {followed.clear, std::max(reached, followed.time)};
}

// The rest of the span in one chord, on the axis as it stands.
ImpactSearch::Step ImpactSearch::advance_standing(const Look& seen, double slope) {
  const double rest = window_.leave - seen.time;
  const TurningAxis axis{seen.normal, Vec3(0.0)};
  const double curvature = curvature_of(pair_, axis, seen.tilts).always;
  if (seen.gap + rest * (slope + 0.5 * curvature * rest) < 0.0) {
    return {false, seen.time};  // the nearest points alone already cross on this axis before the end
  }
  const double end = pair_.separation(end_snapshot(), seen.normal);
  const double drop = seen.distance.lower - end;
  if (gap_of(end) > 0.0 && certified_part({seen.gap, drop, curvature, rest}) >= rest) {
    return {true, window_.leave};
  }
  return {false, seen.time + std::min(rest, certified_part({to_spend(seen.gap), drop, curvature, rest}))};
}

ImpactSearch::Plan ImpactSearch::best_plan(const Look& seen, double slope) const {
  const TurnCandidates candidates = turn_candidates(pair_, seen.snapshot, feature_vertices(simplex_), seen.normal);
  if (candidates.count > 0 && slope < 0.0) {
    return plan_for({seen.normal, candidates.turn[0], candidates.with[0]}, seen, slope);
  }
  // An axis that stands still while its feature turns loses the support vertex sooner or later.
  double lost = 0.0;
  if (candidates.count > 0) {
    lost = 0.5 * length(glm::cross(candidates.turn[0], seen.normal)) * std::min(pair_.a().radius, pair_.b().radius);
  }
  Plan best = plan_for({seen.normal, Vec3(0.0)}, seen, slope - lost);
  for (int i = 0; i < candidates.count; ++i) {
    const Plan plan = plan_for({seen.normal, candidates.turn[i], candidates.with[i]}, seen, slope);
    best = plan.span > best.span ? plan : best;
  }
  return best;
}

ImpactSearch::Plan ImpactSearch::plan_for(const TurningAxis& axis, const Look& seen, double slope) const {
  Plan plan;
  plan.axis = axis;
  plan.curvature = curvature_of(pair_, axis, seen.tilts);
  plan.slope = slope;
  choose_span(plan, seen);
  return plan;
}

// The Newton step to the zone where the shapes approach, else the longest span whose chord can be expected to be
// certified whole. (method 5.3)
void ImpactSearch::choose_span(Plan& plan, const Look& seen) const {
  const double rest = window_.leave - seen.time;
  const double slope = plan.slope;
  plan.worth = newton_ratio;
  if (slope < 0.0) {
    plan.span = std::min(rest, std::max(seen.gap - newton_landing * tolerance_, 0.5 * seen.gap) / -slope);
    return;
  }
  const double curvature = curvature_bound(pair_, plan.curvature, seen.time, 0.0);
  if (curvature <= 0.0) {
    plan.span = rest;
    return;
  }
  const double whole = 2.0 * (slope + std::sqrt(2.0 * curvature * seen.gap)) / curvature;
  plan.worth = curved_ratio;
  plan.span = std::min(rest, std::min(whole, std::sqrt(3.0 * seen.gap / curvature)));
}

// The axis where the span ends. One that turns with a body is the body's to carry, without a sine.
TurningAxis ImpactSearch::axis_after(const TurningAxis& axis, const Look& from, const Snapshot& to, double span) const {
  TurningAxis carried = axis;
  switch (axis.with) {
    case TurnsWith::a:
      carried.normal = to.axes_a * into_frame(from.snapshot.axes_a, axis.normal);
      return carried;
    case TurnsWith::b:
      carried.normal = to.axes_b * into_frame(from.snapshot.axes_b, axis.normal);
      return carried;
    default:
      return turned(axis, span);
  }
}

ImpactSearch::Step ImpactSearch::follow(const Plan& first, const Look& from) {
  constexpr int most_pieces = 2;
  Plan plan = first;
  Look seen = from;
  for (int piece = 0; piece < most_pieces; ++piece) {
    const bool to_the_end = seen.time + plan.span >= window_.leave;
    const double end_time = to_the_end ? window_.leave : seen.time + plan.span;
    const double span = end_time - seen.time;
    if (!(span > 0.0)) {
      return {false, seen.time};
    }
    const Snapshot there = to_the_end ? end_snapshot() : pair_.at(end_time);
    const TurningAxis end_axis = axis_after(plan.axis, seen, there, span);
    const double end = pair_.separation(there, end_axis.normal);
    const double gap = gap_of(end);
    const double rounding = turning_slack(pair_, plan.axis, span);
    const Chord chord{seen.gap - rounding, seen.distance.lower - end,
                      curvature_bound(pair_, plan.curvature, seen.time, span), span};
    if (!(gap - rounding > 0.0) || certified_part(chord) < span) {
      Chord spent = chord;
      spent.gap = to_spend(chord.gap);
      return {false, seen.time + std::min(span, certified_part(spent))};
    }
    if (to_the_end) {
      return {true, end_time};
    }
    if (gap <= (1.0 - tolerance_goal) * tolerance_) {
      landing_ = {end_time, there, {end, into_frame(there.axes_a, end_axis.normal)}};
      return {false, end_time};
    }
    seen.time = end_time;
    seen.snapshot = there;
    seen.gap = gap;
    seen.distance.lower = end;
    plan.axis = end_axis;
    plan.slope = -2.0 * chord.drop / span - plan.slope;  // a parabola's, at its end
    choose_span(plan, seen);
  }
  return {false, seen.time};
}

double ImpactSearch::witness_slope(const Look& seen) const {
  Vec3 arm_a(0.0);
  Vec3 arm_b(0.0);
  for (int i = 0; i < simplex_.count; ++i) {
    const SimplexVertex& vertex = simplex_.vertex[i];
    arm_a += vertex.weight * pair_.a().shape->core.vertices[vertex.a];
    arm_b += vertex.weight * pair_.b().shape->core.vertices[vertex.b];
  }
  const Vec3 velocity = pair_.velocity_at(seen.time) + glm::cross(pair_.b().spin, seen.snapshot.axes_b * arm_b) -
                        glm::cross(pair_.a().spin, seen.snapshot.axes_a * arm_a);
  return glm::dot(seen.normal, velocity);
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
