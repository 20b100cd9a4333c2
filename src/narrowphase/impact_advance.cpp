// How far the search goes from where it has looked: which axis, turning with what, for how long, and what of that is
// certified. (method 5)
#include "narrowphase/impact_search.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

// A tracked axis must promise this many times the free first-order step before its evaluations are worth their price.
constexpr double newton_ratio = 1.005;
constexpr double curved_ratio = 1.3;
// The longest chord, in parts of sqrt(gap / curvature), squared: beyond sqrt(2) it may sag through the gap, beyond
// sqrt(8) it will where the curvature is what its bound says. One that fails is certified for only a tiny part.
constexpr double longest_squared = 3.0;
// What an axis that stands still is taken to lose, in parts of the radius times the rate at which its feature turns;
// and where bodies whirl, which show the next feature before long.
constexpr double lost_feature = 0.5;
constexpr double lost_whirling = 0.2;
// Bodies that turn by more, both together, whirl.
constexpr double whirling = 3.0;  // rad

}  // namespace

ImpactSearch::Step ImpactSearch::advance(Look& seen) {
  seen.tilts = tilts(pair_, seen.normal);
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
    const Plan plan = plan_for({seen.normal, candidates.turn[0], candidates.with[0]}, seen, slope);
    if (plan.worth == newton_ratio) {
      return plan;
    }
  }
  // An axis that stands still while its feature turns loses the support vertex sooner or later.
  double lost = 0.0;
  if (candidates.count > 0) {
    lost = (whirls() ? lost_whirling : lost_feature) * length(glm::cross(candidates.turn[0], seen.normal)) *
           std::min(pair_.a().radius, pair_.b().radius);
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

bool ImpactSearch::whirls() const { return (pair_.a().rate + pair_.b().rate) * pair_.duration() > whirling; }

// The Newton step to the zone where the shapes approach, else the longest span whose chord can be expected to be
// certified whole; where bodies whirl, a Newton step may be much longer than that. (method 5.3)
void ImpactSearch::choose_span(Plan& plan, const Look& seen) const {
  const double rest = window_.leave - seen.time;
  const double slope = plan.slope;
  plan.worth = newton_ratio;
  if (slope < 0.0) {
    plan.span = std::min(rest, std::max(seen.gap - newton_landing * tolerance_, 0.5 * seen.gap) / -slope);
    if (!whirls()) {
      return;
    }
  }
  const double curvature = curvature_bound(pair_, plan.curvature, seen.time, 0.0);
  const double longest = longest_squared * seen.gap;
  if (slope < 0.0 && curvature * plan.span * plan.span <= longest) {
    return;
  }
  if (curvature <= 0.0) {
    plan.span = rest;
    return;
  }
  const double whole = 2.0 * (slope + std::sqrt(2.0 * curvature * seen.gap)) / curvature;
  plan.worth = curved_ratio;
  plan.span = std::min(rest, std::min(whole, std::sqrt(longest / curvature)));
}

// The axis where the span ends. One that turns with a body is the body's to carry, without a sine.
TurningAxis ImpactSearch::axis_after(const TurningAxis& axis, const Snapshot& from, const Snapshot& to,
                                     double span) const {
  TurningAxis carried = axis;
  switch (axis.with) {
    case TurnsWith::a:
      carried.normal = to.axes_a * into_frame(from.axes_a, axis.normal);
      return carried;
    case TurnsWith::b:
      carried.normal = to.axes_b * into_frame(from.axes_b, axis.normal);
      return carried;
    default:
      return turned(axis, span);
  }
}

ImpactSearch::Step ImpactSearch::follow(const Plan& first, const Look& from) {
  constexpr int most_pieces = 12;  // each one costs a third of a look
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
    const TurningAxis end_axis = axis_after(plan.axis, seen.snapshot, there, span);
    const double end = pair_.separation(there, end_axis.normal);
    const double gap = gap_of(end);
    // An axis that has been carried so many times is rounded as often.
    const double rounding = (piece + 1) * turning_slack(pair_, plan.axis, span);
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
    arm_a += vertex.weight * vertex_of(*pair_.a().shape, vertex.a);
    arm_b += vertex.weight * vertex_of(*pair_.b().shape, vertex.b);
  }
  const Vec3 velocity = pair_.velocity_at(seen.time) + glm::cross(pair_.b().spin, seen.snapshot.axes_b * arm_b) -
                        glm::cross(pair_.a().spin, seen.snapshot.axes_a * arm_a);
  return glm::dot(seen.normal, velocity);
}

}  // namespace firstcontact
