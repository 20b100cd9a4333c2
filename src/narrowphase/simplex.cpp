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
  return {{i, 0, 0}, {1.0, 0.0, 0.0}, 1, p, square_of(p), Vec3(0.0)};
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
  return {{i, j, 0}, {1.0 - part, part, 0.0}, 2, point, square_of(point), Vec3(0.0)};
}

// The cross product of the two short edges suffers the least cancellation; that of any two will do where they meet at
// no small angle.
Vec3 normal_of(const Vec3& pq, const Vec3& qr, const Vec3& rp) {
  constexpr double sine2 = 0.04;
  const double pq2 = square_of(pq);
  const double rp2 = square_of(rp);
  const Vec3 normal = glm::cross(rp, pq);
  if (square_of(normal) >= sine2 * (pq2 * rp2)) {
    return normal;
  }
  const double qr2 = square_of(qr);
  if (pq2 >= qr2 && pq2 >= rp2) {
    return glm::cross(qr, rp);
  }
  return qr2 >= rp2 ? normal : glm::cross(pq, qr);
}

// What every number is nearer than; what is no number leaves it, and is answered as if the origin were inside.
NearestPoint nowhere() {
  return {{0, 0, 0}, {0.0, 0.0, 0.0}, 4, Vec3(0.0), std::numeric_limits<double>::infinity(), Vec3(0.0)};
}

// The nearest of the edges in `seen`: 1 for jk, 2 for ik, 4 for ij.
NearestPoint on_edges(const Simplex& simplex, int i, int j, int k, int seen) {
  NearestPoint best = nowhere();
  if ((seen & 1) != 0) {
    take_nearer(best, on_segment(simplex, j, k));
  }
  if ((seen & 2) != 0) {
    take_nearer(best, on_segment(simplex, i, k));
  }
  if ((seen & 4) != 0) {
    take_nearer(best, on_segment(simplex, i, j));
  }
  return best;
}

// Signs of the sub-areas say where the projection of the origin lies (Montanari, Petrinic, Barbieri 2017, 'Improving
// the GJK algorithm for faster and more reliable distance queries'); outside, every edge that is seen from there is
// asked. The areas, times the normal's length: two are the moments of the edges in p, the third is what they leave of
// the whole.
NearestPoint on_triangle(const Simplex& simplex, int i, int j, int k) {
  const Vec3& p = simplex.vertex[i].difference;
  const Vec3& q = simplex.vertex[j].difference;
  const Vec3& r = simplex.vertex[k].difference;
  const Vec3 pq = q - p;
  const Vec3 rp = p - r;
  const Vec3 normal = normal_of(pq, r - q, rp);
  const Vec3 moment = glm::cross(normal, p);
  const double whole = square_of(normal);
  const double area_q = glm::dot(rp, moment);
  const double area_r = glm::dot(pq, moment);
  const double area_p = whole - (area_q + area_r);
  if (area_p > 0.0 && area_q > 0.0 && area_r > 0.0 && whole > 0.0) {
    const double part = 1.0 / whole;
    const double weight_p = area_p * part;
    const double weight_q = area_q * part;
    const double weight_r = area_r * part;
    const Vec3 point = weight_p * p + weight_q * q + weight_r * r;
    return {{i, j, k}, {weight_p, weight_q, weight_r}, 3, point, square_of(point), normal};
  }
  const bool flat = !(whole > 0.0);
  const int seen = (flat || area_p <= 0.0 ? 1 : 0) | (flat || area_q <= 0.0 ? 2 : 0) | (flat || area_r <= 0.0 ? 4 : 0);
  switch (seen) {  // most see the origin from one edge: no copies then
    case 1:
      return on_segment(simplex, j, k);
    case 2:
      return on_segment(simplex, i, k);
    case 4:
      return on_segment(simplex, i, j);
    default:
      return on_edges(simplex, i, j, k, seen);
  }
}

// The face that the walk left behind when it took the fourth vertex: asked only in doubt. Seen from the fourth vertex,
// `volume` turns the other way round.
NearestPoint on_first_face(const Simplex& simplex, double volume) {
  const Vec3& p = simplex.vertex[0].difference;
  const Vec3 normal = glm::cross(simplex.vertex[1].difference - p, simplex.vertex[2].difference - p);
  if (volume * glm::dot(normal, p) <= 0.0) {
    return on_triangle(simplex, 0, 1, 2);
  }
  return {{0, 0, 0}, {0.0, 0.0, 0.0}, 4, Vec3(0.0), 0.0, Vec3(0.0)};
}

// The nearest of the faces in `seen`: 1 for the first two vertices' and the last's, 2 for 0, 2 and 3, 4 for 1, 2 and 3.
NearestPoint on_faces(const Simplex& simplex, int seen) {
  NearestPoint best = nowhere();
  if ((seen & 1) != 0) {
    take_nearer(best, on_triangle(simplex, 0, 1, 3));
  }
  if ((seen & 2) != 0) {
    take_nearer(best, on_triangle(simplex, 0, 2, 3));
  }
  if ((seen & 4) != 0) {
    take_nearer(best, on_triangle(simplex, 1, 2, 3));
  }
  return best;
}

// A face sees the origin when it lies between it and the vertex opposite; a tetrahedron too flat to know is asked for
// all of them.
NearestPoint in_tetrahedron(const Simplex& simplex) {
  constexpr double flat = 1e-13;
  const Vec3& apex = simplex.vertex[3].difference;
  const Vec3 p = simplex.vertex[0].difference - apex;
  const Vec3 q = simplex.vertex[1].difference - apex;
  const Vec3 r = simplex.vertex[2].difference - apex;
  const Vec3 pq = glm::cross(p, q);
  const Vec3 qr = glm::cross(q, r);
  const Vec3 rp = glm::cross(r, p);
  const double volume = glm::dot(pq, r);
  const bool doubt = volume * volume <= flat * flat * (square_of(p) * square_of(q) * square_of(r));
  const int seen = (doubt || volume * glm::dot(pq, apex) >= 0.0 ? 1 : 0) |
                   (doubt || volume * glm::dot(rp, apex) >= 0.0 ? 2 : 0) |
                   (doubt || volume * glm::dot(qr, apex) >= 0.0 ? 4 : 0);
  switch (seen) {  // most see the origin from one face: no copies then
    case 0:
      return on_first_face(simplex, volume);
    case 1:
      return on_triangle(simplex, 0, 1, 3);
    case 2:
      return on_triangle(simplex, 0, 2, 3);
    case 4:
      return on_triangle(simplex, 1, 2, 3);
    default:
      return on_faces(simplex, seen);
  }
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

Vec3 direction_square_to(const Simplex& simplex, const NearestPoint& nearest) {
  Vec3 square = nearest.point;
  if (simplex.count == 3) {
    const bool away = glm::dot(nearest.normal, simplex.vertex[0].difference) < 0.0;
    square = away ? -nearest.normal : nearest.normal;
  } else if (simplex.count == 2) {
    const Vec3 edge = simplex.vertex[1].difference - simplex.vertex[0].difference;
    square -= (glm::dot(nearest.point, edge) / square_of(edge)) * edge;
  }
  // A sliver has no normal of its own; where its nearest point lies is then the better guess.
  return square_of(square) > 1e-200 ? square : normalized_or(nearest.point, Vec3(0.0, 1.0, 0.0));
}

// Compared with all before it, and counted without a jump: which are alike, nobody can foretell.
FeatureVertices feature_vertices(const Simplex& simplex) {
  FeatureVertices features;
  for (int i = 0; i < simplex.count; ++i) {
    const SimplexVertex& vertex = simplex.vertex[i];
    int known_a = 0;
    int known_b = 0;
    for (int before = 0; before < i; ++before) {
      known_a |= simplex.vertex[before].a == vertex.a ? 1 : 0;
      known_b |= simplex.vertex[before].b == vertex.b ? 1 : 0;
    }
    features.a[features.count_a] = vertex.a;
    features.b[features.count_b] = vertex.b;
    features.count_a += 1 - known_a;
    features.count_b += 1 - known_b;
  }
  return features;
}

}  // namespace firstcontact
