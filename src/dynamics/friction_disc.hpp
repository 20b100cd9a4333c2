// Coulomb friction at one point: of all impulses in a disc, the one that leaves the least kinetic energy.
#pragma once

#include <firstcontact/math.hpp>

namespace firstcontact {

/// A symmetric 2 x 2 matrix without negative eigenvalues.
struct Symmetric2 {
  double xx = 0.0, xy = 0.0, yy = 0.0;
};

[[nodiscard]] inline glm::dvec2 operator*(const Symmetric2& m, const glm::dvec2& v) {
  return {m.xx * v.x + m.xy * v.y, m.xy * v.x + m.yy * v.y};
}

/// The f with |f| <= radius at which f K f / 2 + g f is least: friction that stops a slip of g, or acts against what is
/// left of it, where K f + g = -lambda f. With K and g by unit of normal impulse, and the coefficient of friction for a
/// radius: what friction does to a point that stands, be it that it sticks or that slip begins. Newton's method on
/// 1 / |f| (More and Sorensen 1983), which comes from one side. Pure.
[[nodiscard]] glm::dvec2 least_in_disc(const Symmetric2& k, const glm::dvec2& g, double radius);

}  // namespace firstcontact
