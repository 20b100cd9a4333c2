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

/// The same with instants in between, for whoever interpolates: where two bodies meet, and so many that none turns more
/// than a quarter turn from one to the next (64 of either between two samples at most).
[[nodiscard]] std::optional<Error> sample_run_finely(RecordingReader& recording, double samples_per_second,
                                                     const AtSample& at_sample);

}  // namespace firstcontact
