// Hulls stick out of their mesh a little. Where that has bodies begin in each other that their meshes keep apart, finer
// hulls take their place.
#pragma once

#include <firstcontact/mesh.hpp>
#include <firstcontact/result.hpp>
#include <functional>
#include <optional>
#include <vector>

#include "scene/decomposition_cache.hpp"
#include "scene/scene_file.hpp"

namespace firstcontact {

/// What the refinement needs of whoever loads the geometry.
struct GeometrySource {
  /// The mesh of a body whose hulls may be made finer; nothing for every other body.
  std::function<const Mesh*(const SceneBody&)> refinable_mesh;
  /// Makes the body's collider anew, by the tolerance that its decomposition asks for.
  std::function<std::optional<Error>(std::size_t)> reload;
};

/// Halves the tolerance of bodies whose hulls reach into others at the start, up to five times, and of all that look
/// like them. Only pairs whose meshes do not cut each other are helped, until they are apart, or hulls of their
/// tolerance surely would be. What is not helped keeps the hulls it had. The outcome is kept in `cache`, so that the
/// next start asks nothing. Error: of `reload`.
[[nodiscard]] std::optional<Error> refine_overlapping(Scene& scene, const GeometrySource& source,
                                                      const DecompositionCache& cache);

}  // namespace firstcontact
