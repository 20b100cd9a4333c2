// The files that grow while a simulation goes on, and the checkpoints from which another process goes on with them.
#pragma once

#include <optional>
#include <ostream>
#include <span>
#include <string>

#include "cli/commands.hpp"
#include "scene/checkpoint.hpp"

namespace firstcontact {

/// What was asked for, and where standard output is.
struct RunWishes {
  const SimulateArguments& arguments;
  const Streams& streams;
};

class RunFiles {
 public:
  /// Begins the files that `arguments` ask for; with a checkpoint, goes on with those that it speaks of. Error: one
  /// cannot be written, or what was written of it is not to be found.
  [[nodiscard]] std::optional<Error> open(const RunWishes& wishes, const RecordingHeader& header,
                                          const Checkpoint* begun);

  /// Adds the last step.
  void add(const World& world);
  /// The same of any method's step; `bodies` are the header's.
  void add(const RecordedStep& step, std::span<const RecordedBody> bodies);
  [[nodiscard]] bool failed() const;

  /// Keeps the world as it stands and what the files hold so far.
  [[nodiscard]] std::optional<Error> keep(const std::string& file, const World& world, Checkpoint checkpoint);

  [[nodiscard]] std::optional<Error> finish(RecordingEnding ending, std::uint64_t state_hash);

 private:
  [[nodiscard]] std::optional<Error> open_recording(const std::string& file, const RecordingHeader& header,
                                                    const Checkpoint* begun);
  [[nodiscard]] std::optional<Error> open_events(const std::string& file, const Checkpoint* begun);

  void add_events(const std::string& lines);

  std::optional<RecordingWriter> recording_;
  std::ostream* events_out_ = nullptr;  // where events go that go to no file
  bool keeps_impulses_ = false;
  std::optional<OutputFile> events_;
  std::vector<std::filesystem::path> parts_;  // of the run before, that are in the new files: needed until a checkpoint
};

}  // namespace firstcontact
