// What the direct solver minimizes, at one point: its impulse as a function of the relative velocity there, within the
// friction cone (Castro et al. 2021, section 3 and appendix; normal and tangential compliance are the same here).
#pragma once

#include <algorithm>
#include <cmath>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// The compliance acts on the difference to the impulse assumed: repeated with what came out, it vanishes
/// (Rockafellar's method of multipliers, 1976), and bodies at rest, whose impulses are known from the last substep,
/// feel none of it.
struct ContactLaw {
  double stiffness = 0.0;     // kg, > 0: one by the compliance
  double target_speed = 0.0;  // m/s along the normal: no slower
  Vec3 assumed{0.0};          // N s, on b
};

/// The impulse that the law asks for, taken apart, before the friction cone has its say.
struct WantedImpulse {
  double normal = 0.0;  // N s
  Vec3 across;          // N s
  double size = 0.0;    // N s: of `across`

  [[nodiscard]] bool sticks(double friction) const { return size <= friction * normal; }
  [[nodiscard]] bool lets_go(double friction) const { return normal <= -friction * size; }
  /// N s: the normal part of the cone's nearest point, where it slips.
  [[nodiscard]] double pressed(double friction) const {
    return (normal + friction * size) / (1.0 + friction * friction);
  }
};

[[nodiscard]] inline WantedImpulse wanted_impulse(const ContactPoint& point, const ContactLaw& law,
                                                  const Vec3& velocity) {
  const Vec3 wanted = law.assumed + law.stiffness * (law.target_speed * point.normal - velocity);
  const double normal = glm::dot(point.normal, wanted);
  const Vec3 across = wanted - normal * point.normal;
  return {normal, across, std::sqrt(squared_length(across))};
}

/// N s, on b: the impulse at `point` when b's point moves with `velocity` (m/s) seen from a's: the nearest in the
/// friction cone to the one that the law asks for, so that it sticks, slips or lets go.
[[nodiscard]] inline Vec3 impulse_of(const ContactPoint& point, const ContactLaw& law, const Vec3& velocity) {
  const WantedImpulse wanted = wanted_impulse(point, law, velocity);
  if (wanted.sticks(point.friction)) {
    return wanted.normal * point.normal + wanted.across;
  }
  if (wanted.lets_go(point.friction)) {
    return Vec3(0.0);
  }
  return wanted.pressed(point.friction) * (point.normal + (point.friction / wanted.size) * wanted.across);
}

/// A point while its velocity changes along a line: all that a line search asks of it are these few numbers.
struct ReactionAlong {
  double normal = 0.0, normal_change = 0.0;  // N s: of what the law asks for, at the start and in all of the way
  double across_squared = 0.0;               // (N s)^2
  double across_by_change = 0.0;             // (N s)^2: the product of what is across with how it changes
  double change_squared = 0.0;               // (N s)^2
  double friction = 0.0;
  double compliance = 0.0;  // 1/kg

  /// J: -impulse times the change of velocity, after `share` of the way.
  [[nodiscard]] double slope_at(double share) const {
    const double wanted = normal + share * normal_change;
    const double along = across_by_change + share * change_squared;
    const double size = std::sqrt(std::max(0.0, across_squared + share * (across_by_change + along)));
    if (size <= friction * wanted) {
      return compliance * (wanted * normal_change + along);
    }
    if (wanted <= -friction * size) {
      return 0.0;
    }
    const double pressed = (wanted + friction * size) / (1.0 + friction * friction);
    return compliance * pressed * (normal_change + friction / size * along);
  }
};

/// `change`: of the velocity, m/s, in all of the way.
[[nodiscard]] inline ReactionAlong reaction_along(const ContactPoint& point, const ContactLaw& law,
                                                  const Vec3& velocity, const Vec3& change) {
  const WantedImpulse wanted = wanted_impulse(point, law, velocity);
  const double normal_change = -law.stiffness * glm::dot(point.normal, change);
  const Vec3 across_change = -law.stiffness * change - normal_change * point.normal;
  return {wanted.normal,
          normal_change,
          squared_length(wanted.across),
          glm::dot(wanted.across, across_change),
          squared_length(across_change),
          point.friction,
          1.0 / law.stiffness};
}

/// kg: -d impulse / d velocity there.
[[nodiscard]] Mat3 stiffness_of(const ContactPoint& point, const ContactLaw& law, const Vec3& velocity);

}  // namespace firstcontact
