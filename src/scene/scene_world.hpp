// From a scene to a world: meshes are read, made convex and bound into colliders, each once however many bodies use it.
#pragma once

#include <firstcontact/result.hpp>
#include <firstcontact/world.hpp>
#include <functional>
#include <string>

#include "scene/decomposition_cache.hpp"
#include "scene/scene_file.hpp"

namespace firstcontact {

/// What is being done, and how much of it: 0 to 1. Called now and then, by one thread at a time.
using LoadProgress = std::function<void(const std::string& what, double fraction)>;

struct LoadOptions {
  DecompositionCache cache;  // where meshes that must be taken apart are looked up first
  LoadProgress progress;
};

/// The scene with a collider in every body's definition, and with the OBJ material's colour where the body names none.
/// Bodies of the same mesh, scale and decomposition share one collider. Error: a mesh that is missing, is no OBJ or
/// cannot be made convex; the message names the scene file, the body's JSON path and what is wrong with the mesh.
/// A material file that is missing is a warning; so is a
/// mesh that is open and made solid. Hulls stick out of their mesh a little: where that would have bodies begin in each
/// other, and no tolerance is given, finer ones take their place if they help (overlap_refinement.hpp).
[[nodiscard]] Result<Scene> load_geometry(Scene scene, const LoadOptions& options = {});
/// The same, without a word on how far it is.
[[nodiscard]] Result<Scene> load_geometry(Scene scene, const DecompositionCache& cache);

/// The world of a scene whose geometry is loaded. Error: a body that the world refuses, or numbers that do not go
/// together (scene_scales.hpp), with the JSON path.
[[nodiscard]] Result<World> make_world(const Scene& scene);

/// Convex shapes over all bodies.
[[nodiscard]] std::size_t hull_count(const Scene& scene);

}  // namespace firstcontact
