// Where there is room for one more body.
#pragma once

#include <optional>

#include "viewer/session.hpp"

namespace firstcontact {

struct RoomWish {
  std::size_t kind = 0;        // of the session's, turned as it is defined
  Vec3 place{0.0};             // m: its centre of mass, wished for
  Vec3 normal{0.0, 0.0, 1.0};  // unit: the place may be moved across it
};

/// The wished place, or the nearest of some around it where the body would touch nothing that is there, or is on its
/// way. Nothing: all of them are taken.
[[nodiscard]] std::optional<Vec3> free_place(const Session& session, const RoomWish& wish);

}  // namespace firstcontact
