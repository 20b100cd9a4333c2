// Rolling and spinning friction of one contact point, as the sweeps of the contact solver apply it; what little of both
// every contact of a heap has; and all of it, for bodies that have nothing else to lose.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

[[nodiscard]] bool has_turning_friction(const ContactPoint& point);

/// Applies `couple` (N m s) to the point's b and its reaction to a.
void apply_couple(const ContactPoint& point, const Vec3& couple, std::span<Responder> responders);

/// A moment against the spin of one body over the other, no greater than the point's present normal impulse allows.
/// Being no greater than what stops the spin, it only takes energy.
void solve_turning(ContactPoint& point, std::span<Responder> responders);

/// A moment on b, and its reaction on a, at the first point of a pair.
struct Couple {
  std::size_t point = 0;  // position among the points
  Vec3 impulse{0.0};      // N m s
};

/// Resists the spin of bodies over each other, once for every pair (its points are next to each other): no more than
/// `share` of what stops it, and no more than the normal impulses that the points hold have at arms of so many metres,
/// one for each point. Changes the responders' velocities and only takes energy. Returns what it gave.
std::vector<Couple> resist_turning(std::span<const ContactPoint> points, std::span<const double> arms, double share,
                                   std::span<Responder> responders);

/// Has the bodies of one pair of points after the other (a pair's points are next to each other) turn together, however
/// large the moment. Changes the responders' velocities and only takes energy. Returns what it gave.
std::vector<Couple> turn_together(std::span<const ContactPoint> points, std::span<Responder> responders);

}  // namespace firstcontact
