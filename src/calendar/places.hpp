// A body's place in the world's lists, and the handle by which users know it: the place, and how many bodies had it
// before. A place is given away again; a handle never is, so that an old one is known for what it is.
#pragma once

#include "calendar/world_state.hpp"

namespace firstcontact {

inline constexpr unsigned place_bits = 20;
inline constexpr BodyIndex most_places = BodyIndex{1} << place_bits;
inline constexpr std::uint32_t last_generation =
    (std::uint32_t{1} << (32U - place_bits)) - 1U;  // then none has it again

[[nodiscard]] constexpr BodyIndex place_of(BodyIndex handle) { return handle & (most_places - 1U); }
[[nodiscard]] constexpr std::uint32_t generation_of(BodyIndex handle) { return handle >> place_bits; }
/// Of the body that has the place now, or had it last.
[[nodiscard]] inline BodyIndex handle_of(const WorldState& world, BodyIndex place) {
  return world.generations[place] << place_bits | place;
}
/// "3", or "3 of generation 2" where another had its place before.
[[nodiscard]] std::string text_of_handle(BodyIndex handle);

/// A place for one more body, with nothing in any list of whoever had it before. None: the world is full.
[[nodiscard]] std::optional<BodyIndex> take_place(WorldState& world);
/// At the end of a step: what users are to see names bodies by their handles. Places of bodies that were removed before
/// the step began, `gone` of them, can be taken: nothing remembers those bodies any more.
void settle_places(WorldState& world, std::size_t gone);

}  // namespace firstcontact
