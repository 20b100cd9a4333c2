// Who is near whom at an instant, worked out from the poses alone, so that it works for recordings as for running
// worlds: the octree of tracks, the pairs it finds, and where their shapes bear on each other.
#pragma once

#include <firstcontact/octree.hpp>
#include <vector>

#include "render/overlays.hpp"

namespace firstcontact {

/// The boxes that moving bodies sweep in the time step after the instant, as straight flight has it.
[[nodiscard]] std::vector<Track> tracks_at(const Instant& instant);
/// The octree with these tracks, and with what stands still as residents.
[[nodiscard]] Octree octree_at(const Instant& instant);

struct NearContact {
  BodyIndex a = 0, b = 0;
  Vec3 point{0.0};             // m, world
  Vec3 normal{0.0, 1.0, 0.0};  // unit, from a to b
  double gap = 0.0;            // m
};
/// The contact points of all pairs nearer than resting bodies are kept apart.
[[nodiscard]] std::vector<NearContact> near_contacts(const Instant& instant);
/// Those of one body, which is `a` of each.
[[nodiscard]] std::vector<NearContact> near_contacts_of(BodyIndex body, const Instant& instant);

}  // namespace firstcontact
