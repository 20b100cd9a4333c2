// A recording at evenly spaced instants: what every export goes through.
#pragma once

#include <functional>
#include <optional>

#include "scene/motion_table.hpp"

namespace firstcontact {

/// Told at each sample where everything is; false ends it.
using AtSample = std::function<bool(const MotionTable& motions, double time)>;

/// Plays the recording and stops `samples_per_second` times a second from 0 on, and at its last instant (unless the
/// last sample was it). Error: the recording is damaged.
[[nodiscard]] std::optional<Error> sample_run(RecordingReader& recording, double samples_per_second,
                                              const AtSample& at_sample);

}  // namespace firstcontact
