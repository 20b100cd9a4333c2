// A study ends with the same bytes whatever happened on the way: killed at any moment, cut into shards, run by ranks.
#include <gtest/gtest.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "lab/ranks.hpp"
#include "scene/scratch_folder.hpp"
#include "support/child_process.hpp"
#include "support/random.hpp"

#ifdef FIRSTCONTACT_PROGRAM

namespace firstcontact {
namespace {

namespace fs = std::filesystem;
using testing::ScratchFolder;
using testing_support::wait_for;

pid_t start(const std::vector<std::string>& words) { return testing_support::start_process(words, STDOUT_FILENO); }

const char* const study = R"({"version": 1, "name": "small", "situation": "plates", "seeds": 20, "seed": 5,
  "sweep": {"speed": [30, 200], "thickness": [0.005, 0.02], "spin": [0, 50], "time_step": [0.002, 0.0166666]},
  "methods": ["discrete", "substeps 16", "swept_translation", "speculative", "linear_cast", "sphere_sweep",
              "first_contact"],
  "figures": [{"heat_map": ["speed", "spin"], "of": "missed"}, {"curve": "time_step", "of": "velocity_error"}]})";

std::vector<std::string> lab(std::vector<std::string> rest) {
  std::vector<std::string> words{FIRSTCONTACT_PROGRAM, "lab"};
  words.insert(words.end(), rest.begin(), rest.end());
  return words;
}

// Name and bytes of everything a study ends with, but for processor times, ledgers, and what a kill in the middle of
// writing a file leaves behind (".NAME.part-...").
std::map<std::string, std::string> results(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(entry.path(), folder).string();
    const bool is_left_behind = entry.path().filename().string().starts_with(".");
    if (entry.is_regular_file() && !is_left_behind && !name.starts_with("timing/") &&
        entry.path().extension() != ".ledger") {
      files[name] = testing::text_of(entry.path());
    }
  }
  return files;
}

// No gtest EXPECT_EQ: it would print both reports.
void expect_same(const std::map<std::string, std::string>& a, const std::map<std::string, std::string>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [name, bytes] : a) {
    ASSERT_TRUE(b.contains(name)) << name;
    EXPECT_TRUE(b.at(name) == bytes) << name << " differs";
  }
}

class Lab : public ::testing::Test {
 protected:
  void SetUp() override {
    study_ = folder_.file("study.json", study);
    ASSERT_EQ(wait_for(start(lab({study_, "-o", at("whole"), "--jobs", "2"}))), 0);
    whole_ = results(at("whole"));
    ASSERT_TRUE(whole_.contains("report.html"));
    ASSERT_TRUE(whole_.contains("figures/figure_2.svg"));
  }
  [[nodiscard]] std::string at(const std::string& name) const { return folder_.path(name).string(); }

  ScratchFolder folder_;
  std::string study_;
  std::map<std::string, std::string> whole_;
};

void sleep_for(double seconds) {
  const timespec time{0, static_cast<long>(1e9 * seconds)};
  ::nanosleep(&time, nullptr);
}

TEST_F(Lab, KilledTwentyTimesEndsWithTheSameBytes) {
  testing_support::Random random(11);
  int killed = 0;
  for (int i = 0; i < 20; ++i) {
    const pid_t process = start(lab({study_, "-o", at("killed"), "--jobs", "1"}));
    sleep_for(random.between(0.005, 0.12));
    ::kill(process, SIGKILL);
    killed += wait_for(process) == -SIGKILL ? 1 : 0;
  }
  EXPECT_GE(killed, 10);
  ASSERT_EQ(wait_for(start(lab({study_, "-o", at("killed"), "--jobs", "2"}))), 0);
  expect_same(whole_, results(at("killed")));
}

TEST_F(Lab, ATornLineIsRunAgain) {
  ASSERT_EQ(wait_for(start(lab({study_, "-o", at("torn")}))), 0);
  const std::string ledger = at("torn") + "/part_0_of_1.ledger";
  const auto size = fs::file_size(ledger);
  for (const std::uintmax_t left : {size - 1, size / 2 + 7, std::uintmax_t{20}, std::uintmax_t{0}}) {
    fs::resize_file(ledger, left);
    fs::remove(at("torn") + "/runs.csv");
    ASSERT_EQ(wait_for(start(lab({study_, "-o", at("torn")}))), 0) << left;
    expect_same(whole_, results(at("torn")));
  }
}

TEST_F(Lab, ThreeShardsInOneFolderOrThreeMergeToTheSameBytes) {
  for (const std::string part : {"2", "3", "1"}) {
    ASSERT_EQ(wait_for(start(lab({study_, "-o", at("one"), "--shard", part + "/3"}))), 0);
    ASSERT_EQ(wait_for(start(lab({study_, "-o", at("part" + part), "--shard", part + "/3"}))), 0);
  }
  ASSERT_EQ(wait_for(start(lab({"merge", at("one"), "-o", at("one")}))), 0);
  expect_same(whole_, results(at("one")));
  ASSERT_EQ(wait_for(start(lab({"merge", at("part3"), at("part1"), at("part2"), "-o", at("merged")}))), 0);
  expect_same(whole_, results(at("merged")));
}

TEST_F(Lab, MergingWithAPartMissingSaysHowMany) {
  ASSERT_EQ(wait_for(start(lab({study_, "-o", at("part"), "--shard", "1/2"}))), 0);
  EXPECT_EQ(wait_for(start(lab({"merge", at("part"), "-o", at("merged")}))), 2);
  EXPECT_FALSE(fs::exists(at("merged") + "/report.html"));
}

TEST_F(Lab, AFolderOfAnotherStudyIsRefusedAndKept) {
  const std::string other =
      folder_.file("other.json", std::string(study).replace(std::string(study).find("20"), 2, "21"));
  EXPECT_EQ(wait_for(start(lab({other, "-o", at("whole")}))), 2);
  expect_same(whole_, results(at("whole")));
}

TEST_F(Lab, KilledShardsMergeToTheSameBytes) {
  testing_support::Random random(12);
  for (const std::string part : {"1", "2", "3"}) {
    const auto words = lab({study_, "-o", at("killed"), "--shard", part + "/3", "--jobs", "1"});
    for (int i = 0; i < 7; ++i) {
      const pid_t process = start(words);
      sleep_for(random.between(0.005, 0.06));
      ::kill(process, SIGKILL);
      wait_for(process);
    }
    ASSERT_EQ(wait_for(start(words)), 0);
  }
  ASSERT_EQ(wait_for(start(lab({"merge", at("killed"), "-o", at("killed")}))), 0);
  expect_same(whole_, results(at("killed")));
}

class LabOverRanks : public Lab {
 protected:
  void SetUp() override {
    if (!Ranks::can_meet()) {
      GTEST_SKIP() << "built without MPI";
    }
    if (std::system("command -v mpirun >/dev/null 2>&1") != 0) {
      GTEST_SKIP() << "no mpirun here";
    }
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    ::setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // of the MPI library
    Lab::SetUp();
  }
  [[nodiscard]] std::vector<std::string> ranks(const std::string& folder) const {
    std::vector<std::string> words{"mpirun", "-n", "2", "--oversubscribe"};
    for (const std::string& word : lab({study_, "-o", folder, "--jobs", "1"})) {
      words.push_back(word);
    }
    return words;
  }
};

TEST_F(LabOverRanks, TwoEndWithTheSameBytes) {
  ASSERT_EQ(wait_for(start(ranks(at("ranks")))), 0);
  EXPECT_TRUE(fs::exists(at("ranks") + "/part_1_of_2.ledger"));
  expect_same(whole_, results(at("ranks")));
}

TEST_F(LabOverRanks, TwoKilledTwentyTimesEndWithTheSameBytes) {
  testing_support::Random random(13);
  for (int i = 0; i < 20; ++i) {
    const pid_t process = start(ranks(at("ranks")));
    sleep_for(random.between(0.1, 0.6));
    ::kill(process, SIGKILL);
    wait_for(process);
  }
  // What mpirun has left behind may still hold a ledger for a moment; then the new ranks refuse to start.
  int status = 2;
  for (int i = 0; i < 100 && status != 0; ++i) {
    status = wait_for(start(ranks(at("ranks"))));
    sleep_for(0.1);
  }
  ASSERT_EQ(status, 0);
  expect_same(whole_, results(at("ranks")));
}

}  // namespace
}  // namespace firstcontact

#endif
