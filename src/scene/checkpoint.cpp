#include "scene/checkpoint.hpp"

#include <cmath>
#include <utility>

#include "scene/bytes.hpp"
#include "scene/files.hpp"
#include "scene/recording_format.hpp"

namespace firstcontact {
namespace {

// As a recording begins, so that no text tool takes it for one of its own.
constexpr std::string_view magic =
    "\x89"
    "FCC\r\n\x1A\n";
constexpr std::uint32_t version = 1;
constexpr std::size_t frame_bytes = 8 + 4 + 4;  // magic, version; checksum at the end

std::uint64_t hash_of(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;  // FNV-1a
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001B3ULL;
  }
  return hash;
}

void encode(ByteWriter& out, const Totals& totals) {
  out.f64(totals.kinetic_energy);
  out.f64(totals.potential_energy);
  out.vector(totals.momentum);
  out.vector(totals.angular_momentum);
}

Totals decode_totals(ByteReader& in) {
  Totals totals;
  totals.kinetic_energy = in.f64();
  totals.potential_energy = in.f64();
  totals.momentum = in.vector();
  totals.angular_momentum = in.vector();
  return totals;
}

void encode(ByteWriter& out, const WrittenPart& part) {
  out.text(part.file.string());
  out.u64(part.bytes);
  out.u32(part.checksum);
}

WrittenPart decode_part(ByteReader& in) {
  WrittenPart part;
  part.file = in.text();
  part.bytes = in.u64();
  part.checksum = in.u32();
  return part;
}

std::string content_of(const Checkpoint& checkpoint) {
  ByteWriter out;
  out.u64(checkpoint.scene);
  out.u64(checkpoint.so_far.steps);
  out.f64(checkpoint.so_far.wall_s);
  out.f64(checkpoint.so_far.cpu_s);
  encode(out, checkpoint.so_far.start);
  out.u8(static_cast<std::uint8_t>((checkpoint.keeps_impulses ? 1U : 0U) | (checkpoint.recording ? 2U : 0U) |
                                   (checkpoint.events ? 4U : 0U)));
  if (checkpoint.recording) {
    encode(out, checkpoint.recording->part);
    out.u64(checkpoint.recording->steps);
    out.f64(checkpoint.recording->end_time);
  }
  if (checkpoint.events) {
    encode(out, *checkpoint.events);
  }
  out.u64(checkpoint.state.size());
  out.raw(checkpoint.state);
  return out.bytes();
}

Checkpoint decode(ByteReader& in) {
  Checkpoint checkpoint;
  checkpoint.scene = in.u64();
  checkpoint.so_far.steps = in.u64();
  checkpoint.so_far.wall_s = in.f64();
  checkpoint.so_far.cpu_s = in.f64();
  checkpoint.so_far.start = decode_totals(in);
  const std::uint8_t present = in.u8();
  checkpoint.keeps_impulses = (present & 1U) != 0U;
  if ((present & 2U) != 0U) {
    checkpoint.recording.emplace();
    checkpoint.recording->part = decode_part(in);
    checkpoint.recording->steps = in.u64();
    checkpoint.recording->end_time = in.f64();
  }
  if ((present & 4U) != 0U) {
    checkpoint.events = decode_part(in);
  }
  checkpoint.state = in.raw(in.u64());
  return checkpoint;
}

bool is_sound(const Checkpoint& checkpoint) {
  const auto& start = checkpoint.so_far.start;
  const double end_time = checkpoint.recording ? checkpoint.recording->end_time : 0.0;
  return std::isfinite(checkpoint.so_far.wall_s) && std::isfinite(checkpoint.so_far.cpu_s) &&
         std::isfinite(start.kinetic_energy) && std::isfinite(start.potential_energy) && is_finite(start.momentum) &&
         is_finite(start.angular_momentum) && std::isfinite(end_time) && end_time >= 0.0;
}

void encode(ByteWriter& out, const WorldDefinition& world) {
  out.f64(world.skin.value_or(-1.0));
  out.u8(world.sleeping ? 1 : 0);
  out.u8(static_cast<std::uint8_t>(world.impact_law));
  const Aabb bounds = world.bounds.value_or(Aabb{});
  out.vector(bounds.low);
  out.vector(bounds.high);
}

}  // namespace

std::uint64_t scene_identity(const World& world, const Scene& scene) {
  const RecordingHeader header = recording_header(world, scene);
  ByteWriter out;
  out.raw(recording_format::encode_header(header));
  out.raw(recording_format::encode_ellipsoids(header));
  out.raw(recording_format::encode_laws(*header.laws));
  encode(out, scene.world);
  for (const SceneBody& body : scene.bodies) {
    out.u32(static_cast<std::uint32_t>(body.phases.size()));
    for (const MotionPhase& phase : body.phases) {
      out.f64(phase.duration);
      out.vector(phase.linear_velocity);
      out.vector(phase.angular_velocity);
    }
  }
  return hash_of(out.bytes());
}

std::optional<Error> write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint) {
  ByteWriter out;
  out.raw(magic);
  out.u32(version);
  out.raw(content_of(checkpoint));
  out.u32(crc32(out.bytes()));
  return write_file(file, out.bytes());
}

Result<Checkpoint> parse_checkpoint(std::string_view bytes, const std::filesystem::path& file) {
  const auto refused = [&](const std::string& what) { return Error{file.string() + ": " + what}; };
  if (bytes.size() < frame_bytes || !bytes.starts_with(magic)) {
    return refused("byte 0: found something else, expected a checkpoint of a simulation");
  }
  const std::uint32_t found_version = ByteReader(bytes.substr(magic.size())).u32();
  if (found_version != version) {
    return refused("byte 8: found version " + std::to_string(found_version) + ", expected version 1");
  }
  const std::string_view covered = bytes.substr(0, bytes.size() - 4);
  if (ByteReader(bytes.substr(covered.size())).u32() != crc32(covered)) {
    return refused("found a checksum that is wrong, expected undamaged bytes");
  }
  ByteReader in(covered.substr(magic.size() + 4));
  Checkpoint checkpoint = decode(in);
  return in.is_at_end() && is_sound(checkpoint)
             ? Result<Checkpoint>(std::move(checkpoint))
             : Result<Checkpoint>(refused("found bytes that contradict themselves, expected a checkpoint"));
}

Result<Checkpoint> read_checkpoint(const std::filesystem::path& file) {
  const auto bytes = read_file(file);
  return bytes ? parse_checkpoint(bytes.value(), file) : Result<Checkpoint>(bytes.error());
}

std::optional<Error> go_to_checkpoint(World& world, const Scene& scene, const Checkpoint& checkpoint,
                                      const std::filesystem::path& file) {
  if (checkpoint.scene != scene_identity(world, scene)) {
    return Error{file.string() +
                 ": found a checkpoint of another scene, or of this one before it, a mesh or an option "
                 "was changed; expected one of " +
                 scene.file.string() + " as it is now"};
  }
  std::vector<std::shared_ptr<const Collider>> colliders;
  for (BodyIndex body = 0; body < world.body_count(); ++body) {
    colliders.push_back(world.collider(body));
  }
  auto snapshot = Snapshot::from_bytes(checkpoint.state, colliders);
  if (!snapshot) {
    return Error{file.string() + ": " + snapshot.error().message};
  }
  world.restore(snapshot.value());
  return std::nullopt;
}

}  // namespace firstcontact
