// Euler's equations for a free rigid body, solved to rounding: the attitude after any time, angular momentum constant.
#pragma once

#include <firstcontact/flow.hpp>
#include <firstcontact/math.hpp>

namespace firstcontact {

struct FreeRotation {
  Quat orientation{1.0, 0.0, 0.0, 0.0};
  Vec3 angular_velocity{0.0};  // rad/s, world frame
};

/// The rotation after `elapsed` seconds without torque, in closed form, at the same price for any spin and time.
///
/// Three equal moments: a constant spin. Two equal moments: a spin about the angular momentum followed by one about the
/// body's own axis (Landau, Lifshitz, section 33). Three different ones: Jacobi's elliptic functions and an elliptic
/// integral of the third kind. The attitude errs by no more than 1e-14 rad and 2e-15 of the angle turned by, as the
/// spin, a double, says no more of that angle; only where the spin comes near the axis of the middle moment do a
/// body's flips multiply what rounding leaves. The spin returned is I^-1 L with the angular momentum L of the start, so
/// L does not drift, and the momentum's place on its polhode is computed, not summed up, so that energy errs by
/// rounding alone however far the body has turned.
[[nodiscard]] FreeRotation rotate_freely(const FreeRotation& start, const InertiaFrame& inertia, double elapsed);

}  // namespace firstcontact
