// Readers of files from outside never crash, whatever they are given: seeded mutations of good files. Run under the
// address and undefined-behaviour sanitizers these tests are worth the most.

#include <gtest/gtest.h>

#include "scene/bytes.hpp"
#include "scene/recording_format.hpp"
#include "scene/scene_file.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

constexpr std::uint64_t seed = 20260214;

std::size_t below(Random& random, std::size_t bound) { return static_cast<std::size_t>(random.next() % bound); }

// Changes, drops or doubles a few bytes.
std::string mutated(std::string text, Random& random) {
  constexpr std::string_view letters = "0123456789eE+-.,:[]{}\"\\ntx\xFF";
  for (std::size_t left = 1 + below(random, 4); left > 0 && !text.empty(); --left) {
    const std::size_t place = below(random, text.size());
    const std::size_t length = std::min<std::size_t>(below(random, 8), text.size() - place);
    switch (below(random, 4)) {
      case 0:
        text[place] = letters[below(random, letters.size())];
        break;
      case 1:
        text[place] = static_cast<char>(random.next() & 0xFFU);
        break;
      case 2:
        text.erase(place, length);
        break;
      default:
        text.insert(place, text.substr(place, length));
    }
  }
  return text;
}

constexpr std::string_view good_scene = R"({"version": 1, "name": "n", "gravity": [0, -9.81, 0], "time_step": 0.01,
  "duration": 2, "skin": 1e-3, "damping": {"linear": 0.1}, "bounds": {"min": [0, 0, 0], "max": [1, 1, 1]},
  "friction_rule": "min", "sleeping": true, "bodies": [{"name": "a", "type": "static", "shape": {"box": [1, 1, 1]}, "color": [1, 0, 0]},
  {"name": "b", "mesh": "m.obj", "decompose": {"tolerance": 0.1}, "rotation": [0, 0, 0, 1], "mass": 2, "group": 3,
  "lock": ["x", "rz"], "sensor": false, "mask": 6, "category": 2, "gravity": [0, 1, 0], "rolling_friction": 0.1,
  "spinning_friction": 0.1, "surface_velocity": [1, 0, 0]}, {"name": "c", "shape": {"hull": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}}],
  "expect": [{"check": "never_overlap"}, {"check": "final_at", "body": "b", "position": [0, 0, 0], "tolerance": 1},
  {"check": "linked", "pairs": [[1, 1, 1]], "loops": {"m.obj": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}}, {"check": "y_above", "bodies": ["c"], "y": 0}]})";

TEST(Mutations, AMutatedSceneIsReadOrRefusedByName) {
  ASSERT_TRUE(parse_scene(good_scene, "s.json"));
  Random random{seed};
  for (int i = 0; i < 20000; ++i) {
    const std::string text = mutated(std::string(good_scene), random);
    const auto scene = parse_scene(text, "s.json");
    if (!scene) {
      ASSERT_EQ(scene.error().message.find("s.json:"), 0U) << "seed " << seed << ", case " << i;
      ASSERT_LT(scene.error().message.size(), 700U) << scene.error().message;
    }
  }
}

RecordingHeader good_header() {
  RecordingHeader header{"n", 0.01, Vec3(0.0), {}, {}};
  header.colliders.push_back(
      {Vec3(0.0), {{0.0, {Vec3(0.0), Vec3(1.0), Vec3(2.0)}, {{0, 1, 2}}}, {0.5, {Vec3(0.0)}, {}}}});
  header.bodies.resize(2);
  header.bodies[0].name = "a";
  for (RecordedBody& body : header.bodies) {
    body.mass = 1.0;
    body.inertia.principal_moments = Vec3(1.0);
  }
  return header;
}

// Behind a good checksum there may still be anything: the decoders must bear it without their reader.
TEST(Mutations, AMutatedRecordingIsReadOrRefused) {
  const RecordingHeader header = good_header();
  const std::string header_bytes = recording_format::encode_header(header);
  ASSERT_TRUE(recording_format::decode_header(header_bytes).has_value());
  ByteWriter step;
  step.f64(0.01);
  step.u32(1);
  step.u32(1);
  step.u8(0x0C);
  for (int i = 0; i < 1 + 3 + 4 + 3 + 3; ++i) {
    step.f64(i == 1 + 3 + 3 ? 1.0 : 0.0);  // the rotation's last
  }
  step.u32(0);
  ASSERT_TRUE(recording_format::decode_step(step.bytes(), header).has_value());
  Random random{seed};
  for (int i = 0; i < 20000; ++i) {
    const auto read = recording_format::decode_header(mutated(header_bytes, random));
    if (read) {
      ASSERT_LE(read->bodies.size(), 3U) << "seed " << seed << ", case " << i;
    }
    const auto read_step = recording_format::decode_step(mutated(step.bytes(), random), header);
    if (read_step && !read_step->segments.empty()) {
      ASSERT_LT(read_step->segments[0].body, header.bodies.size()) << "seed " << seed << ", case " << i;
    }
  }
}

}  // namespace
}  // namespace firstcontact
