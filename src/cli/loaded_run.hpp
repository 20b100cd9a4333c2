// A scene that is loaded and ready to be run, as `simulate` was told.
#pragma once

#include "cli/commands.hpp"
#include "scene/scene_file.hpp"

namespace firstcontact {

struct LoadedRun {
  Scene scene;
  World world;
  double load_s = 0.0;  // it took
};

/// Reads and loads the scene, with what the command line says instead. Error: the scene's own.
[[nodiscard]] Result<LoadedRun> load_run(const SimulateArguments& arguments, const Streams& streams);

}  // namespace firstcontact
