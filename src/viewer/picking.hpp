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

/// The first body that a ray from `eye` along `direction` (unit) meets, at most `reach` metres away.
[[nodiscard]] std::optional<Picked> pick(const Instant& instant, const Vec3& eye, const Vec3& direction, double reach);

}  // namespace firstcontact
