// A recording as a table of poses.
#pragma once

#include <optional>

#include "scene/files.hpp"
#include "scene/recording.hpp"

namespace firstcontact {

/// What an export found out on the way.
struct ExportReport {
  std::uint64_t rows = 0;  // of a table; of an animation: samples
  double end_time = 0.0;   // s, the last instant written
  RecordingEnding ending = RecordingEnding::complete;
  std::uint64_t good_bytes = 0;  // of the recording; it is cut there when `ending` is cut
};

/// Appends to `out`, as CSV with a header line,
/// `time_s,body,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz`: the pose of the mesh's origin, the velocity of the centre of mass
/// and the world spin of every body, `samples_per_second` times a second from 0 on, and at the last instant. A body
/// that was removed has no rows from then on. Error: a recording that is damaged; failures of `out` are kept in it.
[[nodiscard]] Result<ExportReport> export_csv(RecordingReader& recording, double samples_per_second, OutputFile& out);

}  // namespace firstcontact
