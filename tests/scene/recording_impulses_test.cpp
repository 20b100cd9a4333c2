// Impulses, loads and chords in a recording.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <utility>

#include "scene/bytes.hpp"
#include "scene/sample_recordings.hpp"
#include "scratch_folder.hpp"

namespace firstcontact {
namespace {

using testing::ScratchFolder;
using testing::text_of;
using namespace testing_support;

ImpulseRecord sample_impulses() {
  ImpulseRecord impulses;
  impulses.transfers = {{0.125, 0, 1, {0.0, 1.0, 0.0}, {1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}}};
  impulses.own_velocities = {{0.125, 1, {7.0, 8.0, 9.0}, {1.5, 2.5, 3.5}}};
  impulses.loads = {{0.125, 0.2, 0, 1, {0.0, 1.0, 0.0}, {0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}, {0.7, 0.8, 0.9}}};
  impulses.chords = {{0.125, 0.2, 1, {1.0, 0.5, 0.25}, {2.0, 4.0, 8.0}, {3.0, 5.0, 7.0}, {0.3, 0.5, 0.7}, 0.375}};
  return impulses;
}

// A recording of one step with such impulses, as bytes.
std::string recording_with(const ImpulseRecord& impulses, const std::filesystem::path& file) {
  RecordingWriter writer = RecordingWriter::create(file, sample_header()).value();
  writer.add_step(0.0, {}, {});
  writer.add_impulses(impulses);
  writer.add_step(0.25, sample_segments(), sample_events());
  EXPECT_FALSE(writer.finish(RecordingEnding::complete, 42).has_value());
  return text_of(file);
}

ImpulseRecord impulses_in(const std::filesystem::path& file) {
  RecordingReader reader = RecordingReader::open(file).value();
  EXPECT_FALSE(reader.next().value()->impulses.has_value());
  return reader.next().value()->impulses.value();
}

TEST(RecordingImpulses, KeepsImpulsesInAChunkOfTheirOwn) {
  const ScratchFolder folder;
  const auto file = folder.path("impulses.fcr");
  const ImpulseRecord written = sample_impulses();
  const std::string bytes = recording_with(written, file);
  EXPECT_EQ(bytes.find("PUSH"), std::string::npos) << "who knows PUSH alone must not take it for that";
  EXPECT_NE(bytes.find("CHOR"), std::string::npos);
  const ImpulseRecord read = impulses_in(file);
  ASSERT_EQ(read.transfers.size(), 1U);
  expect_same(read.transfers[0].moment, written.transfers[0].moment);
  ASSERT_EQ(read.own_velocities.size(), 1U);
  expect_same(read.own_velocities[0].angular, written.own_velocities[0].angular);
  ASSERT_EQ(read.loads.size(), 1U);
  ASSERT_EQ(read.chords.size(), 1U);
  const ContactLoad load = written.loads[0];
  const ChordVelocity chord = written.chords[0];
  EXPECT_EQ(std::pair(read.loads[0].begin, read.loads[0].end), std::pair(load.begin, load.end));
  EXPECT_EQ(std::pair(read.loads[0].a, read.loads[0].b), std::pair(load.a, load.b));
  expect_same(read.loads[0].normal, load.normal);
  expect_same(read.loads[0].impulse, load.impulse);
  expect_same(read.loads[0].moment_a, load.moment_a);
  expect_same(read.loads[0].moment_b, load.moment_b);
  EXPECT_EQ(std::pair(read.chords[0].begin, read.chords[0].end), std::pair(chord.begin, chord.end));
  EXPECT_EQ(std::pair(read.chords[0].body, read.chords[0].share), std::pair(chord.body, chord.share));
  expect_same(read.chords[0].linear_at_start, chord.linear_at_start);
  expect_same(read.chords[0].linear_at_end, chord.linear_at_end);
  expect_same(read.chords[0].spin_at_start, chord.spin_at_start);
  expect_same(read.chords[0].spin_at_end, chord.spin_at_end);
}

// Those have neither loads nor chords, nor their two counts.
TEST(RecordingImpulses, ReadsThePushesOfOlderPrograms) {
  const ScratchFolder folder;
  const auto file = folder.path("pushes.fcr");
  ImpulseRecord pushes = sample_impulses();
  pushes.loads.clear();
  pushes.chords.clear();
  std::string bytes = recording_with(pushes, file);
  const std::size_t at = bytes.find("CHOR");
  const std::uint32_t length = ByteReader(std::string_view(bytes).substr(at + 4)).u32();
  const std::string content = bytes.substr(at + 8, length - 8);
  ByteWriter frame;
  frame.u32(static_cast<std::uint32_t>(content.size()));
  const std::string checked = "PUSH" + frame.bytes() + content;
  ByteWriter checksum;
  checksum.u32(crc32(checked));
  bytes.replace(at, 12 + length, checked + checksum.bytes());
  std::ofstream(file, std::ios::binary) << bytes;
  RecordingReader reader = RecordingReader::open(file).value();
  static_cast<void>(reader.next());
  const auto step = reader.next();
  ASSERT_TRUE(step) << step.error().message;
  EXPECT_FALSE(step.value()->has_chords);
  ASSERT_EQ(step.value()->impulses->transfers.size(), 1U);
  expect_same(step.value()->impulses->transfers[0].moment, pushes.transfers[0].moment);
  ASSERT_EQ(step.value()->impulses->own_velocities.size(), 1U);
}

TEST(RecordingImpulses, RefusesSenselessImpulses) {
  const ScratchFolder folder;
  const auto file = folder.path("senseless.fcr");
  const std::vector<std::function<void(ImpulseRecord&)>> damages{
      [](ImpulseRecord& x) { x.loads[0].b = 2; },
      [](ImpulseRecord& x) { x.chords[0].body = 2; },
      [](ImpulseRecord& x) { x.loads[0].end = x.loads[0].begin; },
      [](ImpulseRecord& x) { x.chords[0].end = x.chords[0].begin - 1.0; },
      [](ImpulseRecord& x) { x.chords[0].share = 0.0; },
      [](ImpulseRecord& x) { x.chords[0].share = 1.5; },
      [](ImpulseRecord& x) { x.chords[0].spin_at_end.x = std::numeric_limits<double>::quiet_NaN(); },
      [](ImpulseRecord& x) { x.loads[0].moment_a.y = std::numeric_limits<double>::infinity(); }};
  for (std::size_t i = 0; i < damages.size(); ++i) {
    ImpulseRecord impulses = sample_impulses();
    damages[i](impulses);
    static_cast<void>(recording_with(impulses, file));
    RecordingReader reader = RecordingReader::open(file).value();
    static_cast<void>(reader.next());
    const auto step = reader.next();
    ASSERT_FALSE(step) << i;
    EXPECT_NE(step.error().message.find("found impulses"), std::string::npos) << step.error().message;
  }
}

}  // namespace
}  // namespace firstcontact
