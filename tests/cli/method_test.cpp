// `--method` and `--compare` from the outside: the same scene by a method that lets bodies through, and told of it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program_fixture.hpp"
#include "render/image.hpp"

namespace firstcontact {
namespace {

using testing::ProgramRun;
using testing::run;
using testing::ScratchFolder;
using testing::text_of;

// A cube of 10 cm at 100 m/s meets a sheet of 1 mm after (1 - 0.0505) / 100 s, in the middle of a step.
constexpr std::string_view bullet = R"({"version": 1, "name": "bullet", "gravity": [0, 0, 0], "duration": 0.05,
  "view": {"camera": {"eye": [0, 0.4, 2], "target": [0, 0, 0]}, "speed": 0.01, "loop": [0, 0.02]},
  "bodies": [
    {"name": "bullet", "shape": {"box": [0.05, 0.05, 0.05]}, "position": [-1, 0, 0], "linear_velocity": [100, 0, 0]},
    {"name": "sheet", "type": "static", "shape": {"box": [0.0005, 0.5, 0.5]}}]})";
constexpr double exact = (1.0 - 0.0505) / 100.0;  // s

struct MethodFolder : ScratchFolder {
  MethodFolder() { scene = file("bullet.json", bullet); }
  [[nodiscard]] std::string name(std::string_view file_name) const { return path(file_name).string(); }
  std::string scene;
};

TEST(Method, IsToldInTheSummaryTheEventsAndWordsOfWhatItLetThrough) {
  const MethodFolder folder;
  const ProgramRun told = run({"simulate", folder.scene, "--method", "discrete"});
  EXPECT_EQ(told.status, 0);
  EXPECT_NE(told.err.find("discrete: bullet passed through sheet at 0.009495 s"), std::string::npos) << told.err;
  EXPECT_NE(told.out.find("method            discrete"), std::string::npos) << told.out;
  const ProgramRun summed = run({"simulate", folder.scene, "--method", "discrete", "--summary", "-", "--quiet"});
  const auto summary = nlohmann::json::parse(summed.out);
  EXPECT_EQ(summary["method"], "discrete");
  ASSERT_EQ(summary["tunnelled"].size(), 1U);
  EXPECT_EQ(summary["tunnelled"][0][0], "bullet");
  EXPECT_EQ(summary["tunnelled"][0][1], "sheet");
  EXPECT_NEAR(summary["tunnelled"][0][2].get<double>(), exact, 1e-6);
  EXPECT_GT(summary["final"][0]["position"][0].get<double>(), 3.9) << "it flew on as if nothing were there";
  const auto ours = nlohmann::json::parse(run({"simulate", folder.scene, "--summary", "-", "--quiet"}).out);
  EXPECT_EQ(ours["method"], "first_contact");
  EXPECT_TRUE(ours["tunnelled"].empty());
  EXPECT_LT(ours["final"][0]["position"][0].get<double>(), -0.05);
}

TEST(Method, WritesEventsOfAllKindsToStandardOutput) {
  const MethodFolder folder;
  const std::string here = std::filesystem::current_path().string();
  const ProgramRun theirs = run({"simulate", folder.scene, "--method", "discrete", "--events", "-", "--quiet"});
  EXPECT_EQ(theirs.status, 0) << theirs.err;
  EXPECT_TRUE(theirs.out.starts_with("time_s,kind,")) << theirs.out;
  EXPECT_NE(theirs.out.find(",tunnelled,bullet,sheet,"), std::string::npos) << theirs.out;
  const ProgramRun ours = run({"simulate", folder.scene, "--events", "-"});
  EXPECT_NE(ours.out.find(",impact,bullet,sheet,"), std::string::npos) << ours.out;
  EXPECT_EQ(ours.out.find("state hash"), std::string::npos) << "the table would be in the way";
  EXPECT_FALSE(std::filesystem::exists("-"));
  EXPECT_EQ(run({"simulate", folder.scene, "--events", "-", "--summary", "-"}).status, 2);
  EXPECT_EQ(run({"simulate", folder.scene, "--events", "-", "--checkpoint", folder.name("c")}).status, 2);
}

TEST(Method, IsNamedInItsRecordingWhichIsJudgedAsWhatItIs) {
  const MethodFolder folder;
  ASSERT_EQ(run({"simulate", folder.scene, "--method", "discrete", "--record", folder.name("d.fcr"), "--quiet"}).status,
            0);
  const ProgramRun verdict = run({"verify", folder.name("d.fcr"), "--report", "-"});
  EXPECT_EQ(verdict.status, 1);
  const auto report = nlohmann::json::parse(verdict.out);
  EXPECT_EQ(report["method"], "discrete");
  EXPECT_EQ(report["verdict"], "refuted");
  EXPECT_EQ(report["findings"][0]["kind"], "overlap");
  EXPECT_NEAR(report["findings"][0]["time_s"].get<double>(), exact, 1e-6);
  const ProgramRun words = run({"verify", folder.name("d.fcr")});
  EXPECT_NE(words.out.find("a run by discrete, which promises nothing"), std::string::npos) << words.out;
  EXPECT_EQ(run({"export", folder.name("d.fcr"), "-o", folder.name("d.csv")}).status, 0);
  ASSERT_EQ(run({"simulate", folder.scene, "--record", folder.name("f.fcr"), "--quiet"}).status, 0);
  const auto ours = nlohmann::json::parse(run({"verify", folder.name("f.fcr"), "--report", "-"}).out);
  EXPECT_EQ(ours["method"], "first_contact");
  EXPECT_EQ(ours["verdict"], "proved");
}

TEST(Method, RefusesWhatIsTheEnginesAlone) {
  const MethodFolder folder;
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--check"}, {"--checkpoint", folder.name("c")}, {"--record-impulses"}}) {
    std::vector<std::string> arguments{"simulate", folder.scene, "--method", "discrete"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramRun refused = run(arguments);
    EXPECT_EQ(refused.status, 2) << more.front();
    EXPECT_NE(refused.err.find("--method: found discrete with"), std::string::npos) << refused.err;
  }
  const ProgramRun unknown = run({"simulate", folder.scene, "--method", "discreet"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.err.find("expected one of discrete, substeps N"), std::string::npos) << unknown.err;
}

TEST(Method, RefusesBodiesThatItCannotSweep) {
  const MethodFolder folder;
  const std::string scene = folder.file("round.json", R"({"version": 1, "duration": 0.1, "bodies": [
      {"name": "ball", "shape": {"sphere": 0.1}}]})");
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"simulate", scene, "--method", "swept_translation"},
        {"render", scene, "-o", folder.name("x.png"), "--method", "swept_translation"}}) {
    const ProgramRun refused = run(arguments);
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.err.find("found ball, which is round, expected bodies with faces"), std::string::npos)
        << refused.err;
  }
  EXPECT_EQ(run({"simulate", scene, "--method", "discrete", "--quiet"}).status, 0);
}

TEST(Method, ExportsASceneThatItRunsFirst) {
  const MethodFolder folder;
  const auto last_x = [&](const std::string& method) {
    const ProgramRun it = run({"export", folder.scene, "-o", folder.name("run.csv"), "--method", method});
    EXPECT_EQ(it.status, 0) << it.err;
    const std::string table = text_of(folder.path("run.csv"));
    const std::string line = table.substr(table.rfind(",bullet,") + 8);
    return std::stod(line);
  };
  EXPECT_GT(last_x("discrete"), 3.9) << "through the sheet, and on";
  EXPECT_LT(last_x("first_contact"), -0.05);
  EXPECT_EQ(run({"export", folder.scene, "-o", folder.name("run.glb"), "--method", "discrete"}).status, 0);
  EXPECT_NE(text_of(folder.path("run.glb")).find("\"method\":\"discrete\""), std::string::npos);
  EXPECT_EQ(folder.entries(), 3U) << "no recording is left beside them";
  ASSERT_EQ(run({"simulate", folder.scene, "--record", folder.name("f.fcr"), "--quiet"}).status, 0);
  const ProgramRun refused = run({"export", folder.name("f.fcr"), "-o", folder.name("x.csv"), "--method", "discrete"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("a recording, expected a scene"), std::string::npos) << refused.err;
}

Image picture(const MethodFolder& folder, const std::string& file, std::vector<std::string> more) {
  std::vector<std::string> arguments{"render", folder.scene, "-o", folder.name(file), "--time", "0.0125", "--quiet"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ProgramRun drawn = run(arguments);
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  return read_image(folder.name(file)).value();
}

// How many pixels of two pictures differ much, within columns of the first that begin at `left`.
int differing(const Image& wide, int left, const Image& narrow) {
  int count = 0;
  for (int y = 0; y < narrow.height; ++y) {
    for (int x = 0; x < narrow.width; ++x) {
      const auto at = [&](const Image& image, int column) {
        return image.rgb[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                              static_cast<std::size_t>(column)) +
                         1];
      };
      count += std::abs(at(wide, left + x) - at(narrow, x)) > 24 ? 1 : 0;
    }
  }
  return count;
}

TEST(Compare, ShowsEachMethodInItsOwnHalf) {
  const MethodFolder folder;
  const Image both = picture(folder, "both.png", {"--compare", "discrete,first_contact", "--size", "404x150"});
  EXPECT_EQ(both.width, 404);
  const Image theirs = picture(folder, "d.png", {"--method", "discrete", "--size", "200x150"});
  const Image ours = picture(folder, "f.png", {"--size", "200x150"});
  EXPECT_LT(differing(both, 0, theirs), 30) << "left as by itself";
  EXPECT_GT(differing(both, 0, ours), 300) << "the bullet is elsewhere, and its ghost is where they should have met";
  // Right: the engine, with its name on top and what it did below, which it has not by itself.
  EXPECT_LT(differing(both, 204, ours), 200 * (150 / 4));
  EXPECT_GT(differing(both, 204, theirs), 300);
}

TEST(Compare, RefusesWhatItCannotShow) {
  const MethodFolder folder;
  const auto refused = [&](const std::string& input, const std::vector<std::string>& more, const std::string& words) {
    std::vector<std::string> arguments{"render", input, "-o", folder.name("x.png")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramRun it = run(arguments);
    EXPECT_EQ(it.status, 2) << words;
    EXPECT_NE(it.err.find(words), std::string::npos) << it.err;
  };
  refused(folder.scene, {"--compare", "discrete"}, "found 1 methods, expected two to four");
  refused(folder.scene, {"--compare", "discrete,magic"}, "found the method \"magic\"");
  refused(folder.scene, {"--compare", "discrete,first_contact", "--method", "discrete"}, "found both");
  ASSERT_EQ(run({"simulate", folder.scene, "--record", folder.name("f.fcr"), "--quiet"}).status, 0);
  refused(folder.name("f.fcr"), {"--compare", "discrete,first_contact"}, "a recording, expected a scene");
  const ProgramRun backward =
      run({"render", folder.scene, "-o", folder.name("x.mp4"), "--time", "0.03", "--until", "0.02"});
  EXPECT_EQ(backward.status, 2);
  EXPECT_NE(backward.err.find("--until: found 0.02 s"), std::string::npos) << backward.err;
  refused(folder.scene, {"--time", "3"}, "--time: found 3 s, expected a time within the scene's 0.05 s");
}

TEST(SceneView, SetsTheFilmThatRenderMakes) {
  const MethodFolder folder;
  const ProgramRun film = run({"render", folder.scene, "-o", folder.name("a.mp4"), "--size", "64x48", "--fps", "10"});
  EXPECT_EQ(film.status, 0) << film.err;
  EXPECT_NE(film.out.find("21 frames, up to 0.02 s"), std::string::npos) << film.out;  // 0.02 s a hundred times slower
  const ProgramRun whole = run({"render", folder.scene, "-o", folder.name("b.mp4"), "--size", "64x48", "--fps", "100",
                                "--speed", "1", "--time", "0"});
  EXPECT_NE(whole.out.find("6 frames, up to 0.05 s"), std::string::npos) << whole.out;
}

TEST(Options, AreGuessedWhenMisspelt) {
  const MethodFolder folder;
  const auto said = [&](const std::vector<std::string>& arguments) {
    const ProgramRun it = run(arguments);
    EXPECT_EQ(it.status, 2);
    return it.err;
  };
  EXPECT_NE(said({"simulate", folder.scene, "--dration", "1"}).find("Did you mean --duration?"), std::string::npos);
  EXPECT_NE(said({"simulate", folder.scene, "--dration=1"}).find("Did you mean --duration?"), std::string::npos);
  EXPECT_NE(said({"render", folder.scene, "--outptu", "a.png"}).find("Did you mean --output?"), std::string::npos);
  EXPECT_NE(said({"simulat", folder.scene}).find("did you mean simulate?"), std::string::npos);
  EXPECT_EQ(said({"simulate", folder.scene, "--zebra"}).find("Did you mean"), std::string::npos);
}

}  // namespace
}  // namespace firstcontact
