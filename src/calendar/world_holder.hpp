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

/// The place of the body with this handle, which must be there, or be the last that was. Throws ContractViolation,
/// naming `where` it was asked for and which.
[[nodiscard]] BodyIndex known_place(const WorldState& world, BodyIndex handle, const char* where);
[[nodiscard]] inline const RigidBody& known_body(const WorldState& world, BodyIndex handle, const char* where) {
  return world.bodies[known_place(world, handle, where)];
}
/// The place of the body, which must be there and not removed.
[[nodiscard]] BodyIndex present_place(const WorldState& world, BodyIndex handle, const char* where);

}  // namespace firstcontact
