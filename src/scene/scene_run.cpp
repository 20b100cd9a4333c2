#include <firstcontact/scene.hpp>

#include <utility>

#include "scene/motion_phases.hpp"
#include "scene/scene_world.hpp"

namespace firstcontact {

struct SceneRun::Content {
  Scene scene;
  World world;
  BeforeStep change_phases;
  std::uint64_t step_count = 0;
};

SceneRun::SceneRun(std::unique_ptr<Content> content) : content_(std::move(content)) {}
SceneRun::~SceneRun() = default;
SceneRun::SceneRun(SceneRun&&) noexcept = default;
SceneRun& SceneRun::operator=(SceneRun&&) noexcept = default;

Result<SceneRun> SceneRun::open(const std::filesystem::path& file, const SceneOptions& options) {
  require(options.threads >= 1, "SceneRun::open: threads must be at least 1");
  require(!options.duration || (*options.duration >= 0.0 && *options.duration <= longest_duration),
          "SceneRun::open: the duration must be 0 to 1e9 s");
  auto read = read_scene(file);
  if (!read) {
    return read.error();
  }
  auto loaded = load_geometry(std::move(read).value(), DecompositionCache{options.mesh_memory});
  if (!loaded) {
    return loaded.error();
  }
  Scene scene = std::move(loaded).value();
  scene.world.threads = options.threads;
  scene.duration = options.duration.value_or(scene.duration);
  auto world = make_world(scene);
  if (!world) {
    return world.error();
  }
  BeforeStep change_phases = phase_changes(scene);
  const std::uint64_t count = firstcontact::step_count(scene.duration, scene.world.time_step);
  return SceneRun(
      std::make_unique<Content>(Content{std::move(scene), std::move(world).value(), std::move(change_phases), count}));
}

World& SceneRun::world() { return content_->world; }
const World& SceneRun::world() const { return content_->world; }

void SceneRun::step() {
  content_->change_phases(content_->world);
  content_->world.step();
}

void SceneRun::run() {
  while (content_->world.statistics().steps < content_->step_count) {
    step();
  }
}

std::uint64_t SceneRun::step_count() const { return content_->step_count; }
const std::string& SceneRun::name() const { return content_->scene.name; }
const std::vector<std::string>& SceneRun::warnings() const { return content_->scene.warnings; }

}  // namespace firstcontact
