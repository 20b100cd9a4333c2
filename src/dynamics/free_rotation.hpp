// Euler's equations for a free rigid body, solved to rounding: the attitude after any time, angular momentum constant.
#pragma once

#include <firstcontact/flow.hpp>
#include <firstcontact/math.hpp>

namespace firstcontact {

struct FreeRotation {
  Quat orientation{1.0, 0.0, 0.0, 0.0};
  Vec3 angular_velocity{0.0};  // rad/s, world frame
};

/// The rotation after `elapsed` seconds without torque.
///
/// Three equal moments: a constant spin. Two equal moments: the closed form, a spin about the angular momentum followed
/// by one about the body's own axis (Landau, Lifshitz, section 33). Three different ones: Taylor series of Euler's
/// equations and of the attitude, order 20, in substeps that keep the first term left out below rounding. In every case
/// the spin returned is I^-1 L with the angular momentum L of the start, so L does not drift and energy errs by the
/// attitude alone.
[[nodiscard]] FreeRotation rotate_freely(const FreeRotation& start, const InertiaFrame& inertia, double elapsed);

}  // namespace firstcontact
