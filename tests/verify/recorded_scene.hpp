// Recordings as values: made of a scene, damaged on purpose, written and verified.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "../scene/scratch_folder.hpp"
#include "verify/verify.hpp"

namespace firstcontact::verify::testing {

struct WholeRecording {
  RecordingHeader header;
  std::vector<RecordedStep> steps;
};

/// Runs the scene (a file of scenes/, without ending) for `duration` seconds, or as long as it says.
[[nodiscard]] WholeRecording recording_of(const std::string& scene, double duration = 0.0);
/// The same of a scene's text.
[[nodiscard]] WholeRecording recording_of_text(const std::string& text);

/// What `verify` says of the recording, written to a file and read again.
[[nodiscard]] VerifyReport report_of(const WholeRecording& recording, int threads = 1);

/// The findings as lines, for messages.
[[nodiscard]] std::string lines_of(const VerifyReport& report);

/// The first finding of the kind, or nothing.
[[nodiscard]] const Finding* first_of(const VerifyReport& report, FindingKind kind);

[[nodiscard]] std::uint32_t body_named(const WholeRecording& recording, const std::string& name);

}  // namespace firstcontact::verify::testing
