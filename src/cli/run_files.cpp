#include "cli/run_files.hpp"

#include <utility>

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

// A run that was killed left what it wrote beside the target; one that was interrupted put it in the target's place.
template <class Resume>
auto resumed(const fs::path& left, const fs::path& target, Resume&& resume) {
  auto found = resume(left);
  return found || !fs::is_regular_file(target) ? std::move(found) : resume(target);
}

Error not_begun(const std::string& option) {
  return Error{option + ": found a checkpoint of a run without it, expected one that had it from the start"};
}

}  // namespace

std::optional<Error> RunFiles::open(const RunWishes& wishes, const RecordingHeader& header, const Checkpoint* begun) {
  const SimulateArguments& arguments = wishes.arguments;
  keeps_impulses_ = arguments.record_impulses;
  if (begun != nullptr && !arguments.record.empty() && begun->keeps_impulses != keeps_impulses_) {
    return Error{"--record-impulses: found a checkpoint of a run that had it otherwise, expected the same"};
  }
  auto error = arguments.record.empty() ? std::nullopt : open_recording(arguments.record, header, begun);
  if (!error && arguments.events == "-") {
    events_out_ = &wishes.streams.out;
    add_events(std::string(events_header()));
    return std::nullopt;
  }
  return error || arguments.events.empty() ? error : open_events(arguments.events, begun);
}

std::optional<Error> RunFiles::open_recording(const std::string& file, const RecordingHeader& header,
                                              const Checkpoint* begun) {
  if (begun != nullptr && !begun->recording) {
    return not_begun("--record");
  }
  const auto resume = [&](const fs::path& from) {
    RecordingWriter::Begun part = *begun->recording;
    part.part.file = from;
    return RecordingWriter::resume(file, part, header);
  };
  auto recording =
      begun == nullptr ? RecordingWriter::create(file, header) : resumed(begun->recording->part.file, file, resume);
  if (!recording) {
    return recording.error();
  }
  recording_ = std::move(recording).value();
  if (begun != nullptr) {
    parts_.push_back(begun->recording->part.file);
  }
  return std::nullopt;
}

std::optional<Error> RunFiles::open_events(const std::string& file, const Checkpoint* begun) {
  if (begun != nullptr && !begun->events) {
    return not_begun("--events");
  }
  const auto resume = [&](const fs::path& from) {
    WrittenPart part = *begun->events;
    part.file = from;
    return OutputFile::resume(file, part);
  };
  auto events = begun == nullptr ? OutputFile::create(file) : resumed(begun->events->file, file, resume);
  if (!events) {
    return events.error();
  }
  events_ = std::move(events).value();
  if (begun == nullptr) {
    events_->write(events_header());
  } else {
    parts_.push_back(begun->events->file);
  }
  return std::nullopt;
}

void RunFiles::add(const World& world) {
  if (recording_ && keeps_impulses_) {
    recording_->add_impulses(world.impulses());
  }
  if (recording_) {
    recording_->add_step(world.time(), world.segments(), world.events());
  }
  add_events(events_ || events_out_ != nullptr ? events_lines(world) : "");
}

void RunFiles::add(const RecordedStep& step, std::span<const RecordedBody> bodies) {
  if (recording_) {
    recording_->add_step(step.end_time, step.segments, step.events);
  }
  add_events(events_ || events_out_ != nullptr ? events_lines(step.events, bodies) : "");
}

void RunFiles::add_events(const std::string& lines) {
  if (events_) {
    events_->write(lines);
  } else if (events_out_ != nullptr) {
    *events_out_ << lines;
  }
}

bool RunFiles::failed() const {
  return (recording_ && recording_->failed()) || (events_ && events_->failed()) ||
         (events_out_ != nullptr && !*events_out_);
}

std::optional<Error> RunFiles::keep(const std::string& file, const World& world, Checkpoint checkpoint) {
  checkpoint.keeps_impulses = keeps_impulses_;
  checkpoint.recording = recording_ ? recording_->begun() : std::nullopt;
  checkpoint.events = events_ ? events_->written_part() : std::nullopt;
  checkpoint.state = world.snapshot().bytes();
  if (auto error = write_checkpoint(file, checkpoint)) {
    return error;
  }
  // A process of the same number may have been given the name again that the part had.
  const auto is_ours = [&](const fs::path& part) {
    return (checkpoint.recording && checkpoint.recording->part.file == part) ||
           (checkpoint.events && checkpoint.events->file == part);
  };
  for (const fs::path& part : std::exchange(parts_, {})) {
    std::error_code ignored;
    if (!is_ours(part)) {
      fs::remove(part, ignored);
    }
  }
  return std::nullopt;
}

std::optional<Error> RunFiles::finish(RecordingEnding ending, std::uint64_t state_hash) {
  auto error = recording_ ? recording_->finish(ending, state_hash) : std::nullopt;
  if (!error && events_out_ != nullptr && !events_out_->flush()) {
    return Error{"standard output: cannot be written", true};
  }
  return error || !events_ ? error : events_->finish();
}

}  // namespace firstcontact
