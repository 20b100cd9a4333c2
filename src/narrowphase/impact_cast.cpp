// A shorter way to begin, for bodies that turn little while they come near: they are looked at once, where they may
// meet, and held still there. A line cast along their relative velocity finds the faces that would meet, or an axis
// that it passes at a distance (portal.hpp), in steps that need no pose. Newton's method, casting anew at each pose,
// goes from there to the impact. (method 5.5, 5.6)
//
// Why this is safe: time moves by what a standing axis is certain to have kept and to keep, or by what follow()
// certifies, and by nothing else. The cast only says which axis to try.
#include "narrowphase/impact_search.hpp"

#include "narrowphase/portal.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

// Bodies that turn further than this (rad, both together) on the way meet with other features than a cast sees.
constexpr double most_turn = 1.0;
// Of the radii: who moves less meets with what is nearest now.
constexpr double least_way = 0.2;
// Of the radii: centres that pass each other further apart than `passing` do not meet as a rule, and others do when
// they are `meeting` apart.
constexpr double passing = 0.6;
constexpr double meeting = 0.85;
// Of the tolerance: what the set may reach beyond the face that was found.
constexpr double face_goal = 0.1;
// Poses that Newton's method may ask for on its way to the impact.
constexpr int most_tries = 3;

bool is_solid(const ConvexShape& shape) { return shape.core.vertices.size() >= 4; }

}  // namespace

bool ImpactSearch::worth_casting() const {
  const double span = window_.leave - window_.enter;
  const double radii = pair_.a().radius + pair_.b().radius;
  return is_solid(*a_.shape) && is_solid(*b_.shape) && (pair_.a().rate + pair_.b().rate) * span < most_turn &&
         square_of(pair_.velocity()) * (span * span) > least_way * least_way * radii * radii &&
         glm::dot(pair_.offset_at(window_.enter), pair_.velocity()) < 0.0;
}

// Where the centres are nearest to each other, or, if they come near, where they are about to meet: from where the
// spheres do, at the speed at which the centres close there. (Any time and any axis are safe.)
ImpactSearch::Aim ImpactSearch::aim() const {
  const double radii = pair_.a().radius + pair_.b().radius;
  const double speed2 = square_of(pair_.velocity());
  const double closing = -glm::dot(pair_.offset_at(0.0), pair_.velocity());
  const double nearest = speed2 > 0.0 ? std::clamp(closing / speed2, window_.enter, window_.leave) : window_.enter;
  const Vec3 passing_at = pair_.offset_at(nearest);
  if (square_of(passing_at) > passing * passing * radii * radii) {
    return {nearest, passing_at, true};
  }
  const double closing_there = -glm::dot(pair_.offset_at(window_.enter), pair_.velocity());
  const double time = window_.enter + (1.0 - meeting) * radii * radii / closing_there;
  const double meeting_at = closing_there > 0.0 ? std::min(time, nearest) : window_.enter;
  return {meeting_at, pair_.offset_at(meeting_at), false};
}

// True when the axis on which `separation` was measured at seen.time, standing, keeps the cores apart before and after:
// by the bound, or by a chord if that fails for nothing but the spins.
bool ImpactSearch::holds_throughout(const Look& seen, double separation, const SimplexVertex& support) {
  const double gap = gap_of(separation);
  if (!(gap > 0.0)) {
    return false;
  }
  const double before = seen.time - window_.enter;
  const double after = window_.leave - seen.time;
  const Tilts tilt = tilts(pair_, seen.normal);
  const ClosingBound forwards = closing_bound(pair_, seen.normal, seen.time, tilt);
  // Time reversed: velocities change their sign, accelerations do not.
  const double opening = glm::dot(seen.normal, pair_.velocity_at(seen.time));
  const ClosingBound backwards{forwards.speed + 2.0 * opening, forwards.acceleration};
  if (outlasts(forwards, gap, after) && outlasts(backwards, gap, before)) {
    return true;
  }
  const TurningAxis standing{seen.normal, Vec3(0.0)};
  const Course course = course_of(standing, seen, support);
  if (gap + after * (course.slope + 0.5 * course.bend * after) < 0.0 ||
      gap - before * (course.slope - 0.5 * course.bend * before) < 0.0) {
    return false;  // the support itself crosses
  }
  const double start = pair_.separation(pair_.at(window_.enter), seen.normal);
  if (!(gap_of(start) > 0.0)) {
    return false;
  }
  const double end = pair_.separation(end_snapshot(), seen.normal);
  const double span = window_.leave - window_.enter;
  const double curvature = curvature_of(pair_, standing, tilt).always;
  return gap_of(end) > 0.0 && certified_part({gap_of(start), start - end, curvature, span}) >= span;
}

// The separation of the corner `vertex` along `axis`, both carried on: to second order the one that the features have.
ImpactSearch::Course ImpactSearch::course_of(const TurningAxis& axis, const Look& seen,
                                             const SimplexVertex& vertex) const {
  const Vec3 arm_a = seen.snapshot.axes_a * vertex_of(*pair_.a().shape, vertex.a);
  const Vec3 arm_b = seen.snapshot.axes_b * vertex_of(*pair_.b().shape, vertex.b);
  const Vec3 spin_a = glm::cross(pair_.a().spin, arm_a);
  const Vec3 spin_b = glm::cross(pair_.b().spin, arm_b);
  const Vec3 between = seen.snapshot.offset + arm_b - arm_a;
  const Vec3 velocity = pair_.velocity_at(seen.time) + spin_b - spin_a;
  const Vec3 acceleration =
      pair_.acceleration() + glm::cross(pair_.b().spin, spin_b) - glm::cross(pair_.a().spin, spin_a);
  const Vec3 turning = glm::cross(axis.turn, axis.normal);
  return {glm::dot(axis.normal, velocity) + glm::dot(turning, between),
          glm::dot(axis.normal, acceleration) + 2.0 * glm::dot(turning, velocity) +
              glm::dot(glm::cross(axis.turn, turning), between)};
}

// When a separation that is `above` what is wanted at seen.time is there, by its course; infinity for never.
double ImpactSearch::meeting_time(const Look& seen, const Course& course, double above) {
  const double discriminant = course.slope * course.slope - 2.0 * course.bend * above;
  if (!(course.slope < 0.0 && discriminant > 0.0)) {
    return std::numeric_limits<double>::infinity();
  }
  return seen.time + 2.0 * above / (std::sqrt(discriminant) - course.slope);
}

// What turns with the feature that the cast has found.
TurningAxis ImpactSearch::axis_of_feature(const Look& seen) const {
  const TurnCandidates candidates = turn_candidates(pair_, seen.snapshot, feature_vertices(simplex_), seen.normal);
  if (candidates.count > 0) {
    return {seen.normal, candidates.turn[0], candidates.with[0]};
  }
  return {seen.normal, Vec3(0.0)};
}

void ImpactSearch::take_face(Look& seen, const PortalCast& found) {
  seen.normal = seen.snapshot.axes_a * found.axis;
  simplex_.count = 3;
  std::copy(found.corner, found.corner + 3, simplex_.vertex);
}

// The look at seen.time, which begins, and mostly ends, with the face that was cast at.
void ImpactSearch::settle(Look& seen, const CorePair& cores, const KnownBound& known) {
  seen.pose = cores.pose;
  const NearestPoint nearest = nearest_of(simplex_);
  if (nearest.count == 4 || !reaches(goal_of_look(), known.lower, nearest.squared_distance)) {
    measure(seen, goal_of_look(), known);
    return;
  }
  ++iterations_;
  keep(simplex_, nearest);
  seen.distance = {known.lower, std::sqrt(nearest.squared_distance), known.axis, true, false};
  set_gap(seen);
}

// Without spin or acceleration the separation along an axis is a straight line in time: what was measured at seen.time
// is known at all others, and where it is more than what must be kept at two times it is so in between.
ImpactSearch::Stride ImpactSearch::ride_straight(Look& seen, CorePair& cores, const PortalCast& found) {
  const double closing = -glm::dot(seen.normal, pair_.velocity());
  const double gap = gap_of(found.separation);
  if (!(gap + closing * (seen.time - window_.enter) > tolerance_)) {
    return Stride::none;
  }
  if (gap - closing * (window_.leave - seen.time) > 0.0) {
    return Stride::to_the_end;
  }
  const Vec3 before = seen.snapshot.offset;
  const double time = seen.time + (gap - newton_landing * tolerance_) / closing;
  cores.pose = stand_at(seen, time);
  const double lower = found.separation + glm::dot(seen.normal, seen.snapshot.offset - before);
  if (!(gap_of(lower) > 0.0) || !(time > window_.enter)) {
    return Stride::none;
  }
  move_to(cores, simplex_);
  settle(seen, cores, {lower, found.axis});
  return Stride::some;
}

// True when the axis that `seen` has, standing, kept the bodies apart at all times before, and further than the zone
// when their spheres met. (method 5.6)
bool ImpactSearch::held_before(const Look& seen, double gap) const {
  const double before = seen.time - window_.enter;
  const double speed = glm::dot(seen.normal, pair_.velocity_at(seen.time)) + fastest_vertices(pair_);
  const double acceleration = std::max(0.0, -glm::dot(seen.normal, pair_.acceleration()));
  return gap > 0.0 && gap - before * (speed + 0.5 * acceleration * before) > tolerance_;
}

// Newton's method to the impact, for bodies that come nearer faster than their spins move any vertex: each time that
// the feature's course leads to, the cast begins anew from its last face, and mostly finds it again.
ImpactSearch::Stride ImpactSearch::land(Look& seen, CorePair& cores, PortalCast& found) {
  for (int tries = 0; tries < most_tries; ++tries) {
    const TurningAxis axis = axis_of_feature(seen);
    const Course course = course_of(axis, seen, simplex_.vertex[0]);
    const double arrival = meeting_time(seen, course, gap_of(found.separation) - newton_landing * tolerance_);
    const double time = std::min(arrival, window_.leave);
    if (!(time > window_.enter)) {
      return Stride::none;
    }
    cores.pose = stand_at(seen, time);
    const Vec3 line = into_frame(seen.snapshot.axes_a, -pair_.velocity_at(time));
    found = cast_again(cores, found, line, face_goal * tolerance_);
    if (found.meets != LineMeets::face) {
      return Stride::none;
    }
    take_face(seen, found);
    const double gap = gap_of(found.separation);
    const bool to_the_end = time == window_.leave;
    if (gap > 0.0 && (to_the_end || gap <= (1.0 - tolerance_goal) * tolerance_)) {
      if (!held_before(seen, gap)) {
        return Stride::none;
      }
      if (to_the_end) {
        return Stride::to_the_end;
      }
      settle(seen, cores, {found.separation, found.axis});
      return Stride::some;
    }
  }
  return Stride::none;
}

// A chord towards the impact, on the axis that `seen` has at its own time, where `separation` was measured on it: from
// there, if the bound covers what is before, else from where the spheres meet. False when that is no good beginning.
bool ImpactSearch::start_chord(Look& seen, double separation, Step& step) {
  Plan plan;
  plan.axis = axis_of_feature(seen);
  const Course course = course_of(plan.axis, seen, simplex_.vertex[0]);
  const double arrival = meeting_time(seen, course, gap_of(separation) - newton_landing * tolerance_);
  seen.distance.lower = separation;
  seen.gap = gap_of(separation);
  seen.tilts = tilts(pair_, seen.normal);
  plan.slope = course.slope;
  const double before = seen.time - window_.enter;
  const ClosingBound bound = closing_bound(pair_, seen.normal, seen.time, seen.tilts);
  const double opening = glm::dot(seen.normal, pair_.velocity_at(seen.time));
  if (!(seen.gap > tolerance_) || !outlasts({bound.speed + 2.0 * opening, bound.acceleration}, seen.gap, before)) {
    const Snapshot start = pair_.at(window_.enter);
    plan.axis = axis_after(plan.axis, seen.snapshot, start, -before);
    seen.time = window_.enter;
    seen.snapshot = start;
    seen.normal = plan.axis.normal;
    seen.distance.lower = pair_.separation(start, seen.normal);
    seen.gap = gap_of(seen.distance.lower);
    seen.tilts = tilts(pair_, seen.normal);
    plan.slope -= course.bend * before;
  }
  plan.span = std::min(window_.leave, arrival) - seen.time;
  if (!(seen.gap > tolerance_) || !(plan.span > 0.0)) {
    return false;
  }
  plan.curvature = curvature_of(pair_, plan.axis, seen.tilts);
  step = follow(plan, seen);
  return step.clear || step.time > seen.time;
}

// From the face that the cast has found at seen.time to the impact, or as near to it as can be.
ImpactSearch::Stride ImpactSearch::ride(Look& seen, CorePair& cores, PortalCast& found) {
  if (pair_.a().rate + pair_.b().rate == 0.0 && pair_.acceleration() == Vec3(0.0)) {
    return ride_straight(seen, cores, found);
  }
  if (glm::dot(seen.normal, pair_.velocity_at(seen.time)) + fastest_vertices(pair_) < 0.0) {
    return land(seen, cores, found);
  }
  Step step;
  if (!start_chord(seen, found.separation, step)) {
    return Stride::none;
  }
  if (!step.clear) {
    look(seen, step.time);
  }
  return step.clear ? Stride::to_the_end : Stride::some;
}

ImpactSearch::Stride ImpactSearch::cast(Look& seen, const Aim& first) {
  CorePair cores{*a_.shape, *b_.shape, stand_at(seen, first.time)};
  const SimplexVertex support = support_against(cores, into_frame(seen.snapshot.axes_a, first.line));
  if (first.passing) {
    seen.normal = unit_or(first.line, Vec3(0.0, 1.0, 0.0));
    const Vec3 axis = into_frame(seen.snapshot.axes_a, seen.normal);
    if (holds_throughout(seen, glm::dot(axis, support.difference), support)) {
      return Stride::to_the_end;
    }
  }
  PortalCast found = cast_line(cores, support, into_frame(seen.snapshot.axes_a, -pair_.velocity_at(first.time)),
                               face_goal * tolerance_);
  ++iterations_;
  if (found.meets == LineMeets::unknown) {
    seen.normal = unit_or(first.line, Vec3(0.0, 1.0, 0.0));
    return Stride::none;
  }
  if (found.meets == LineMeets::nothing) {
    seen.normal = seen.snapshot.axes_a * found.axis;
    return holds_throughout(seen, found.separation, found.corner[0]) ? Stride::to_the_end : Stride::none;
  }
  take_face(seen, found);
  const Stride stride = ride(seen, cores, found);
  simplex_.count = stride == Stride::none ? 0 : simplex_.count;
  return stride;
}

}  // namespace firstcontact
