// What a World holds: its members are spread over several files.
#pragma once

#include <memory>

#include "calendar/world_state.hpp"
#include "core/threads.hpp"

namespace firstcontact {

struct World::State {
  WorldState world;
  std::unique_ptr<Threads> threads;  // if there are several, since the first step
};

/// The body, which must be there, or have been. Throws ContractViolation, naming `where` it was asked for and which.
[[nodiscard]] const RigidBody& known_body(const WorldState& world, BodyIndex body, const char* where);
/// The body, which must be there and not removed.
[[nodiscard]] RigidBody& present_body(WorldState& world, BodyIndex body, const char* where);

}  // namespace firstcontact
