#include "render/show.hpp"

#include <algorithm>
#include <fstream>
#include <utility>

#include "rivals/stepper.hpp"
#include "scene/scene_world.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

struct LoadedScene {
  Scene written, loaded;
};

Result<LoadedScene> load_scene(const fs::path& file, const LoadOptions& options) {
  auto written = read_scene(file);
  if (!written) {
    return written.error();
  }
  auto loaded = load_geometry(written.value(), options);
  if (!loaded) {
    return loaded.error();
  }
  return LoadedScene{std::move(written).value(), std::move(loaded).value()};
}

// The first step of a source is the state at time 0, as in a recording.
StepSource steps_of(std::shared_ptr<Stepper> stepper, std::uint64_t steps) {
  return [stepper = std::move(stepper), steps, taken = std::uint64_t{0},
          is_first = true]() mutable -> Result<std::optional<RecordedStep>> {
    if (!std::exchange(is_first, false)) {
      if (taken == steps) {
        return std::optional<RecordedStep>();
      }
      stepper->step();
      ++taken;
    }
    return std::optional(stepper->last_step());
  };
}

Result<Show> open_scene(const fs::path& file, const ShowOptions& options) {
  auto scene = load_scene(file, {options.cache, options.progress});
  if (!scene) {
    return scene.error();
  }
  LoadedScene both = std::move(scene).value();
  both.loaded.world.threads = options.threads;
  auto world = make_world(both.loaded);
  if (!world) {
    return world.error();
  }
  if (const auto impossible = impossible_by(options.method, both.loaded)) {
    return Error{file.string() + ": " + *impossible};
  }
  Show show;
  show.stage = std::make_unique<Stage>(stage_of_scene(world.value(), both.loaded, both.written));
  show.duration = both.loaded.duration;
  show.camera = both.loaded.camera;
  show.view = both.loaded.view;
  show.warnings = both.loaded.warnings;
  if (options.method.kind != RivalKind::first_contact) {
    show.method = rival_method_text(options.method);
    if (const auto left_out = left_out_by_rivals(both.loaded)) {
      show.warnings.push_back(*left_out);
    }
  }
  show.steps = steps_of(stepper_by(options.method, std::move(world).value(), both.loaded),
                        step_count(both.loaded.duration, both.loaded.world.time_step));
  show.warnings.insert(show.warnings.end(), show.stage->warnings.begin(), show.stage->warnings.end());
  return show;
}

Result<Show> open_recording(const fs::path& file, const ShowOptions& options) {
  auto opened = RecordingReader::open(file);
  if (!opened) {
    return opened.error();
  }
  const auto reader = std::make_shared<RecordingReader>(std::move(opened).value());
  Show show;
  show.stage = std::make_unique<Stage>(stage_of_recording(reader->header()));
  show.steps = [reader] { return reader->next(); };
  show.method = reader->header().method;
  if (!options.looks.empty()) {
    auto looks = looks_of_scene(options.looks, reader->header(), options.cache);
    if (!looks) {
      return looks.error();
    }
    SceneLooks dressed = std::move(looks).value();
    show.stage->models = std::move(dressed.models);
    show.stage->bodies = std::move(dressed.bodies);
    show.camera = dressed.camera;
    show.view = dressed.view;
    show.warnings = std::move(dressed.warnings);
  }
  return show;
}

}  // namespace

Result<SceneLooks> looks_of_scene(const std::string& scene_file, const RecordingHeader& header,
                                  const DecompositionCache& cache) {
  auto scene = load_scene(scene_file, {cache, {}});
  if (!scene) {
    return scene.error();
  }
  auto world = make_world(scene.value().loaded);
  if (!world) {
    return world.error();
  }
  Stage stage = stage_of_scene(world.value(), scene.value().loaded, scene.value().written);
  const auto& theirs = stage.header.bodies;
  const bool fits = std::equal(theirs.begin(), theirs.end(), header.bodies.begin(), header.bodies.end(),
                               [](const RecordedBody& a, const RecordedBody& b) { return a.name == b.name; });
  if (!fits) {
    return Error{scene_file + ": found other bodies than in the recording, expected the scene it was made from"};
  }
  return SceneLooks{std::move(stage.models), std::move(stage.bodies), scene.value().loaded.camera,
                    scene.value().loaded.view, std::move(stage.warnings)};
}

bool is_recording(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string begin(4, '\0');
  stream.read(begin.data(), 4);
  return begin ==
         "\x89"
         "FCR";
}

Result<Show> open_show(const fs::path& file, const ShowOptions& options) {
  return is_recording(file) ? open_recording(file, options) : open_scene(file, options);
}

Scenery scenery_of(const Stage& stage) {
  Aabb all;
  bool has_ground = false;
  for (BodyIndex i = 0; i < stage.header.bodies.size(); ++i) {
    const RecordedBody& body = stage.header.bodies[i];
    all = merged(all, body_box(stage, i, body.start.pose));
    has_ground = has_ground || body.type == BodyType::fixed;
  }
  if (stage.header.bodies.empty()) {
    return {};
  }
  Scenery scenery;
  const Aabb& interesting = scenery.focus = interesting_box(stage);
  scenery.scale = std::max(0.5 * glm::length(interesting.high - interesting.low), 1e-6);
  scenery.ground_height = all.low.y - (has_ground ? 0.002 : 0.5) * scenery.scale;
  return scenery;
}

Picture picture_of(const Scenery& scenery, const MotionTable& motions, double time) {
  Picture picture;
  picture.ground_height = scenery.ground_height;
  picture.scale = scenery.scale;
  picture.focus = scenery.focus;
  for (BodyIndex i = 0; i < motions.size(); ++i) {
    if (motions.is_there(i, time)) {
      picture.bodies.push_back({i, motions.mesh_pose_at(i, time), 1.0F, 0.0F});
    }
  }
  return picture;
}

}  // namespace firstcontact
