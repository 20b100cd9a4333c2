// Integrals over what closed surfaces of triangles enclose, as the signed sum of the tetrahedra between the triangles
// and one point: closed forms, so as exact as Mirtich's (1996) with fewer cases. The point is to be near, because about
// a distant one the products cancel.
#pragma once

#include <firstcontact/shape.hpp>

namespace firstcontact {

/// Lengths relative to the point chosen.
struct VolumeIntegrals {
  double volume = 0.0;  // m^3
  Vec3 first{0.0};      // m^4: integrals of x_i
  Mat3 second{0.0};     // m^5: of x_i x_j

  void operator+=(const VolumeIntegrals& other) {
    volume += other.volume;
    first += other.first;
    second += other.second;
  }
};

/// Adds the tetrahedron (0, a, b, c), negative where a, b, c turn clockwise seen from outside.
inline void add_tetrahedron(VolumeIntegrals& sum, const Vec3& a, const Vec3& b, const Vec3& c) {
  const double determinant = glm::dot(a, glm::cross(b, c));
  const Vec3 s = a + b + c;
  sum.volume += determinant / 6.0;
  sum.first += determinant / 24.0 * s;
  sum.second += determinant / 120.0 *
                (glm::outerProduct(a, a) + glm::outerProduct(b, b) + glm::outerProduct(c, c) + glm::outerProduct(s, s));
}

/// Mass, centre and inertia about it at density 1, of a body whose integrals are about `center` (m). A surface turned
/// inside out counts as its mirror image: the mass is positive.
[[nodiscard]] MassProperties properties_of(const VolumeIntegrals& integrals, const Vec3& center);
/// The mean of the points: a point near enough. `points` is not empty.
[[nodiscard]] Vec3 mean(const std::vector<Vec3>& points);

}  // namespace firstcontact
