#include "cli/loaded_run.hpp"

#include <chrono>
#include <utility>

#include "cli/progress.hpp"
#include "scene/scene_world.hpp"

namespace firstcontact {

static Result<Scene> with_overrides(Scene scene, const SimulateArguments& arguments) {
  scene.world.threads = arguments.threads;
  scene.world.keeps_impulses = arguments.record_impulses;
  scene.world.sleeping = scene.world.sleeping && !arguments.no_sleeping;
  scene.world.time_step = arguments.time_step.value_or(scene.world.time_step);
  scene.duration = arguments.duration.value_or(scene.duration);
  const double steps = scene.duration / scene.world.time_step;
  if (steps > most_steps) {
    return Error{"--duration, --time-step: found " + rounded_text(steps) + " steps, expected at most 1e12"};
  }
  return scene;
}

Result<LoadedRun> load_run(const SimulateArguments& arguments, const Streams& streams) {
  std::optional<ProgressBar> bar;
  if (!arguments.quiet) {
    bar.emplace(streams.err, loading_steps);
  }
  const auto start = std::chrono::steady_clock::now();
  auto read = read_scene(arguments.scene);
  auto adapted = read ? with_overrides(std::move(read).value(), arguments) : std::move(read);
  const LoadOptions options{cache_unless(arguments.no_cache), loading_progress(bar)};
  auto loaded = adapted ? load_geometry(std::move(adapted).value(), options) : std::move(adapted);
  if (!loaded) {
    return loaded.error();
  }
  auto world = make_world(loaded.value());
  if (!world) {
    return world.error();
  }
  const std::chrono::duration<double> load_time = std::chrono::steady_clock::now() - start;
  return LoadedRun{std::move(loaded).value(), std::move(world).value(), load_time.count()};
}

}  // namespace firstcontact
