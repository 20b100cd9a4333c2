// A tangent of a contact: what any_perpendicular finds of any vector, for unit ones, ten thousand times a step.
#pragma once

#include <firstcontact/math.hpp>

#include <cmath>

namespace firstcontact {

/// Some unit vector at right angles to `n`, which is unit to rounding; the same one every time. One division and no
/// root (Duff et al. 2017, 'Building an Orthonormal Basis, Revisited').
[[nodiscard]] inline Vec3 perpendicular_of_unit(const Vec3& n) {
  const double sign = std::copysign(1.0, n.z);
  const double a = -1.0 / (sign + n.z);
  return {1.0 + sign * n.x * n.x * a, sign * n.x * n.y * a, -sign * n.x};
}

}  // namespace firstcontact
