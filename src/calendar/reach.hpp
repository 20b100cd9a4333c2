// Where bodies are at a moment of the step, and how far they come from there within the substep.
#pragma once

#include <vector>

#include "calendar/world_state.hpp"

namespace firstcontact {

/// The state of the body at `time`, and what is known of it besides.
[[nodiscard]] KnownState& known_state(WorldState& world, BodyIndex body, double time);
/// Finds what is to be known of all bodies that have pairs, and their boxes, by as many threads as the world has: who
/// asks first would write it, and then several may ask at once.
void know_states(WorldState& world, double time);
/// rad/s^2: how fast the body's own inertia changes its spin, at most.
[[nodiscard]] double acceleration_of_tumbling(WorldState& world, BodyIndex body, double time);
/// m: how far the pair's surfaces may come together in the substep, at most.
[[nodiscard]] double reach_of(WorldState& world, const PairRecord& pair, double time);
/// m, by body: how far any point of it comes in the substep, at most. Without end for who is no mover.
[[nodiscard]] std::vector<double> farthest_of_each(WorldState& world, double time);
/// True where the two, each by itself, cannot use up what is left of their gap in so many substeps: so much is said of
/// most pairs without a look at how they move past each other.
[[nodiscard]] bool is_out_of_reach(const WorldState& world, const PairRecord& pair, double substeps,
                                   const std::vector<double>& farthest);

}  // namespace firstcontact
