// What a world and a body may be defined as: looked at before anything is made of it.
#pragma once

#include <firstcontact/world.hpp>

#include <optional>

namespace firstcontact {

/// @throws ContractViolation  naming the number that makes no sense
void require_sound(const WorldDefinition& definition);

/// What is wrong with the body, by its name; none when it can be made.
[[nodiscard]] std::optional<Error> find_mistake(const BodyDefinition& definition, const WorldDefinition& world);

}  // namespace firstcontact
