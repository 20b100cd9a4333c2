// The materials of MTL text.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "render/display_mesh.hpp"

namespace firstcontact {

/// The words of each line, comments left out.
[[nodiscard]] std::vector<std::vector<std::string>> words_by_line(std::string_view text);

/// Materials by name. A statement that is unknown or does not parse keeps the default: a colour is never worth an
/// error.
[[nodiscard]] std::map<std::string, Material> parse_materials(std::string_view material_text);

/// A colour channel from a picture or an MTL file (sRGB, 0..1) as light (linear, 0..1).
[[nodiscard]] float linear_channel(double srgb);
[[nodiscard]] glm::vec3 linear_color(const Vec3& srgb);

}  // namespace firstcontact
