// The bodies and contact points of one impact: who met, and whoever their shock reaches at the same instant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "calendar/world_state.hpp"

namespace firstcontact {

/// The bodies and contact points of one simultaneous impact.
struct Cluster {
  double time = 0.0;
  std::vector<BodyIndex> bodies;      // in the order they joined
  std::vector<Responder> responders;  // one per body
  std::vector<double> early_falls;    // s, one per body: fall that it was given ahead, and that it comes without
  std::vector<ContactPoint> points;   // a and b are positions in `bodies`
  std::unordered_map<BodyIndex, std::uint32_t> slots;  // where a body is in `bodies`; looked up only
  std::vector<Velocity> came_with;                     // one per body
  std::vector<bool> has_neighbours;                    // one per body: its neighbours are in
  std::vector<std::uint32_t> pairs;                    // pairs whose points are in
  std::unordered_set<std::uint32_t> known_pairs;       // the same, looked up only
  std::vector<std::size_t> first_point;                // of each pair
  double tolerance = 0.0;                              // m/s
  bool is_trapped = false;     // the pair that met first: slow, with next to nothing left of its gap
  bool is_sliding_in = false;  // the same: slow, with less left than floors keep, because it slides
  bool is_worn_out = false;    // the same: its restitution is gone for the rest of the step
  bool bounces = false;        // the pair that met first does not stay together
  bool keeps_sinking = false;  // bodies come with all of their way down but what they fall freely
  double approach = 0.0;       // m/s: of the pair that met first, at the fastest of its points
};

/// Whether a push bears a body against what pulls at it, or throws it back.
[[nodiscard]] bool goes_against(const Vec3& push, const Vec3& pull);
/// s: how much of the fall that the solver gave a body until the substep's end is ahead of `time`, and to be taken back
/// where it does not get there as it was meant to. `push`: the way it is pushed instead.
[[nodiscard]] double early_fall(const WorldState& world, const RigidBody& body, const Vec3& velocity, const Vec3& push,
                                double time);
/// m: which of the pairs about it a shock goes on to in the same instant.
[[nodiscard]] double shock_reach(const PairRecord& pair);
/// The body's position in the cluster, which it joins if it is not in yet. `push`: the way in which the first impulse
/// will push it, if one will.
std::uint32_t join(WorldState& world, Cluster& cluster, BodyIndex body, const Vec3& push = Vec3(0.0));
/// Puts the points of the pair into the cluster, and its bodies; false when it is in already, or has none.
bool add_to_cluster(WorldState& world, Cluster& cluster, std::uint32_t index);
/// The touching neighbours of the two that met first, and of whatever has been pushed since; false when there are none.
/// Only asked when the cluster has come to rest, so that a shock goes as far as it really reaches, and costs no more.
bool add_neighbours(WorldState& world, Cluster& cluster);
/// How many of the points are of the pair that met first: they come first, too.
[[nodiscard]] std::size_t points_of_first_pair(const Cluster& cluster);
/// The cluster's bodies as they came.
[[nodiscard]] std::vector<Responder> responders_before(WorldState& world, const Cluster& cluster);

}  // namespace firstcontact
