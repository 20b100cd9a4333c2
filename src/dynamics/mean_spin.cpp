#include "dynamics/mean_spin.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace firstcontact {

namespace {

// rad: what turns less in a substep is found by a few turns of the angular momentum alone; more, by the exact rotation.
constexpr double small_turn = 0.3;
// Of |L| |w|: an angular momentum that leans less from the spin leaves it where it is; and so does too small a turn,
// rad. A turn that changes the energy by its rounding alone would be no correction: 1e-15 / lean rad.
constexpr double no_lean = 1e-6;
constexpr double no_turn = 1e-8;
// rad: what turns less, the spin half-way keeps the energy of to rounding.
constexpr double smallest_turn = 1e-5;
constexpr double energy_precision = 1e-15;
constexpr int most_corrections = 4;

/// A free rotation in the frame in which it is slow to change: angular momentum in the world, axes that turn.
struct Tumble {
  Quat axes;  // world from principal axes, at the start
  Vec3 moments;
  Vec3 momentum;  // N m s, world

  [[nodiscard]] Vec3 spin_after(const Quat& turn) const {
    const Quat now = turn * axes;
    return rotate(now, rotate_inverse(now, momentum) / moments);
  }
};

// The spin half-way there, twice: right to the third order of the turn.
Vec3 spin_half_way(const Tumble& tumble, const Vec3& spin, double duration) {
  Vec3 half_way = spin;
  for (int i = 0; i < 2; ++i) {
    half_way = tumble.spin_after(quaternion_from_rotation_vector((0.5 * duration) * half_way));
  }
  return half_way;
}

// What is left of the energy's error is turned back along the way that changes it most: with L kept, a turn by e
// changes the energy by (w x L) . e.
Vec3 keeping_energy(const Tumble& tumble, double energy, Vec3 mean, const Vec3& pushed, double duration) {
  for (int i = 0; i < most_corrections; ++i) {
    const Vec3 spin = tumble.spin_after(quaternion_from_rotation_vector(duration * (mean + pushed)));
    const double error = 0.5 * glm::dot(tumble.momentum, spin) - energy;
    const Vec3 steepest = glm::cross(spin, tumble.momentum);
    const double slope = squared_length(steepest);
    if (std::abs(error) <= energy_precision * energy || slope == 0.0) {
      break;
    }
    mean -= (error / (slope * duration)) * steepest;
  }
  return mean;
}

// The rotation vector of `turn`, of all that differ by whole turns the one nearest to `guess`.
Vec3 rotation_vector_near(const Quat& turn, const Vec3& guess) {
  const Vec3 part(turn.x, turn.y, turn.z);
  const double sine = std::sqrt(squared_length(part));
  const double angle = 2.0 * std::atan2(sine, turn.w);
  const Vec3 axis = sine > 0.0 ? part / sine : normalized_or(guess, Vec3(1.0, 0.0, 0.0));
  constexpr double whole = 2.0 * std::numbers::pi;
  const double turns = std::round((glm::dot(axis, guess) - angle) / whole);
  return (angle + turns * whole) * axis;
}

}  // namespace

Vec3 mean_spin(const FreeRotation& start, const InertiaFrame& inertia, double duration, const Vec3& pushed) {
  const Vec3& spin = start.angular_velocity;
  const double size = std::sqrt(squared_length(spin));
  if (!(size * duration > no_turn)) {
    return spin;
  }
  const Quat axes = start.orientation * inertia.principal_axes;
  const Tumble tumble{axes, inertia.principal_moments,
                      rotate(axes, inertia.principal_moments * rotate_inverse(axes, spin))};
  const double twice_energy = glm::dot(tumble.momentum, spin);
  const double lean = std::sqrt(squared_length(glm::cross(spin, tumble.momentum)));
  if (!(lean > no_lean * size * std::sqrt(squared_length(tumble.momentum)))) {
    return spin;
  }
  // The spin may grow while the energy stays: up to that of all of it about the axis of the least moment.
  const double least = std::min({tumble.moments.x, tumble.moments.y, tumble.moments.z});
  const double most_turn = duration * std::sqrt(twice_energy / least);
  if (most_turn < small_turn) {
    const Vec3 half_way = spin_half_way(tumble, spin, duration);
    return most_turn < smallest_turn ? half_way
                                     : keeping_energy(tumble, 0.5 * twice_energy, half_way, pushed, duration);
  }
  const FreeRotation end = rotate_freely(start, inertia, duration);
  const Quat turn = end.orientation * glm::conjugate(start.orientation);
  return rotation_vector_near(turn, duration * spin) / duration;
}

}  // namespace firstcontact
