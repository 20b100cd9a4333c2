#include "narrowphase/feature_frame.hpp"

#include <cmath>

namespace firstcontact {

namespace {

void add(TurnCandidates& candidates, const Vec3& turn, TurnsWith with) {
  if (turn != Vec3(0.0) && (candidates.count == 0 || candidates.turn[0] != turn)) {
    candidates.with[candidates.count] = with;
    candidates.turn[candidates.count++] = turn;
  }
}

// Of any length.
struct EdgeDirections {
  Vec3 a{0.0}, b{0.0};
  double squared_a = 0.0, squared_b = 0.0;  // their squared lengths
  double product = 0.0;                     // dot(a, b)
};

EdgeDirections edge_directions(const PairMotion& pair, const Snapshot& snapshot, const FeatureVertices& features) {
  const ConvexShape& shape_a = *pair.a().shape;
  const ConvexShape& shape_b = *pair.b().shape;
  EdgeDirections edges;
  edges.a = snapshot.axes_a * (vertex_of(shape_a, features.a[1]) - vertex_of(shape_a, features.a[0]));
  edges.b = snapshot.axes_b * (vertex_of(shape_b, features.b[1]) - vertex_of(shape_b, features.b[0]));
  edges.squared_a = square_of(edges.a);
  edges.squared_b = square_of(edges.b);
  edges.product = glm::dot(edges.a, edges.b);
  return edges;
}

// The square of the edges' product, |a x b|^2: what (5.2) divides by, for edges that are not unit.
double squared_product(const EdgeDirections& edges) {
  return edges.squared_a * edges.squared_b - edges.product * edges.product;
}

// The normal between two edges must stay square to both while they turn with their bodies: two equations for its rate
// in the plane of the edges. About itself it may turn freely; the mean of both spins is least curved. (method 5.2)
Vec3 edge_pair_turn(const PairMotion& pair, const EdgeDirections& edges, const Vec3& normal) {
  const double rate_a = -glm::dot(normal, glm::cross(pair.a().spin, edges.a));
  const double rate_b = -glm::dot(normal, glm::cross(pair.b().spin, edges.b));
  Vec3 rate = edges.a * (rate_a * edges.squared_b - edges.product * rate_b) +
              edges.b * (rate_b * edges.squared_a - edges.product * rate_a);
  rate *= 1.0 / squared_product(edges);
  rate -= glm::dot(rate, normal) * normal;
  return glm::cross(normal, rate) + normal * (0.5 * glm::dot(normal, pair.a().spin + pair.b().spin));
}

// True when the axis is square to a face: at least three vertices reach furthest, to within a millionth of the radius.
// Only names the feature; nothing is decided by it.
bool meets_a_face(const ConvexShape& shape, const Vec3& axis_local) {
  return vertices_flush(shape, axis_local, 1e-6 * core_radius(shape)) >= 3;
}

}  // namespace

ClosingFeature closing_feature(const CorePair& pair, const Simplex& simplex, const Vec3& axis) {
  const FeatureVertices features = feature_vertices(simplex);
  if (features.count_a >= 3 || meets_a_face(pair.a, axis)) {
    return ClosingFeature::face_a;
  }
  if (features.count_b >= 3 || meets_a_face(pair.b, -into_frame(pair.pose.axes, axis))) {
    return ClosingFeature::face_b;
  }
  if (pair.a.core.faces.empty() || pair.b.core.faces.empty()) {
    return ClosingFeature::core;
  }
  return features.count_a == 2 && features.count_b == 2 ? ClosingFeature::edges : ClosingFeature::vertex;
}

TurnCandidates turn_candidates(const PairMotion& pair, const Snapshot& snapshot, const FeatureVertices& features,
                               const Vec3& normal) {
  TurnCandidates candidates;
  if (features.count_a == 2 && features.count_b == 2) {
    const EdgeDirections edges = edge_directions(pair, snapshot, features);
    if (squared_product(edges) > 1e-6 * (edges.squared_a * edges.squared_b)) {
      add(candidates, edge_pair_turn(pair, edges, normal), TurnsWith::anything);
      return candidates;
    }
  }
  if (features.count_a > 1 && features.count_a >= features.count_b) {
    add(candidates, pair.a().spin, TurnsWith::a);
  }
  if (features.count_b > 1 && features.count_b >= features.count_a) {
    add(candidates, pair.b().spin, TurnsWith::b);
  }
  return candidates;
}

}  // namespace firstcontact
