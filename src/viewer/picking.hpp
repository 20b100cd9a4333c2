// What lies under the mouse.
#pragma once

#include <optional>

#include "render/overlays.hpp"

namespace firstcontact {

struct Picked {
  BodyIndex body = 0;
  Vec3 point{0.0};        // m, world
  double distance = 0.0;  // m, from the eye
};

/// From the eye in a direction.
struct Sight {
  Vec3 eye{0.0}, direction{0.0, 0.0, -1.0};  // m; unit
  double reach = 1e3;                        // m
  Aabb focus;                                // m
};
/// The first body that the line of sight meets. Walls that hide `focus` are looked through, as they are where the
/// picture leaves them out; none do where it is empty.
[[nodiscard]] std::optional<Picked> pick(const Instant& instant, const Sight& sight);

}  // namespace firstcontact
