// One impact at one point, with friction, by a law with a name. docs/impacts.md has the law on one page.
//
// An impact is a motion of its own, so short that nothing moves: along the growing normal impulse p, velocities change
// by du = K dP, the point slips, sticks, and slips again (Routh 1905; Darboux 1880; Keller 1986). Compression lasts
// until the normal velocity is none; when restitution ends, the law says.
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/math.hpp>

#include <cstdint>
#include <vector>

namespace firstcontact {

/// What ends restitution.
enum class ImpactLaw : std::uint8_t {
  stronge,  // the normal impulse has given back e^2 of the work that compression took of it (Stronge 1990); makes no
            // energy, whatever the friction
  poisson,  // restitution's impulse is e times compression's
  newton,   // the points part at e times the speed that they met with; may make energy where there is friction
};

/// Two bodies at the point where they meet.
struct PointImpact {
  Mat3 compliance{0.0};        // 1/kg: change of `velocity` for an impulse on the second body; symmetric, world axes
  Vec3 velocity{0.0};          // m/s: of the second body's surface at the point seen from the first's
  Vec3 normal{0.0, 1.0, 0.0};  // unit, from the first to the second
  double friction = 0.0;       // >= 0
  double restitution = 0.0;    // e, 0 to 1
  ImpactLaw law = ImpactLaw::stronge;
};

/// Where the impact has got to when something about it changes: it starts, slip ends or starts, turns, compression or
/// restitution ends.
struct ImpactMoment {
  double normal_impulse = 0.0;  // N s
  Vec3 friction_impulse{0.0};   // N s
  Vec3 velocity{0.0};           // m/s
};

/// What an impact does.
struct ImpactOutcome {
  double normal_impulse = 0.0;       // N s, >= 0, on the second body along the normal
  Vec3 friction_impulse{0.0};        // N s, on the second body, at right angles to the normal
  double compression_impulse = 0.0;  // N s: the normal impulse up to the end of compression
  double normal_work = 0.0;          // J, of the normal impulse: -(1 - e^2) of what compression took, by Stronge
  bool sticks = false;               // the point does not slip when the impact ends
  bool jammed = false;               // friction pressed the bodies together for a while (Painleve)
};

/// Follows the impact to its end: in closed form where the slip keeps its direction or there is none, by Taylor series
/// of order 16 where it turns, cut so that what they leave out is below 1e-12 of the speeds. Nothing happens where the
/// bodies do not approach, or cannot give way along the normal. Pure; the same bits on every machine.
/// @param path  unless null, gets the moments in their order, the start and the end included
[[nodiscard]] FIRSTCONTACT_EXPORT ImpactOutcome resolve_impact(const PointImpact& impact,
                                                               std::vector<ImpactMoment>* path = nullptr);

}  // namespace firstcontact
