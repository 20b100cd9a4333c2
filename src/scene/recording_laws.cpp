// The chunks LAWS, PUSH and CHOR of a recording: what is needed to check a run, and not to show it. docs/recording.md
#include <algorithm>

#include "scene/recording_format.hpp"

namespace firstcontact::recording_format {
namespace {

constexpr std::size_t law_bytes = 4 * 8 + 2 * 1 + 2 * 4 + 4 * 24;
constexpr std::size_t transfer_bytes = 8 + 2 * 4 + 3 * 24, own_velocity_bytes = 8 + 4 + 2 * 24;
constexpr std::size_t load_bytes = 2 * 8 + 2 * 4 + 4 * 24, chord_bytes = 2 * 8 + 4 + 4 * 24 + 8;
constexpr std::uint8_t is_sensor = 0x01;

void encode(ByteWriter& out, const RecordedLaws::OfBody& law) {
  out.f64(law.restitution);
  out.f64(law.friction);
  out.f64(law.rolling_friction);
  out.f64(law.spinning_friction);
  unsigned locked = 0;
  for (std::size_t i = 0; i < law.locked.size(); ++i) {
    locked |= law.locked[i] ? 1U << i : 0U;
  }
  out.u8(static_cast<std::uint8_t>(locked));
  out.u8(law.is_sensor ? is_sensor : 0);
  out.u32(law.category);
  out.u32(law.mask);
  out.vector(law.gravity);
  out.vector(law.force);
  out.vector(law.torque);
  out.vector(law.surface_velocity_local);
}

RecordedLaws::OfBody decode_law(ByteReader& in) {
  RecordedLaws::OfBody law;
  law.restitution = in.f64();
  law.friction = in.f64();
  law.rolling_friction = in.f64();
  law.spinning_friction = in.f64();
  const unsigned locked = in.u8();
  for (std::size_t i = 0; i < law.locked.size(); ++i) {
    law.locked[i] = (locked >> i & 1U) != 0U;
  }
  law.is_sensor = (in.u8() & is_sensor) != 0U;
  law.category = in.u32();
  law.mask = in.u32();
  law.gravity = in.vector();
  law.force = in.vector();
  law.torque = in.vector();
  law.surface_velocity_local = in.vector();
  return law;
}

Transfer decode_transfer(ByteReader& in) {
  Transfer transfer;
  transfer.time = in.f64();
  transfer.a = in.u32();
  transfer.b = in.u32();
  transfer.normal = in.vector();
  transfer.impulse = in.vector();
  transfer.moment = in.vector();
  return transfer;
}

OwnVelocity decode_own_velocity(ByteReader& in) {
  OwnVelocity own;
  own.time = in.f64();
  own.body = in.u32();
  own.linear = in.vector();
  own.angular = in.vector();
  return own;
}

void encode(ByteWriter& out, const ContactLoad& load) {
  out.f64(load.begin);
  out.f64(load.end);
  out.u32(load.a);
  out.u32(load.b);
  out.vector(load.normal);
  out.vector(load.impulse);
  out.vector(load.moment_a);
  out.vector(load.moment_b);
}

ContactLoad decode_load(ByteReader& in) {
  ContactLoad load;
  load.begin = in.f64();
  load.end = in.f64();
  load.a = in.u32();
  load.b = in.u32();
  load.normal = in.vector();
  load.impulse = in.vector();
  load.moment_a = in.vector();
  load.moment_b = in.vector();
  return load;
}

void encode(ByteWriter& out, const ChordVelocity& chord) {
  out.f64(chord.begin);
  out.f64(chord.end);
  out.u32(chord.body);
  out.vector(chord.linear_at_start);
  out.vector(chord.linear_at_end);
  out.vector(chord.spin_at_start);
  out.vector(chord.spin_at_end);
  out.f64(chord.share);
}

ChordVelocity decode_chord(ByteReader& in) {
  ChordVelocity chord;
  chord.begin = in.f64();
  chord.end = in.f64();
  chord.body = in.u32();
  chord.linear_at_start = in.vector();
  chord.linear_at_end = in.vector();
  chord.spin_at_start = in.vector();
  chord.spin_at_end = in.vector();
  chord.share = in.f64();
  return chord;
}

// What chords have beside transfers and velocities. False when a body is none.
bool decode_chords(ByteReader& in, std::size_t body_count, ImpulseRecord& impulses) {
  bool sound = true;
  for (std::uint32_t left = in.count(load_bytes); left > 0; --left) {
    impulses.loads.push_back(decode_load(in));
    sound = sound && std::max(impulses.loads.back().a, impulses.loads.back().b) < body_count;
  }
  for (std::uint32_t left = in.count(chord_bytes); left > 0; --left) {
    impulses.chords.push_back(decode_chord(in));
    sound = sound && impulses.chords.back().body < body_count;
  }
  return sound;
}

}  // namespace

std::string encode_laws(const RecordedLaws& laws) {
  ByteWriter out;
  out.f64(laws.linear_damping);
  out.f64(laws.angular_damping);
  out.u8(static_cast<std::uint8_t>(laws.restitution_rule));
  out.u8(static_cast<std::uint8_t>(laws.friction_rule));
  out.u32(static_cast<std::uint32_t>(laws.bodies.size()));
  for (const RecordedLaws::OfBody& law : laws.bodies) {
    encode(out, law);
  }
  return out.bytes();
}

std::optional<RecordedLaws> decode_laws(std::string_view content, std::size_t body_count) {
  ByteReader in(content);
  RecordedLaws laws;
  laws.linear_damping = in.f64();
  laws.angular_damping = in.f64();
  laws.restitution_rule = static_cast<MixRule>(in.u8());
  laws.friction_rule = static_cast<MixRule>(in.u8());
  for (std::uint32_t left = in.count(law_bytes); left > 0; --left) {
    laws.bodies.push_back(decode_law(in));
  }
  const bool has_rules = laws.restitution_rule <= MixRule::geometric && laws.friction_rule <= MixRule::geometric;
  return in.is_at_end() && has_rules && laws.bodies.size() == body_count ? std::optional(std::move(laws))
                                                                         : std::nullopt;
}

std::string encode_impulses(const ImpulseRecord& impulses) {
  ByteWriter out;
  out.u32(static_cast<std::uint32_t>(impulses.transfers.size()));
  for (const Transfer& transfer : impulses.transfers) {
    out.f64(transfer.time);
    out.u32(transfer.a);
    out.u32(transfer.b);
    out.vector(transfer.normal);
    out.vector(transfer.impulse);
    out.vector(transfer.moment);
  }
  out.u32(static_cast<std::uint32_t>(impulses.own_velocities.size()));
  for (const OwnVelocity& own : impulses.own_velocities) {
    out.f64(own.time);
    out.u32(own.body);
    out.vector(own.linear);
    out.vector(own.angular);
  }
  out.u32(static_cast<std::uint32_t>(impulses.loads.size()));
  for (const ContactLoad& load : impulses.loads) {
    encode(out, load);
  }
  out.u32(static_cast<std::uint32_t>(impulses.chords.size()));
  for (const ChordVelocity& chord : impulses.chords) {
    encode(out, chord);
  }
  return out.bytes();
}

std::optional<ImpulseRecord> decode_impulses(std::string_view content, bool has_chords, std::size_t body_count) {
  ByteReader in(content);
  ImpulseRecord impulses;
  bool sound = true;
  for (std::uint32_t left = in.count(transfer_bytes); left > 0; --left) {
    impulses.transfers.push_back(decode_transfer(in));
    sound = sound && std::max(impulses.transfers.back().a, impulses.transfers.back().b) < body_count;
  }
  for (std::uint32_t left = in.count(own_velocity_bytes); left > 0; --left) {
    impulses.own_velocities.push_back(decode_own_velocity(in));
    sound = sound && impulses.own_velocities.back().body < body_count;
  }
  sound = sound && (!has_chords || decode_chords(in, body_count, impulses));
  return in.is_at_end() && sound ? std::optional(std::move(impulses)) : std::nullopt;
}

}  // namespace firstcontact::recording_format
