// The parts of a scene file's reader: one function per kind of object in it. All throw JsonTrouble on bad data.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/json_reading.hpp"
#include "scene/scene_file.hpp"

namespace firstcontact {

namespace ranges {
// The engine squares and multiplies these numbers: far beyond any scene, and far from overflow.
inline constexpr NumberRange coordinate{-1e9, 1e9, "a number from -1e9 to 1e9"};
inline constexpr NumberRange size{1e-9, 1e9, "a number from 1e-9 to 1e9"};
inline constexpr NumberRange mass{1e-15, 1e30, "a number from 1e-15 to 1e30"};
inline constexpr NumberRange load{-1e30, 1e30, "a number from -1e30 to 1e30"};
inline constexpr NumberRange not_negative{0.0, 1e9, "a number from 0 to 1e9"};
inline constexpr NumberRange fraction{0.0, 1.0, "a number from 0 to 1"};
inline constexpr NumberRange any{};
}  // namespace ranges

/// Body number `index` of the list.
[[nodiscard]] SceneBody read_body(const JsonCursor& body, std::size_t index);

/// What a body says in vain (a velocity of a static one, a belt of a sensor), as warnings.
[[nodiscard]] std::vector<std::string> body_warnings(const JsonCursor& body, const SceneBody& read);

/// The vector under `key`; none: 0.
[[nodiscard]] Vec3 vector_or(const JsonCursor& body, std::string_view key, const NumberRange& range);
/// [x, y, z, w]; a length within 1e-3 of one is taken for rounding in whatever wrote the file.
[[nodiscard]] Quat read_rotation(const JsonCursor& rotation);

/// What a body is made of: its `mesh`, its `shape` or its `shapes`.
[[nodiscard]] Geometry read_geometry(const JsonCursor& body);

/// One check of `expect`, whose names are looked up among `bodies`.
[[nodiscard]] Check read_check(const JsonCursor& check, std::span<const SceneBody> bodies);

/// `camera`: where a film is taken from, by time.
[[nodiscard]] SceneCamera read_camera(const JsonCursor& camera);
/// `view`: how the scene, whose bodies have been read, wants to be looked at. Its camera becomes the scene's.
void read_view(const JsonCursor& view, Scene& scene);

}  // namespace firstcontact
