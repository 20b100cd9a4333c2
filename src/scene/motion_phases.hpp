// Kinematic bodies that change their motion as time goes on: a shaken rope's end, a door that opens and closes.
#pragma once

#include "scene/scene_file.hpp"
#include "scene/simulation.hpp"

namespace firstcontact {

/// What gives the scene's kinematic bodies their next phase; to be called before every step of its world. It keeps no
/// state: a run that is resumed goes on as it would have.
[[nodiscard]] BeforeStep phase_changes(const Scene& scene);

}  // namespace firstcontact
