// The constants and the contents of a recording's chunks, shared by its writer and its reader. docs/recording.md
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scene/bytes.hpp"
#include "scene/recording.hpp"

namespace firstcontact::recording_format {

// As PNG does it (RFC 2083, 12.12): a byte above 127 shows a 7-bit channel, the line ends show a 'text mode' copy.
inline constexpr std::string_view magic =
    "\x89"
    "FCR\r\n\x1A\n";
// A recording with smooth shapes is of version 2: who knows version 1 alone must not take a cylinder for its axis.
inline constexpr std::uint32_t version = 1, version_with_ellipsoids = 2;
inline constexpr std::size_t prelude_bytes = 12;  // magic and version
inline constexpr std::size_t frame_bytes = 12;    // type and length before, checksum after a chunk's content

inline constexpr std::string_view header_chunk = "HEAD";
inline constexpr std::string_view ellipsoids_chunk = "ELLI";
inline constexpr std::string_view laws_chunk = "LAWS";
inline constexpr std::string_view method_chunk = "METH";
inline constexpr std::string_view pushes_chunk = "PUSH";  // of older programs: transfers and velocities alone
inline constexpr std::string_view chords_chunk = "CHOR";
inline constexpr std::string_view step_chunk = "STEP";
inline constexpr std::string_view end_chunk = "DONE";

// A segment's second byte: its flow in the low bits, then which vectors are spelled out.
inline constexpr std::uint8_t flow_mask = 0x03;
inline constexpr std::uint8_t has_linear_velocity = 0x04;
inline constexpr std::uint8_t has_angular_velocity = 0x08;
inline constexpr std::uint8_t has_acceleration = 0x10;
inline constexpr std::uint8_t accelerates_by_gravity = 0x20;

[[nodiscard]] std::string encode_header(const RecordingHeader& header);
/// Nothing when the content is no such chunk, or a step's bodies are none. Whether the rest can be:
/// recording_check.hpp.
[[nodiscard]] std::optional<RecordingHeader> decode_header(std::string_view content);
/// False when the first bytes of a content of `length` bytes say already that it is no header.
[[nodiscard]] bool may_begin_header(std::string_view begin, std::uint32_t length);
[[nodiscard]] std::optional<RecordedStep> decode_step(std::string_view content, const RecordingHeader& header);

[[nodiscard]] bool has_ellipsoids(const RecordingHeader& header);
[[nodiscard]] std::string encode_ellipsoids(const RecordingHeader& header);
/// Puts them into the shapes. False when the content contradicts the header or itself.
[[nodiscard]] bool decode_ellipsoids(std::string_view content, RecordingHeader& header);

[[nodiscard]] std::string encode_laws(const RecordedLaws& laws);
[[nodiscard]] std::optional<RecordedLaws> decode_laws(std::string_view content, std::size_t body_count);
[[nodiscard]] std::string encode_impulses(const ImpulseRecord& impulses);
/// `has_chords`: of a chunk that holds chords and loads, too.
[[nodiscard]] std::optional<ImpulseRecord> decode_impulses(std::string_view content, bool has_chords,
                                                           std::size_t body_count);

/// One segment, as it stands in a step.
[[nodiscard]] MotionSegment decode_segment(ByteReader& in, const Vec3& gravity);
/// Where the segments of a step begin within its content, which has been decoded before.
[[nodiscard]] std::vector<std::uint32_t> segment_places(std::string_view content);
inline constexpr std::size_t most_segment_bytes = 4 + 1 + 8 + 24 + 32 + 3 * 24;

/// True when every bit is zero: then a vector need not be written. (-0.0 is not.)
[[nodiscard]] bool is_all_zero(const Vec3& value);
/// True when both are the same bits.
[[nodiscard]] bool is_same(const Vec3& a, const Vec3& b);

}  // namespace firstcontact::recording_format
