// A second solution of Euler's equations for the tests, by another method than the engine's: Taylor series of the spin
// and of the attitude, order 20, in pieces short enough that what is left out lies below rounding. Its price is
// proportional to the angle turned by.
#pragma once

#include <firstcontact/flow.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "dynamics/free_rotation.hpp"

namespace firstcontact::testing_support {

/// One piece: `spin` (principal axes, times the piece's length) and `attitude` (world from principal axes) move on.
inline void taylor_piece(Quat& attitude, Vec3& spin, const Vec3& rate) {
  constexpr std::size_t order = 20;
  std::array<Vec3, order + 1> spins{spin};
  std::array<Quat, order + 1> attitudes{attitude};
  for (std::size_t k = 0; k < order; ++k) {
    Vec3 spin_sum(0.0);
    Quat attitude_sum(0.0, 0.0, 0.0, 0.0);
    for (std::size_t i = 0; i <= k; ++i) {
      const Vec3& p = spins[i];
      const Vec3& w = spins[k - i];
      spin_sum += Vec3(p.y * w.z, p.z * w.x, p.x * w.y);
      attitude_sum = attitude_sum + attitudes[i] * Quat(0.0, w.x, w.y, w.z);
    }
    spins[k + 1] = rate * spin_sum / static_cast<double>(k + 1);
    attitudes[k + 1] = attitude_sum * (0.5 / static_cast<double>(k + 1));
  }
  for (std::size_t k = 1; k <= order; ++k) {
    spin += spins[k];
    attitude = attitude + attitudes[k];
  }
  attitude = glm::normalize(attitude);
}

inline FreeRotation rotate_by_series(const FreeRotation& start, const InertiaFrame& inertia, double elapsed) {
  const Vec3& moments = inertia.principal_moments;
  const Vec3 rate((moments.y - moments.z) / moments.x, (moments.z - moments.x) / moments.y,
                  (moments.x - moments.y) / moments.z);
  Quat attitude = start.orientation * inertia.principal_axes;
  const Vec3 spin = rotate_inverse(attitude, start.angular_velocity);
  const Vec3 momentum = rotate(attitude, moments * spin);
  const double least = std::min({moments.x, moments.y, moments.z});
  const double most_spin = std::sqrt(glm::dot(spin, moments * spin) / least);
  const double pieces = std::max(1.0, std::ceil(std::abs(elapsed) * most_spin * 4.0));
  Vec3 scaled = spin * (elapsed / pieces);
  for (double done = 0.0; done < pieces; done += 1.0) {
    taylor_piece(attitude, scaled, rate);
  }
  return {glm::normalize(attitude * glm::conjugate(inertia.principal_axes)),
          rotate(attitude, rotate_inverse(attitude, momentum) / moments)};
}

}  // namespace firstcontact::testing_support
