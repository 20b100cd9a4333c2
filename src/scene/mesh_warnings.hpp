// What becomes of a mesh that a reader of the scene would not expect.
#pragma once

#include <firstcontact/mesh.hpp>
#include <optional>
#include <string>

#include "scene/scene_file.hpp"

namespace firstcontact {

/// Said of a body with "auto" and its collider: its flat mesh becomes a slab, or it is static and its open mesh becomes
/// a solid. Nothing to say of all others.
[[nodiscard]] std::optional<std::string> closing_warning(const SceneBody& body, const Mesh& mesh);

}  // namespace firstcontact
