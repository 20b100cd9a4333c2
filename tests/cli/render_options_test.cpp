// What the options of firstcontact render ask for: where the camera stands, several instants, what is written.

#include <gtest/gtest.h>

#include <filesystem>

#include "program_fixture.hpp"
#include "render/image.hpp"

namespace firstcontact {
namespace {

using testing::ProgramRun;
using testing::run;
using testing::ScratchFolder;
using testing::text_of;

// A cube that flies to the right without weight, past a post, before a camera of the scene's own.
constexpr std::string_view flight = R"({
  "version": 1, "duration": 1, "gravity": [0, 0, 0], "view": {"camera": {"eye": [0, 0, 9], "target": [0, 0, 0]}},
  "bodies": [
    {"name": "post", "type": "static", "shape": {"box": [0.2, 0.2, 0.2]}, "position": [0, 2, 0]},
    {"name": "cube", "shape": {"box": [0.4, 0.4, 0.4]}, "position": [-3, 0, 0], "linear_velocity": [6, 0, 0]},
    {"name": "still", "shape": {"box": [0.4, 0.4, 0.4]}, "position": [0, -2, 0]}]
})";

struct FlightFolder : ScratchFolder {
  FlightFolder() : scene(file("scene.json", flight)) {}
  [[nodiscard]] std::string name(std::string_view file_name) const { return path(file_name).string(); }
  // The PNG's bytes.
  [[nodiscard]] std::string drawn(const std::string& input, const std::vector<std::string>& more) const {
    std::vector<std::string> arguments{"render", input, "-o", name("x.png"), "--size", "240x160", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramRun result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.err;
    return text_of(path("x.png"));
  }
  [[nodiscard]] Image picture(const std::vector<std::string>& more) const {
    static_cast<void>(drawn(scene, more));
    return read_image(path("x.png")).value();
  }
  std::string scene;
};

// Channels that differ in a column of the picture, at `across` of its width.
int differing_at(const Image& a, const Image& b, double across) {
  int count = 0;
  const auto column = static_cast<std::size_t>(across * a.width);
  for (std::size_t row = 0; row < static_cast<std::size_t>(a.height); ++row) {
    const std::size_t at = 3 * (row * static_cast<std::size_t>(a.width) + column);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      count += std::abs(a.rgb[at + channel] - b.rgb[at + channel]) > 12 ? 1 : 0;
    }
  }
  return count;
}

TEST(Render, AnEyePlacedByHandSeesWhatTheSameCameraOfASceneSees) {
  const FlightFolder folder;
  std::string moved(flight);
  const std::string own = R"("eye": [0, 0, 9], "target": [0, 0, 0])";
  moved.replace(moved.find(own), own.size(), R"("eye": [4, 2.5, 6], "target": [-1, 0, 0.5], "field_of_view": 30)");
  const std::string other = folder.file("other.json", moved);
  const std::string by_hand =
      folder.drawn(folder.scene, {"--eye", "4,2.5,6", "--target", "-1,0,0.5", "--fov", "30", "--time", "0.2"});
  EXPECT_EQ(by_hand, folder.drawn(other, {"--time", "0.2"}));
  EXPECT_NE(by_hand, folder.drawn(folder.scene, {"--time", "0.2"}));
  // What is not said is the scene's own.
  EXPECT_EQ(folder.drawn(folder.scene, {"--eye", "0,0,9"}), folder.drawn(folder.scene, {}));
  EXPECT_NE(folder.drawn(folder.scene, {"--fov", "20"}), folder.drawn(folder.scene, {}));
}

TEST(Render, AStroboscopeShowsWhatMovesAtEachInstantAndWhatStandsOnce) {
  const FlightFolder folder;
  const Image last = folder.picture({"--time", "1"});
  const Image strobe = folder.picture({"--stroboscope", "0,0.5,1"});
  // 9 m away the picture is 11.2 m wide: the cube is at -3, 0 and 3 m.
  EXPECT_GT(differing_at(last, strobe, 0.5 - 3.0 / 11.2), 20) << "its ghost at 0 s";
  EXPECT_GT(differing_at(last, strobe, 0.5), 20) << "its ghost at 0.5 s";
  EXPECT_EQ(differing_at(last, strobe, 0.5 + 3.0 / 11.2), 0) << "itself at the last instant";
  EXPECT_EQ(differing_at(last, strobe, 0.5 - 1.5 / 11.2), 0) << "nothing in between";
  // Of a body that stands there are no ghosts: between the two the picture is the plain one.
  const Image early = folder.picture({"--time", "0.2"});
  const Image two = folder.picture({"--stroboscope", "0.1,0.2"});
  EXPECT_EQ(differing_at(early, two, 0.5), 0);
}

TEST(Render, LabelsNameBodiesInstantsAndAScale) {
  const FlightFolder folder;
  const Image plain = folder.picture({});
  const Image names = folder.picture({"--label", "names"});
  EXPECT_GT(differing_at(plain, names, 0.5), 20) << "above the post and the body that stands";
  EXPECT_EQ(differing_at(plain, names, 0.95), 0);
  const Image scale = folder.picture({"--label", "scale"});
  EXPECT_GT(differing_at(plain, scale, 0.95), 10) << "in the right lower corner";
  EXPECT_EQ(differing_at(plain, scale, 0.5), 0);
  const Image time = folder.picture({"--label", "time"});
  EXPECT_GT(differing_at(plain, time, 0.95), 10) << "in the right upper corner";
  const Image all = folder.picture({"--stroboscope", "0,0.5", "--label", "time"});
  const Image ghosts = folder.picture({"--stroboscope", "0,0.5"});
  EXPECT_GT(differing_at(all, ghosts, 0.5 - 3.0 / 11.2), 10) << "each instant beside the body";
  EXPECT_GT(differing_at(all, ghosts, 0.5), 10);
}

TEST(Render, WithoutASkyThereAreBodiesAlone) {
  const FlightFolder folder;
  const Image white = folder.picture({"--background", "white"});
  EXPECT_EQ(white.rgb[0], 255);
  EXPECT_EQ(white.rgb[white.rgb.size() - 1], 255) << "no ground either";
  const Image sky = folder.picture({});
  EXPECT_EQ(differing_at(white, sky, 0.5 - 3.0 / 11.2) > 0, true);
  const std::string bytes = folder.drawn(folder.scene, {"--background", "transparent"});
  EXPECT_EQ(bytes.at(25), 6) << "PNG's colour type: red, green, blue and alpha";
  EXPECT_EQ(folder.drawn(folder.scene, {}).at(25), 2);
}

TEST(Render, OptionsThatContradictEachOtherAreErrors) {
  const FlightFolder folder;
  const auto refused = [&](const std::string& output, const std::vector<std::string>& more, const std::string& words) {
    std::vector<std::string> arguments{"render", folder.scene, "-o", folder.name(output), "--size", "32x32"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramRun result = run(arguments);
    EXPECT_EQ(result.status, 2) << words;
    EXPECT_NE(result.err.find(words), std::string::npos) << result.err;
    EXPECT_FALSE(std::filesystem::exists(folder.path(output)));
  };
  refused("x.png", {"--stroboscope", "0,1", "--time", "0.5"}, "--stroboscope and --time: found both");
  refused("x.mp4", {"--stroboscope", "0,1"}, "--stroboscope: found a film");
  refused("x.gif", {"--background", "transparent"}, "--background transparent: found a film");
  refused("x.png", {"--until", "1"}, "--until: found a picture");
  refused("x.png", {"--speed", "0.1"}, "--speed: found a picture");
  refused("x.mp4", {"--until", "2"}, "--until: found 2 s, expected a time within the scene's 1 s");
  refused("x.png", {"--stroboscope", "0,3"}, "--stroboscope: found 3 s");
  refused("x.png", {"--stroboscope", "1,0"}, "rising times");
  refused("x.png", {"--stroboscope", "1"}, "rising times");
  refused("x.png", {"--camera", "scene", "--eye", "1,2,3"}, "--camera scene and --eye: found both");
  refused("x.png", {"--eye", "1,2"}, "expected X,Y,Z");
  refused("x.png", {"--eye", "0,0,0"}, "in one place");
  refused("x.png", {"--fov", "170"}, "a number of degrees");
  refused("x.png", {"--label", "naems"}, "--label: found \"naems\"");
  refused("x.png", {"--scene", folder.scene}, "a scene, expected a recording");
}

// How long a recording is, it does not say beforehand.
TEST(Render, ATimeAfterTheEndOfARecordingIsAnError) {
  const FlightFolder folder;
  const std::string recording = folder.name("run.fcr");
  ASSERT_EQ(run({"simulate", folder.scene, "--duration", "0.5", "--record", recording, "--quiet"}).status, 0);
  const auto said = [&](const std::string& output, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"render", recording, "-o", folder.name(output), "--size", "32x32", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramRun result = run(arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_FALSE(std::filesystem::exists(folder.path(output)));
    return result.err;
  };
  EXPECT_NE(said("x.png", {"--time", "2"}).find("found the time 2 s, expected one within the run"), std::string::npos);
  EXPECT_NE(said("x.mp4", {"--time", "2"}).find("found the time 2 s"), std::string::npos);
  EXPECT_NE(said("x.mp4", {"--until", "3", "--fps", "5"}).find("found the time 3 s"), std::string::npos);
  const ProgramRun whole =
      run({"render", recording, "-o", folder.name("x.mp4"), "--size", "32x32", "--fps", "5", "--until", "0.5"});
  EXPECT_EQ(whole.status, 0) << whole.err;
}

}  // namespace
}  // namespace firstcontact
