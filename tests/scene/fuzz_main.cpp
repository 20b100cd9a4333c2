// Bad input by the million: `firstcontact_fuzz READER SECONDS SEED [REPOSITORY]` mutates good files and gives them to a
// reader, checksums put right, so that what is behind them is reached. Whatever is no clean error and no success within
// ten seconds is a finding: it is printed with its seed and number, and kept in the present folder. tools/fuzz.sh runs
// all of them under the sanitizers.
//
// READER: scene, obj, recording, cache, query, study, checkpoint.

#include <signal.h>
#include <unistd.h>
#include <firstcontact/decomposition.hpp>
#include <firstcontact/mesh.hpp>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "lab/study.hpp"
#include "scene/bytes.hpp"
#include "scene/checkpoint.hpp"
#include "scene/decomposition_bytes.hpp"
#include "scene/export_csv.hpp"
#include "scene/files.hpp"
#include "scene/query_file.hpp"
#include "scene/recording.hpp"
#include "scene/scene_file.hpp"
#include "scene/scene_world.hpp"
#include "support/random.hpp"

namespace fs = std::filesystem;
namespace fc = firstcontact;
using fc::testing_support::Random;

namespace {

constexpr unsigned most_seconds_per_input = 10;

// A reader takes bytes; it returns whether it took them for good.
using Reader = std::function<bool(const std::string&)>;
struct Subject {
  std::vector<std::string> good;                  // files that are read
  Reader read;                                    // throws or dies: a finding
  std::function<std::string(std::string)> mends;  // checksums; may be empty
};

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<std::string> texts_below(const fs::path& folder, const std::string& extension, std::size_t most_bytes) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == extension && entry.file_size() <= most_bytes) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const fs::path& file : files) {
    texts.push_back(text_of(file));
  }
  return texts;
}

std::size_t below(Random& random, std::size_t bound) { return static_cast<std::size_t>(random.next() % bound); }

// What numbers are when they are bad.
std::string bad_number(Random& random) {
  static const std::vector<std::string> texts{"0",     "-0",   "1e-308", "1e308", "1e400", "-1",   "1e9",        "1e-9",
                                              "1e-16", "1e17", "nan",    "inf",   "0.5",   "null", "4294967296", "\"\"",
                                              "[]",    "{}",   "true",   "-1e30", "1e30",  "2",    "64",         "255"};
  return texts[below(random, texts.size())];
}

std::string bad_bytes(Random& random) {
  const std::vector<double> doubles{0.0,
                                    -0.0,
                                    1e-320,
                                    1e300,
                                    -1e300,
                                    1e15,
                                    1e-15,
                                    -1.0,
                                    0.5,
                                    1e9,
                                    std::numeric_limits<double>::quiet_NaN(),
                                    std::numeric_limits<double>::infinity()};
  fc::ByteWriter out;
  if (random.next() % 2 == 0) {
    out.f64(doubles[below(random, doubles.size())]);
  } else {
    const std::vector<std::uint32_t> words{0, 1, 2, 3, 7, 255, 65536, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    out.u32(words[below(random, words.size())]);
  }
  return out.bytes();
}

// A number of a text is replaced by a bad one.
void replace_number(std::string& text, Random& random) {
  const std::size_t from = below(random, text.size());
  const std::size_t begin = text.find_first_of("0123456789", from);
  if (begin != std::string::npos) {
    const std::size_t end = text.find_first_not_of("0123456789.eE+-", begin);
    text.replace(begin, (end == std::string::npos ? text.size() : end) - begin, bad_number(random));
  }
}

void mutate_once(std::string& text, Random& random) {
  const std::size_t place = below(random, text.size());
  const std::size_t length = std::min<std::size_t>(1 + below(random, 24), text.size() - place);
  switch (below(random, 7)) {
    case 0:
      text[place] = static_cast<char>(random.next() & 0xFFU);
      break;
    case 1:
      text[place] = static_cast<char>(text[place] ^ (1 << below(random, 8)));
      break;
    case 2:
      text.erase(place, length);
      break;
    case 3:
      text.insert(place, text.substr(below(random, text.size()), length));
      break;
    case 4: {
      const std::string bytes = bad_bytes(random);
      text.replace(place, std::min(bytes.size(), text.size() - place), bytes);
      break;
    }
    default:
      replace_number(text, random);
  }
}

std::string mutated(std::string text, Random& random) {
  for (std::size_t left = 1 + below(random, 3); left > 0 && !text.empty(); --left) {
    mutate_once(text, random);
  }
  return text;
}

// The checksum of each chunk that still has its frame.
std::string with_chunk_checksums(std::string bytes) {
  std::size_t at = 12;
  while (at + 12 <= bytes.size()) {
    const std::uint64_t length = fc::ByteReader(std::string_view(bytes).substr(at + 4)).u32();
    if (length > bytes.size() - at - 12) {
      break;
    }
    fc::ByteWriter checksum;
    checksum.u32(fc::crc32(std::string_view(bytes).substr(at, 8 + length)));
    bytes.replace(at + 8 + length, 4, checksum.bytes());
    at += 12 + length;
  }
  return bytes;
}

std::string with_last_checksum(std::string bytes) {
  if (bytes.size() >= 4) {
    fc::ByteWriter checksum;
    checksum.u32(fc::crc32(std::string_view(bytes).substr(0, bytes.size() - 4)));
    bytes.replace(bytes.size() - 4, 4, checksum.bytes());
  }
  return bytes;
}

bool read_scene_text(const std::string& text) {
  auto scene = fc::parse_scene(text, "fuzz.json");
  if (!scene) {
    return false;
  }
  for (const fc::SceneBody& body : scene.value().bodies) {
    if (std::holds_alternative<fc::MeshGeometry>(body.geometry)) {
      return true;  // meshes have a reader of their own
    }
  }
  const auto loaded = fc::load_geometry(std::move(scene).value());
  return loaded && fc::make_world(loaded.value());
}

bool read_mesh_text(const std::string& text) {
  const auto mesh = fc::read_obj(text, "fuzz.obj");
  if (!mesh) {
    return false;
  }
  static_cast<void>(fc::triangle_surface(mesh.value(), "fuzz.obj"));
  for (const auto how : {fc::HullPer::convex_surface, fc::HullPer::object, fc::HullPer::mesh}) {
    static_cast<void>(fc::convex_shapes(mesh.value(), how, fc::Vec3(1.0), "fuzz.obj"));
  }
  return true;
}

// Read to its end, and its bodies asked where they are.
bool read_recording_bytes(const std::string& bytes) {
  const fs::path file = "fuzz-" + std::to_string(::getpid()) + ".fcr";
  std::ofstream(file, std::ios::binary) << bytes;
  bool is_good = false;
  if (auto opened = fc::RecordingReader::open(file)) {
    fc::RecordingReader reader = std::move(opened).value();
    const fs::path table = file.string() + ".csv";
    auto out = fc::OutputFile::create(table);
    fc::OutputFile output = std::move(out).value();
    is_good = fc::export_csv(reader, 60.0, output).ok();
  }
  fs::remove(file);
  return is_good;
}

bool read_cache_bytes(const std::string& bytes) {
  const auto found = fc::decomposition_of(bytes);
  if (!found) {
    return false;
  }
  std::vector<fc::ConvexShape> shapes;
  for (const fc::DecompositionHull& hull : found->hulls) {
    shapes.push_back(fc::make_shape(hull.hull));
  }
  return fc::make_collider(shapes, found->mass).ok();
}

fc::Mesh an_l() {
  return fc::read_obj(
             "v 0 0 0\nv 3 0 0\nv 3 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\n"
             "v 0 0 1\nv 3 0 1\nv 3 1 1\nv 1 1 1\nv 1 3 1\nv 0 3 1\n"
             "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\n"
             "f 6 1 7 12\n",
             "l.obj")
      .value();
}

struct Run {
  fc::Scene scene;
  fc::World world;
};

Run run_of(const fs::path& file, int steps) {
  auto scene = fc::load_geometry(fc::read_scene(file).value());
  auto world = fc::make_world(scene.value());
  Run run{std::move(scene).value(), std::move(world).value()};
  for (int step = 0; step < steps; ++step) {
    run.world.step();
  }
  return run;
}

std::string recording_of(const fs::path& scene, int steps) {
  Run run = run_of(scene, 0);
  const fs::path file = "fuzz-seed-" + std::to_string(::getpid()) + ".fcr";
  auto writer = fc::RecordingWriter::create(file, fc::recording_header(run.world, run.scene));
  fc::RecordingWriter out = std::move(writer).value();
  for (int step = 0; step <= steps; ++step) {
    out.add_impulses(run.world.impulses());
    out.add_step(run.world.time(), run.world.segments(), run.world.events());
    run.world.step();
  }
  static_cast<void>(out.finish(fc::RecordingEnding::complete, 0));
  const std::string bytes = text_of(file);
  fs::remove(file);
  return bytes;
}

std::string checkpoint_of(const fs::path& scene, int steps) {
  const Run run = run_of(scene, steps);
  const fs::path file = "fuzz-seed-" + std::to_string(::getpid()) + ".fcc";
  fc::Checkpoint checkpoint;
  checkpoint.state = run.world.snapshot().bytes();
  static_cast<void>(fc::write_checkpoint(file, checkpoint));
  const std::string bytes = text_of(file);
  fs::remove(file);
  return bytes;
}

Reader checkpoint_reader(const fs::path& scene) {
  const Run run = run_of(scene, 0);
  std::vector<std::shared_ptr<const fc::Collider>> colliders;
  for (fc::BodyIndex body = 0; body < run.world.body_count(); ++body) {
    colliders.push_back(run.world.collider(body));
  }
  return [colliders](const std::string& bytes) {
    const auto checkpoint = fc::parse_checkpoint(bytes, "fuzz.fcc");
    const auto snapshot = checkpoint ? fc::Snapshot::from_bytes(checkpoint.value().state, colliders)
                                     : fc::Result<fc::Snapshot>(checkpoint.error());
    if (!snapshot) {
      return false;
    }
    fc::World world{fc::WorldDefinition{}};
    world.restore(snapshot.value());
    static_cast<void>(world.state_hash());
    static_cast<void>(world.totals());
    static_cast<void>(world.octree().pairs());
    return true;
  };
}

Subject subject_of(const std::string& name, const fs::path& repository) {
  const fs::path stack = repository / "scenes/rest/stack_10.json";
  const auto is_read = [](auto parse) { return [parse](const std::string& text) { return parse(text).ok(); }; };
  if (name == "scene") {
    return {texts_below(repository / "scenes", ".json", 20000), read_scene_text, {}};
  }
  if (name == "obj") {
    return {texts_below(repository / "models", ".obj", 20000), read_mesh_text, {}};
  }
  if (name == "recording") {
    return {{recording_of(stack, 20), recording_of(repository / "scenes/contact/belts.json", 10)},
            read_recording_bytes,
            with_chunk_checksums};
  }
  if (name == "cache") {
    return {{fc::decomposition_bytes(fc::decompose(an_l(), {}, "l.obj").value())}, read_cache_bytes, {}};
  }
  if (name == "query") {
    return {texts_below(repository / "tests/narrowphase/data", ".toi", 100000),
            is_read([](const std::string& text) { return fc::parse_query_set(text, "fuzz.toi"); }),
            {}};
  }
  if (name == "study") {
    return {texts_below(repository / "studies", ".json", 100000),
            is_read([](const std::string& text) { return fc::parse_study(text, "fuzz.json"); }),
            {}};
  }
  if (name == "checkpoint") {
    return {{checkpoint_of(stack, 30), checkpoint_of(stack, 0)}, checkpoint_reader(stack), with_last_checksum};
  }
  return {};
}

// What a signal handler can still say.
std::string finding_file;  // NOLINT: set before each input, read by the handler
std::string finding_bytes;

void keep_finding(const char* what) {
  std::ofstream(finding_file, std::ios::binary) << finding_bytes;
  std::fprintf(stderr, "finding: %s: %s\n", finding_file.c_str(), what);
}

extern "C" void on_alarm(int /*signal*/) {
  keep_finding("no end within ten seconds");
  std::_Exit(1);
}

// What the sanitizers end with (abort_on_error=1), and a contract that throws where nothing may.
extern "C" void on_abort(int /*signal*/) {
  keep_finding("it died");
  std::_Exit(1);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) {
    std::fputs("usage: firstcontact_fuzz READER SECONDS SEED [REPOSITORY]\n", stderr);
    return 2;
  }
  const std::string name = arguments[1];
  const double seconds = std::atof(arguments[2]);
  const std::uint64_t seed = std::strtoull(arguments[3], nullptr, 10);
  const Subject subject = subject_of(name, count > 4 ? arguments[4] : ".");
  if (subject.good.empty()) {
    std::fprintf(stderr, "no reader '%s', or no good files for it\n", name.c_str());
    return 2;
  }
  ::signal(SIGALRM, on_alarm);
  ::signal(SIGABRT, on_abort);
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t inputs = 0;
  std::uint64_t taken = 0;
  int findings = 0;
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds) {
    Random random(seed + inputs);
    finding_bytes = mutated(subject.good[below(random, subject.good.size())], random);
    finding_bytes = subject.mends ? subject.mends(std::move(finding_bytes)) : finding_bytes;
    finding_file = "finding-" + name + "-" + std::to_string(seed + inputs);
    ::alarm(most_seconds_per_input);
    try {
      taken += subject.read(finding_bytes) ? 1U : 0U;
    } catch (const std::exception& trouble) {
      keep_finding(trouble.what());
      ++findings;
    }
    ::alarm(0);
    ++inputs;
  }
  std::printf("%s: %llu inputs, %llu taken for good, %d findings\n", name.c_str(),
              static_cast<unsigned long long>(inputs), static_cast<unsigned long long>(taken), findings);
  return findings == 0 ? 0 : 1;
}
