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
  /// `fastest`, m/s: what a contact point of a body that stands still moves with, at most. `points` name the responders
  /// of later calls, of which there are `count`.
  Standing(std::span<const ContactPoint> points, std::size_t count, double fastest);

  /// `velocities`: of all responders.
  [[nodiscard]] bool holds_for_all(std::span<const Velocity> velocities) const;

 private:
  std::vector<double> squared_arms_;  // m^2, per responder: of its furthest point
  double fastest_;
};

}  // namespace firstcontact
