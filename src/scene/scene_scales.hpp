// Whether a scene's numbers go together. Each of them may be legal, and the ratio of two still beyond what doubles hold
// apart, or beyond what a step can be made of.
#pragma once

#include <firstcontact/result.hpp>
#include <optional>

#include "scene/scene_file.hpp"

namespace firstcontact {

/// The largest ratios with which a run is right and ends; measured by sweeps, which docs/program.md#scales tells of.
namespace largest_ratio {
/// A moving body's radius to the skin: impacts are looked for along the whole of it, to a fraction of the skin. Boxes
/// of 1 m are right down to a skin of 1e-8 m (9e7), needles to 3e7, and slowly; at ten times that neither ends.
inline constexpr double radius_to_skin = 2e7;
/// A moving body's distance from the origin to the skin: places are rounded to 1e-16 of it. At 1e13 that is 2e-3 skins,
/// and runs are right; at 1e15 the rounding is a fifth of the skin, and none ends.
inline constexpr double place_to_skin = 2e13;
/// What gravity and force add to a body's way in a step, to its size: a sphere wins energy at 1e4, and not at 1.2e3.
inline constexpr double fall_to_size = 2e3;
/// rad: what a torque adds to a body's turn in a step. Right at 5e4; at 2e5 a run does not end.
inline constexpr double turn = 2e4;
/// The way of a belt in a step to the size of the smallest body that can lie on it.
inline constexpr double belt_to_size = 1e6;
}  // namespace largest_ratio

/// The first body whose numbers do not go together, with its JSON path, what was found and what would do. For a scene
/// whose geometry is loaded. Pure.
[[nodiscard]] std::optional<Error> find_unfit_scale(const Scene& scene);

}  // namespace firstcontact
