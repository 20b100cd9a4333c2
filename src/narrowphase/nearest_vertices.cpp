#include "narrowphase/nearest_vertices.hpp"

#include <cstddef>

namespace firstcontact {

bool are_of(const NearestVertices& vertices, const ConvexShape& a, const ConvexShape& b) {
  return vertices.count > 0 && vertices.shape_a == &a && vertices.shape_b == &b;
}

NearestVertices nearest_vertices(const ConvexShape& a, const ConvexShape& b, const Simplex& simplex) {
  NearestVertices vertices{&a, &b, {}, {}, 0};
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
