#include <firstcontact/time_of_impact.hpp>

#include "core/arithmetic_mode.hpp"
#include "narrowphase/doors.hpp"
#include "narrowphase/pair_motion.hpp"
#include "narrowphase/sat.hpp"

#include <algorithm>
#include <cmath>

// The source article's method, literally: on every candidate axis the moving hulls are two intervals, one gaining on
// the other; the hulls touch when the last pair of intervals has begun to overlap, unless the first has parted by then.
// Exact for polyhedra that don't turn. Spin and acceleration are ignored: `time_of_impact` is the one that honours
// them.

namespace firstcontact {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

struct Window {
  double enter = -never;  // s
  double leave = never;   // s
};

// Where a shape lies along an axis.
struct Projection {
  double low = 0.0, high = 0.0;  // m
};

// Method (2.1): on one axis the hulls overlap from a single entry to a single leave. Only a speed of exactly zero is
// special; a tiny one divides cleanly, and an epsilon here would hide a slow contact in a long step.
Window overlap_window(const Projection& a, const Projection& b, double closing_speed) {
  const double to_reach = b.low - a.high;  // metres a must gain before the near ends meet
  const double to_pass = b.high - a.low;   // metres a must gain before the far ends part
  if (closing_speed == 0.0) {
    return to_reach <= 0.0 && to_pass >= 0.0 ? Window{} : Window{never, -never};
  }
  const double enter = to_reach / closing_speed;
  const double leave = to_pass / closing_speed;
  return closing_speed > 0.0 ? Window{enter, leave} : Window{leave, enter};
}

struct Sweep {
  const PairMotion& pair;
  CorePair cores;      // at t = 0, in a's frame
  Vec3 velocity{0.0};  // of b relative to a, in a's frame
  double half_margin = 0.0;
  Window window;
  Vec3 axis{0.0, 1.0, 0.0};  // the axis that closed last, a's frame, from a to b
  AxisKind kind = AxisKind::other;
};

Projection projection_of_a(const Sweep& sweep, const Vec3& axis) {
  const ConvexShape& a = sweep.cores.a;
  const double margin = a.rounding + sweep.half_margin;
  return {-reach_along(a, -axis) - margin, reach_along(a, axis) + margin};
}

Projection projection_of_b(const Sweep& sweep, const Vec3& axis) {
  const ConvexShape& b = sweep.cores.b;
  const double margin = b.rounding + sweep.half_margin;
  const Vec3 local = into_frame(sweep.cores.pose.axes, axis);
  const double origin = glm::dot(axis, sweep.cores.pose.origin);
  return {origin - reach_along(b, -local) - margin, origin + reach_along(b, local) + margin};
}

void sweep_axis(Sweep& sweep, const Vec3& axis, AxisKind kind) {
  const Projection a = projection_of_a(sweep, axis);
  const Projection b = projection_of_b(sweep, axis);
  const double closing_speed = -glm::dot(axis, sweep.velocity);
  const Window window = overlap_window(a, b, closing_speed);
  if (window.enter > sweep.window.enter) {
    sweep.window.enter = window.enter;
    // Whoever is gaining: the normal points from a to b at the side where they meet.
    sweep.axis = closing_speed >= 0.0 ? axis : -axis;
    sweep.kind = kind;
  }
  sweep.window.leave = std::min(sweep.window.leave, window.leave);
}

void sweep_faces(Sweep& sweep) {
  for (const HullFace& face : sweep.cores.a.core.faces) {
    sweep_axis(sweep, face.normal, AxisKind::face_a);
  }
  for (const HullFace& face : sweep.cores.b.core.faces) {
    sweep_axis(sweep, sweep.cores.pose.axes * face.normal, AxisKind::face_b);
  }
}

void sweep_edges(Sweep& sweep) {
  const Hull& a = sweep.cores.a.core;
  const Hull& b = sweep.cores.b.core;
  for (const HullEdge& edge_a : a.edges) {
    const Vec3 along_a = a.vertices[edge_a.vertex[1]] - a.vertices[edge_a.vertex[0]];
    for (const HullEdge& edge_b : b.edges) {
      const Vec3 along_b = sweep.cores.pose.axes * (b.vertices[edge_b.vertex[1]] - b.vertices[edge_b.vertex[0]]);
      const Vec3 across = glm::cross(along_a, along_b);
      const double square = squared_length(across);
      if (square > 1e-18 * squared_length(along_a) * squared_length(along_b)) {  // parallel edges give no axis
        sweep_axis(sweep, across / std::sqrt(square), AxisKind::edges);
      }
    }
  }
}

ClosingFeature feature_of(AxisKind kind) {
  switch (kind) {
    case AxisKind::face_a:
      return ClosingFeature::face_a;
    case AxisKind::face_b:
      return ClosingFeature::face_b;
    case AxisKind::edges:
      return ClosingFeature::edges;
    default:
      return ClosingFeature::core;
  }
}

MovingShape without_spin(const MovingShape& moving) {
  MovingShape still = moving;
  still.motion.angular_velocity = Vec3(0.0);
  still.motion.linear_acceleration = Vec3(0.0);
  return still;
}

// How far apart the projections are on the tested axes at t = 0, without any margin.
double greatest_separation(const Sweep& sweep, SweptAxes axes) {
  if (axes == SweptAxes::faces_and_edges) {
    return best_axis_by_brute_force(sweep.cores).separation;
  }
  double best = -never;
  for (const HullFace& face : sweep.cores.a.core.faces) {
    best = std::max(best, separation_along(sweep.cores.a, sweep.cores.b, sweep.cores.pose, face.normal));
  }
  for (const HullFace& face : sweep.cores.b.core.faces) {
    best = std::max(
        best, separation_along(sweep.cores.a, sweep.cores.b, sweep.cores.pose, -(sweep.cores.pose.axes * face.normal)));
  }
  return best;
}

double skin_in_use(const Sweep& sweep, const TimeOfImpactOptions& options, double gap) {
  const double deviation = sweep.pair.deviation();
  return deviation + (gap - deviation > options.target ? options.target : std::max(0.0, 0.5 * (gap - deviation)));
}

TimeOfImpact verdict(const Sweep& sweep, const TimeOfImpactOptions& options, const Mat3& axes_a) {
  TimeOfImpact result;
  const bool meets =
      sweep.window.enter <= sweep.window.leave && sweep.window.enter <= options.duration && sweep.window.leave >= 0.0;
  result.status = meets ? ImpactStatus::touches : ImpactStatus::clear;
  result.time = meets ? std::max(0.0, sweep.window.enter) : options.duration;
  result.target = result.gap = 2.0 * sweep.half_margin;
  result.normal = axes_a * sweep.axis;
  result.feature = feature_of(sweep.kind);
  result.iterations = 1;
  return result;
}

}  // namespace

TimeOfImpact swept_time_of_impact(const MovingShape& a, const MovingShape& b, const TimeOfImpactOptions& options,
                                  SweptAxes axes) {
  const ArithmeticMode mode;
  const MovingShape still_a = without_spin(mended(a, "swept_time_of_impact"));
  const MovingShape still_b = without_spin(mended(b, "swept_time_of_impact"));
  require_options(options, "swept_time_of_impact");
  require(!a.shape->core.faces.empty() && !b.shape->core.faces.empty(),
          "swept_time_of_impact: polyhedra only; a sphere has no face normals to test");
  const PairMotion pair(still_a, still_b, options.duration);
  const Snapshot start = pair.at(0.0);
  Sweep sweep{pair, pair.cores(start), into_frame(start.axes_a, pair.velocity()), 0.0, {}, {}, AxisKind::other};
  const double gap = greatest_separation(sweep, axes) - a.shape->rounding - b.shape->rounding;
  sweep.half_margin = gap > 0.0 ? 0.5 * skin_in_use(sweep, options, gap) : 0.0;
  sweep_faces(sweep);
  if (axes == SweptAxes::faces_and_edges) {
    sweep_edges(sweep);
  }
  TimeOfImpact result = verdict(sweep, options, start.axes_a);
  if (gap <= 0.0) {
    result.status = ImpactStatus::overlaps;
    result.time = result.gap = result.target = 0.0;
    result.depth = -gap;
  }
  return result;
}

}  // namespace firstcontact
