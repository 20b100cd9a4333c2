// What there is to be seen: a scene that is run as it is watched, or a recording, behind one door.
#pragma once

#include <filesystem>
#include <firstcontact/result.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/renderer.hpp"
#include "render/stage.hpp"
#include "rivals/rival.hpp"
#include "scene/motion_table.hpp"
#include "scene/scene_world.hpp"

namespace firstcontact {

/// A run from its beginning, forward.
struct Show {
  std::unique_ptr<Stage> stage;  // stays where it is: players hold its header
  StepSource steps;
  std::optional<double> duration;  // s, of a scene; a recording's end is where its steps end
  std::optional<SceneCamera> camera;
  std::optional<SceneView> view;
  std::string method;  // whose motions these are; empty: the engine's
  std::vector<std::string> warnings;
};

struct ShowOptions {
  int threads = 1;
  std::string
      looks;  // for a recording: the scene file it was made from, so that bodies look like their meshes; or empty
  DecompositionCache cache;
  LoadProgress progress = {};  // of a scene's meshes
  RivalMethod method = {};     // of a scene
};

/// Opens a scene (.json) or a recording (.fcr, told by its first bytes). Error: the file's own, or looks that do not
/// fit the recording.
[[nodiscard]] Result<Show> open_show(const std::filesystem::path& file, const ShowOptions& options);

/// What the bodies of a scene look like, and from where it wants to be seen.
struct SceneLooks {
  std::vector<StageModel> models;
  std::vector<StageBody> bodies;
  std::optional<SceneCamera> camera;
  std::optional<SceneView> view;
  std::vector<std::string> warnings;  // see Stage
};
/// Error: the scene file's own, or one whose bodies are not those of `header`.
[[nodiscard]] Result<SceneLooks> looks_of_scene(const std::string& scene_file, const RecordingHeader& header,
                                                const DecompositionCache& cache);

/// True when the file begins as recordings do.
[[nodiscard]] bool is_recording(const std::filesystem::path& file);

/// What pictures of one stage share.
struct Scenery {
  double ground_height = 0.0;  // m: just under everything that is there at the start
  double scale = 1.0;          // m: half the size of what matters
  Aabb focus;                  // what matters
};
[[nodiscard]] Scenery scenery_of(const Stage& stage);

/// The picture of all bodies that are there at `time`.
[[nodiscard]] Picture picture_of(const Scenery& scenery, const MotionTable& motions, double time);

}  // namespace firstcontact
