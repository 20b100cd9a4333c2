// What the bodies of a recording look like in a glTF file.
#pragma once

#include <firstcontact/result.hpp>
#include <string>

#include "scene/decomposition_cache.hpp"
#include "scene/export_glb.hpp"

namespace firstcontact {

/// The convex shapes, or, with the scene file that the recording was made from, its meshes and materials. Error: that
/// file's own, or one that does not fit.
[[nodiscard]] Result<GlbLooks> glb_looks(const RecordingHeader& header, const std::string& scene_file,
                                         const DecompositionCache& cache);

}  // namespace firstcontact
