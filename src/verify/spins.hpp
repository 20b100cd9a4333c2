// What a body's spin is worth: its angular momentum and energy, by its attitude and what is locked.
#pragma once

#include "verify/laws.hpp"
#include "verify/timeline.hpp"

namespace firstcontact::verify {

class Spins {
 public:
  Spins(const RecordingHeader& header, const Laws& laws) : header_(&header), laws_(&laws) {}

  /// The attitude of the segment's body at `time`.
  [[nodiscard]] IntervalMatrix attitude_at(const MotionSegment& segment, double time) const;
  /// kg m^2/s, about the centre of mass, of a body that turns with `spin` (rad/s).
  [[nodiscard]] Vec3 angular_momentum(std::uint32_t body, const IntervalMatrix& attitude, const Vec3& spin) const;
  /// rad/s
  [[nodiscard]] Vec3 spin_of(std::uint32_t body, const IntervalMatrix& attitude, const Vec3& momentum) const;
  /// J
  [[nodiscard]] double energy(std::uint32_t body, const IntervalMatrix& attitude, const Vec3& momentum) const;
  /// J: with the spin that it has once it is twisted, by an angular impulse (N m s) that no lock takes.
  [[nodiscard]] double twisted_energy(std::uint32_t body, const IntervalMatrix& attitude, const Vec3& momentum,
                                      const Vec3& twist) const;
  /// kg m^2, world frame: of the axes that are not locked, with ones in the place of those that are.
  [[nodiscard]] glm::dmat3 free_inertia(std::uint32_t body, const IntervalMatrix& attitude) const;

 private:
  const RecordingHeader* header_;
  const Laws* laws_;
};

}  // namespace firstcontact::verify
