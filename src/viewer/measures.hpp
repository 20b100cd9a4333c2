// Energies and momenta of an instant, worked out from the motions alone.
#pragma once

#include "render/overlays.hpp"

namespace firstcontact {

/// The same of one body in a state (of its centre of mass, the spin in the world frame), in a gravity (m/s^2).
[[nodiscard]] Totals totals_of(const RecordedBody& body, const FlowState& state, const Vec3& gravity);
/// As World::totals has them, of the dynamic bodies that are there.
[[nodiscard]] Totals totals_at(const Instant& instant);
/// Gravity . x, m^2/s^2, of the place of the scene that is lowest along gravity, as bodies began.
[[nodiscard]] double lowest_along_gravity(const RecordingHeader& header);
/// How many bodies sleep.
[[nodiscard]] std::size_t asleep_at(const Instant& instant);

}  // namespace firstcontact
