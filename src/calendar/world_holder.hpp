// What a World holds: its members are spread over several files.
#pragma once

#include "calendar/world_state.hpp"

namespace firstcontact {

struct World::State {
  WorldState world;
};

/// The body, which must be there and not removed. Throws ContractViolation, naming `who` asks and which body.
[[nodiscard]] RigidBody& present_body(WorldState& world, BodyIndex body, const char* who);

}  // namespace firstcontact
