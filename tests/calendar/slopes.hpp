// Floors of known friction that lean, for tests against closed forms.
#pragma once

#include <firstcontact/world.hpp>

#include <cmath>

#include "calendar/small_worlds.hpp"
#include "core/tolerances.hpp"

namespace firstcontact::testing_support {

inline constexpr double gravity = 9.81;  // m/s^2
inline constexpr double pi = 3.14159265358979323846;

// m: how far above the floor a body of this volume (m^3) rests.
inline double rest_gap(double volume) { return tolerances::rest_gap * tolerances::skin_per_size * std::cbrt(volume); }

inline BodyDefinition rough_floor(double friction) {
  BodyDefinition ground = fixed_body("floor", box({200.0, 0.5, 20.0}), {0.0, -0.5, 0.0});
  ground.friction = friction;
  ground.restitution = 0.0;
  return ground;
}

// Gravity that leans by `angle` against the floor: the floor is a slope that falls towards +x.
inline WorldDefinition leaning(double angle) {
  WorldDefinition definition = sleepless();
  definition.gravity = {gravity * std::sin(angle), -gravity * std::cos(angle), 0.0};
  return definition;
}

}  // namespace firstcontact::testing_support
