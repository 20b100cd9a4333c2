// A world's whole state as bytes and back, every bit of it. Nothing is left out because nothing is listed: structs are
// taken apart field by field (core/fields.hpp). Colliders are not in it: who reads it gives them again.
#pragma once

#include <firstcontact/result.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "calendar/world_state.hpp"

namespace firstcontact {

using BodyColliders = std::span<const std::shared_ptr<const Collider>>;  // of each body, in order

[[nodiscard]] std::string state_bytes(const WorldState& world);

/// The state that `bytes` hold. Error: they are of another layout, end too early or too late, or say what no world can
/// be in (find_flaw). Whatever they are, no index in what is returned is out of its list. Pure.
[[nodiscard]] Result<WorldState> state_of_bytes(std::string_view bytes, BodyColliders colliders);

/// What no world between two steps can be in, as "found .., expected .."; nothing when there is none.
[[nodiscard]] std::optional<std::string> find_flaw(const WorldState& world);

}  // namespace firstcontact
