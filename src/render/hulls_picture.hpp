// A picture of a decomposition.
#pragma once

#include <firstcontact/decomposition.hpp>
#include <firstcontact/result.hpp>
#include <string_view>

#include "render/image.hpp"

namespace firstcontact {

/// Side by side on the ground: the mesh, the hulls that cover it in colours, and the same hulls pulled apart.
/// `obj_text` is what was taken apart. Error: nothing can be drawn here (offscreen.hpp says why).
[[nodiscard]] Result<Image> picture_of_hulls(std::string_view obj_text, const ConvexDecomposition& found);

}  // namespace firstcontact
