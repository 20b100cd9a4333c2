// Mass properties of a shell: triangles of 1 kg/m^2.
#pragma once

#include <firstcontact/shape.hpp>

#include <cmath>

namespace firstcontact {

/// Adds triangles up. About an origin near them, for the rounding's sake.
class ShellIntegrals {
 public:
  /// @param origin  m
  explicit ShellIntegrals(const Vec3& origin) : origin_(origin) {}

  // Over a triangle the integral of x_i x_j is area / 12 (sum of the corners' products + 9 times those of their mean).
  void add(const Vec3& corner_a, const Vec3& corner_b, const Vec3& corner_c) {
    const Vec3 a = corner_a - origin_;
    const Vec3 b = corner_b - origin_;
    const Vec3 c = corner_c - origin_;
    const double area = 0.5 * std::sqrt(squared_length(glm::cross(b - a, c - a)));
    const Vec3 whole = a + b + c;
    area_ += area;
    first_ += area / 3.0 * whole;
    second_ +=
        area / 12.0 *
        (glm::outerProduct(a, a) + glm::outerProduct(b, b) + glm::outerProduct(c, c) + glm::outerProduct(whole, whole));
  }

  [[nodiscard]] MassProperties mass() const {
    const Vec3 center = first_ / area_;
    const Mat3 second = second_ - area_ * glm::outerProduct(center, center);
    return {area_, origin_ + center, Mat3(second[0][0] + second[1][1] + second[2][2]) - second};
  }

 private:
  Vec3 origin_;
  double area_ = 0.0;  // m^2
  Vec3 first_{0.0};    // m^3: of x
  Mat3 second_{0.0};   // m^4: of x_i x_j
};

}  // namespace firstcontact
