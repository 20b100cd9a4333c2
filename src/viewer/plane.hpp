// Bodies that keep to a plane.
#pragma once

#include <array>
#include <firstcontact/separation.hpp>
#include <optional>

#include "scene/recording.hpp"

namespace firstcontact {

/// The unit normal of the plane that the body keeps to: it does not move along one world axis, and turns about no
/// other. Nothing: it keeps to none, or the recording does not say.
[[nodiscard]] std::optional<Vec3> plane_normal(const RecordingHeader& header, BodyIndex body);
/// The same, of what is locked: x, y, z, rx, ry, rz.
[[nodiscard]] std::optional<Vec3> plane_normal(const std::array<bool, 6>& locked);
/// Of two bodies that keep to one plane, or of which the one does and the other stands still.
[[nodiscard]] std::optional<Vec3> plane_normal_of_pair(const RecordingHeader& header, const BodyPair& pair);

/// The shape drawn out by `reach` metres both ways along a unit normal, local axes. Within that reach every section
/// across the normal is the shape's whole shadow upon the plane. Error: it has no thickness and no corners to speak of.
[[nodiscard]] Result<ConvexShape> drawn_out(const ConvexShape& shape, const Vec3& normal_local, double reach);

}  // namespace firstcontact
