#include "scene/recording_shelf.hpp"

#include <algorithm>
#include <utility>

#include "scene/bytes.hpp"
#include "scene/recording_format.hpp"

namespace firstcontact {

namespace format = recording_format;

Result<std::unique_ptr<RecordingShelf>> RecordingShelf::open(const std::filesystem::path& file) {
  auto reader = RecordingReader::open(file);
  if (!reader) {
    return reader.error();
  }
  return std::unique_ptr<RecordingShelf>(new RecordingShelf(file, std::move(reader).value()));
}

RecordingShelf::RecordingShelf(const std::filesystem::path& file, RecordingReader reader)
    : file_(file), bytes_(file), header_(reader.header()), reader_(std::move(reader)), size_(reader_.file_bytes()) {
  current_.segment_bytes.assign(header_.bodies.size(), 0);
  searcher_ = std::thread([this] { search(); });
}

RecordingShelf::~RecordingShelf() {
  must_stop_ = true;
  searcher_.join();
}

void RecordingShelf::search() {
  while (!must_stop_) {
    auto step = reader_.next();
    if (step && step.value()) {
      note(*step.value());
      continue;
    }
    const std::lock_guard lock(mutex_);
    is_done_ = true;
    if (!step) {
      trouble_ = step.error();
    } else if (reader_.ending() == RecordingEnding::cut) {
      trouble_ = Error{file_.string() + ": byte " + std::to_string(reader_.good_bytes()) +
                       ": the file is cut here; what comes before is shown"};
    }
    return;
  }
}

void RecordingShelf::note(const RecordedStep& step) {
  constexpr std::uint64_t content_at = 8;  // behind a chunk's type and length
  const std::lock_guard lock(mutex_);
  if (places_.size() % snapshot_interval == 0) {
    snapshots_.push_back(current_);
  }
  places_.push_back({reader_.step_byte(), step.end_time, !step.events.empty(), events_});
  events_ += step.events.size();
  for (std::size_t i = 0; i < step.segments.size(); ++i) {
    current_.segment_bytes[step.segments[i].body] = reader_.step_byte() + content_at + reader_.segment_bytes()[i];
  }
  for (const Event& event : step.events) {
    if (event.kind == EventKind::removed) {
      current_.removed.push_back(event.a);
    }
  }
  known_bytes_ = reader_.good_bytes();
}

double RecordingShelf::known_share() const {
  const std::lock_guard lock(mutex_);
  return is_done_ ? 1.0 : static_cast<double>(known_bytes_) / static_cast<double>(std::max<std::uint64_t>(size_, 1));
}

std::optional<Error> RecordingShelf::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

std::size_t RecordingShelf::end() const {
  const std::lock_guard lock(mutex_);
  return places_.size();
}

double RecordingShelf::end_time(std::size_t step) const {
  const std::lock_guard lock(mutex_);
  return places_.at(step).end_time;
}

bool RecordingShelf::has_events(std::size_t step) const {
  const std::lock_guard lock(mutex_);
  return places_.at(step).has_events;
}

std::uint64_t RecordingShelf::events_before(std::size_t step) const {
  const std::lock_guard lock(mutex_);
  return places_.at(step).events_before;
}

std::string RecordingShelf::Bytes::at(std::uint64_t byte, std::size_t count) const {
  const std::lock_guard lock(mutex_);
  std::string bytes(count, '\0');
  stream_.clear();  // what ended there before does not count
  stream_.seekg(static_cast<std::streamoff>(byte));
  stream_.read(bytes.data(), static_cast<std::streamsize>(count));
  bytes.resize(static_cast<std::size_t>(stream_.gcount()));
  return bytes;
}

std::shared_ptr<const RecordedStep> RecordingShelf::step(std::size_t step) const {
  constexpr std::size_t most_remembered = 16;
  const std::lock_guard lock(recent_mutex_);
  const auto known =
      std::find_if(recent_.begin(), recent_.end(), [step](const Recent& recent) { return recent.number == step; });
  if (known != recent_.end()) {
    return known->step;
  }
  recent_.push_back({step, read_step(step)});
  if (recent_.size() > most_remembered) {
    recent_.pop_front();
  }
  return recent_.back().step;
}

// The searcher has checked these bytes; when the file has been changed since, the step is an empty one.
std::shared_ptr<const RecordedStep> RecordingShelf::read_step(std::size_t step) const {
  Place place;
  {
    const std::lock_guard lock(mutex_);
    place = places_.at(step);
  }
  const std::string frame = bytes_.at(place.byte, 8);
  const std::uint32_t length = ByteReader(std::string_view(frame).substr(std::min<std::size_t>(4, frame.size()))).u32();
  const std::string content = bytes_.at(place.byte + 8, std::min<std::uint64_t>(length, size_));
  auto decoded = format::decode_step(content, header_);
  return std::make_shared<const RecordedStep>(decoded ? *std::move(decoded) : RecordedStep{place.end_time, {}, {}});
}

StepShelf::Start RecordingShelf::start_near(std::size_t step) const {
  Snapshot snapshot;
  const std::size_t number = step / snapshot_interval;
  {
    const std::lock_guard lock(mutex_);
    snapshot = snapshots_.at(number);
  }
  Start start{number * snapshot_interval, {}, snapshot.removed};
  for (BodyIndex body = 0; body < header_.bodies.size(); ++body) {
    const FlowState& state = header_.bodies[body].start;
    MotionSegment segment{body,     FlowKind::screw, 0.0, state.pose, state.linear_velocity, state.angular_velocity,
                          Vec3(0.0)};
    if (snapshot.segment_bytes[body] != 0) {
      const std::string bytes = bytes_.at(snapshot.segment_bytes[body], format::most_segment_bytes);
      ByteReader in(bytes);
      segment = format::decode_segment(in, header_.gravity);
      segment.body = body;
    }
    start.segments.push_back(segment);
  }
  return start;
}

}  // namespace firstcontact
