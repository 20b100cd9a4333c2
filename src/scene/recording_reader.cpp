#include <bit>
#include <cmath>
#include <utility>

#include "scene/bytes.hpp"
#include "scene/recording_check.hpp"
#include "scene/recording_format.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

namespace format = recording_format;

// Least bytes that one of each takes: what a damaged count is measured against.
constexpr std::size_t vertex_bytes = 24, face_bytes = 4, shape_bytes = 16, collider_bytes = 28;
constexpr std::size_t body_bytes = 4 + 1 + 4 + 1 + 4 + 24 + 8 + 24 + 32 + 24 + 32 + 24 + 24;
constexpr std::size_t header_sample_bytes = 4096;  // more than most names take
constexpr std::size_t segment_bytes = 4 + 1 + 8 + 24 + 32, event_bytes = 8 + 1 + 4 + 4 + 24 + 24 + 32;

RecordedShape decode_shape(ByteReader& in) {
  RecordedShape shape;
  shape.rounding = in.f64();
  for (std::uint32_t left = in.count(vertex_bytes); left > 0; --left) {
    shape.vertices.push_back(in.vector());
  }
  for (std::uint32_t left = in.count(face_bytes); left > 0 && in.ok(); --left) {
    auto& face = shape.faces.emplace_back();
    for (std::uint32_t corners = in.count(4); corners > 0; --corners) {
      face.push_back(in.u32());
    }
  }
  return shape;
}

RecordedCollider decode_collider(ByteReader& in) {
  RecordedCollider collider;
  collider.center_of_mass = in.vector();
  for (std::uint32_t left = in.count(shape_bytes); left > 0 && in.ok(); --left) {
    collider.shapes.push_back(decode_shape(in));
  }
  return collider;
}

RecordedBody decode_body(ByteReader& in) {
  RecordedBody body;
  body.name = in.text();
  body.type = static_cast<BodyType>(in.u8());
  body.collider = in.u32();
  const std::uint8_t present = in.u8();
  const std::uint32_t group = in.u32();
  const Vec3 color = in.vector();
  body.group = (present & 1U) != 0U ? std::optional(group) : std::nullopt;
  body.color = (present & 2U) != 0U ? std::optional(color) : std::nullopt;
  body.mass = in.f64();
  body.inertia.principal_moments = in.vector();
  body.inertia.principal_axes = in.rotation();
  body.start.pose.position = in.vector();
  body.start.pose.orientation = in.rotation();
  body.start.linear_velocity = in.vector();
  body.start.angular_velocity = in.vector();
  return body;
}

Event decode_event(ByteReader& in) {
  Event event;
  event.time = in.f64();
  event.kind = static_cast<EventKind>(in.u8());
  event.a = in.u32();
  event.b = in.u32();
  event.point = in.vector();
  event.normal = in.vector();
  event.approach_speed = in.f64();
  event.normal_impulse = in.f64();
  event.friction_impulse = in.f64();
  event.gap = in.f64();
  return event;
}

bool is_sound(const MotionSegment& segment, std::size_t body_count) {
  return segment.body < body_count && segment.kind <= FlowKind::screw && std::isfinite(segment.start_time);
}

bool is_sound(const Event& event, std::size_t body_count) {
  return event.a < body_count && event.b < body_count && event.kind <= EventKind::tunnelled &&
         std::isfinite(event.time);
}

RecordingEnding ending_of(std::string_view content) {
  constexpr std::size_t ending_at = 24;  // after steps, time and hash
  const bool was_complete = content.size() > ending_at && content[ending_at] == 0;
  return was_complete ? RecordingEnding::complete : RecordingEnding::interrupted;
}

}  // namespace

namespace recording_format {

MotionSegment decode_segment(ByteReader& in, const Vec3& gravity) {
  MotionSegment segment;
  segment.body = in.u32();
  const std::uint8_t flags = in.u8();
  segment.kind = static_cast<FlowKind>(flags & flow_mask);
  segment.start_time = in.f64();
  segment.pose.position = in.vector();
  segment.pose.orientation = in.rotation();
  if ((flags & has_linear_velocity) != 0U) {
    segment.linear_velocity = in.vector();
  }
  if ((flags & has_angular_velocity) != 0U) {
    segment.angular_velocity = in.vector();
  }
  if ((flags & has_acceleration) != 0U) {
    segment.linear_acceleration = in.vector();
  }
  if ((flags & accelerates_by_gravity) != 0U) {
    segment.linear_acceleration = gravity;
  }
  return segment;
}

std::vector<std::uint32_t> segment_places(std::string_view content) {
  ByteReader in(content);
  static_cast<void>(in.f64());
  std::vector<std::uint32_t> places(in.count(segment_bytes));
  std::uint32_t at = 8 + 4;
  for (std::uint32_t& place : places) {
    constexpr std::uint8_t flags_at = 4;
    const auto flags = static_cast<std::uint8_t>(content[at + flags_at]);
    const unsigned vectors = flags & (has_linear_velocity | has_angular_velocity | has_acceleration);
    place = at;
    at += static_cast<std::uint32_t>(segment_bytes) + 24 * static_cast<std::uint32_t>(std::popcount(vectors));
  }
  return places;
}

std::optional<RecordingHeader> decode_header(std::string_view content) {
  ByteReader in(content);
  RecordingHeader header;
  header.scene_name = in.text();
  header.time_step = in.f64();
  header.gravity = in.vector();
  for (std::uint32_t left = in.count(collider_bytes); left > 0 && in.ok(); --left) {
    header.colliders.push_back(decode_collider(in));
  }
  for (std::uint32_t left = in.count(body_bytes); left > 0 && in.ok(); --left) {
    header.bodies.push_back(decode_body(in));
  }
  return in.is_at_end() ? std::optional(std::move(header)) : std::nullopt;  // what it says is asked by its reader
}

bool may_begin_header(std::string_view begin, std::uint32_t length) {
  constexpr std::size_t least_bytes = 4 + 8 + 24 + 4 + 4;
  ByteReader in(begin);
  const std::uint64_t name_bytes = in.u32();
  if (name_bytes + least_bytes > length) {
    return false;
  }
  if (name_bytes + least_bytes > begin.size()) {
    return true;  // the beginning does not say
  }
  const double time_step = ByteReader(begin.substr(4 + name_bytes)).f64();
  return std::isfinite(time_step) && time_step > 0.0;
}

std::optional<RecordedStep> decode_step(std::string_view content, const RecordingHeader& header) {
  ByteReader in(content);
  RecordedStep step;
  step.end_time = in.f64();
  bool sound = std::isfinite(step.end_time);
  for (std::uint32_t left = in.count(segment_bytes); left > 0; --left) {
    step.segments.push_back(decode_segment(in, header.gravity));
    sound = sound && is_sound(step.segments.back(), header.bodies.size());
  }
  for (std::uint32_t left = in.count(event_bytes); left > 0; --left) {
    step.events.push_back(decode_event(in));
    sound = sound && is_sound(step.events.back(), header.bodies.size());
  }
  return in.is_at_end() && sound ? std::optional(std::move(step)) : std::nullopt;
}

}  // namespace recording_format

RecordingReader::RecordingReader(std::filesystem::path file, std::ifstream stream, std::uint64_t size)
    : file_(std::move(file)), stream_(std::move(stream)), size_(size) {}

Result<RecordingReader> RecordingReader::open(const std::filesystem::path& file) {
  std::error_code code;
  const std::uint64_t size = std::filesystem::file_size(file, code);  // an error for a folder, too
  std::ifstream stream(file, std::ios::binary);
  if (code || !stream) {
    return Error{file.string() + ": cannot be read: " + (code ? code.message() : "Permission denied")};
  }
  RecordingReader reader(file, std::move(stream), size);
  if (auto error = reader.read_header()) {
    return *std::move(error);
  }
  return reader;
}

std::optional<Error> RecordingReader::read_header() {
  std::string prelude(format::prelude_bytes, '\0');
  stream_.read(prelude.data(), format::prelude_bytes);
  if (!stream_ || prelude.compare(0, format::magic.size(), format::magic) != 0) {
    return damage(0, "found something else, expected a recording (.fcr)");
  }
  const std::uint32_t found = ByteReader(std::string_view(prelude).substr(format::magic.size())).u32();
  if (found != format::version && found != format::version_with_ellipsoids) {
    return damage(format::magic.size(), "found version " + std::to_string(found) + ", expected version 1 or 2");
  }
  position_ = format::prelude_bytes;
  if (auto error = find_no_header()) {
    return error;
  }
  const auto chunk = next_chunk();
  if (!chunk) {
    return chunk.error();
  }
  if (!chunk.value()) {
    return damage(size_, "found the end of the file, expected the rest of the header");
  }
  auto header = chunk.value()->type == format::header_chunk ? format::decode_header(chunk.value()->content)
                                                            : std::optional<RecordingHeader>();
  if (!header) {
    return damage(format::prelude_bytes, "found a header that contradicts itself, expected a sound one");
  }
  header_ = *std::move(header);
  if (found == format::version_with_ellipsoids) {
    if (auto error = read_ellipsoids()) {
      return error;
    }
  }
  if (const auto flaw = find_flaw(header_)) {
    return damage(format::prelude_bytes, "header: " + *flaw);
  }
  auto error = read_laws();
  return error ? error : read_method();
}

// A recording of version 2 has them next.
std::optional<Error> RecordingReader::read_ellipsoids() {
  const std::uint64_t begin = position_;
  const auto chunk = next_chunk();
  if (!chunk) {
    return chunk.error();
  }
  const bool is_there = chunk.value() && chunk.value()->type == format::ellipsoids_chunk;
  return is_there && format::decode_ellipsoids(chunk.value()->content, header_)
             ? std::nullopt
             : std::optional(damage(begin, "found no ellipsoids that fit the header, expected those of its shapes"));
}

// What is no header says so in its first bytes, before a length is believed that may be all of a great file.
std::optional<Error> RecordingReader::find_no_header() {
  std::string frame(8, '\0');
  stream_.read(frame.data(), 8);
  std::string begin(std::min<std::uint64_t>(size_ - position_, header_sample_bytes), '\0');
  stream_.seekg(static_cast<std::streamoff>(position_ + 8));
  stream_.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream_.gcount(), 0)));
  stream_.clear();
  if (size_ - position_ < format::frame_bytes) {
    return std::nullopt;  // cut
  }
  if (frame.compare(0, 4, format::header_chunk) != 0) {
    return damage(position_, "found another chunk, expected the header");
  }
  const std::uint32_t length = ByteReader(std::string_view(frame).substr(4)).u32();
  // A short one costs nothing to read, and then more can be said of it.
  return length <= header_sample_bytes || format::may_begin_header(begin, length)
             ? std::nullopt
             : std::optional(damage(position_, "found a header that contradicts itself, expected a sound one"));
}

// They come next, or not at all: older recordings have none.
std::optional<Error> RecordingReader::read_laws() {
  const std::uint64_t begin = position_;
  const auto chunk = next_chunk();
  if (!chunk || !chunk.value() || chunk.value()->type != format::laws_chunk) {
    position_ = begin;
    return std::nullopt;  // whatever it is, `next` sees it
  }
  header_.laws = format::decode_laws(chunk.value()->content, header_.bodies.size());
  if (!header_.laws) {
    return damage(begin, "found laws that contradict the header, expected one per body");
  }
  const auto flaw = find_flaw(*header_.laws);
  return flaw ? std::optional(damage(begin, *flaw)) : std::nullopt;
}

// Of a rival's recording it comes next; the engine's have none.
std::optional<Error> RecordingReader::read_method() {
  const std::uint64_t begin = position_;
  const auto chunk = next_chunk();
  if (!chunk || !chunk.value() || chunk.value()->type != format::method_chunk) {
    position_ = begin;
    return std::nullopt;
  }
  ByteReader in(chunk.value()->content);
  header_.method = in.text();
  return in.is_at_end() && is_utf8(header_.method)
             ? std::nullopt
             : std::optional(damage(begin, "found a method without a name, expected its name"));
}

// Nothing when the file ends before the chunk does: that is a cut, and what came before is good.
Result<std::optional<RecordingReader::Chunk>> RecordingReader::next_chunk() {
  if (size_ - position_ < format::frame_bytes) {
    return std::optional<Chunk>();
  }
  std::string bytes(8, '\0');
  stream_.seekg(static_cast<std::streamoff>(position_));
  stream_.read(bytes.data(), 8);
  const std::uint64_t length = ByteReader(std::string_view(bytes).substr(4)).u32();
  if (size_ - position_ < format::frame_bytes + length) {
    return std::optional<Chunk>();
  }
  bytes.resize(8 + length + 4);
  stream_.read(bytes.data() + 8, static_cast<std::streamsize>(length + 4));
  const std::string_view covered = std::string_view(bytes).substr(0, 8 + length);
  if (!stream_ || ByteReader(std::string_view(bytes).substr(8 + length)).u32() != crc32(covered)) {
    return damage(position_, "found a chunk whose checksum is wrong, expected undamaged bytes");
  }
  position_ += format::frame_bytes + length;
  return std::optional(Chunk{bytes.substr(0, 4), bytes.substr(8, length)});
}

Result<std::optional<RecordedStep>> RecordingReader::next() {
  while (!is_finished_) {
    const std::uint64_t begin = position_;
    const auto chunk = next_chunk();
    if (!chunk) {
      return chunk.error();
    }
    if (chunk.value() && chunk.value()->type == format::step_chunk) {
      return sound_step(chunk.value()->content, begin);
    }
    if (chunk.value()) {
      if (auto error = read_impulses(*chunk.value(), begin)) {
        return *std::move(error);
      }
    }
    // A chunk of any other type is of a later version that adds to this one: passed over.
    is_finished_ = !chunk.value() || chunk.value()->type == format::end_chunk;
    if (is_finished_ && chunk.value()) {
      ending_ = ending_of(chunk.value()->content);
      declared_steps_ = ByteReader(chunk.value()->content).u64();
    }
  }
  return std::optional<RecordedStep>();
}

// Where the chunk holds any.
std::optional<Error> RecordingReader::read_impulses(const Chunk& chunk, std::uint64_t begin) {
  if (chunk.type != format::chords_chunk && chunk.type != format::pushes_chunk) {
    return std::nullopt;
  }
  has_chords_ = chunk.type == format::chords_chunk;
  impulses_ = format::decode_impulses(chunk.content, has_chords_, header_.bodies.size());
  if (!impulses_) {
    return damage(begin, "found impulses that contradict the header, expected sound ones");
  }
  if (const auto flaw = find_flaw(*impulses_)) {
    return damage(begin, *flaw);
  }
  return std::nullopt;
}

Result<std::optional<RecordedStep>> RecordingReader::sound_step(std::string_view content, std::uint64_t begin) {
  auto step = format::decode_step(content, header_);
  if (!step) {
    return damage(begin, "found a step that contradicts itself, expected a sound one");
  }
  if (const auto flaw = find_flaw(*step, header_)) {
    return damage(begin, *flaw);
  }
  const bool begins_early = !step->segments.empty() && step->segments.front().start_time < end_time_;
  if (step->end_time < end_time_ || begins_early) {
    return damage(begin, "found a step before the end of the one before it, expected rising times");
  }
  end_time_ = step->end_time;
  step_byte_ = begin;
  segment_bytes_ = format::segment_places(content);
  step->impulses = std::exchange(impulses_, std::nullopt);
  step->has_chords = has_chords_;
  return step;
}

Error RecordingReader::damage(std::uint64_t byte, const std::string& what) const {
  return Error{file_.string() + ": byte " + std::to_string(byte) + ": " + what};
}

}  // namespace firstcontact
