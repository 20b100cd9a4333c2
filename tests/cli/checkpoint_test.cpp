// A run that is killed goes on from its last checkpoint to the same bits: state, recording, events and totals.
#include <gtest/gtest.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "program_fixture.hpp"
#include "support/child_process.hpp"
#include "support/random.hpp"

#ifdef FIRSTCONTACT_PROGRAM

namespace firstcontact {
namespace {

namespace fs = std::filesystem;
using testing::falling_cube;
using testing::run;
using testing::ScratchFolder;
using testing::text_of;
using Json = nlohmann::json;
using Words = std::vector<std::string>;
using testing_support::wait_for;

pid_t start(Words words) {
  words.insert(words.begin(), FIRSTCONTACT_PROGRAM);
  return testing_support::start_process(std::move(words), STDERR_FILENO);
}

void pause_for(double seconds) {
  const auto whole = static_cast<time_t>(seconds);
  const timespec time{whole, static_cast<long>((seconds - static_cast<double>(whole)) * 1e9)};
  ::nanosleep(&time, nullptr);
}

// The summary without what differs from run to run.
Json facts_of(const fs::path& file) {
  Json facts = Json::parse(text_of(file));
  for (const char* key : {"wall_s", "cpu_s", "load_s", "phases", "peak_rss_bytes", "threads"}) {
    facts.erase(key);
  }
  return facts;
}

struct Case {
  std::string name;
  std::string scene;     // of the repository, or a text
  std::string duration;  // s
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

// A sensor, a body that is thrown through it, loads, locks and a kinematic body with phases.
const char* const mixed = R"({"version": 1, "name": "mixed", "bodies": [
  {"name": "floor", "type": "static", "shape": {"box": [5, 0.5, 5]}, "position": [0, -0.5, 0],
   "surface_velocity": [0.5, 0, 0]},
  {"name": "gate", "type": "static", "sensor": true, "shape": {"box": [0.5, 2, 2]}},
  {"name": "piston", "type": "kinematic", "shape": {"box": [0.2, 0.4, 0.4]}, "position": [-3, 0.5, 0],
   "phases": [{"seconds": 0.25, "linear_velocity": [4, 0, 0]}, {"seconds": 0.25, "linear_velocity": [-4, 0, 0]}]},
  {"name": "ball", "shape": {"sphere": 0.3}, "position": [-2, 0.31, 0], "linear_velocity": [3, 0, 0]},
  {"name": "rail", "shape": {"box": [0.2, 0.2, 0.2]}, "position": [1, 0.5, 0], "lock": ["z", "rx", "ry"],
   "force": [-5, 0, 0]},
  {"name": "top", "shape": {"capsule": [0.1, 0.3]}, "position": [1, 2, 0.5], "angular_velocity": [0, 80, 1],
   "torque": [0, 0.1, 0]}]})";

std::vector<Case> cases() {
  return {{"stack", "scenes/rest/stack_10.json", "4"},
          {"gas", "scenes/many/elastic_64_fast.json", "0.4"},
          {"belts", "scenes/contact/belts.json", "3"},
          {"sieve", "scenes/contact/sieve.json", "1"},
          {"mixed", mixed, "10"}};
}

class Killed : public ::testing::TestWithParam<Case> {
 protected:
  Killed() {
    const std::string& scene = GetParam().scene;
    scene_ =
        scene.front() == '{' ? folder_.file("scene.json", scene) : (fs::path(FIRSTCONTACT_SOURCE_DIR) / scene).string();
    testing::keep_caches_apart();
  }
  [[nodiscard]] std::string at(const std::string& name) const { return folder_.path(name).string(); }
  [[nodiscard]] Words simulate(const std::string& prefix, const std::string& threads) const {
    return {"simulate",          scene_,      "--quiet",           "--duration",        GetParam().duration,
            "--threads",         threads,     "--record",          at(prefix + ".fcr"), "--events",
            at(prefix + ".csv"), "--summary", at(prefix + ".json")};
  }
  void expect_same_files(const std::string& prefix) const {
    EXPECT_EQ(facts_of(at(prefix + ".json")), facts_of(at("whole.json")));
    EXPECT_TRUE(text_of(at(prefix + ".csv")) == text_of(at("whole.csv"))) << "events differ";
    EXPECT_TRUE(text_of(at(prefix + ".fcr")) == text_of(at("whole.fcr"))) << "recordings differ";
  }

  ScratchFolder folder_;
  std::string scene_;
};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// s of wall time.
double now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void wait_until_there(const fs::path& file) {
  for (int i = 0; i < 100'000 && !fs::exists(file); ++i) {
    pause_for(2e-4);
  }
}

TEST_P(Killed, AtAnyMomentItGoesOnToTheSameBits) {
  const double begin = now();
  ASSERT_EQ(wait_for(start(simulate("whole", "1"))), 0);
  const double whole = now() - begin;  // a run that keeps checkpoints takes longer
  testing_support::Random random{20261128};
  const Words keeping{"--checkpoint", at("kept"), "--every", "0.02"};
  int killed = 0;
  int status = -1;
  for (int attempt = 0; attempt < 12 && status != 0; ++attempt) {
    Words words = with(simulate("killed", attempt % 2 == 0 ? "1" : "2"), keeping);
    if (fs::exists(at("kept"))) {
      words = with(words, {"--resume", at("kept")});
    }
    const pid_t process = start(words);
    if (attempt == 0) {
      wait_until_there(at("kept"));  // early in the run, however fast it is
    } else {
      pause_for(whole * random.between(0.1, 0.8));
    }
    ::kill(process, SIGKILL);
    status = wait_for(process);
    killed += status == -SIGKILL ? 1 : 0;
  }
  if (status != 0) {
    Words words = with(simulate("killed", "2"), keeping);
    if (fs::exists(at("kept"))) {
      words = with(words, {"--resume", at("kept")});
    }
    ASSERT_EQ(wait_for(start(words)), 0);
  }
  EXPECT_GE(killed, 1);
  expect_same_files("killed");
}

// Without chance: every run is stopped by its duration, and gone on with by another process of another name.
TEST_P(Killed, GoneOnWithInPiecesItComesToTheSameBits) {
  ASSERT_EQ(run(simulate("whole", "1")).status, 0);
  const double duration = std::stod(GetParam().duration);
  for (int piece = 1; piece <= 4; ++piece) {
    Words words = with(simulate("pieces", piece % 2 == 0 ? "2" : "1"), {"--checkpoint", at("kept"), "--every", "1e9"});
    words[4] = piece == 4 ? GetParam().duration : std::to_string(duration * piece / 4.1);
    if (piece > 1) {
      words = with(words, {"--resume", at("kept")});
    }
    const auto result = run(words);
    ASSERT_EQ(result.status, 0) << result.err;
  }
  expect_same_files("pieces");
  EXPECT_EQ(folder_.entries(), scene_.rfind(at(""), 0) == 0 ? 8U : 7U);  // nothing half-written lies about
}

INSTANTIATE_TEST_SUITE_P(Scenes, Killed, ::testing::ValuesIn(cases()), [](const auto& of) { return of.param.name; });

struct Kept : ScratchFolder {
  Kept() {
    file("cube.obj", testing::cube_obj);
    scene = file("scene.json", falling_cube);
    checkpoint = path("kept").string();
    EXPECT_EQ(run({"simulate", scene, "--quiet", "--duration", "0.2", "--checkpoint", checkpoint}).status, 0);
  }
  [[nodiscard]] testing::ProgramRun resumed(const Words& more = {}) const {
    return run(with({"simulate", scene, "--quiet", "--resume", checkpoint}, more));
  }
  void expect_refused(const Words& more, const std::string& fragment) const {
    const auto result = resumed(more);
    EXPECT_EQ(result.status, 2) << fragment;
    EXPECT_NE(result.err.find(fragment), std::string::npos) << result.err;
  }
  std::string scene, checkpoint;
};

TEST(Checkpoint, OfAnotherSceneIsRefused) {
  const Kept kept;
  EXPECT_EQ(kept.resumed().status, 0);
  kept.expect_refused({"--time-step", "0.001"}, "found a checkpoint of another scene");
  kept.expect_refused({"--no-sleeping"}, "found a checkpoint of another scene");
  // The same scene, written otherwise, is the same; a mesh that was changed is another.
  kept.file("scene.json", Json::parse(falling_cube).dump(4));
  EXPECT_EQ(kept.resumed().status, 0);
  std::string cube(testing::cube_obj);
  cube.replace(cube.find("0.5"), 3, "0.4");
  kept.file("cube.obj", cube);
  kept.expect_refused({}, "kept: found a checkpoint of another scene, or of this one before it, a mesh");
}

TEST(Checkpoint, WhatTheRunBeforeDidNotWriteCannotBeGoneOnWith) {
  const Kept kept;
  kept.expect_refused({"--record", kept.path("a.fcr").string()}, "--record: found a checkpoint of a run without it");
  kept.expect_refused({"--events", kept.path("a.csv").string()}, "--events: found a checkpoint of a run without it");
  kept.expect_refused({"--check"}, "--check and --resume");
  EXPECT_FALSE(fs::exists(kept.path("a.fcr")));
}

TEST(Checkpoint, ARecordingThatIsGoneIsNamed) {
  const Kept kept;
  const std::string record = kept.path("a.fcr").string();
  ASSERT_EQ(
      run({"simulate", kept.scene, "--quiet", "--duration", "0.2", "--checkpoint", kept.checkpoint, "--record", record})
          .status,
      0);
  const std::string bytes = text_of(record);
  EXPECT_EQ(kept.resumed({"--record", record}).status, 0);
  kept.file("a.fcr", bytes.substr(0, 400));
  kept.expect_refused({"--record", record}, "found other bytes than the");
  fs::remove(record);
  kept.expect_refused({"--record", record}, "found other bytes than the");
}

TEST(Checkpoint, ThatIsDamagedIsRefusedAtWhateverByte) {
  const Kept kept;
  const std::string bytes = text_of(kept.checkpoint);
  kept.file("kept", "");
  kept.expect_refused({}, "kept: byte 0: found something else, expected a checkpoint");
  kept.file("kept", bytes.substr(0, 8) + "\x02" + bytes.substr(9));
  kept.expect_refused({}, "kept: byte 8: found version 2");
  for (std::size_t i = 12; i < bytes.size(); i += bytes.size() / 20) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    kept.file("kept", damaged);
    kept.expect_refused({}, "found a checksum that is wrong");
    kept.file("kept", bytes.substr(0, i));
    kept.expect_refused({}, "kept: ");
  }
  fs::remove(kept.checkpoint);
  kept.expect_refused({}, "kept: cannot be read: No such file");
}

TEST(Checkpoint, ThatCannotBeWrittenEndsTheRun) {
  const Kept kept;
  const auto result = run({"simulate", kept.scene, "--quiet", "--checkpoint", kept.path("no/kept").string()});
  EXPECT_EQ(result.status, 3) << result.err;
  EXPECT_NE(result.err.find("cannot be written"), std::string::npos) << result.err;
}

TEST(Checkpoint, AnInterruptedRunLeavesAWholeRecordingThatIsGoneOnWith) {
  const ScratchFolder folder;
  const std::string scene = (fs::path(FIRSTCONTACT_SOURCE_DIR) / "scenes/rest/stack_30.json").string();
  const auto at = [&](const char* name) { return folder.path(name).string(); };
  const Words words{"simulate", scene, "--quiet", "--duration", "1", "--checkpoint", at("kept"), "--every", "0.05"};
  ASSERT_EQ(run(with(words, {"--record", at("whole.fcr")})).status, 0);
  fs::remove(at("kept"));
  const pid_t process = start(with(words, {"--record", at("cut.fcr")}));
  while (!fs::exists(at("kept"))) {
    pause_for(0.002);
  }
  ::kill(process, SIGTERM);
  const int status = wait_for(process);
  EXPECT_TRUE(status == 130 || status == 0);  // it may have been done before
  EXPECT_EQ(run(with(words, {"--record", at("cut.fcr"), "--resume", at("kept")})).status, 0);
  EXPECT_TRUE(text_of(at("cut.fcr")) == text_of(at("whole.fcr")));
}

}  // namespace
}  // namespace firstcontact

#endif
