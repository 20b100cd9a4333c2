// Impulses of simultaneous impacts: generalised reflections (Smith, Kaufman, Vouga, Tamstorf, Grinspun 2012,
// 'Reflections on simultaneous impact') with an exact energy scaling, and Coulomb friction that can only take energy.
#pragma once

#include <span>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

struct ImpactRound {
  bool any_approach = false;  // false: nothing approached, nothing was done
  bool was_for_all = false;   // all points were solved for at once, without restitution: what still approaches then
                              // can give way nowhere
  bool is_jammed = false;     // a point approaches, and neither of its bodies can give way
};

struct ImpactOptions {
  double approach_tolerance = 0.0;  // m/s: slower than this does not count as approaching
  bool plastic = false;             // no restitution at all: the last resort of a cluster that does not quieten
  bool by_law = false;              // Stronge's law answers where one point alone approaches, with friction
};

/// One round over the points that approach. Where one alone does, with friction, Stronge's law may answer
/// (docs/impacts.md). Else: finds the impulses lambda that would just stop them (projected Gauss-Seidel), then goes
/// (1 + e) times the way to the least kinetic energy along lambda. Because the scale is computed from lambda itself,
/// kinetic energy is kept to rounding at e = 1 and never grows for e < 1, however well the sweeps converged. Adds what
/// it did to the points' impulses and to the responders' velocities.
ImpactRound resolve_impact_round(std::span<ContactPoint> points, std::span<Responder> responders,
                                 const ImpactOptions& options);

}  // namespace firstcontact
