// glTF files: the container and its tables are as the specification has them (tools/validate_glb.sh asks Khronos's own
// validator), and the poses in them are the run's.

#include "scene/export_glb.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>

#include "scene/bytes.hpp"
#include "scene/scene_world.hpp"
#include "scene/simulation.hpp"
#include "scratch_folder.hpp"

namespace firstcontact {
namespace {

using testing::ScratchFolder;
using Json = nlohmann::json;

struct Glb {
  Json document;
  std::string binary;
};

Glb parsed(const std::string& bytes) {
  Glb glb;
  EXPECT_EQ(bytes.substr(0, 4), "glTF");
  ByteReader header(std::string_view(bytes).substr(4));
  EXPECT_EQ(header.u32(), 2U);
  EXPECT_EQ(header.u32(), bytes.size());
  const std::uint32_t length = header.u32();
  EXPECT_EQ(length % 4, 0U);
  glb.document = Json::parse(bytes.substr(20, length));
  ByteReader second(std::string_view(bytes).substr(20 + length));
  const std::uint32_t binary_length = second.u32();
  EXPECT_EQ(binary_length % 4, 0U);
  EXPECT_EQ(bytes.substr(24 + length, 4), std::string("BIN\0", 4));
  glb.binary = bytes.substr(28 + length, binary_length);
  EXPECT_EQ(28 + length + binary_length, bytes.size());
  return glb;
}

std::vector<float> numbers_of(const Glb& glb, std::size_t accessor) {
  const Json& described = glb.document["accessors"][accessor];
  const Json& view = glb.document["bufferViews"][described["bufferView"].get<std::size_t>()];
  std::vector<float> numbers(view["byteLength"].get<std::size_t>() / 4);
  std::memcpy(numbers.data(), glb.binary.data() + view["byteOffset"].get<std::size_t>(), 4 * numbers.size());
  const std::string type = described["type"];
  const std::size_t width = type == "SCALAR" ? 1 : type == "VEC2" ? 2 : type == "VEC3" ? 3 : 4;
  EXPECT_EQ(numbers.size(), width * described["count"].get<std::size_t>());
  return numbers;
}

// A ball that bounces and one that falls out of the world.
constexpr std::string_view two_balls = R"({
  "version": 1, "name": "balls", "duration": 1.0, "bounds": {"min": [-9, -1, -9], "max": [9, 9, 9]},
  "bodies": [
    {"name": "floor", "type": "static", "shape": {"box": [1, 0.5, 1]}, "position": [0, -0.5, 0]},
    {"name": "stays", "shape": {"sphere": 0.25}, "position": [0, 1, 0], "angular_velocity": [0, 9, 0]},
    {"name": "leaves", "shape": {"box": [0.1, 0.2, 0.3]}, "position": [5, 1, 0]}]
})";

GlbLooks plain_looks(const RecordingHeader& header) {
  GlbLooks looks;
  looks.models.push_back({{{0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 0, 1, 0, 0, 1, 0, 0, 1}, {0.5F, 0.5F, 0.5F}, 0.4F}});
  looks.model_of_body.assign(header.bodies.size(), 0);
  looks.color_of_body.assign(header.bodies.size(), std::nullopt);
  return looks;
}

std::string exported(
    const ScratchFolder& folder, const std::function<void(GlbLooks&)>& change = [](GlbLooks&) {}) {
  const Scene scene = load_geometry(parse_scene(two_balls, "scene.json").value()).value();
  World world = make_world(scene).value();
  RecordingWriter writer = RecordingWriter::create(folder.path("run.fcr"), recording_header(world, scene)).value();
  static_cast<void>(run_world(world, 60, [&](const World& now) {
    writer.add_step(now.time(), now.segments(), now.events());
    return RunDecision::go_on;
  }));
  EXPECT_FALSE(writer.finish(RecordingEnding::complete, 0));
  RecordingReader reader = RecordingReader::open(folder.path("run.fcr")).value();
  OutputFile out = OutputFile::create(folder.path("run.glb")).value();
  GlbLooks looks = plain_looks(reader.header());
  change(looks);
  const auto report = export_glb(reader, looks, 30.0, out);
  EXPECT_TRUE(report.ok());
  EXPECT_GE(report.value().rows, 31U);
  EXPECT_FALSE(out.finish());
  return testing::text_of(folder.path("run.glb"));
}

TEST(ExportGlb, TablesAreSound) {
  const ScratchFolder folder;
  const Glb glb = parsed(exported(folder));
  const Json& document = glb.document;
  EXPECT_EQ(document["asset"]["version"], "2.0");
  EXPECT_EQ(document["nodes"].size(), 4U);
  EXPECT_EQ(document["nodes"][1]["name"], "stays");
  EXPECT_EQ(document["nodes"][3]["name"], "static bodies");
  EXPECT_EQ(document["nodes"][3]["children"], Json::array({0}));
  EXPECT_EQ(document["scenes"][0]["nodes"], Json::array({1, 2, 3})) << "each node once, below one root";
  EXPECT_EQ(document["scenes"][0]["extras"]["method"], "first_contact");
  EXPECT_EQ(document["meshes"][0]["name"], "floor");
  EXPECT_EQ(document["materials"][0]["name"], "of floor");
  const Json& extras = document["nodes"][2]["extras"];
  EXPECT_EQ(extras["type"], "dynamic");
  EXPECT_NEAR(extras["mass_kg"].get<double>(), 1000.0 * 8.0 * 0.1 * 0.2 * 0.3, 1e-9);
  EXPECT_EQ(extras["friction"], 0.5);
  EXPECT_EQ(extras["restitution"], 0.3);
  EXPECT_FALSE(document["nodes"][0]["extras"].contains("mass_kg")) << "what stands still has none that matters";
  EXPECT_EQ(document["buffers"][0]["byteLength"], glb.binary.size());
  EXPECT_EQ(document["meshes"].size(), 1U) << "bodies of one look share a mesh";
  for (const Json& accessor : document["accessors"]) {
    EXPECT_LT(accessor["bufferView"].get<std::size_t>(), document["bufferViews"].size());
  }
  const Json& run = document["animations"][0];
  EXPECT_EQ(run["channels"].size(), 5U) << "place and turn of two bodies, and one that vanishes";
  for (const Json& channel : run["channels"]) {
    const Json& sampler = run["samplers"][channel["sampler"].get<std::size_t>()];
    const Json& input = document["accessors"][sampler["input"].get<std::size_t>()];
    EXPECT_EQ(input["count"], document["accessors"][sampler["output"].get<std::size_t>()]["count"]);
    EXPECT_TRUE(input.contains("min") && input.contains("max"));
  }
}

Vec3 turned_z(const Json& node, double z) {
  const Json& q = node["rotation"];
  return rotate(Quat(q[3], q[0], q[1], q[2]), {0.0, 0.0, z});
}

// A camera that stands has no keys; one that goes along has as many as the bodies.
TEST(ExportGlb, ACameraIsInItAndMovesWhereItsPathDoes) {
  for (const double speed : {0.0, 2.0}) {
    const ScratchFolder folder;
    const Glb glb = parsed(exported(folder, [&](GlbLooks& looks) {
      GlbCamera camera;
      camera.field_of_view = 0.6;
      camera.pose = [speed](double time, const MotionTable&) {
        return Pose{{3.0 + speed * time, 1.0, 4.0}, quaternion_from_rotation_vector({0.0, 0.5, 0.0})};
      };
      looks.camera = camera;
    }));
    const Json& document = glb.document;
    ASSERT_EQ(document["nodes"].size(), 5U);
    const Json& node = document["nodes"][4];
    EXPECT_EQ(node["camera"], 0);
    EXPECT_EQ(node["translation"], (Json{3.0, 1.0, 4.0}));
    EXPECT_NEAR(document["cameras"][0]["perspective"]["yfov"].get<double>(), 0.6, 1e-6);
    EXPECT_EQ(document["scenes"][0]["nodes"], Json::array({1, 2, 3, 4}));
    EXPECT_FALSE(document.contains("extensionsUsed")) << "without lights it is core glTF";
    std::size_t of_camera = 0;
    for (const Json& channel : document["animations"][0]["channels"]) {
      if (channel["target"]["node"] == 4) {
        ++of_camera;
        const Json& sampler = document["animations"][0]["samplers"][channel["sampler"].get<std::size_t>()];
        const std::vector<float> keys = numbers_of(glb, sampler["output"]);
        EXPECT_NEAR(channel["target"]["path"] == "translation" ? keys[keys.size() - 3] : 5.0F, 5.0F, 1e-5F);
      }
    }
    EXPECT_EQ(of_camera, speed == 0.0 ? 0U : 2U);
  }
}

TEST(ExportGlb, LightsShineFromWhereTheyAre) {
  const ScratchFolder folder;
  const Vec3 towards = glm::normalize(Vec3(0.3, 0.8, -0.5));
  const Glb glb = parsed(exported(folder, [&](GlbLooks& looks) {
    looks.lights = {{"sun", towards, {1.0F, 0.9F, 0.8F}, 3.0F}, {"back", {0.0, 0.0, -1.0}, {1, 1, 1}, 0.5F}};
  }));
  const Json& document = glb.document;
  EXPECT_EQ(document["extensionsUsed"], Json::array({"KHR_lights_punctual"}));
  EXPECT_FALSE(document.contains("extensionsRequired")) << "a reader that knows no lights reads the rest";
  const Json& lights = document["extensions"]["KHR_lights_punctual"]["lights"];
  ASSERT_EQ(lights.size(), 2U);
  EXPECT_EQ(lights[0]["type"], "directional");
  EXPECT_EQ(lights[0]["intensity"], 3.0);
  ASSERT_EQ(document["nodes"].size(), 6U);
  EXPECT_EQ(document["nodes"][5]["extensions"]["KHR_lights_punctual"]["light"], 1);
  EXPECT_NEAR(glm::length(turned_z(document["nodes"][4], -1.0) + towards), 0.0, 1e-6) << "it shines along its -Z";
  EXPECT_NEAR(turned_z(document["nodes"][5], -1.0).z, 1.0, 1e-6) << "also straight backward";
}

TEST(ExportGlb, PosesAreTheRuns) {
  const ScratchFolder folder;
  const Glb glb = parsed(exported(folder));
  const Json& run = glb.document["animations"][0];
  const std::vector<float> times = numbers_of(glb, run["samplers"][0]["input"]);
  const std::vector<float> places = numbers_of(glb, run["samplers"][0]["output"]);
  const std::vector<float> turns = numbers_of(glb, run["samplers"][1]["output"]);
  ASSERT_EQ(places.size(), 3 * times.size());
  // Free fall until it has fallen 0.75 m, after 0.39 s; it turns at 9 rad/s all the while.
  for (std::size_t i = 0; times[i] < 0.38F; ++i) {
    EXPECT_NEAR(places[3 * i + 1], 1.0F - 0.5F * 9.81F * times[i] * times[i], 2e-3F);
    EXPECT_NEAR(turns[4 * i + 1], std::sin(4.5F * times[i]), 1e-4F);
  }
  for (std::size_t i = 1; i < times.size(); ++i) {
    float dot = 0.0F;
    for (std::size_t k = 0; k < 4; ++k) {
      dot += turns[4 * i + k] * turns[4 * (i - 1) + k];
    }
    EXPECT_GT(dot, 0.0F) << "interpolation would go the long way round";
  }
}

// A ball that bounces between two samples, and a rod that turns ten times from one to the next.
TEST(ExportGlb, HasKeysAtImpactsAndEnoughOfThemForFastSpin) {
  const ScratchFolder folder;
  const Scene scene = load_geometry(parse_scene(R"({"version": 1, "duration": 0.5, "bodies": [
      {"name": "floor", "type": "static", "shape": {"box": [2, 0.5, 2]}, "position": [0, -0.5, 0], "restitution": 1},
      {"name": "ball", "shape": {"sphere": 0.1}, "position": [0, 0.3, 0], "restitution": 1, "friction": 0},
      {"name": "rod", "type": "kinematic", "shape": {"box": [1, 0.01, 0.01]}, "position": [0, 5, 0],
       "angular_velocity": [0, 300, 0]}]})",
                                                "scene.json")
                                        .value())
                          .value();
  World world = make_world(scene).value();
  RecordingWriter writer = RecordingWriter::create(folder.path("run.fcr"), recording_header(world, scene)).value();
  std::vector<double> impacts;
  static_cast<void>(run_world(world, 30, [&](const World& now) {
    writer.add_step(now.time(), now.segments(), now.events());
    for (const Event& event : now.events()) {
      if (event.kind == EventKind::impact) {
        impacts.push_back(event.time);
      }
    }
    return RunDecision::go_on;
  }));
  ASSERT_GE(impacts.size(), 1U);
  ASSERT_FALSE(writer.finish(RecordingEnding::complete, 0));
  RecordingReader reader = RecordingReader::open(folder.path("run.fcr")).value();
  OutputFile out = OutputFile::create(folder.path("run.glb")).value();
  ASSERT_TRUE(export_glb(reader, plain_looks(reader.header()), 5.0, out).ok());
  ASSERT_FALSE(out.finish());
  const Glb glb = parsed(testing::text_of(folder.path("run.glb")));
  const Json& run = glb.document["animations"][0];
  const std::vector<float> times = numbers_of(glb, run["samplers"][0]["input"]);
  for (const double impact : impacts) {
    EXPECT_TRUE(std::any_of(times.begin(), times.end(), [&](float time) { return std::abs(time - impact) < 1e-6; }))
        << impact;
  }
  const std::vector<float> turns = numbers_of(glb, run["samplers"][3]["output"]);
  ASSERT_EQ(turns.size(), 4 * times.size());
  for (std::size_t i = 1; i < times.size(); ++i) {
    EXPECT_GT(times[i], times[i - 1]);
    EXPECT_LE(300.0F * (times[i] - times[i - 1]), 1.571F) << "a quarter turn at most";
  }
}

// Two models with one picture, and a body whose own colour takes the picture's place.
TEST(ExportGlb, PicturesGoInOnceAndLieOnTheirModels) {
  const ScratchFolder folder;
  const auto picture = std::make_shared<const GlbPicture>(GlbPicture{"\x89PNG and more, 21 b.", "image/png"});
  const Glb glb = parsed(exported(folder, [&](GlbLooks& looks) {
    looks.models.push_back(looks.models[0]);
    for (auto& model : looks.models) {
      model[0].texture = picture;
      model[0].texture_places = {0.0F, 0.0F, 1.0F, 0.25F, 0.5F, 1.0F};
    }
    looks.model_of_body = {0, 1, 1};
    looks.color_of_body[2] = {1.0F, 0.0F, 0.0F};
  }));
  const Json& document = glb.document;
  ASSERT_EQ(document["images"].size(), 1U);
  EXPECT_EQ(document["images"][0]["mimeType"], "image/png");
  const Json& view = document["bufferViews"][document["images"][0]["bufferView"].get<std::size_t>()];
  EXPECT_EQ(glb.binary.substr(view["byteOffset"].get<std::size_t>(), view["byteLength"].get<std::size_t>()),
            picture->bytes);
  const auto primitive_of = [&](std::size_t body) {
    return document["meshes"][document["nodes"][body]["mesh"].get<std::size_t>()]["primitives"][0];
  };
  const auto material_of = [&](std::size_t body) {
    return document["materials"][primitive_of(body)["material"].get<std::size_t>()]["pbrMetallicRoughness"];
  };
  EXPECT_EQ(material_of(0)["baseColorTexture"]["index"], 0);
  EXPECT_EQ(material_of(1)["baseColorTexture"]["index"], 0);
  EXPECT_FALSE(material_of(2).contains("baseColorTexture"));
  EXPECT_EQ(numbers_of(glb, primitive_of(0)["attributes"]["TEXCOORD_0"]),
            (std::vector<float>{0.0F, 1.0F, 1.0F, 0.75F, 0.5F, 0.0F}))
      << "glTF counts from the picture's upper edge";
  for (const Json& accessor : document["accessors"]) {
    EXPECT_EQ(document["bufferViews"][accessor["bufferView"].get<std::size_t>()]["byteOffset"].get<std::size_t>() % 4,
              0U);
  }
}

TEST(ExportGlb, ARemovedBodyShrinksToNothingAtOnce) {
  const ScratchFolder folder;
  const Glb glb = parsed(exported(folder));
  const Json& run = glb.document["animations"][0];
  const Json& last = run["channels"].back();
  EXPECT_EQ(last["target"]["path"], "scale");
  EXPECT_EQ(last["target"]["node"], 2);
  const Json& sampler = run["samplers"][last["sampler"].get<std::size_t>()];
  EXPECT_EQ(sampler["interpolation"], "STEP");
  EXPECT_EQ(numbers_of(glb, sampler["output"]), (std::vector<float>{1, 1, 1, 0, 0, 0}));
}

}  // namespace
}  // namespace firstcontact
