// Every kind of bad input: the exit status is 2 (or 3 when the system is at fault), and the message names the file and
// the place, what was found and what is expected.

#include <gtest/gtest.h>

#include <filesystem>

#include "program_fixture.hpp"

namespace firstcontact {
namespace {

using testing::cube_obj;
using testing::ProgramRun;
using testing::run;
using testing::ScratchFolder;

struct BadText {
  std::string name;      // what is bad about it
  std::string text;      // the file
  std::string fragment;  // what the message must hold
};

// The scene with one body, which has `members` besides its shape.
std::string body_with(const std::string& members) {
  return R"({"version": 1, "bodies": [{"shape": {"sphere": 1})" + (members.empty() ? "" : ", " + members) + "}]}";
}

std::string top_with(const std::string& members) { return R"({"version": 1, "bodies": [], )" + members + "}"; }

std::vector<BadText> bad_syntax() {
  return {
      {"an empty file", "", "scene.json:1:1: syntax error"},
      {"not JSON at all", "v 0 0 0\n", "scene.json:1:1: syntax error"},
      {"a missing comma", "{\"version\": 1,\n  \"bodies\": []\n  \"name\": \"n\"}", "scene.json:3:"},
      {"a cut file", R"({"version": 1, "bodies": [)", "unexpected end of input"},
      {"text after the end", R"({"version": 1, "bodies": []} x)", "scene.json:1:30: syntax error"},
      {"a trailing comma", R"({"version": 1, "bodies": [],})", "scene.json:1:29"},
      {"a comment", "{\"version\": 1, // one\n\"bodies\": []}", "scene.json:1:16"},
      {"bytes that are not UTF-8", "{\"version\": 1, \"name\": \"\xFF\", \"bodies\": []}", "ill-formed UTF-8"},
      {"UTF-16", std::string("\xFF\xFE{\0", 4), "scene.json:1:1"},
      {"NaN", top_with(R"("duration": NaN)"), "scene.json:1:"},
      {"a number too large for a double", top_with(R"("duration": 1e400)"), "number overflow"},
      {"100000 brackets", std::string(100000, '['), "nesting deeper than 64"},
      {"100000 objects",
       [] {
         std::string text;
         for (int i = 0; i < 100000; ++i) {
           text += "{\"x_a\":";
         }
         return text;
       }(),
       "nesting deeper than 64"},
      {"a key twice", R"({"version": 1, "bodies": [{"shape": {"sphere": 1}, "mass": 1, "mass": 2}]})",
       "bodies[0].mass: found this key twice"},
      {"zeros", std::string(100, '\0'), "scene.json:1:1"},
  };
}

std::vector<BadText> bad_tops() {
  return {
      {"an array", "[]", "top level: found an array of 0 elements, expected an object"},
      {"no version", R"({"bodies": []})", "found no \"version\""},
      {"another version", R"({"version": 2, "bodies": []})", "version: found 2, expected 1"},
      {"a version in quotes", R"({"version": "1", "bodies": []})", "version: found \"1\" (a text)"},
      {"no bodies", R"({"version": 1})", "found no \"bodies\""},
      {"bodies that are no list", R"({"version": 1, "bodies": {}})", "bodies: found an object, expected an array"},
      {"an unknown key", top_with(R"("gravty": [0, 0, 0])"), "gravty: found an unknown key, expected one of: version"},
      {"a name that is a number", top_with(R"("name": 3)"), "name: found 3, expected a text"},
      {"gravity of two numbers", top_with(R"("gravity": [0, 1])"), "gravity: found an array of 2 elements"},
      {"gravity with a text", top_with(R"("gravity": [0, "-9.81", 0])"), "gravity[1]: found \"-9.81\" (a text)"},
      {"no time step", top_with(R"("time_step": 0)"), "time_step: found 0, expected a number from 1e-9 to 1e3"},
      {"a negative duration", top_with(R"("duration": -1)"), "duration: found -1"},
      {"a duration that is a flag", top_with(R"("duration": true)"), "duration: found true"},
      {"too many steps", top_with(R"("duration": 1e9, "time_step": 1e-9)"),
       "duration: found 1000000000.0, expected at most"},
      {"a skin of zero", top_with(R"("skin": 0)"), "skin: found 0"},
      {"an unknown damping", top_with(R"("damping": {"spin": 1})"), "damping.spin: found an unknown key"},
      {"negative damping", top_with(R"("damping": {"linear": -1})"), "damping.linear: found -1"},
      {"bounds without max", top_with(R"("bounds": {"min": [0, 0, 0]})"), "bounds: found no \"max\""},
      {"bounds inside out", top_with(R"("bounds": {"min": [0, 0, 0], "max": [1, -1, 1]})"),
       "bounds: found a box without"},
      {"an unknown rule", top_with(R"("friction_rule": "sum")"),
       "friction_rule: found \"sum\" (a text), expected one of"},
      {"expect that is no list", top_with(R"("expect": {})"), "expect: found an object, expected an array"},
      {"an unknown check", top_with(R"("expect": [{"check": "flies"}])"), "expect[0].check: found \"flies\""},
      {"a check without its name", top_with(R"("expect": [{}])"), "expect[0]: found no \"check\""},
      {"a check of nobody", top_with(R"("expect": [{"check": "y_above", "bodies": ["a"], "y": 0}])"),
       "expect[0].bodies[0]: found \"a\" (a text), expected the name of a body"},
      {"a check that is a number", top_with(R"("expect": [1])"), "expect[0]: found 1, expected an object"},
      {"a link without a line", R"({"version": 1, "bodies": [{"shape": {"sphere": 1}}],
         "expect": [{"check": "linked", "pairs": [[0, 0, 1]], "loops": {}}]})",
       "expect[0].pairs[0][0]: found 0, expected the number of a body whose mesh has a line"},
      {"a line of one point", top_with(R"("expect": [{"check": "linked", "pairs": [], "loops": {"m": [[0, 0, 0]]}}])"),
       "expect[0].loops.m: found a line of 1 points, expected at least 3"},
      {"a hash of 3 digits", top_with(R"("expect": [{"check": "state_hash", "value": "abc"}])"),
       "16 hexadecimal digits"},
  };
}

std::vector<BadText> bad_bodies() {
  return {
      {"a body that is a number", R"({"version": 1, "bodies": [1]})", "bodies[0]: found 1, expected an object"},
      {"an unknown key", body_with(R"("postion": [0, 0, 0])"), "bodies[0].postion: found an unknown key"},
      {"an unknown type", body_with(R"("type": "fixed")"), "bodies[0].type: found \"fixed\""},
      {"a position too far", body_with(R"("position": [0, 1e10, 0])"), "bodies[0].position[1]: found 10000000000.0"},
      {"a rotation of three", body_with(R"("rotation": [0, 0, 1])"), "bodies[0].rotation: found an array of 3"},
      {"a rotation that is not unit", body_with(R"("rotation": [0, 0, 1, 1])"),
       "bodies[0].rotation: found a quaternion"},
      {"a rotation of zero", body_with(R"("rotation": [0, 0, 0, 0])"), "of length 0.000000"},
      {"a scale of zero", body_with(R"("scale": [1, 0, 1])"), "bodies[0].scale[1]: found 0"},
      {"a mirror", body_with(R"("scale": [-1, 1, 1])"), "bodies[0].scale[0]: found -1"},
      {"a stretched sphere", body_with(R"("scale": [1, 2, 1])"), "bodies[0].scale: found different scales"},
      {"mass and density", body_with(R"("mass": 1, "density": 1)"), "bodies[0]: found both \"mass\" and \"density\""},
      {"no mass", body_with(R"("mass": 0)"), "bodies[0].mass: found 0"},
      {"negative density", body_with(R"("density": -1)"), "bodies[0].density: found -1"},
      {"restitution of 1.5", body_with(R"("restitution": 1.5)"),
       "bodies[0].restitution: found 1.5, expected a number from 0"},
      {"negative friction", body_with(R"("friction": -0.1)"), "bodies[0].friction: found -0.1"},
      {"a lock of nothing", body_with(R"("lock": ["w"])"), "bodies[0].lock[0]: found \"w\""},
      {"a lock twice", body_with(R"("lock": ["x", "x"])"), "bodies[0].lock[1]: found a second lock"},
      {"a negative group", body_with(R"("group": -1)"), "bodies[0].group: found -1, expected a whole number"},
      {"half a group", body_with(R"("group": 1.5)"), "bodies[0].group: found 1.5"},
      {"negative rolling friction", body_with(R"("rolling_friction": -1)"), "bodies[0].rolling_friction: found -1"},
      {"a text as spinning friction", body_with(R"("spinning_friction": "much")"),
       "bodies[0].spinning_friction: found \"much\" (a text)"},
      {"a belt of one number", body_with(R"("surface_velocity": 2)"),
       "bodies[0].surface_velocity: found 2, expected an"},
      {"gravity of one number", body_with(R"("gravity": -9.81)"), "bodies[0].gravity: found -9.81, expected an array"},
      {"a category of 33 bits", body_with(R"("category": 4294967296)"), "bodies[0].category: found 4294967296"},
      {"half a mask", body_with(R"("mask": 0.5)"), "bodies[0].mask: found 0.5, expected a whole number"},
      {"a sensor that is a number", body_with(R"("sensor": 1)"), "bodies[0].sensor: found 1, expected true or false"},
      {"a color of 255", body_with(R"("color": [255, 0, 0])"), "bodies[0].color[0]: found 255"},
      {"no shape", R"({"version": 1, "bodies": [{}]})", "bodies[0]: found neither \"mesh\" nor \"shape\""},
      {"mesh and shape", body_with(R"("mesh": "cube.obj")"), "bodies[0]: found both \"mesh\" and \"shape\""},
      {"a shape decomposed", body_with(R"("decompose": "auto")"), "bodies[0].decompose: found it beside \"shape\""},
      {"two shapes in one", R"({"version": 1, "bodies": [{"shape": {"sphere": 1, "box": [1, 1, 1]}}]})",
       "bodies[0].shape: found an object, expected an object with one key"},
      {"an unknown shape", R"({"version": 1, "bodies": [{"shape": {"torus": 1}}]})",
       "bodies[0].shape.torus: found an unknown"},
      {"a box of one number", R"({"version": 1, "bodies": [{"shape": {"box": 1}}]})", "bodies[0].shape.box: found 1"},
      {"a sphere of no size", R"({"version": 1, "bodies": [{"shape": {"sphere": 0}}]})",
       "bodies[0].shape.sphere: found 0"},
      {"a capsule of three", R"({"version": 1, "bodies": [{"shape": {"capsule": [1, 2, 3]}}]})",
       "bodies[0].shape.capsule"},
      {"two bodies of one name", R"({"version": 1, "bodies": [{"name": "a", "shape": {"sphere": 1}},
         {"name": "a", "shape": {"sphere": 1}}]})",
       "bodies[1]: found the name \"a\", which bodies[0] has already"},
      {"an unknown decomposition", R"({"version": 1, "bodies": [{"mesh": "cube.obj", "decompose": "fast"}]})",
       "bodies[0].decompose: found \"fast\""},
      {"no hulls", R"({"version": 1, "bodies": [{"mesh": "cube.obj", "decompose": {"max_hulls": 0}}]})",
       "bodies[0].decompose.max_hulls: found 0, expected a whole number from 1"},
  };
}

// `text` is the mesh here.
std::vector<BadText> bad_meshes() {
  return {
      {"an empty mesh", "", "m.obj"},
      {"a mesh without faces", "v 0 0 0\nv 1 0 0\nv 0 1 0\n", "m.obj"},
      {"a face of nothing", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", "m.obj"},
      {"a number that is none", "v 0 0 0\nv 1 zero 0\nv 0 1 0\nf 1 2 3\n", "m.obj"},
      {"a number that is not finite", "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n", "m.obj"},
      {"a mesh that is a point", "v 1 2 3\nv 1 2 3\nv 1 2 3\nf 1 2 3\n", "bodies[0].mesh: "},
      {"bytes",
       std::string("\x7F"
                   "ELF\0\0\x01\xFF",
                   8),
       "m.obj"},
  };
}

void expect_bad_scene(const BadText& bad, const ScratchFolder& folder) {
  const std::string file = folder.file("scene.json", bad.text);
  const ProgramRun result = run({"simulate", file});
  EXPECT_EQ(result.status, 2) << bad.name;
  EXPECT_NE(result.err.find(file), std::string::npos) << bad.name << ": " << result.err;
  EXPECT_NE(result.err.find(bad.fragment), std::string::npos) << bad.name << ": " << result.err;
  EXPECT_EQ(result.out, "") << bad.name;
  EXPECT_LT(result.err.size(), 1000U) << bad.name;
}

TEST(BadScene, IsRefusedWithItsLineAndColumnWhenItIsNotJson) {
  const ScratchFolder folder;
  for (const BadText& bad : bad_syntax()) {
    expect_bad_scene(bad, folder);
  }
}

TEST(BadScene, IsRefusedWithThePathOfWhatIsWrongAtTheTop) {
  const ScratchFolder folder;
  for (const BadText& bad : bad_tops()) {
    expect_bad_scene(bad, folder);
  }
}

TEST(BadScene, IsRefusedWithThePathOfWhatIsWrongInABody) {
  const ScratchFolder folder;
  for (const BadText& bad : bad_bodies()) {
    expect_bad_scene(bad, folder);
  }
}

TEST(BadScene, IsRefusedWithThePathOfABadMesh) {
  const ScratchFolder folder;
  for (const BadText& bad : bad_meshes()) {
    folder.file("m.obj", bad.text);
    expect_bad_scene({bad.name, R"({"version": 1, "bodies": [{"mesh": "m.obj"}]})", bad.fragment}, folder);
  }
}

TEST(BadScene, IsRefusedWhenAMeshIsMissingOrAFolder) {
  const ScratchFolder folder;
  expect_bad_scene({"missing", R"({"version": 1, "bodies": [{"mesh": "none.obj"}]})", "bodies[0].mesh: "}, folder);
  expect_bad_scene({"missing", R"({"version": 1, "bodies": [{"mesh": "none.obj"}]})", "No such file"}, folder);
  expect_bad_scene({"a folder", R"({"version": 1, "bodies": [{"mesh": "."}]})", "found a directory"}, folder);
  expect_bad_scene({"no name", R"({"version": 1, "bodies": [{"mesh": ""}]})", "bodies[0].mesh: "}, folder);
}

TEST(BadScene, IsRefusedWhenAShapeHasNoInside) {
  const ScratchFolder folder;
  expect_bad_scene({"flat", R"({"version": 1, "bodies": [{"shape": {"hull": [[0,0,0], [1,0,0], [0,1,0], [1,1,0]]}}]})",
                    "bodies[0].shape: "},
                   folder);
  expect_bad_scene({"nothing", R"({"version": 1, "bodies": [{"shape": {"hull": []}}]})", "bodies[0].shape: "}, folder);
}

struct BadCommand {
  std::vector<std::string> arguments;
  std::string fragment;
};

// "SCENE", "RECORDING" and "FOLDER" stand for files of the test.
std::vector<BadCommand> bad_commands() {
  return {
      {{}, "A subcommand is required"},
      {{"fly"}, "found the command \"fly\", expected one of: simulate, view, render, export, decompose, cache, toi"},
      {{"--fast"}, "found the command \"--fast\", expected one of"},
      {{"simulate"}, "scene is required"},
      {{"simulate", "nowhere.json"}, "nowhere.json: cannot be read: No such file"},
      {{"simulate", "FOLDER"}, "found a directory, expected a file"},
      {{"simulate", ""}, "cannot be read"},
      {{"simulate", "SCENE", "--fast"}, "--fast"},
      {{"simulate", "SCENE", "another.json"}, "another.json"},
      {{"simulate", "SCENE", "--duration"}, "--duration"},
      {{"simulate", "SCENE", "--duration", "long"}, "--duration: found long, expected a number of seconds"},
      {{"simulate", "SCENE", "--duration", "-1"}, "--duration: found -1"},
      {{"simulate", "SCENE", "--duration", "nan"}, "--duration: found nan"},
      {{"simulate", "SCENE", "--duration", "1e400"}, "--duration: found 1e400"},
      {{"simulate", "SCENE", "--time-step", "0"}, "--time-step: found 0"},
      {{"simulate", "SCENE", "--time-step", "inf"}, "--time-step: found inf"},
      {{"simulate", "SCENE", "--time-step", "1e-9", "--duration", "1e9"}, "expected at most 1e12"},
      {{"simulate", "SCENE", "--threads", "0"}, "--threads: found 0, expected a whole number from 1"},
      {{"simulate", "SCENE", "--threads", "1.5"}, "--threads: found 1.5"},
      {{"simulate", "SCENE", "--threads", "99999999999999999999"}, "--threads: found 9999"},
      {{"simulate", "SCENE", "--summary-final", "maybe"}, "--summary-final"},
      {{"simulate", "SCENE", "--summary", "SCENE"}, "scene and --summary: found the same file"},
      {{"simulate", "SCENE", "--record", "FOLDER/a", "--events", "FOLDER/./a"},
       "--record and --events: found the same file"},
      {{"simulate", "SCENE", "--record", ""}, "--record: found an empty text, expected the name of a file"},
      {{"simulate", "SCENE", "--events", ""}, "--events: found an empty text"},
      {{"simulate", "SCENE", "--summary", ""}, "--summary: found an empty text"},
      {{"simulate", "SCENE", "--checkpoint", ""}, "--checkpoint: found an empty text"},
      {{"simulate", "SCENE", "--resume", ""}, "--resume: found an empty text"},
      {{"simulate", "SCENE", "--every", "0"}, "--every: found 0"},
      {{"simulate", "SCENE", "--resume", "SCENE"}, "scene.json: byte 0: found something else, expected a checkpoint"},
      {{"simulate", "SCENE", "--check", "--resume", "SCENE"}, "--check and --resume: found both"},
      {{"simulate", "SCENE", "--checkpoint", "SCENE"}, "scene and --checkpoint: found the same file"},
      {{"export", "RECORDING", "-o", ""}, "--output: found an empty text"},
      {{"render", "SCENE", "-o", ""}, "--output: found an empty text"},
      {{"simulate", "RECORDING"}, ".fcr:1:1: syntax error"},
      {{"export"}, "input is required"},
      {{"export", "RECORDING"}, "--output is required"},
      {{"export", "RECORDING", "-o", "FOLDER/a.txt"}, "expected a file name that ends in .glb or .csv"},
      {{"export", "RECORDING", "-o", "FOLDER/a.csv", "--fps", "0"}, "--fps: found 0"},
      {{"export", "SCENE", "-o", "FOLDER/a.csv", "--method", "magic"}, "--method: found magic, expected one of"},
      {{"verify", "SCENE"}, "scene.json: byte 0: found something else, expected a recording"},
      {{"export", "nowhere.fcr", "-o", "FOLDER/a.csv"}, "nowhere.fcr: cannot be read: No such file"},
      {{"export", "FOLDER", "-o", "FOLDER/a.csv"}, "cannot be read"},
      {{"toi"}, "files is required"},
      {{"toi", "nowhere.toi"}, "nowhere.toi: cannot be read: No such file"},
      {{"toi", "SCENE"}, "scene.json:1: found \"{\"version\":\", expected \"toiset\""},
      {{"toi", "SCENE", "--method", "guess"}, "--method"},
      {{"toi", "SCENE", "--target", "-1"}, "--target: found -1"},
      {{"toi", "SCENE", "--tolerance", "0"}, "--tolerance: found 0"},
      {{"toi", "SCENE", "--repeat", "0"}, "--repeat: found 0"},
      {{"toi", "SCENE", "--results", "-", "--summary", "-"}, "found both on standard output"},
      {{"toi", "SCENE", "--results", "SCENE"}, "files and --results: found the same file"},
  };
}

std::string replaced(std::string text, const ScratchFolder& folder) {
  const std::vector<std::pair<std::string, std::string>> names{
      {"SCENE", "scene.json"}, {"RECORDING", "r.fcr"}, {"FOLDER", ""}};
  for (const auto& [placeholder, name] : names) {
    if (text.rfind(placeholder, 0) == 0) {
      const std::string rest = text.substr(placeholder.size());
      return (name.empty() ? folder.path("").parent_path().string() : folder.path(name).string()) + rest;
    }
  }
  return text;
}

TEST(BadCommandLine, IsRefusedWithWhatIsWrong) {
  const ScratchFolder folder;
  folder.file("scene.json", R"({"version": 1, "bodies": []})");
  folder.file("r.fcr",
              "\x89"
              "FCR\r\n\x1A\n");
  for (const BadCommand& bad : bad_commands()) {
    std::vector<std::string> arguments;
    std::string shown;
    for (const std::string& argument : bad.arguments) {
      arguments.push_back(replaced(argument, folder));
      shown += argument + " ";
    }
    const ProgramRun result = run(arguments);
    EXPECT_EQ(result.status, 2) << shown;
    EXPECT_NE(result.err.find(bad.fragment), std::string::npos) << shown << ": " << result.err;
    EXPECT_EQ(result.out, "") << shown;
  }
  EXPECT_EQ(folder.entries(), 2U);  // nothing half-written lies about
}

// Checksums fit, and what they guard cannot be: every command that reads recordings says so, at once.
TEST(BadRecording, IsRefusedByEveryCommandThoughItsChecksumsFit) {
  const ScratchFolder folder;
  const auto data = std::filesystem::path(FIRSTCONTACT_TEST_DATA_DIR) / "scene/data/recordings";
  const std::vector<std::pair<std::string, std::string>> files{
      {"render_hangs.fcr", "moments of inertia that no body has"},
      {"name_is_not_utf8.fcr", "collider 2: found no shape or a senseless centre of mass"},
      {"shape_without_size.fcr", "found a shape of 1 vertices, 0 faces and a rounding of 0"}};
  for (const auto& [name, fragment] : files) {
    const std::string file = (data / name).string();
    const std::vector<std::vector<std::string>> commands{{"export", file, "-o", folder.path("a.glb").string()},
                                                         {"export", file, "-o", folder.path("a.csv").string()},
                                                         {"render", file, "-o", folder.path("a.png").string()},
                                                         {"verify", file}};
    for (const auto& command : commands) {
      const ProgramRun result = run(command);
      EXPECT_EQ(result.status, 2) << command[0] << " " << name;
      EXPECT_NE(result.err.find(name + ": byte 12: "), std::string::npos) << result.err;
      EXPECT_NE(result.err.find(fragment), std::string::npos) << result.err;
    }
  }
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(BadCommandLine, ThereAreEnoughCasesOfAllKinds) {
  EXPECT_GE(bad_syntax().size() + bad_tops().size() + bad_bodies().size() + bad_meshes().size(), 40U);
  EXPECT_GE(bad_commands().size(), 40U);
}

}  // namespace
}  // namespace firstcontact
