#include "narrowphase/simplex.hpp"

#include "narrowphase/support.hpp"

#include <cmath>

namespace firstcontact {

namespace {

void take_nearer(NearestPoint& best, const NearestPoint& other) {
  if (other.squared_distance < best.squared_distance) {
    best = other;
  }
}

NearestPoint on_vertex(const Simplex& simplex, int i) {
  const Vec3& p = simplex.vertex[i].difference;
  return {{i, 0, 0}, {1.0, 0.0, 0.0}, 1, p, square_of(p)};
}

NearestPoint on_segment(const Simplex& simplex, int i, int j) {
  const Vec3& p = simplex.vertex[i].difference;
  const Vec3 edge = simplex.vertex[j].difference - p;
  const double along = -glm::dot(p, edge);
  const double whole = square_of(edge);
  if (along <= 0.0) {
    return on_vertex(simplex, i);
  }
  if (along >= whole) {
    return on_vertex(simplex, j);
  }
  const double part = along / whole;
  const Vec3 point = p + part * edge;
  return {{i, j, 0}, {1.0 - part, part, 0.0}, 2, point, square_of(point)};
}

// Signs of the sub-areas say where the projection of the origin lies (Montanari, Petrinic, Barbieri 2017, 'Improving
// the GJK algorithm for faster and more reliable distance queries'); outside, every edge that is seen from there is
// asked.
NearestPoint on_triangle(const Simplex& simplex, int i, int j, int k) {
  const Vec3& p = simplex.vertex[i].difference;
  const Vec3& q = simplex.vertex[j].difference;
  const Vec3& r = simplex.vertex[k].difference;
  const Vec3 normal = glm::cross(q - p, r - p);
  const double area_p = glm::dot(normal, glm::cross(q, r));
  const double area_q = glm::dot(normal, glm::cross(r, p));
  const double area_r = glm::dot(normal, glm::cross(p, q));
  const double sum = area_p + area_q + area_r;
  if (area_p > 0.0 && area_q > 0.0 && area_r > 0.0 && sum > 0.0) {
    const double whole = 1.0 / sum;
    const double weight_p = area_p * whole;
    const double weight_q = area_q * whole;
    const double weight_r = area_r * whole;
    const Vec3 point = weight_p * p + weight_q * q + weight_r * r;
    return {{i, j, k}, {weight_p, weight_q, weight_r}, 3, point, square_of(point)};
  }
  const bool flat = !(sum > 0.0);
  NearestPoint best;
  best.squared_distance = std::numeric_limits<double>::infinity();
  if (flat || area_p <= 0.0) {
    take_nearer(best, on_segment(simplex, j, k));
  }
  if (flat || area_q <= 0.0) {
    take_nearer(best, on_segment(simplex, i, k));
  }
  if (flat || area_r <= 0.0) {
    take_nearer(best, on_segment(simplex, i, j));
  }
  return best;
}

// True when the origin is on the far side of face ijk from vertex `apex`, or when the tetrahedron is too flat to know.
bool sees_origin(const Simplex& simplex, int i, int j, int k, int apex) {
  constexpr double flat = 1e-13;
  const Vec3& p = simplex.vertex[i].difference;
  const Vec3 normal = glm::cross(simplex.vertex[j].difference - p, simplex.vertex[k].difference - p);
  const Vec3 to_apex = simplex.vertex[apex].difference - p;
  const double apex_side = glm::dot(normal, to_apex);
  const double origin_side = -glm::dot(normal, p);
  if (apex_side * apex_side <= flat * flat * square_of(normal) * square_of(to_apex)) {
    return true;
  }
  return apex_side * origin_side <= 0.0;
}

NearestPoint in_tetrahedron(const Simplex& simplex) {
  constexpr int face[4][4] = {{0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}, {0, 1, 2, 3}};
  NearestPoint best;
  best.count = 4;
  best.squared_distance = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 4; ++i) {
    // The last face is the one that the walk left behind when it took the fourth vertex: asked only in doubt.
    if (i == 3 && best.count != 4) {
      break;
    }
    if (sees_origin(simplex, face[i][0], face[i][1], face[i][2], face[i][3])) {
      take_nearer(best, on_triangle(simplex, face[i][0], face[i][1], face[i][2]));
    }
  }
  if (best.count == 4) {
    best.point = Vec3(0.0);
    best.squared_distance = 0.0;
  }
  return best;
}

Vec3 shortest_edges_normal(const Simplex& simplex) {
  const Vec3 pq = simplex.vertex[1].difference - simplex.vertex[0].difference;
  const Vec3 qr = simplex.vertex[2].difference - simplex.vertex[1].difference;
  const Vec3 rp = simplex.vertex[0].difference - simplex.vertex[2].difference;
  const double pq2 = square_of(pq);
  const double qr2 = square_of(qr);
  const double rp2 = square_of(rp);
  // The cross product of the two short edges suffers the least cancellation.
  if (pq2 >= qr2 && pq2 >= rp2) {
    return glm::cross(qr, rp);
  }
  return qr2 >= rp2 ? glm::cross(rp, pq) : glm::cross(pq, qr);
}

int with_vertex(Index* list, int count, Index vertex) {
  for (int i = 0; i < count; ++i) {
    if (list[i] == vertex) {
      return count;
    }
  }
  list[count] = vertex;
  return count + 1;
}

}  // namespace

NearestPoint nearest_of(const Simplex& simplex) {
  switch (simplex.count) {
    case 1:
      return on_vertex(simplex, 0);
    case 2:
      return on_segment(simplex, 0, 1);
    case 3:
      return on_triangle(simplex, 0, 1, 2);
    default:
      return in_tetrahedron(simplex);
  }
}

void keep(Simplex& simplex, const NearestPoint& nearest) {
  simplex.count = nearest.count;
  if (nearest.count == 4) {
    for (SimplexVertex& vertex : simplex.vertex) {
      vertex.weight = 0.25;  // the origin is inside; which weights reach it, nobody asks
    }
    return;
  }
  for (int i = 0; i < nearest.count; ++i) {
    if (nearest.index[i] != i) {  // never less: the indices ascend
      simplex.vertex[i] = simplex.vertex[nearest.index[i]];
    }
    simplex.vertex[i].weight = nearest.weight[i];
  }
}

Vec3 direction_square_to(const Simplex& simplex, const Vec3& nearest) {
  Vec3 square = nearest;
  if (simplex.count == 3) {
    const Vec3 normal = shortest_edges_normal(simplex);
    square = glm::dot(normal, simplex.vertex[0].difference) < 0.0 ? -normal : normal;
  } else if (simplex.count == 2) {
    const Vec3 edge = simplex.vertex[1].difference - simplex.vertex[0].difference;
    square -= (glm::dot(nearest, edge) / square_of(edge)) * edge;
  }
  // A sliver has no normal of its own; where its nearest point lies is then the better guess.
  return square_of(square) > 1e-200 ? square : normalized_or(nearest, Vec3(0.0, 1.0, 0.0));
}

FeatureVertices feature_vertices(const Simplex& simplex) {
  FeatureVertices features;
  for (int i = 0; i < simplex.count; ++i) {
    features.count_a = with_vertex(features.a, features.count_a, simplex.vertex[i].a);
    features.count_b = with_vertex(features.b, features.count_b, simplex.vertex[i].b);
  }
  return features;
}

}  // namespace firstcontact
