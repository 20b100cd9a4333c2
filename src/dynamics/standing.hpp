// Where all stand still every round of the soft solver is like the one before, and need not be gone through again.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// Tells whether responders stand still, as far as their contacts see.
class Standing {
 public:
  /// `points` name the responders of later calls, of which there are `count`.
  Standing(std::span<const ContactPoint> points, std::size_t count);

  /// m/s: how fast a contact point moves, at most. `velocities`: of all responders.
  [[nodiscard]] double fastest(std::span<const Velocity> velocities) const;

 private:
  std::vector<double> squared_arms_;  // m^2, per responder: of its furthest point
};

}  // namespace firstcontact
