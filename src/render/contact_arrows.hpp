// Contacts as crosses, and what bodies give each other through them as arrows.
#pragma once

#include "render/overlays.hpp"

namespace firstcontact {

inline const glm::vec4 contact_ink(0.95F, 0.25F, 0.15F, 1.0F);

/// Adds the contact points of the instant. Where its forces are known each pair has one arrow, in the middle of its
/// points: the force on the one that moves; else every point has its normal.
void add_contacts(Picture& picture, const Instant& instant);

}  // namespace firstcontact
