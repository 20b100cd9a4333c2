// What the direct solver minimizes, at one point: its impulse as a function of the relative velocity there, within the
// friction cone (Castro et al. 2021, section 3 and appendix; normal and tangential compliance are the same here).
#pragma once

#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// The compliance acts on the difference to the impulse assumed: repeated with what came out, it vanishes
/// (Rockafellar's method of multipliers, 1976), and bodies at rest, whose impulses are known from the last substep,
/// feel none of it.
struct ContactLaw {
  double compliance = 0.0;    // 1/kg, > 0
  double target_speed = 0.0;  // m/s along the normal: no slower
  Vec3 assumed{0.0};          // N s, on b
};

struct Reaction {
  Vec3 impulse{0.0};    // N s, on b
  Mat3 stiffness{0.0};  // kg: -d impulse / d velocity
};

/// The impulse at `point` when b's point moves with `velocity` (m/s) seen from a's: the nearest in the friction cone to
/// the one that the law asks for, so that it sticks, slips or lets go.
[[nodiscard]] Reaction reaction_of(const ContactPoint& point, const ContactLaw& law, const Vec3& velocity);

}  // namespace firstcontact
