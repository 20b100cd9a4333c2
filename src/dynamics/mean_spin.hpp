// The one constant spin that takes a free body where Euler's equations would have it after a substep.
#pragma once

#include "dynamics/free_rotation.hpp"

namespace firstcontact {

/// rad/s, world frame: the spin of the screw over `duration` s that a body in lasting contact follows instead of its
/// own tumbling. At the screw's end the body has, with the angular momentum of `start`, the energy of `start` to
/// rounding. The spin at the start itself would not do: with L kept, a body that turned about it always has more energy
/// than before, by h^2 (L x w) . I^-1 (L x w) / 2. `pushed`, rad/s: what it is turned by besides, to be added by the
/// caller; where it turns by less than 0.3 rad, it is with this that the energy is kept. Pure.
[[nodiscard]] Vec3 mean_spin(const FreeRotation& start, const InertiaFrame& inertia, double duration,
                             const Vec3& pushed = Vec3(0.0));

}  // namespace firstcontact
