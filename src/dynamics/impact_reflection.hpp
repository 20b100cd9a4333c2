// One round of an impact: the points that approach, and what is known of them and done to them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// The points that approach, and their impulses. Lists have one entry for each of them.
struct Reflection {
  std::vector<std::size_t> points;
  std::vector<double> impulse;           // lambda, N s
  std::vector<Vec3> friction;            // N s
  std::vector<double> compliance;        // 1/kg along the normal
  std::vector<double> slide_compliance;  // 1/kg along the two tangents, summed; once there is friction
  double fastest = 0.0;                  // m/s, of the approaches
  double rounding = 0.0;                 // m/s: what a speed at a point is known to
  bool is_for_all = false;               // plastic: points that do not approach are among them
  bool is_jammed = false;                // points approach that can give way to neither side
};

/// Finds the impulses that leave no point approaching, without restitution and friction: the least kinetic energy over
/// impulses >= 0. Where a body has no way out, between two that nobody moves, there is no answer, and what the sweeps
/// found must do.
void stop_approaches(Reflection& reflection, std::span<const ContactPoint> points,
                     const std::vector<Responder>& before);

/// A number for each point: the same for those whose impulses reach each other's bodies. Each part keeps its own
/// energy: what falls on a slope at the instant at which others meet must not win what they lose. `acts`: whether there
/// is an impulse at the point.
[[nodiscard]] std::vector<std::size_t> parts_of(const Reflection& reflection, std::span<const ContactPoint> points,
                                                std::span<const Responder> responders, const std::vector<bool>& acts);

}  // namespace firstcontact
