// From a scene to a world: meshes are read, made convex and bound into colliders, each once however many bodies use it.
#pragma once

#include <firstcontact/result.hpp>
#include <firstcontact/world.hpp>

#include "scene/decomposition_cache.hpp"
#include "scene/scene_file.hpp"

namespace firstcontact {

/// The scene with a collider in every body's definition, and with the OBJ material's colour where the body names none.
/// Bodies of the same mesh, scale and decomposition share one collider. Error: a mesh that is missing, is no OBJ or
/// cannot be made convex; the message names the scene file, the body's JSON path and what is wrong with the mesh.
/// A material file that is missing is a warning. Hulls stick out of their mesh a little: where that would have bodies
/// begin in each other, and no tolerance is given, finer ones take their place if they help. Meshes that must be taken
/// apart are looked up in `cache` first.
[[nodiscard]] Result<Scene> load_geometry(Scene scene, const DecompositionCache& cache = {});

/// The world of a scene whose geometry is loaded. Error: a body that the world refuses, or numbers that do not go
/// together (scene_scales.hpp), with the JSON path.
[[nodiscard]] Result<World> make_world(const Scene& scene);

/// Convex shapes over all bodies.
[[nodiscard]] std::size_t hull_count(const Scene& scene);

}  // namespace firstcontact
