#include <firstcontact/separation.hpp>

#include "core/arithmetic_mode.hpp"
#include "narrowphase/doors.hpp"
#include "narrowphase/feature_frame.hpp"
#include "narrowphase/nearest_vertices.hpp"
#include "narrowphase/sat.hpp"
#include "narrowphase/smooth_distance.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

// What a unit in the last place of the coordinates can do to a distance.
constexpr double rounding_of_coordinates = 4e-16;
constexpr double relative_goal = 1e-11;

CorePair cores_of(const PosedShape& a, const PosedShape& b) {
  return {*a.shape, *b.shape,
          relative_pose(rotation_matrix(a.pose.orientation), rotation_matrix(b.pose.orientation),
                        b.pose.position - a.pose.position)};
}

Simplex seeded(const CorePair& pair, const Vec3& hint_in_a) {
  Simplex simplex;
  if (has_plain_square(squared_length(hint_in_a))) {
    simplex.vertex[0].a = furthest_vertex(pair.a, hint_in_a).index;
    simplex.vertex[0].b = furthest_vertex(pair.b, -into_frame(pair.pose.axes, hint_in_a)).index;
    simplex.count = 1;
  }
  return simplex;
}

// Everything below is found in a's frame and turned into the world at the end.
struct Finding {
  double separation = 0.0;  // m, signed, roundings taken off
  double lower_bound = 0.0;
  Vec3 axis{0.0};
  WitnessPoints core_points;
  ClosingFeature feature = ClosingFeature::core;
  BearingFeature feature_a, feature_b;
  NearestVertices nearest;
};

BearingFeature bearing(const Index* vertices, int count) {
  BearingFeature feature;
  for (int i = 0; i < count && i < 3; ++i) {
    feature.vertex[static_cast<std::size_t>(feature.count++)] = vertices[i];
  }
  return feature;
}

BearingFeature bearing_edge(const ConvexShape& shape, Index edge) { return bearing(shape.core.edges[edge].vertex, 2); }

// The face that looks along `direction_local`, by the first three of its corners (a triangle's side has two).
BearingFeature bearing_face(const ConvexShape& shape, const Vec3& direction_local) {
  const Hull& core = shape.core;
  const auto best = std::max_element(core.faces.begin(), core.faces.end(), [&](const HullFace& p, const HullFace& q) {
    return glm::dot(p.normal, direction_local) < glm::dot(q.normal, direction_local);
  });
  return bearing(&core.face_vertices[best->first], static_cast<int>(best->count));
}

struct Line {
  Vec3 start{0.0}, along{0.0};
};

Line edge_line(const ConvexShape& shape, Index edge) {
  const HullEdge& e = shape.core.edges[edge];
  const Vec3& start = shape.core.vertices[e.vertex[0]];
  return {start, shape.core.vertices[e.vertex[1]] - start};
}

WitnessPoints nearest_of_lines(const Line& a, const Line& b) {
  const Vec3 across = glm::cross(a.along, b.along);
  const double square = squared_length(across);
  if (!(square > 0.0)) {
    return {a.start, b.start};
  }
  const Vec3 between = b.start - a.start;
  const double s = glm::dot(glm::cross(between, b.along), across) / square;
  const double t = glm::dot(glm::cross(between, a.along), across) / square;
  return {a.start + s * a.along, b.start + t * b.along};
}

Vec3 vertex_of_b(const CorePair& pair, Index index) {
  return pair.pose.origin + pair.pose.axes * pair.b.core.vertices[index];
}

// The deepest points of overlapping cores: where the axis says they are, and `depth` apart along it.
WitnessPoints deepest_points(const CorePair& pair, const BestAxis& best) {
  if (best.kind == AxisKind::edges) {
    Line b = edge_line(pair.b, best.edge_b);
    b = {pair.pose.origin + pair.pose.axes * b.start, pair.pose.axes * b.along};
    return nearest_of_lines(edge_line(pair.a, best.edge_a), b);
  }
  if (best.kind == AxisKind::face_b) {
    const Vec3& foremost = pair.a.core.vertices[furthest_vertex(pair.a, best.axis).index];
    return {foremost, foremost + best.separation * best.axis};
  }
  const Vec3 hindmost = vertex_of_b(pair, furthest_vertex(pair.b, -into_frame(pair.pose.axes, best.axis)).index);
  return {hindmost - best.separation * best.axis, hindmost};
}

ClosingFeature feature_of(const BestAxis& best) {
  switch (best.kind) {
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

Finding overlapping(const CorePair& pair, const BestAxis& best) {
  const double roundings = pair.a.rounding + pair.b.rounding;
  const Vec3 into_b = -into_frame(pair.pose.axes, best.axis);
  const Index foremost_a = furthest_vertex(pair.a, best.axis).index;
  const Index foremost_b = furthest_vertex(pair.b, into_b).index;
  Finding finding{
      best.separation - roundings, best.separation - roundings, best.axis, deepest_points(pair, best), feature_of(best),
      bearing(&foremost_a, 1),     bearing(&foremost_b, 1),     {}};
  if (best.kind == AxisKind::edges) {
    finding.feature_a = bearing_edge(pair.a, best.edge_a);
    finding.feature_b = bearing_edge(pair.b, best.edge_b);
  } else if (best.kind == AxisKind::face_a) {
    finding.feature_a = bearing_face(pair.a, best.axis);
  } else if (best.kind == AxisKind::face_b) {
    finding.feature_b = bearing_face(pair.b, into_b);
  }
  return finding;
}

/// Whether the closing feature is to be named, which costs as much as a step of GJK.
enum class Naming : std::uint8_t { named, unnamed };

Finding apart(const CorePair& pair, const Distance& distance, const Simplex& simplex, Naming naming) {
  const double roundings = pair.a.rounding + pair.b.rounding;
  const FeatureVertices vertices = feature_vertices(simplex);
  return {distance.upper - roundings,
          distance.lower - roundings,
          distance.axis,
          witness_points(pair, simplex),
          naming == Naming::named ? closing_feature(pair, simplex, distance.axis) : ClosingFeature::core,
          bearing(vertices.a, vertices.count_a),
          bearing(vertices.b, vertices.count_b),
          nearest_vertices(pair.a, pair.b, simplex)};
}

Finding find(const CorePair& pair, Simplex simplex, Naming naming) {
  const double scale = core_radius(pair.a) + core_radius(pair.b) + std::sqrt(squared_length(pair.pose.origin));
  Distance distance = core_distance(pair, {0.0, relative_goal, rounding_of_coordinates * scale}, simplex);
  if (distance.converged && distance.lower > 0.0) {
    return apart(pair, distance, simplex, naming);
  }
  BestAxis best = snapped_axis(pair, {distance.lower, distance.axis, AxisKind::other, 0, 0}, simplex);
  if (!(best.separation > 0.0)) {
    best = best_axis(pair);
    // With nothing to tell the cores apart but rounding, contact is the safe reading.
    if (best.separation <= 0.0 || distance.origin_inside) {
      return overlapping(pair, best);
    }
  }
  distance.lower = best.separation;
  distance.axis = best.axis;
  distance.upper = std::max(distance.upper, distance.lower);
  return apart(pair, distance, simplex, naming);
}

// Cores of which one is smooth: no vertices to begin with or to leave behind.
Finding smooth_finding(const CorePair& pair, const SmoothDistance& found, double core_gap) {
  const double roundings = pair.a.rounding + pair.b.rounding;
  return {core_gap - roundings,
          found.distance.lower - roundings,
          found.distance.axis,
          found.points,
          smooth_feature(pair, found.distance.axis),
          bearing(found.vertices.a, found.vertices.count_a),
          bearing(found.vertices.b, found.vertices.count_b),
          {}};
}

Finding find_smooth(const CorePair& pair, const Vec3& hint_in_a) {
  const double scale = core_radius(pair.a) + core_radius(pair.b) + std::sqrt(squared_length(pair.pose.origin));
  const Vec3 first = unit_or(hint_in_a, unit_or(pair.pose.origin, Vec3(0.0, 1.0, 0.0)));
  SmoothDistance found = smooth_distance(pair, {0.0, relative_goal, rounding_of_coordinates * scale}, first);
  if (!found.distance.converged) {
    sharpen(pair, found);
  }
  if (found.distance.lower > 0.0 && !found.distance.origin_inside) {
    return smooth_finding(pair, found, found.distance.upper);
  }
  found = smooth_depth(pair);
  return smooth_finding(pair, found, found.distance.origin_inside ? found.distance.lower : found.distance.upper);
}

Separation in_world(const PosedShape& a, const PosedShape& b, const Finding& found) {
  Separation result;
  result.distance = std::max(0.0, found.separation);
  result.depth = std::max(0.0, -found.separation);
  result.lower_bound = found.lower_bound;
  result.normal = normalized_or(rotate(a.pose.orientation, found.axis), Vec3(0.0, 1.0, 0.0));
  result.point_a = to_world(a.pose, found.core_points.a) + a.shape->rounding * result.normal;
  result.point_b = to_world(a.pose, found.core_points.b) - b.shape->rounding * result.normal;
  result.feature = found.feature;
  result.feature_a = found.feature_a;
  result.feature_b = found.feature_b;
  result.nearest = found.nearest;
  return result;
}

}  // namespace

Separation separation(const PosedShape& a, const PosedShape& b, const Vec3& axis_hint) {
  const ArithmeticMode mode;
  if (!is_sound(a) || !is_sound(b)) {
    return separation(mended(a, "separation"), mended(b, "separation"), axis_hint);
  }
  const CorePair pair = cores_of(a, b);
  if (is_smooth(pair)) {
    return in_world(a, b, find_smooth(pair, rotate_inverse(a.pose.orientation, axis_hint)));
  }
  return in_world(a, b, find(pair, seeded(pair, rotate_inverse(a.pose.orientation, axis_hint)), Naming::named));
}

Separation separation(const PosedShape& a, const PosedShape& b, const NearestVertices& hint) {
  const ArithmeticMode mode;
  if (!is_sound(a) || !is_sound(b)) {
    return separation(mended(a, "separation"), mended(b, "separation"), hint);
  }
  const CorePair pair = cores_of(a, b);
  if (is_smooth(pair)) {
    return in_world(a, b, find_smooth(pair, Vec3(0.0)));
  }
  return in_world(a, b, find(pair, are_of(hint, pair.a, pair.b) ? simplex_of(hint) : Simplex{}, Naming::unnamed));
}

double separation_by_all_axes(const PosedShape& a, const PosedShape& b) {
  const ArithmeticMode mode;
  if (!is_sound(a) || !is_sound(b)) {
    return separation_by_all_axes(mended(a, "separation_by_all_axes"), mended(b, "separation_by_all_axes"));
  }
  const CorePair pair = cores_of(a, b);
  require(!is_smooth(pair), "separation_by_all_axes: a smooth shape has no end of axes");
  return best_axis_by_brute_force(pair).separation - a.shape->rounding - b.shape->rounding;
}

}  // namespace firstcontact
