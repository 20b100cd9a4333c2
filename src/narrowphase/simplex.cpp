#include "narrowphase/simplex.hpp"

#include "narrowphase/support.hpp"

#include <cmath>

namespace firstcontact {

namespace {

// A candidate: which vertices carry the nearest point, with what weights, and how far it is.
struct Support {
  int index[3] = {0, 0, 0};
  double weight[3] = {1.0, 0.0, 0.0};
  int count = 1;
  double squared_distance = 0.0;
};

Support better_of(const Support& first, const Support& second) {
  return second.squared_distance < first.squared_distance ? second : first;
}

Support nearest_on_vertex(const Simplex& simplex, int i) {
  Support support;
  support.index[0] = i;
  support.squared_distance = square_of(simplex.vertex[i].difference);
  return support;
}

Support nearest_on_segment(const Simplex& simplex, int i, int j) {
  const Vec3& p = simplex.vertex[i].difference;
  const Vec3& q = simplex.vertex[j].difference;
  const Vec3 edge = q - p;
  const double along = -glm::dot(p, edge);
  const double whole = square_of(edge);
  if (along <= 0.0) {
    return nearest_on_vertex(simplex, i);
  }
  if (along >= whole) {
    return nearest_on_vertex(simplex, j);
  }
  Support support;
  support.count = 2;
  support.index[0] = i;
  support.index[1] = j;
  support.weight[1] = along / whole;
  support.weight[0] = 1.0 - support.weight[1];
  support.squared_distance = square_of(p + support.weight[1] * edge);
  return support;
}

// Signs of the sub-areas say where the projection of the origin lies (Montanari, Petrinic, Barbieri 2017, 'Improving
// the GJK algorithm for faster and more reliable distance queries'); outside, every edge that is seen from there is
// asked.
Support nearest_on_triangle(const Simplex& simplex, int i, int j, int k) {
  const Vec3& p = simplex.vertex[i].difference;
  const Vec3& q = simplex.vertex[j].difference;
  const Vec3& r = simplex.vertex[k].difference;
  const Vec3 normal = glm::cross(q - p, r - p);
  const double area_p = glm::dot(normal, glm::cross(q, r));
  const double area_q = glm::dot(normal, glm::cross(r, p));
  const double area_r = glm::dot(normal, glm::cross(p, q));
  const double sum = area_p + area_q + area_r;
  if (area_p > 0.0 && area_q > 0.0 && area_r > 0.0 && sum > 0.0) {
    Support support;
    support.count = 3;
    support.index[0] = i;
    support.index[1] = j;
    support.index[2] = k;
    support.weight[0] = area_p / sum;
    support.weight[1] = area_q / sum;
    support.weight[2] = area_r / sum;
    support.squared_distance = square_of(support.weight[0] * p + support.weight[1] * q + support.weight[2] * r);
    return support;
  }
  const bool flat = !(sum > 0.0);
  Support best;
  best.squared_distance = std::numeric_limits<double>::infinity();
  if (flat || area_p <= 0.0) {
    best = better_of(best, nearest_on_segment(simplex, j, k));
  }
  if (flat || area_q <= 0.0) {
    best = better_of(best, nearest_on_segment(simplex, k, i));
  }
  if (flat || area_r <= 0.0) {
    best = better_of(best, nearest_on_segment(simplex, i, j));
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

void keep(Simplex& simplex, const Support& support) {
  SimplexVertex kept[3];
  for (int i = 0; i < support.count; ++i) {
    kept[i] = simplex.vertex[support.index[i]];
    kept[i].weight = support.weight[i];
  }
  for (int i = 0; i < support.count; ++i) {
    simplex.vertex[i] = kept[i];
  }
  simplex.count = support.count;
}

void reduce_tetrahedron(Simplex& simplex) {
  constexpr int face[4][4] = {{0, 1, 2, 3}, {1, 2, 3, 0}, {2, 3, 0, 1}, {3, 0, 1, 2}};
  Support best;
  best.squared_distance = std::numeric_limits<double>::infinity();
  bool outside = false;
  for (const auto& f : face) {
    if (sees_origin(simplex, f[0], f[1], f[2], f[3])) {
      best = better_of(best, nearest_on_triangle(simplex, f[0], f[1], f[2]));
      outside = true;
    }
  }
  if (outside) {
    keep(simplex, best);
    return;
  }
  for (SimplexVertex& vertex : simplex.vertex) {
    vertex.weight = 0.25;  // the origin is inside; which weights reach it, nobody asks
  }
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

void reduce_to_nearest(Simplex& simplex) {
  switch (simplex.count) {
    case 1:
      simplex.vertex[0].weight = 1.0;
      return;
    case 2:
      keep(simplex, nearest_on_segment(simplex, 0, 1));
      return;
    case 3:
      keep(simplex, nearest_on_triangle(simplex, 0, 1, 2));
      return;
    default:
      reduce_tetrahedron(simplex);
  }
}

Vec3 nearest_point(const Simplex& simplex) {
  Vec3 point(0.0);
  for (int i = 0; i < simplex.count; ++i) {
    point += simplex.vertex[i].weight * simplex.vertex[i].difference;
  }
  return point;
}

Vec3 axis_square_to(const Simplex& simplex, const Vec3& nearest) {
  Vec3 square = nearest;
  if (simplex.count == 3) {
    const Vec3 normal = shortest_edges_normal(simplex);
    square = glm::dot(normal, simplex.vertex[0].difference) < 0.0 ? -normal : normal;
  } else if (simplex.count == 2) {
    const Vec3 edge = simplex.vertex[1].difference - simplex.vertex[0].difference;
    square -= (glm::dot(nearest, edge) / square_of(edge)) * edge;
  }
  const double size = length(square);
  // A sliver has no normal of its own; where its nearest point lies is then the better guess.
  return size > 1e-100 ? square * (1.0 / size) : normalized_or(nearest, Vec3(0.0, 1.0, 0.0));
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
