// How far bodies may be set apart before the first step. A row of bodies that touch grows by a gap for each of them, so
// that the last may move by as many gaps as there are.
#pragma once

#include <vector>

#include "scene/recording.hpp"

namespace firstcontact::verify {

/// m, by body: a hundredth of the radii of all dynamic bodies that lie together with it (the balls around them meet, or
/// those of others in between); 0 for what is not dynamic.
[[nodiscard]] std::vector<double> most_set_apart(const RecordingHeader& header);

}  // namespace firstcontact::verify
