// What a person may throw, or put at the pointer: the like of a body of the scene, a primitive, or any mesh.
#pragma once

#include <filesystem>
#include <firstcontact/result.hpp>
#include <optional>
#include <string>
#include <vector>

#include "render/stage.hpp"
#include "scene/decomposition_cache.hpp"
#include "scene/recording.hpp"

namespace firstcontact {

/// What has yet to be loaded.
struct KindWish {
  std::string name;
  std::string written;         // the body as a scene file has it; empty: the mesh, as long as `size`
  std::filesystem::path mesh;  // whole path
  double size = 1.0;           // m, the longest side
};
[[nodiscard]] KindWish mesh_kind(const std::filesystem::path& mesh, double size);
/// Box, ball, capsule, cylinder, cone and ellipsoid, so large.
[[nodiscard]] std::vector<KindWish> primitive_kinds(double size);

/// The same so large.
[[nodiscard]] KindWish resized(const KindWish& wish, double size);

/// As the session has it: its collider and its look are of the session's stage.
struct BodyKind {
  std::string name;
  BodyDefinition definition;
  RecordedBody recorded;
  RecordedLaws::OfBody laws;
  StageBody look;
  std::string written;           // as a scene file has it
  std::optional<Vec3> through;   // m: it is put in a plane through there; none: through what the camera looks at
  std::optional<KindWish> wish;  // none: it is the scene's own
};

/// One that is loaded, with a stage of its own.
struct LoadedKind {
  KindWish wish;
  BodyDefinition definition;
  std::string written;
  Stage stage;
};
/// Reads the mesh and takes it apart, which may take long. Error: the mesh's own.
[[nodiscard]] Result<LoadedKind> load_kind(const KindWish& wish, const DecompositionCache& cache);

}  // namespace firstcontact
