// The command's own mistakes: what it is told that cannot be.
#include <gtest/gtest.h>

#ifdef FIRSTCONTACT_PROGRAM

#include <string>
#include <vector>

#include "cli/program_fixture.hpp"

namespace firstcontact {
namespace {

const char* const study = R"({"version": 1, "name": "n", "seeds": 2, "situation": "cubes", "sweep": {"speed": 100},
  "methods": ["discrete", "first_contact"]})";

TEST(LabCommand, RefusesWhatItCannotDo) {
  const testing::ScratchFolder folder;
  const std::string file = folder.file("s.json", study);
  const std::string output = folder.path("o").string();
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
      {{"lab"}, "expected both"},
      {{"lab", file}, "expected both"},
      {{"lab", "nowhere.json", "-o", output}, "nowhere.json"},
      {{"lab", file, "-o", output, "--shard", "0/3"}, "0/3"},
      {{"lab", file, "-o", output, "--shard", "4/3"}, "4/3"},
      {{"lab", file, "-o", output, "--shard", "1"}, "i/n"},
      {{"lab", file, "-o", output, "--seeds", "0"}, "--seeds"},
      {{"lab", file, "-o", "-", "--case", "2"}, "2 cases"},
      {{"lab", "merge", output, "-o", output}, "study.json"},
  };
  for (const auto& [arguments, message] : wrong) {
    const testing::ProgramRun answer = testing::run(arguments);
    EXPECT_EQ(answer.status, 2) << answer.err;
    EXPECT_NE(answer.err.find(message), std::string::npos) << answer.err;
  }
}

// The study is right, and the system fails.
TEST(LabCommand, AFolderThatCannotBeWrittenIsExitStatusThree) {
  const testing::ScratchFolder folder;
  const std::string file = folder.file("s.json", study);
  const std::string in_a_file = folder.path("s.json/o").string();
  const testing::ProgramRun answer = testing::run({"lab", file, "-o", in_a_file, "--jobs", "1", "--quiet"});
  EXPECT_EQ(answer.status, 3) << answer.err;
  EXPECT_NE(answer.err.find("cannot be written"), std::string::npos) << answer.err;
  // The ledger is full from the start, as on a full disk.
  std::filesystem::create_directory(folder.path("full"));
  std::filesystem::create_symlink("/dev/full", folder.path("full/study.json"));
  const testing::ProgramRun full = testing::run({"lab", file, "-o", folder.path("full").string(), "--quiet"});
  EXPECT_EQ(full.status, 3) << full.err;
}

TEST(LabCommand, RunsAStudyAndSaysWhereTheReportIs) {
  const testing::ScratchFolder folder;
  const std::string file = folder.file("s.json", study);
  const std::string output = folder.path("o").string();
  const testing::ProgramRun answer = testing::run({"lab", file, "-o", output, "--jobs", "1"});
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_EQ(answer.out, output + "/report.html\n");
  EXPECT_EQ(answer.err, "");
  EXPECT_TRUE(std::filesystem::exists(output + "/runs.csv"));
  const testing::ProgramRun scene = testing::run({"lab", file, "-o", "-", "--case", "1"});
  EXPECT_EQ(scene.status, 0) << scene.err;
  EXPECT_NE(scene.out.find("\"cube_1\""), std::string::npos);
}

}  // namespace
}  // namespace firstcontact

#endif
