// What a World holds: its members are spread over several files.
#pragma once

#include <oneapi/tbb/task_arena.h>

#include <optional>

#include "calendar/world_state.hpp"

namespace firstcontact {

struct World::State {
  WorldState world;
  std::optional<oneapi::tbb::task_arena> arena;  // where the threads are, if there are several, since the first step
};

/// The body, which must be there, or have been. Throws ContractViolation, naming `where` it was asked for and which.
[[nodiscard]] const RigidBody& known_body(const WorldState& world, BodyIndex body, const char* where);
/// The body, which must be there and not removed.
[[nodiscard]] RigidBody& present_body(WorldState& world, BodyIndex body, const char* where);

}  // namespace firstcontact
