// The files that grow while a simulation goes on, and the checkpoints from which another process goes on with them.
#pragma once

#include <optional>
#include <string>

#include "cli/commands.hpp"
#include "scene/checkpoint.hpp"

namespace firstcontact {

class RunFiles {
 public:
  /// Begins the files that `arguments` ask for; with a checkpoint, goes on with those that it speaks of. Error: one
  /// cannot be written, or what was written of it is not to be found.
  [[nodiscard]] std::optional<Error> open(const SimulateArguments& arguments, const RecordingHeader& header,
                                          const Checkpoint* begun);

  /// Adds the last step.
  void add(const World& world);
  [[nodiscard]] bool failed() const { return (recording_ && recording_->failed()) || (events_ && events_->failed()); }

  /// Keeps the world as it stands and what the files hold so far.
  [[nodiscard]] std::optional<Error> keep(const std::string& file, const World& world, Checkpoint checkpoint);

  [[nodiscard]] std::optional<Error> finish(RecordingEnding ending, std::uint64_t state_hash);

 private:
  [[nodiscard]] std::optional<Error> open_recording(const std::string& file, const RecordingHeader& header,
                                                    const Checkpoint* begun);
  [[nodiscard]] std::optional<Error> open_events(const std::string& file, const Checkpoint* begun);

  std::optional<RecordingWriter> recording_;
  bool keeps_impulses_ = false;
  std::optional<OutputFile> events_;
  std::vector<std::filesystem::path> parts_;  // of the run before, that are in the new files: needed until a checkpoint
};

}  // namespace firstcontact
