#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "cli/program_fixture.hpp"

namespace firstcontact {
namespace {

using testing::cube_obj;
using testing::falling_cube;
using testing::ProgramRun;
using testing::run;
using testing::ScratchFolder;

// A recording of a cube that falls onto a floor, in the folder.
std::string recording_in(const ScratchFolder& folder) {
  static_cast<void>(folder.file("cube.obj", cube_obj));
  const std::string scene = folder.file("scene.json", falling_cube);
  const std::string recording = folder.path("run.fcr").string();
  EXPECT_EQ(run({"simulate", scene, "--record", recording, "--record-impulses", "--quiet"}).status, 0);
  return recording;
}

TEST(VerifyCommand, ProvesASoundRecording) {
  const ScratchFolder folder;
  const ProgramRun found = run({"verify", recording_in(folder), "--threads", "2"});
  EXPECT_EQ(found.status, 0) << found.out << found.err;
  EXPECT_NE(found.out.find("proved: \"falling cube\""), std::string::npos) << found.out;
  EXPECT_NE(found.out.find("intervals"), std::string::npos) << found.out;
}

// A disk that is full, or a reader that has gone away.
TEST(VerifyCommand, SaysSoWhereStandardOutputTakesNothing) {
  const ScratchFolder folder;
  const std::string recording = recording_in(folder);
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"verify", recording}, {"verify", recording, "--report", "-"}}) {
    std::ofstream full("/dev/full");
    std::ostringstream err;
    EXPECT_EQ(run_program(line, full, err), 3);
    EXPECT_NE(err.str().find("standard output: cannot be written"), std::string::npos) << err.str();
  }
}

TEST(VerifyCommand, WritesItsReportAsJson) {
  const ScratchFolder folder;
  const std::string recording = recording_in(folder);
  const std::string file = folder.path("report.json").string();
  EXPECT_EQ(run({"verify", recording, "--report", file}).status, 0);
  const std::string text = testing::text_of(file);
  EXPECT_EQ(text, run({"verify", recording, "--report", "-"}).out);
  EXPECT_NE(text.find("\"verdict\": \"proved\""), std::string::npos) << text;
  EXPECT_NE(text.find("\"intervals\": "), std::string::npos) << text;
  EXPECT_NE(text.find("\"findings\": []"), std::string::npos) << text;
}

// Asleep after half a second, and on to the end: the recording hardly grows, and is proved.
TEST(VerifyCommand, ProvesARecordingOfSleepersWhichIsSmall) {
  const ScratchFolder folder;
  const std::string scene = folder.file("scene.json", R"({"version": 1, "duration": 5, "bodies": [
    {"name": "floor", "type": "static", "shape": {"box": [2, 0.5, 2]}, "position": [0, -0.5, 0]},
    {"name": "crate", "shape": {"box": [0.5, 0.5, 0.5]}, "position": [0, 0.5, 0]}]})");
  const auto simulated = [&](const std::string& name, std::vector<std::string> more) {
    std::vector<std::string> line{"simulate", scene,      "--record-impulses",       "--summary",
                                  "-",        "--record", folder.path(name).string()};
    line.insert(line.end(), more.begin(), more.end());
    return run(line).out;
  };
  EXPECT_NE(simulated("asleep.fcr", {}).find("\"asleep\": 1,"), std::string::npos);
  EXPECT_NE(simulated("awake.fcr", {"--no-sleeping"}).find("\"asleep\": 0,"), std::string::npos);
  const auto size = [&](const std::string& name) { return std::filesystem::file_size(folder.path(name)); };
  EXPECT_LT(3 * size("asleep.fcr"), size("awake.fcr"));  // one that stands awake has a segment a step
  const std::string report = run({"verify", folder.path("asleep.fcr").string(), "--report", "-"}).out;
  EXPECT_NE(report.find("\"verdict\": \"proved\""), std::string::npos) << report;
  EXPECT_NE(report.find("\"sleeps\": 1,"), std::string::npos) << report;
}

TEST(VerifyCommand, SaysNoToBodiesThatOverlap) {
  const ScratchFolder folder;
  const std::string scene =
      folder.file("scene.json", R"({"version": 1, "duration": 0.1, "gravity": [0, 0, 0], "bodies": [
    {"name": "one", "shape": {"box": [0.5, 0.5, 0.5]}},
    {"name": "the \"other\"", "shape": {"box": [0.5, 0.5, 0.5]}, "position": [0.9, 0, 0]}]})");
  const std::string recording = folder.path("run.fcr").string();
  ASSERT_EQ(run({"simulate", scene, "--record", recording, "--quiet"}).status, 0);
  const ProgramRun found = run({"verify", recording});
  EXPECT_EQ(found.status, 1);
  EXPECT_NE(found.out.find("overlap at "), std::string::npos) << found.out;
  EXPECT_NE(run({"verify", recording, "--report", "-"}).out.find("the \\\"other\\\""), std::string::npos);
}

TEST(VerifyCommand, RefusesWhatIsNoRecordingByName) {
  const ScratchFolder folder;
  const std::string file = folder.file("note.txt", "this is no recording");
  const ProgramRun found = run({"verify", file});
  EXPECT_EQ(found.status, 2);
  EXPECT_NE(found.err.find(file + ": byte 0"), std::string::npos) << found.err;
  EXPECT_EQ(run({"verify", file, "--report", file}).status, 2);
}

TEST(VerifyCommand, WarnsOfACutRecording) {
  const ScratchFolder folder;
  const std::string whole = testing::text_of(recording_in(folder));
  const std::string cut = folder.file("cut.fcr", whole.substr(0, whole.size() - 100));
  const ProgramRun found = run({"verify", cut});
  EXPECT_EQ(found.status, 0) << found.out;
  EXPECT_NE(found.err.find("is cut"), std::string::npos) << found.err;
}

}  // namespace
}  // namespace firstcontact
