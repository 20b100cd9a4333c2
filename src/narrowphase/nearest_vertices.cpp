#include "narrowphase/nearest_vertices.hpp"

#include <cstddef>

namespace firstcontact {

namespace {

// No pair of them twice: a simplex has no use for it.
bool are_different(const NearestVertices& vertices) {
  for (std::size_t i = 1; i < vertices.count; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (vertices.a[i] == vertices.a[k] && vertices.b[i] == vertices.b[k]) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

bool are_of(const NearestVertices& vertices, const ConvexShape& a, const ConvexShape& b) {
  if (vertices.count == 0 || vertices.count > vertices.a.size() || vertices.shape_a != identity_of(a) ||
      vertices.shape_b != identity_of(b)) {
    return false;
  }
  for (std::size_t i = 0; i < vertices.count; ++i) {
    if (vertices.a[i] >= a.core.vertices.size() || vertices.b[i] >= b.core.vertices.size()) {
      return false;
    }
  }
  return are_different(vertices);
}

NearestVertices nearest_vertices(const ConvexShape& a, const ConvexShape& b, const Simplex& simplex) {
  NearestVertices vertices{identity_of(a), identity_of(b), {}, {}, 0};
  for (std::size_t i = 0; simplex.count < 4 && i < static_cast<std::size_t>(simplex.count); ++i) {
    vertices.a[i] = simplex.vertex[i].a;
    vertices.b[i] = simplex.vertex[i].b;
    ++vertices.count;
  }
  return vertices;
}

Simplex simplex_of(const NearestVertices& vertices) {
  Simplex simplex;
  for (std::size_t i = 0; i < vertices.count; ++i) {
    simplex.vertex[i] = {vertices.a[i], vertices.b[i], Vec3(0.0), 0.0};
  }
  simplex.count = vertices.count;
  return simplex;
}

}  // namespace firstcontact
