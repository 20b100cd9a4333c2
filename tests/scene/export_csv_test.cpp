#include "scene/export_csv.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "scratch_folder.hpp"

namespace firstcontact {
namespace {

using testing::ScratchFolder;
using testing::text_of;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

// One body that moves along x with 1 m/s until 0.5 s and with 2 m/s from then on, recorded in steps of 0.25 s.
void write_run(const std::filesystem::path& file, const std::vector<Event>& last_events) {
  RecordingHeader header{"run", 0.25, Vec3(0.0), {{{0.0, 1.0, 0.0}, {{0.5, {Vec3(0.0)}, {}}}}}, {}};
  RecordedBody body;
  body.name = "a,b";
  body.mass = 1.0;
  body.inertia.principal_moments = Vec3(1.0);
  header.bodies = {body};
  RecordingWriter writer = RecordingWriter::create(file, header).value();
  MotionSegment segment{0, FlowKind::screw, 0.0, {}, {1.0, 0.0, 0.0}, Vec3(0.0), Vec3(0.0)};
  writer.add_step(0.0, {&segment, 1}, {});
  writer.add_step(0.25, {}, {});
  writer.add_step(0.5, {}, {});
  segment.start_time = 0.5;
  segment.pose.position.x = 0.5;
  segment.linear_velocity.x = 2.0;
  writer.add_step(0.75, {&segment, 1}, last_events);
  ASSERT_FALSE(writer.finish(RecordingEnding::complete, 0).has_value());
}

struct Exported {
  ExportReport report;
  std::vector<std::string> lines;
};

Exported exported(const ScratchFolder& folder, double samples_per_second) {
  RecordingReader reader = RecordingReader::open(folder.path("run.fcr")).value();
  OutputFile out = OutputFile::create(folder.path("out.csv")).value();
  const auto report = export_csv(reader, samples_per_second, out);
  EXPECT_TRUE(report) << (report ? "" : report.error().message);
  EXPECT_FALSE(out.finish().has_value());
  return {report.value(), lines_of(text_of(folder.path("out.csv")))};
}

TEST(ExportCsv, SamplesTheMotionAndTheLastInstant) {
  const ScratchFolder folder;
  write_run(folder.path("run.fcr"), {});
  const Exported table = exported(folder, 2.5);  // 0, 0.4 and the end, 0.75
  ASSERT_EQ(table.lines.size(), 4U);
  EXPECT_EQ(table.lines[0], "time_s,body,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz");
  EXPECT_EQ(table.lines[1], "0,\"a,b\",0,-1,0,0,0,0,1,1,0,0,0,0,0");
  EXPECT_EQ(table.lines[2], "0.4,\"a,b\",0.4,-1,0,0,0,0,1,1,0,0,0,0,0");
  EXPECT_EQ(table.lines[3], "0.75,\"a,b\",1,-1,0,0,0,0,1,2,0,0,0,0,0");
  EXPECT_EQ(table.report.rows, 3U);
  EXPECT_EQ(table.report.ending, RecordingEnding::complete);
}

TEST(ExportCsv, TheLastInstantComesOnce) {
  const ScratchFolder folder;
  write_run(folder.path("run.fcr"), {});
  EXPECT_EQ(exported(folder, 4.0).lines.size(), 1U + 4U);
}

TEST(ExportCsv, ARemovedBodyHasNoRowsFromThenOn) {
  const ScratchFolder folder;
  write_run(folder.path("run.fcr"), {{0.6, EventKind::removed, 0, 0, Vec3(0.0), Vec3(0.0), 0.0, 0.0, 0.0, 0.0}});
  EXPECT_EQ(exported(folder, 10.0).report.rows, 6U);  // 0 to 0.5
}

TEST(ExportCsv, ACutRecordingIsExportedUpToTheCut) {
  const ScratchFolder folder;
  write_run(folder.path("run.fcr"), {});
  const std::string whole = text_of(folder.path("run.fcr"));
  folder.file("run.fcr", whole.substr(0, whole.rfind("STEP") + 10));
  const Exported table = exported(folder, 4.0);
  EXPECT_EQ(table.report.ending, RecordingEnding::cut);
  EXPECT_EQ(table.report.end_time, 0.5);
  EXPECT_EQ(table.report.rows, 3U);
}

TEST(ExportCsv, ADamagedRecordingIsAnError) {
  const ScratchFolder folder;
  write_run(folder.path("run.fcr"), {});
  std::string bytes = text_of(folder.path("run.fcr"));
  bytes[bytes.rfind("STEP") + 12] ^= 1;
  folder.file("run.fcr", bytes);
  RecordingReader reader = RecordingReader::open(folder.path("run.fcr")).value();
  OutputFile out = OutputFile::create(folder.path("out.csv")).value();
  EXPECT_FALSE(export_csv(reader, 60.0, out));
}

}  // namespace
}  // namespace firstcontact
