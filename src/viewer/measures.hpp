// Energies and momenta of an instant, worked out from the motions alone.
#pragma once

#include "render/overlays.hpp"

namespace firstcontact {

/// As World::totals has them, of the dynamic bodies that are there.
[[nodiscard]] Totals totals_at(const Instant& instant);
/// How many bodies sleep.
[[nodiscard]] std::size_t asleep_at(const Instant& instant);

}  // namespace firstcontact
