// Colliders of several shapes, and of bodies that have a mass of their own.
#pragma once

#include <firstcontact/result.hpp>
#include <memory>
#include <span>

#include "scene/scene_file.hpp"

namespace firstcontact {

/// A collider that stands somewhere in another's frame.
struct CompoundPart {
  std::shared_ptr<const Collider> collider;
  Pose pose;
};

/// All of them bound together: mass, centre and inertia are their sum, where they overlap twice. Error: a shape that
/// cannot be turned. Pure.
[[nodiscard]] Result<std::shared_ptr<const Collider>> bound_together(std::span<const CompoundPart> parts);

/// The collider with the centre of mass and the inertia that are given, of a body of `mass` kg. Where the centre alone
/// is given, the inertia about it is that of the shapes about theirs. Error: an inertia that no body has. Pure.
[[nodiscard]] Result<std::shared_ptr<const Collider>> with_own_mass(const Collider& collider, const OwnMass& own,
                                                                    double mass);

}  // namespace firstcontact
