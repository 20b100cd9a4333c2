// firstcontact render and export from the outside.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "program_fixture.hpp"
#include "render/image.hpp"

namespace firstcontact {
namespace {

using testing::ProgramRun;
using testing::run;
using testing::ScratchFolder;
using testing::text_of;

struct RenderFolder : ScratchFolder {
  RenderFolder() {
    file("cube.obj", testing::cube_obj);
    scene = file("scene.json", testing::falling_cube);
  }
  [[nodiscard]] std::string name(std::string_view file_name) const { return path(file_name).string(); }
  std::string scene;
};

TEST(Render, WritesAPictureOfASceneAndOfItsRecording) {
  const RenderFolder folder;
  EXPECT_EQ(run({"render", folder.scene, "-o", folder.name("a.png"), "--size", "64x48", "--time", "0.2"}).status, 0);
  ASSERT_EQ(run({"simulate", folder.scene, "--record", folder.name("run.fcr"), "--quiet"}).status, 0);
  const ProgramRun again = run({"render", folder.name("run.fcr"), "-o", folder.name("b.png"), "--size", "64x48",
                                "--time", "0.2", "--scene", folder.scene});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(text_of(folder.path("a.png")).substr(1, 3), "PNG");
  EXPECT_EQ(text_of(folder.path("a.png")), text_of(folder.path("b.png"))) << "a recording with its looks is the scene";
}

TEST(Render, DrawsAMeshThatIsUsedAsItIs) {
  const RenderFolder folder;
  const std::string scene = folder.file("surface.json", R"({"version": 1, "duration": 0.1, "bodies": [
      {"name": "surface", "type": "static", "mesh": "cube.obj", "decompose": "triangles"},
      {"name": "ball", "shape": {"sphere": 0.2}, "position": [0, 1, 0]}]})");
  const ProgramRun drawn = run({"render", scene, "-o", folder.name("a.png"), "--size", "64x48", "--overlay", "hulls"});
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  ASSERT_EQ(run({"simulate", scene, "--record", folder.name("run.fcr"), "--quiet"}).status, 0);
  const ProgramRun recorded = run({"render", folder.name("run.fcr"), "-o", folder.name("b.png"), "--size", "64x48"});
  EXPECT_EQ(recorded.status, 0) << recorded.err;
  const ProgramRun exported = run({"export", folder.name("run.fcr"), "-o", folder.name("run.glb")});
  EXPECT_EQ(exported.status, 0) << exported.err;
}

TEST(Render, WritesFilms) {
  const RenderFolder folder;
  for (const char* const name : {"film.mp4", "film.gif"}) {
    const ProgramRun film = run({"render", folder.scene, "-o", folder.name(name), "--size", "64x48", "--fps", "10",
                                 "--until", "0.3", "--camera", "orbit", "--quality", "draft"});
    EXPECT_EQ(film.status, 0) << film.err;
    EXPECT_NE(film.out.find("4 frames"), std::string::npos) << film.out;
    EXPECT_GT(std::filesystem::file_size(folder.path(name)), 500U);
  }
  EXPECT_EQ(folder.entries(), 4U) << "nothing is left beside the films";
}

TEST(Render, SaysWhatIsWrong) {
  const RenderFolder folder;
  const auto refused = [&](const std::vector<std::string>& more, const std::string& words, int status = 2) {
    std::vector<std::string> arguments{"render", folder.scene, "-o", folder.name("x.png"), "--size", "32x32"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramRun result = run(arguments);
    EXPECT_EQ(result.status, status) << words;
    EXPECT_NE(result.err.find(words), std::string::npos) << result.err;
  };
  refused({"--camera", "follow nobody"}, "nobody");
  refused({"--overlay", "tails"}, "tails");
  refused({"--size", "12"}, "WIDTHxHEIGHT");
  EXPECT_NE(run({"render", folder.scene, "-o", folder.name("x.avi")}).err.find(".mp4"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder.path("x.png")));
}

TEST(Render, AMissingFfmpegIsASystemsFailureThatNamesThePackage) {
  const RenderFolder folder;
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nowhere", 1);
  const ProgramRun film = run({"render", folder.scene, "-o", folder.name("x.mp4"), "--size", "32x32"});
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(film.status, 3);
  EXPECT_NE(film.err.find("ffmpeg"), std::string::npos) << film.err;
  EXPECT_EQ(folder.entries(), 2U) << "nothing is left behind";
}

// In a process of its own: the EGL library looks for drivers once.
TEST(Render, AMissingDriverIsASystemsFailureThatSaysWhatToInstall) {
  const RenderFolder folder;
  const std::string command = "__EGL_VENDOR_LIBRARY_FILENAMES=/nowhere " FIRSTCONTACT_PROGRAM " render " +
                              folder.scene + " -o " + folder.name("x.png") + " --size 32x32 2>" +
                              folder.name("messages.txt");
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 3);
  const std::string messages = text_of(folder.path("messages.txt"));
  EXPECT_NE(messages.find("libegl-mesa0"), std::string::npos) << messages;
  EXPECT_FALSE(std::filesystem::exists(folder.path("x.png")));
}

constexpr std::string_view painted_scene = R"({"version": 1, "duration": 0.1, "bodies": [
    {"name": "sign", "mesh": "sign.obj"}]})";

// The picture that a material names is in the file, to the byte; when it is missing, that is said, and nothing fails.
TEST(Export, TakesTexturesAlongAndSaysWhichAreMissing) {
  const RenderFolder folder;
  folder.file("sign.obj",
              "mtllib sign.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl painted\n"
              "f 1/1 3/2 2/3\nf 1/1 2/2 4/3\nf 1/1 4/2 3/3\nf 2/1 3/2 4/3\n");
  folder.file("sign.mtl", "newmtl painted\nKd 1 1 1\nmap_Kd paint.png\n");
  const std::string picture = png_bytes({2, 1, {255, 0, 0, 0, 0, 255}});
  folder.file("paint.png", picture);
  const std::string scene = folder.file("painted.json", painted_scene);
  ASSERT_EQ(run({"simulate", scene, "--record", folder.name("run.fcr"), "--quiet"}).status, 0);
  const std::vector<std::string> arguments{"export", folder.name("run.fcr"), "-o", folder.name("a.glb"), "--scene",
                                           scene};
  const ProgramRun with = run(arguments);
  EXPECT_EQ(with.status, 0);
  EXPECT_EQ(with.err, "");
  EXPECT_NE(text_of(folder.path("a.glb")).find(picture), std::string::npos);
  EXPECT_NE(text_of(folder.path("a.glb")).find("baseColorTexture"), std::string::npos);
  std::filesystem::remove(folder.path("paint.png"));
  const ProgramRun without = run(arguments);
  EXPECT_EQ(without.status, 0);
  EXPECT_NE(without.err.find("paint.png"), std::string::npos) << without.err;
  EXPECT_EQ(text_of(folder.path("a.glb")).find("baseColorTexture"), std::string::npos);
  const ProgramRun film = run({"render", scene, "-o", folder.name("x.png"), "--size", "32x32"});
  EXPECT_EQ(film.status, 0);
  EXPECT_NE(film.err.find("paint.png"), std::string::npos) << film.err;
}

TEST(Export, WritesGltfWithAndWithoutTheScenesLooks) {
  const RenderFolder folder;
  ASSERT_EQ(run({"simulate", folder.scene, "--record", folder.name("run.fcr"), "--quiet"}).status, 0);
  EXPECT_EQ(run({"export", folder.name("run.fcr"), "-o", folder.name("a.glb")}).status, 0);
  EXPECT_EQ(run({"export", folder.name("run.fcr"), "-o", folder.name("b.glb"), "--scene", folder.scene}).status, 0);
  EXPECT_EQ(text_of(folder.path("a.glb")).substr(0, 4), "glTF");
  EXPECT_EQ(text_of(folder.path("b.glb")).substr(0, 4), "glTF");
  const std::string other = folder.file("other.json", R"({"version": 1, "bodies": [{"shape": {"sphere": 1}}]})");
  EXPECT_EQ(run({"export", folder.name("run.fcr"), "-o", folder.name("c.glb"), "--scene", other}).status, 2);
}

// The camera is that of the scene's view, as a recording without its scene sees all that matters; the lights are ours.
TEST(Export, GltfHasACameraAndLights) {
  const RenderFolder folder;
  const std::string seen(testing::falling_cube);
  const std::string scene = folder.file(
      "seen.json", seen.substr(0, seen.rfind("\"bodies\"")) +
                       R"("view": {"camera": {"eye": [1, 2, 7], "target": [0, 1, 0], "field_of_view": 30}}, )" +
                       seen.substr(seen.rfind("\"bodies\"")));
  ASSERT_EQ(run({"simulate", scene, "--record", folder.name("run.fcr"), "--quiet"}).status, 0);
  const auto document_of = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"export", folder.name("run.fcr"), "-o", folder.name("a.glb")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramRun it = run(arguments);
    EXPECT_EQ(it.status, 0) << it.err;
    const std::string bytes = text_of(folder.path("a.glb"));
    const auto length = static_cast<std::size_t>(static_cast<unsigned char>(bytes[12])) |
                        static_cast<std::size_t>(static_cast<unsigned char>(bytes[13])) << 8U;
    return nlohmann::json::parse(bytes.substr(20, length));
  };
  const nlohmann::json dressed = document_of({"--scene", scene});
  const nlohmann::json& camera = dressed["nodes"][3];  // behind the floor, the cube and what groups the floor
  EXPECT_EQ(camera["translation"], (nlohmann::json{1.0, 2.0, 7.0}));
  EXPECT_NEAR(dressed["cameras"][0]["perspective"]["yfov"].get<double>(), 0.523599, 1e-5);
  EXPECT_EQ(dressed["extensions"]["KHR_lights_punctual"]["lights"].size(), 2U);
  const nlohmann::json plain = document_of({});
  EXPECT_EQ(plain["nodes"][3]["camera"], 0);
  EXPECT_NE(plain["nodes"][3]["translation"], camera["translation"]);
}

// How far a picture is from one that is four times as large each way, mean over its pixels, 0..255.
double error_against(const Image& picture, const Image& large) {
  double sum = 0.0;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      double mean = 0.0;
      for (int inner = 0; inner < 16; ++inner) {
        const auto row = static_cast<std::size_t>(4 * y + inner / 4);
        const auto column = static_cast<std::size_t>(4 * x + inner % 4);
        mean += large.rgb[3 * (row * static_cast<std::size_t>(large.width) + column)] / 16.0;
      }
      const auto at =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) + static_cast<std::size_t>(x);
      sum += std::abs(picture.rgb[3 * at] - mean);
    }
  }
  return sum / (picture.width * picture.height);
}

TEST(Render, BestIsBetterThanGoodAndGoodThanDraft) {
  const RenderFolder folder;
  const auto drawn = [&](const std::string& quality, const std::string& size) {
    const std::string file = folder.name(quality + size + ".png");
    const ProgramRun it =
        run({"render", folder.scene, "-o", file, "--size", size, "--time", "0.2", "--quality", quality, "--quiet"});
    EXPECT_EQ(it.status, 0) << it.err;
    return read_image(file).value();
  };
  const Image large = drawn("good", "640x480");
  const double best = error_against(drawn("best", "160x120"), large);
  const double good = error_against(drawn("good", "160x120"), large);
  const double draft = error_against(drawn("draft", "160x120"), large);
  EXPECT_LT(best, 0.8 * good);
  EXPECT_LT(good, draft);
}

TEST(Export, WritesATableToStandardOutput) {
  const RenderFolder folder;
  ASSERT_EQ(run({"simulate", folder.scene, "--record", folder.name("run.fcr"), "--quiet"}).status, 0);
  ASSERT_EQ(run({"export", folder.name("run.fcr"), "-o", folder.name("run.csv")}).status, 0);
  const ProgramRun out = run({"export", folder.name("run.fcr"), "-o", "-"});
  EXPECT_EQ(out.status, 0) << out.err;
  EXPECT_EQ(out.out, text_of(folder.path("run.csv")));
  EXPECT_FALSE(std::filesystem::exists("-"));
}

}  // namespace
}  // namespace firstcontact
