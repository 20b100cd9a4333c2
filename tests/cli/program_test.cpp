// The program from the outside: what it writes and how it ends.

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "program_fixture.hpp"
#include "scene/query_samples.hpp"
#include "scene/recording.hpp"

namespace firstcontact {
namespace {

using testing::cube_obj;
using testing::falling_cube;
using testing::ProgramRun;
using testing::run;
using testing::ScratchFolder;
using testing::text_of;
using Json = nlohmann::json;

// A folder with the falling cube's scene in it.
struct SceneFolder : ScratchFolder {
  SceneFolder() {
    file("cube.obj", cube_obj);
    scene = file("scene.json", falling_cube);
  }
  [[nodiscard]] std::string name(std::string_view file_name) const { return path(file_name).string(); }
  std::string scene;
};

std::size_t line_count(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(Help, NamesEveryOptionAndGivesAnExample) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> commands{
      {"simulate",
       {"--duration", "--time-step", "--threads", "--no-sleeping", "--record", "--events", "--summary", "--check",
        "--checkpoint", "--every", "--resume", "--quiet"}},
      {"export", {"--output", "--fps"}},
      {"toi", {"--method", "--target", "--tolerance", "--repeat", "--results", "--summary"}}};
  const ProgramRun program = run({"--help"});
  EXPECT_EQ(program.status, 0);
  for (const auto& [name, options] : commands) {
    EXPECT_NE(program.out.find(name), std::string::npos);
    const ProgramRun help = run({name, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_NE(help.out.find("Example:\n  firstcontact " + name), std::string::npos) << help.out;
    for (const std::string& option : options) {
      EXPECT_NE(help.out.find(option), std::string::npos) << name << " " << option;
    }
  }
}

TEST(Version, IsPrinted) {
  const ProgramRun version = run({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_EQ(version.out, "firstcontact " + std::string(program_version()) + "\n");
}

TEST(Simulate, PrintsATableUnlessQuiet) {
  const SceneFolder folder;
  const ProgramRun loud = run({"simulate", folder.scene});
  EXPECT_EQ(loud.status, 0) << loud.err;
  EXPECT_NE(loud.out.find("falling cube"), std::string::npos);
  EXPECT_NE(loud.out.find("state hash"), std::string::npos);
  EXPECT_EQ(loud.err, "");
  const ProgramRun quiet = run({"simulate", folder.scene, "--quiet"});
  EXPECT_EQ(quiet.status, 0);
  EXPECT_EQ(quiet.out + quiet.err, "");
}

TEST(Simulate, SummaryHasEveryKeyOfTheContract) {
  const SceneFolder folder;
  const ProgramRun result = run({"simulate", folder.scene, "--summary", "-"});
  ASSERT_EQ(result.status, 0) << result.err;
  const Json summary = Json::parse(result.out);
  for (const char* const key : {"name",        "bodies",
                                "hulls",       "steps",
                                "simulated_s", "wall_s",
                                "cpu_s",       "load_s",
                                "threads",     "events",
                                "toi_queries", "pairs_tested",
                                "min_gap_m",   "initial_overlaps",
                                "set_apart",   "time_lost_s",
                                "kinetic_j",   "potential_j",
                                "momentum",    "angular_momentum",
                                "removed",     "asleep",
                                "phases",      "peak_rss_bytes",
                                "state_hash",  "final"}) {
    EXPECT_TRUE(summary.contains(key)) << key;
  }
  EXPECT_EQ(summary["name"], "falling cube");
  EXPECT_EQ(summary["bodies"], Json::parse(R"({"dynamic": 1, "static": 1, "kinematic": 0})"));
  EXPECT_EQ(summary["hulls"], 2);
  EXPECT_EQ(summary["steps"], 30);
  EXPECT_NEAR(summary["simulated_s"].get<double>(), 0.5, 1e-12);
  EXPECT_EQ(summary["momentum"]["start"].size(), 3U);
  EXPECT_EQ(summary["state_hash"].get<std::string>().size(), 16U);
  ASSERT_EQ(summary["final"].size(), 2U);
  EXPECT_EQ(summary["final"][1]["name"], "cube");
  EXPECT_EQ(summary["final"][0]["position"], Json::parse("[0.0, -0.5, 0.0]"));
  EXPECT_EQ(summary["final"][1]["rotation"].size(), 4U);
}

// The cube falls from two metres and lies on the floor in the end.
TEST(Simulate, ChecksWhatTheSceneExpects) {
  const SceneFolder folder;
  Json scene = Json::parse(falling_cube);
  const auto checked = [&](const char* const expect) {
    scene["expect"] = Json::parse(expect);
    return run({"simulate", folder.file("expecting.json", scene.dump()), "--check", "--summary", "-"});
  };
  const ProgramRun good = checked(R"([{"check": "never_overlap"}, {"check": "y_above", "y": -1}])");
  EXPECT_EQ(good.status, 0) << good.err;
  EXPECT_EQ(Json::parse(good.out)["checks"],
            Json::parse(R"([{"check": "never_overlap", "status": "passed", "message": ""},
                            {"check": "y_above", "status": "passed", "message": ""}])"));
  const ProgramRun bad = checked(R"([{"check": "never_overlap"}, {"check": "y_above", "y": 100}])");
  EXPECT_EQ(bad.status, 1);
  EXPECT_NE(bad.err.find("check 'y_above' failed: 'cube' is at y = "), std::string::npos) << bad.err;
  EXPECT_EQ(Json::parse(bad.out)["checks"][1]["status"], "failed");
  EXPECT_FALSE(Json::parse(run({"simulate", folder.scene, "--summary", "-"}).out).contains("checks"));
}

TEST(Simulate, SummaryLeavesOutTheFinalStatesWhenAsked) {
  const SceneFolder folder;
  const ProgramRun result = run({"simulate", folder.scene, "--summary", "-", "--summary-final", "false"});
  EXPECT_FALSE(Json::parse(result.out).contains("final"));
}

TEST(Simulate, OverridesDurationAndTimeStep) {
  const SceneFolder folder;
  const ProgramRun result =
      run({"simulate", folder.scene, "--duration", "0.1", "--time-step", "0.04", "--summary", "-"});
  const Json summary = Json::parse(result.out);
  EXPECT_EQ(summary["steps"], 3);
  EXPECT_NEAR(summary["simulated_s"].get<double>(), 0.12, 1e-12);
}

TEST(Simulate, GivesTheSameBitsEveryTime) {
  const SceneFolder folder;
  for (const char* const name : {"a", "b"}) {
    const ProgramRun result = run({"simulate", folder.scene, "--quiet", "--record", folder.name(name), "--events",
                                   folder.name(name + std::string(".csv"))});
    ASSERT_EQ(result.status, 0) << result.err;
  }
  EXPECT_EQ(text_of(folder.path("a")), text_of(folder.path("b")));
  EXPECT_EQ(text_of(folder.path("a.csv")), text_of(folder.path("b.csv")));
}

TEST(Simulate, EventsAreATableInTimeOrder) {
  const SceneFolder folder;
  const ProgramRun result =
      run({"simulate", folder.scene, "--events", folder.name("e.csv"), "--summary", folder.name("s.json")});
  ASSERT_EQ(result.status, 0) << result.err;
  std::istringstream events(text_of(folder.path("e.csv")));
  std::string line;
  std::getline(events, line);
  EXPECT_EQ(line, "time_s,kind,body_a,body_b,x,y,z,nx,ny,nz,approach_m_s,impulse_n_s,friction_impulse_n_s,gap_m");
  double last_time = 0.0;
  std::uint64_t impacts = 0;
  while (std::getline(events, line)) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 13);
    const bool is_impact = line.find(",impact,floor,cube,") != std::string::npos;
    const bool is_touch =
        line.find(",begin,floor,cube,") != std::string::npos || line.find(",end,floor,cube,") != std::string::npos;
    EXPECT_NE(is_impact, is_touch) << line;
    const double time = std::stod(line);
    EXPECT_GE(time, last_time);
    last_time = time;
    impacts += is_impact ? 1U : 0U;
  }
  EXPECT_GT(impacts, 0U);
  EXPECT_EQ(Json::parse(text_of(folder.path("s.json")))["events"], impacts);
}

TEST(Simulate, LeavesNothingBehindWhenItFails) {
  const SceneFolder folder;
  const std::size_t before = folder.entries();
  EXPECT_EQ(run({"simulate", folder.scene, "--record", folder.name("no/such.fcr")}).status, 3);
  EXPECT_EQ(
      run({"simulate", folder.scene, "--record", folder.name("a.fcr"), "--events", folder.name("no/such.csv")}).status,
      3);
  EXPECT_EQ(run({"simulate", folder.scene, "--summary", folder.name("no/such.json")}).status, 3);
  EXPECT_EQ(run({"simulate", folder.scene, "--record", folder.path("").parent_path().string()}).status, 3);
  EXPECT_EQ(folder.entries(), before);
}

TEST(Simulate, AFullDiskIsExitStatusThree) {
  if (!std::filesystem::exists("/dev/full")) {
    return;  // only Linux has this device
  }
  const SceneFolder folder;
  const ProgramRun result = run({"simulate", folder.scene, "--record", "/dev/full"});
  EXPECT_EQ(result.status, 3);
  EXPECT_NE(result.err.find("/dev/full: cannot be written: No space left on device"), std::string::npos) << result.err;
}

TEST(Simulate, EveryOutputToAFullDiskIsExitStatusThree) {
  if (!std::filesystem::exists("/dev/full")) {
    GTEST_SKIP() << "no /dev/full";
  }
  const SceneFolder folder;
  for (const char* option : {"--record", "--events", "--summary", "--checkpoint"}) {
    const ProgramRun result = run({"simulate", folder.scene, "--quiet", option, "/dev/full"});
    EXPECT_EQ(result.status, 3) << option;
    EXPECT_NE(result.err.find("/dev/full: cannot be written: No space left on device"), std::string::npos) << option;
  }
}

// A name of 255 bytes is the longest there is: the file beside it that is renamed in the end has room for it.
TEST(Simulate, TheLongestNamesCanBeWritten) {
  const SceneFolder folder;
  for (const std::size_t length : {std::size_t{200}, std::size_t{236}, std::size_t{249}, std::size_t{255}}) {
    const std::string name = folder.name(std::string(length, 'n'));
    EXPECT_EQ(run({"simulate", folder.scene, "--quiet", "--duration", "0.1", "--record", name}).status, 0) << length;
    EXPECT_TRUE(std::filesystem::exists(name));
  }
  EXPECT_EQ(run({"simulate", folder.scene, "--quiet", "--record", folder.name(std::string(256, 'n'))}).status, 3);
}

TEST(Simulate, ASceneOfNothingRuns) {
  const SceneFolder folder;
  const std::string scene = folder.file("empty.json", R"({"version": 1, "duration": 0.1, "bodies": []})");
  const ProgramRun result = run({"simulate", scene, "--record", folder.name("e.fcr"), "--summary", "-"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(Json::parse(result.out)["min_gap_m"].is_null());
  EXPECT_EQ(run({"export", folder.name("e.fcr"), "-o", folder.name("e.csv")}).status, 0);
  EXPECT_EQ(line_count(text_of(folder.path("e.csv"))), 1U);
}

TEST(Simulate, CtrlCEndsWithAValidRecording) {
  const SceneFolder folder;
  ProgramRun result;
  std::thread program([&] {
    result = run({"simulate", folder.scene, "--duration", "1e6", "--record", folder.name("a.fcr"), "--summary",
                  folder.name("s.json")});
  });
  // The handler is in place once the recording's temporary file is there and growing.
  const auto temporary_bytes = [&] {
    std::uintmax_t bytes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path(""))) {
      const bool is_part = entry.path().filename().string().rfind(".a.fcr.part", 0) == 0;
      bytes += is_part ? entry.file_size() : 0;
    }
    return bytes;
  };
  while (temporary_bytes() < 100000) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::raise(SIGINT);
  program.join();
  EXPECT_EQ(result.status, 130);
  EXPECT_NE(result.err.find("interrupted at"), std::string::npos);
  RecordingReader reader = RecordingReader::open(folder.path("a.fcr")).value();
  auto step = reader.next();
  std::uint64_t steps = 0;
  for (; step && step.value(); step = reader.next()) {
    ++steps;
  }
  EXPECT_TRUE(step);
  EXPECT_EQ(reader.ending(), RecordingEnding::interrupted);
  EXPECT_EQ(Json::parse(text_of(folder.path("s.json")))["steps"], steps - 1);
  EXPECT_EQ(run({"export", folder.name("a.fcr"), "-o", folder.name("a.csv"), "--fps", "1"}).status, 0);
}

TEST(Export, TheLastRowIsTheSummarysFinalState) {
  const SceneFolder folder;
  const ProgramRun simulated = run({"simulate", folder.scene, "--record", folder.name("a.fcr"), "--summary", "-"});
  ASSERT_EQ(simulated.status, 0) << simulated.err;
  ASSERT_EQ(run({"export", folder.name("a.fcr"), "-o", folder.name("a.csv")}).status, 0);
  const std::string table = text_of(folder.path("a.csv"));
  EXPECT_EQ(line_count(table), 1U + 2U * 31U);  // the header, and two bodies at 0, 1/60 ... 0.5 s
  const std::string last = table.substr(table.rfind('\n', table.size() - 2) + 1);
  std::vector<std::string> fields;
  std::istringstream row(last);
  for (std::string field; std::getline(row, field, ',');) {
    fields.push_back(field);
  }
  ASSERT_EQ(fields.size(), 15U);
  EXPECT_EQ(fields[1], "cube");
  const Json final_state = Json::parse(simulated.out)["final"][1];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(std::stod(fields[2 + axis]), final_state["position"][axis].get<double>(), 1e-12);
  }
  for (std::size_t axis = 0; axis < 4; ++axis) {
    EXPECT_NEAR(std::stod(fields[5 + axis]), final_state["rotation"][axis].get<double>(), 1e-12);
  }
}

TEST(Export, ACutRecordingIsExportedWithAWarning) {
  const SceneFolder folder;
  ASSERT_EQ(run({"simulate", folder.scene, "--quiet", "--record", folder.name("a.fcr")}).status, 0);
  const std::string whole = text_of(folder.path("a.fcr"));
  const std::string cut = folder.file("cut.fcr", std::string_view(whole).substr(0, whole.size() - 100));
  const ProgramRun result = run({"export", cut, "-o", folder.name("cut.csv")});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.err.find("warning: " + cut + ": byte "), std::string::npos) << result.err;
}

TEST(TimeOfImpactCommand, ScoresAFileAndWritesWhatTheContractSays) {
  const ScratchFolder folder;
  const std::string file = folder.file("q.toi", testing::two_cubes("hit 0.25 0.25 1 0 0 0.25 0 -4 1 0 0"));
  const ProgramRun result = run({"toi", file, "--results", folder.path("r.jsonl").string(), "--summary", "-"});
  ASSERT_EQ(result.status, 0) << result.err;
  const Json line = Json::parse(text_of(folder.path("r.jsonl")));
  EXPECT_EQ(line["set"], "S0");
  EXPECT_EQ(line["id"], 17);
  EXPECT_EQ(line["status"], "touches");
  EXPECT_NEAR(line["time"].get<double>(), 0.25, 1e-4);
  EXPECT_NEAR(line["normal"][0].get<double>(), 1.0, 1e-9);
  for (const char* const key : {"gap_m", "depth_m", "feature", "ns"}) {
    EXPECT_TRUE(line.contains(key)) << key;
  }
  const Json summary = Json::parse(result.out);
  for (const Json& score : {summary["sets"][0], summary["total"]}) {
    EXPECT_EQ(score["queries"], 1);
    EXPECT_EQ(score["hits"], 1);
    EXPECT_EQ(score["method"], "certified");
    for (const char* const key : {"missed", "late", "early", "false_contacts", "undecided", "wrong_overlaps"}) {
      EXPECT_EQ(score[key], 0) << key;
    }
    for (const char* const key : {"ns_median", "ns_p99", "target_m", "tolerance_m"}) {
      EXPECT_TRUE(score.contains(key)) << key;
    }
  }
  EXPECT_EQ(summary["sets"][0]["set"], "S0");
}

TEST(TimeOfImpactCommand, PrintsATableOfAllFiles) {
  const ScratchFolder folder;
  const std::string file = folder.file("q.toi", testing::two_cubes("hit 0.25 0.25 1 0 0 0.25 0 -4 1 0 0"));
  const ProgramRun result = run({"toi", file, file, "--method", "swept_full", "--repeat", "3"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(line_count(result.out), 4U);
  EXPECT_NE(result.out.find("total"), std::string::npos);
}

}  // namespace
}  // namespace firstcontact
