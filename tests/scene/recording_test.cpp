#include "scene/recording.hpp"

#include <gtest/gtest.h>

#include <cmath>
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

void write_sample(const std::filesystem::path& file, RecordingEnding ending) {
  auto created = RecordingWriter::create(file, sample_header());
  ASSERT_TRUE(created) << created.error().message;
  RecordingWriter writer = std::move(created).value();
  const std::vector<MotionSegment> segments = sample_segments();
  writer.add_step(0.0, std::span(segments).first(1), {});
  writer.add_step(0.25, segments, sample_events());
  writer.add_step(0.5, {}, {});
  ASSERT_FALSE(writer.finish(ending, 42).has_value());
}

void expect_same_motion(const MotionSegment& a, const MotionSegment& b) {
  EXPECT_EQ(a.body, b.body);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(bits(a.start_time), bits(b.start_time));
  expect_same(a.pose.position, b.pose.position);
  EXPECT_EQ(a.pose.orientation, b.pose.orientation);
  expect_same(a.linear_velocity, b.linear_velocity);
  expect_same(a.angular_velocity, b.angular_velocity);
  expect_same(a.linear_acceleration, b.linear_acceleration);
}

struct ReadBack {
  std::vector<RecordedStep> steps;
  RecordingEnding ending = RecordingEnding::cut;
  std::uint64_t good_bytes = 0;
  std::string error;  // empty: none
};

ReadBack read_back(const std::filesystem::path& file) {
  auto opened = RecordingReader::open(file);
  if (!opened) {
    return {{}, RecordingEnding::cut, 0, opened.error().message};
  }
  RecordingReader reader = std::move(opened).value();
  ReadBack read;
  auto step = reader.next();
  for (; step && step.value(); step = reader.next()) {
    read.steps.push_back(*step.value());
  }
  read.error = step ? "" : step.error().message;
  read.ending = reader.ending();
  read.good_bytes = reader.good_bytes();
  return read;
}

TEST(Recording, KeepsEveryBitOfTheMotions) {
  const ScratchFolder folder;
  write_sample(folder.path("a.fcr"), RecordingEnding::complete);
  const ReadBack read = read_back(folder.path("a.fcr"));
  ASSERT_EQ(read.error, "");
  ASSERT_EQ(read.steps.size(), 3U);
  EXPECT_EQ(read.ending, RecordingEnding::complete);
  EXPECT_EQ(read.steps[1].end_time, 0.25);
  const auto segments = sample_segments();
  ASSERT_EQ(read.steps[1].segments.size(), segments.size());
  for (std::size_t i = 0; i < segments.size(); ++i) {
    expect_same_motion(read.steps[1].segments[i], segments[i]);
  }
  ASSERT_EQ(read.steps[1].events.size(), 2U);
  EXPECT_EQ(read.steps[1].events[0].approach_speed, 2.5);
  EXPECT_EQ(read.steps[1].events[0].gap, 1e-4);
  EXPECT_EQ(read.steps[1].events[1].kind, EventKind::removed);
}

TEST(Recording, KeepsItsHeader) {
  const ScratchFolder folder;
  write_sample(folder.path("a.fcr"), RecordingEnding::complete);
  const RecordingReader reader = RecordingReader::open(folder.path("a.fcr")).value();
  const RecordingHeader& header = reader.header();
  EXPECT_EQ(header.scene_name, "sample");
  EXPECT_EQ(header.time_step, 0.25);
  EXPECT_EQ(header.gravity, sample_gravity);
  ASSERT_EQ(header.colliders.size(), 1U);
  EXPECT_EQ(header.colliders[0].center_of_mass, Vec3(0.1, 0.2, 0.3));
  ASSERT_EQ(header.colliders[0].shapes.size(), 2U);
  EXPECT_EQ(header.colliders[0].shapes[0].vertices.size(), 4U);
  EXPECT_EQ(header.colliders[0].shapes[0].faces[1], (std::vector<Index>{0, 1, 3}));
  EXPECT_EQ(header.colliders[0].shapes[1].rounding, 0.5);
  ASSERT_EQ(header.bodies.size(), 2U);
  EXPECT_EQ(header.bodies[0].type, BodyType::fixed);
  EXPECT_FALSE(header.bodies[0].color.has_value());
  EXPECT_EQ(header.bodies[1].group, 7U);
  EXPECT_EQ(header.bodies[1].color, Vec3(1.0, 0.5, 0.0));
  EXPECT_EQ(header.bodies[1].inertia.principal_moments, Vec3(1.0, 2.0, 3.0));
  EXPECT_EQ(header.bodies[1].start.angular_velocity, Vec3(7.0, 8.0, 9.0));
}

TEST(Recording, SaysWhetherItWasInterrupted) {
  const ScratchFolder folder;
  write_sample(folder.path("a.fcr"), RecordingEnding::interrupted);
  EXPECT_EQ(read_back(folder.path("a.fcr")).ending, RecordingEnding::interrupted);
}

// Wherever the file is cut, what was whole before the cut is read, and nothing that was not.
TEST(Recording, CutAtAnyByteGivesTheStepsBeforeTheCut) {
  const ScratchFolder folder;
  write_sample(folder.path("a.fcr"), RecordingEnding::complete);
  const std::string whole = text_of(folder.path("a.fcr"));
  std::size_t steps_before = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const ReadBack read = read_back(folder.file("cut.fcr", whole.substr(0, size)));
    ASSERT_GE(read.steps.size(), steps_before) << size;
    steps_before = read.steps.size();
    EXPECT_EQ(read.ending, RecordingEnding::cut) << size;
    EXPECT_TRUE(read.error.empty() || read.steps.empty()) << size << ": " << read.error;
    EXPECT_LE(read.good_bytes, size);
  }
  EXPECT_EQ(steps_before, 3U);
}

TEST(Recording, AnyDamagedBitIsSeen) {
  const ScratchFolder folder;
  write_sample(folder.path("a.fcr"), RecordingEnding::complete);
  const std::string whole = text_of(folder.path("a.fcr"));
  for (std::size_t byte = 0; byte < whole.size(); ++byte) {
    std::string damaged = whole;
    damaged[byte] = static_cast<char>(static_cast<unsigned char>(damaged[byte]) ^ (1U << (byte % 8)));
    const ReadBack read = read_back(folder.file("damaged.fcr", damaged));
    // A length that grew past the end of the file looks like a cut; everything else is damage.
    EXPECT_TRUE(!read.error.empty() || read.ending == RecordingEnding::cut) << "byte " << byte;
  }
}

TEST(Recording, SomethingElseIsNotARecording) {
  const ScratchFolder folder;
  for (const std::string_view text : {"", "{\"version\": 1}",
                                      "\x89"
                                      "FCR\n\x1A\n\n            "}) {
    EXPECT_NE(read_back(folder.file("b.fcr", text)).error.find("b.fcr: byte 0: found something else"),
              std::string::npos);
  }
  EXPECT_NE(read_back(folder.path("")).error.find("cannot be read"), std::string::npos);
  EXPECT_NE(read_back(folder.path("none.fcr")).error.find("No such file"), std::string::npos);
}

TEST(Recording, ALaterVersionIsRefusedByNumber) {
  const ScratchFolder folder;
  write_sample(folder.path("a.fcr"), RecordingEnding::complete);
  std::string later = text_of(folder.path("a.fcr"));
  later[8] = 3;
  EXPECT_NE(read_back(folder.file("later.fcr", later)).error.find("byte 8: found version 3"), std::string::npos);
}

// Great files that are no recordings say so in their first bytes. None of them has a checksum, which would be at the
// end of what they claim: that of 2 GiB takes a minute to look at.
TEST(Recording, WhatIsNoneIsRefusedByItsFirstBytes) {
  const ScratchFolder folder;
  const std::string prelude =
      "\x89"
      "FCR\r\n\x1A\n" +
      std::string("\x01\0\0\0", 4);
  const std::string length("\xE8\xFF\xFF\x7F", 4);  // 2 GiB less the frames
  const std::pair<std::string, std::string> refused[] = {
      {"", "byte 0: found something else"},
      {prelude, "byte 12: found another chunk, expected the header"},
      {prelude + "STEP" + length, "byte 12: found another chunk, expected the header"},
      {prelude + "HEAD" + length, "byte 12: found a header that contradicts itself"}};
  for (const auto& [bytes, message] : refused) {
    const auto file = folder.file("great.fcr", bytes);
    std::filesystem::resize_file(file, std::uintmax_t{1} << 31U);
    EXPECT_NE(read_back(file).error.find(message), std::string::npos) << read_back(file).error;
  }
}

// A file with good checksums may still have been written by a broken program.
TEST(Recording, ABodyThatIsNotThereIsRefused) {
  const ScratchFolder folder;
  RecordingWriter writer = RecordingWriter::create(folder.path("a.fcr"), sample_header()).value();
  std::vector<MotionSegment> segments = sample_segments();
  segments[0].body = 2;
  writer.add_step(0.0, segments, {});
  ASSERT_FALSE(writer.finish(RecordingEnding::complete, 0).has_value());
  EXPECT_NE(read_back(folder.path("a.fcr")).error.find("contradicts itself"), std::string::npos);
}

std::string error_of(const RecordingHeader& header, const RecordedStep& step) {
  const ScratchFolder folder;
  RecordingWriter writer = RecordingWriter::create(folder.path("a.fcr"), header).value();
  writer.add_step(step.end_time, step.segments, step.events);
  EXPECT_FALSE(writer.finish(RecordingEnding::complete, 0).has_value());
  return read_back(folder.path("a.fcr")).error;
}

// Each says one thing that cannot be, behind checksums that fit; the message names the place and what was found.
TEST(Recording, AHeaderThatCannotBeIsRefusedByName) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  struct Lie {
    std::function<void(RecordingHeader&)> tell;
    std::string found;
  };
  const std::vector<Lie> lies{
      {[](RecordingHeader& h) { h.scene_name = "\xff"; }, "UTF-8"},
      {[](RecordingHeader& h) { h.bodies[1].name = "b\xed\xa0\x80"; }, "body 1: found a name that is not UTF-8"},
      {[](RecordingHeader& h) { h.time_step = 0.0; }, "time step"},
      {[](RecordingHeader& h) { h.gravity.y = nan; }, "gravity"},
      {[](RecordingHeader& h) { h.colliders[0].shapes[1].rounding = 0.0; }, "collider 0: found a shape of 1 vertices"},
      {[](RecordingHeader& h) { h.colliders[0].shapes[1].rounding = nan; }, "rounding of nan"},
      {[](RecordingHeader& h) { h.colliders[0].shapes[1].vertices.clear(); }, "found a shape of 0 vertices"},
      {[](RecordingHeader& h) { h.colliders[0].shapes[0].faces.clear(); }, "found a shape of 4 vertices"},
      {[](RecordingHeader& h) { h.colliders[0].shapes[0].rounding = -1.0; }, "rounding"},
      {[](RecordingHeader& h) { h.colliders[0].shapes[0].vertices[2].z = 1e16; }, "vertex"},
      {[](RecordingHeader& h) { h.colliders[0].shapes[0].faces[0][1] = 4; }, "corner"},
      {[](RecordingHeader& h) { h.colliders[0].shapes.clear(); }, "no shape"},
      {[](RecordingHeader& h) { h.bodies[1].collider = 1; }, "collider that is none"},
      {[](RecordingHeader& h) { h.bodies[1].mass = 0.0; }, "\"ball\" with a mass"},
      {[](RecordingHeader& h) {
         h.bodies[1].inertia.principal_moments = {1.0, 2.0, 3.1};
       },
       "moments of inertia"},
      {[](RecordingHeader& h) { h.bodies[1].inertia.principal_moments.x = -1.0; }, "moments of inertia"},
      {[](RecordingHeader& h) { h.bodies[1].inertia.principal_axes.w = 0.6; }, "senseless numbers"},
      {[](RecordingHeader& h) { h.bodies[0].start.pose.orientation.w = 2.0; }, "senseless numbers"},
      {[](RecordingHeader& h) { h.bodies[0].start.pose.position.x = nan; }, "senseless numbers"},
      {[](RecordingHeader& h) { h.bodies[1].start.angular_velocity.z = 1e16; }, "senseless numbers"},
  };
  const RecordedStep step{0.25, sample_segments(), sample_events()};
  ASSERT_EQ(error_of(sample_header(), step), "");
  for (const Lie& lie : lies) {
    RecordingHeader header = sample_header();
    lie.tell(header);
    const std::string error = error_of(header, step);
    EXPECT_NE(error.find("byte 12: "), std::string::npos) << error;
    EXPECT_NE(error.find(lie.found), std::string::npos) << error;
  }
}

TEST(Recording, AStepThatCannotBeIsRefusedByName) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::function<void(RecordedStep&)>> lies{
      [](RecordedStep& s) { s.end_time = nan; },
      [](RecordedStep& s) { s.end_time = 0.1; },
      [](RecordedStep& s) { s.segments[0].start_time = -0.1; },
      [](RecordedStep& s) { s.segments[1].start_time = 0.3; },
      [](RecordedStep& s) { std::swap(s.segments[0], s.segments[2]); },
      [](RecordedStep& s) { s.segments[0].pose.orientation.x = nan; },
      [](RecordedStep& s) {
        s.segments[0].pose.orientation = {2.0, 0.0, 0.0, 0.0};
      },
      [](RecordedStep& s) { s.segments[2].linear_velocity.y = 1e200; },
      [](RecordedStep& s) { s.segments[2].angular_velocity.y = nan; },
      [](RecordedStep& s) { s.events[0].a = 2; },
      [](RecordedStep& s) { s.events[0].point.x = nan; },
      [](RecordedStep& s) { std::swap(s.events[0], s.events[1]); },
  };
  for (std::size_t i = 0; i < lies.size(); ++i) {
    RecordedStep step{0.25, sample_segments(), sample_events()};
    lies[i](step);
    EXPECT_NE(error_of(sample_header(), step).find("found a step"), std::string::npos) << "lie " << i;
  }
}

TEST(Recording, AChunkOfALaterKindIsPassedOver) {
  const ScratchFolder folder;
  write_sample(folder.path("a.fcr"), RecordingEnding::complete);
  std::string bytes = text_of(folder.path("a.fcr"));
  ByteWriter chunk;
  chunk.raw("NEWS");
  chunk.u32(3);
  chunk.raw("abc");
  const std::uint32_t checksum = crc32(chunk.bytes());
  chunk.u32(checksum);
  const std::size_t first_step = bytes.find("STEP");
  bytes.insert(first_step, chunk.bytes());
  const ReadBack read = read_back(folder.file("b.fcr", bytes));
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(read.steps.size(), 3U);
}

TEST(Recording, IsNotThereWhenItsWriterGoesAway) {
  const ScratchFolder folder;
  {
    RecordingWriter writer = RecordingWriter::create(folder.path("a.fcr"), sample_header()).value();
    writer.add_step(0.0, sample_segments(), {});
  }
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(Recording, TheMeshsOriginIsTheCentreOfMassTurnedBack) {
  const RecordedCollider collider{{1.0, 0.0, 0.0}, {}};
  const double half = std::sqrt(0.5);
  const Pose pose = mesh_pose({{5.0, 0.0, 0.0}, Quat(half, 0.0, 0.0, half)}, collider);  // a quarter turn about z
  EXPECT_NEAR(pose.position.x, 5.0, 1e-15);
  EXPECT_NEAR(pose.position.y, -1.0, 1e-15);
}

}  // namespace
}  // namespace firstcontact
