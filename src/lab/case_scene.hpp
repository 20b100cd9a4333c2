// A case of a study as a scene file, to be looked at, recorded and verified like any other.
#pragma once

#include <string>

#include "lab/study.hpp"

namespace firstcontact {

/// The scene of the case: the bodies that the study runs, numbers in full.
[[nodiscard]] std::string case_scene_text(const Study& study, std::uint64_t index);

}  // namespace firstcontact
