#include "decomposition/triangle_mesh.hpp"

namespace firstcontact {

namespace {

struct Moments {
  double volume = 0.0;
  Vec3 first{0.0};
  Mat3 second{0.0};
};

// The tetrahedron (0, a, b, c), as in geometry/mass_properties.cpp.
void add_tetrahedron(Moments& sum, const Vec3& a, const Vec3& b, const Vec3& c) {
  const double determinant = glm::dot(a, glm::cross(b, c));
  const Vec3 s = a + b + c;
  sum.volume += determinant / 6.0;
  sum.first += determinant / 24.0 * s;
  sum.second += determinant / 120.0 *
                (glm::outerProduct(a, a) + glm::outerProduct(b, b) + glm::outerProduct(c, c) + glm::outerProduct(s, s));
}

}  // namespace

MassProperties mass_properties(const TriangleMesh& mesh) {
  Moments sum;
  for (const Triangle& t : mesh.triangles) {
    add_tetrahedron(sum, mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]);
  }
  const double sign = sum.volume < 0.0 ? -1.0 : 1.0;
  const Vec3 center = sum.first / sum.volume;
  const Mat3 second = sign * (sum.second - sum.volume * glm::outerProduct(center, center));
  const double trace = second[0][0] + second[1][1] + second[2][2];
  return {sign * sum.volume, center, Mat3(trace) - second};
}

}  // namespace firstcontact
