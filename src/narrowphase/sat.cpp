#include "narrowphase/sat.hpp"

#include "narrowphase/gauss_map.hpp"

#include <cmath>

namespace firstcontact {

namespace {

// Two unit edges count as parallel when the sine between them is below this: their cross product is then rounding, and
// the axis it stands for is the limit of axes that other pairs give.
constexpr double parallel_sine = 1e-9;

void offer(const CorePair& pair, BestAxis& best, const Vec3& axis, AxisKind kind) {
  const double separation = separation_along(pair.a, pair.b, pair.pose, axis);
  if (separation > best.separation) {
    best = {separation, axis, kind, 0, 0};
  }
}

void offer_both_ways(const CorePair& pair, BestAxis& best, const Vec3& axis, AxisKind kind) {
  offer(pair, best, axis, kind);
  offer(pair, best, -axis, kind);
}

// The edge that reaches furthest along `direction_local` with both its ends.
Index foremost_edge(const ConvexShape& shape, const Vec3& direction_local) {
  Index foremost = 0;
  double furthest = -std::numeric_limits<double>::infinity();
  for (Index i = 0; i < shape.core.edges.size(); ++i) {
    const HullEdge& edge = shape.core.edges[i];
    const double reach =
        glm::dot(direction_local, shape.core.vertices[edge.vertex[0]] + shape.core.vertices[edge.vertex[1]]);
    if (reach > furthest) {
      foremost = i;
      furthest = reach;
    }
  }
  return foremost;
}

void offer_faces(const CorePair& pair, BestAxis& best) {
  for (const HullFace& face : pair.a.core.faces) {
    offer(pair, best, face.normal, AxisKind::face_a);
  }
  for (const HullFace& face : pair.b.core.faces) {
    offer(pair, best, -(pair.pose.axes * face.normal), AxisKind::face_b);
  }
}

Vec3 edge_vector(const ConvexShape& shape, const HullEdge& edge) {
  return shape.core.vertices[edge.vertex[1]] - shape.core.vertices[edge.vertex[0]];
}

bool is_polyhedron(const ConvexShape& shape) { return !shape.core.faces.empty(); }

void offer_edges_by_brute_force(const CorePair& pair, BestAxis& best) {
  for (Index i = 0; i < pair.a.core.edges.size(); ++i) {
    const Vec3 along_a = edge_vector(pair.a, pair.a.core.edges[i]);
    for (Index j = 0; j < pair.b.core.edges.size(); ++j) {
      const Vec3 along_b = pair.pose.axes * edge_vector(pair.b, pair.b.core.edges[j]);
      const Vec3 across = glm::cross(along_a, along_b);
      const double size = length(across);
      if (size > parallel_sine * std::sqrt(square_of(along_a) * square_of(along_b))) {
        offer_both_ways(pair, best, across / size, AxisKind::edges);
      }
    }
  }
  if (best.kind == AxisKind::edges) {
    // A box has four edges along each product: those that bear are the ones in front.
    best.edge_a = foremost_edge(pair.a, best.axis);
    best.edge_b = foremost_edge(pair.b, -into_frame(pair.pose.axes, best.axis));
  }
}

// Points and segments have no faces: the difference set of two of them is flat, and its own plane's normal, or any
// direction square to it, shows a separation of zero.
void offer_flat(const CorePair& pair, BestAxis& best) {
  if (is_polyhedron(pair.a) || is_polyhedron(pair.b)) {
    return;
  }
  Vec3 along(0.0);
  for (const HullEdge& edge : pair.a.core.edges) {
    along = edge_vector(pair.a, edge);
  }
  for (const HullEdge& edge : pair.b.core.edges) {
    along = along == Vec3(0.0) ? pair.pose.axes * edge_vector(pair.b, edge) : along;
  }
  const Vec3 unit = unit_or(along, Vec3(0.0, 1.0, 0.0));
  offer_both_ways(pair, best, any_perpendicular(unit), AxisKind::other);
  offer_both_ways(pair, best, unit_or(pair.pose.origin - glm::dot(pair.pose.origin, unit) * unit, unit),
                  AxisKind::other);
}

// Products of the edges between the simplex's own vertices.
void offer_feature_edges(const CorePair& pair, BestAxis& best, const FeatureVertices& features) {
  const auto& vertices_a = pair.a.core.vertices;
  const auto& vertices_b = pair.b.core.vertices;
  const Vec3 towards = best.axis;
  for (int i = 0; i < features.count_a; ++i) {
    const int next_a = (i + 1) % features.count_a;
    for (int j = 0; j < features.count_b; ++j) {
      const int next_b = (j + 1) % features.count_b;
      const Vec3 along_a = vertices_a[features.a[next_a]] - vertices_a[features.a[i]];
      const Vec3 along_b = pair.pose.axes * (vertices_b[features.b[next_b]] - vertices_b[features.b[j]]);
      const Vec3 across = unit_or(glm::cross(along_a, along_b), towards);
      offer(pair, best, glm::dot(across, towards) < 0.0 ? -across : across, AxisKind::edges);
    }
  }
}

}  // namespace

BestAxis best_axis(const CorePair& pair) {
  return is_polyhedron(pair.a) && is_polyhedron(pair.b) ? best_axis_on_gauss_map(pair) : best_axis_by_brute_force(pair);
}

BestAxis best_axis_by_brute_force(const CorePair& pair) {
  BestAxis best;
  offer_faces(pair, best);
  offer_edges_by_brute_force(pair, best);
  offer_flat(pair, best);
  return best;
}

BestAxis snapped_axis(const CorePair& pair, const BestAxis& start, const Simplex& simplex) {
  constexpr double near = 0.99;  // cosine of about 8 degrees: a face further off is not what GJK was after
  BestAxis best = start;
  for (const HullFace& face : pair.a.core.faces) {
    if (glm::dot(face.normal, start.axis) > near) {
      offer(pair, best, face.normal, AxisKind::face_a);
    }
  }
  const Vec3 axis_in_b = -into_frame(pair.pose.axes, start.axis);
  for (const HullFace& face : pair.b.core.faces) {
    if (glm::dot(face.normal, axis_in_b) > near) {
      offer(pair, best, -(pair.pose.axes * face.normal), AxisKind::face_b);
    }
  }
  offer_feature_edges(pair, best, feature_vertices(simplex));
  return best;
}

}  // namespace firstcontact
