#include "scene/expectations.hpp"

#include <utility>

#include "scene/motion_phases.hpp"
#include "scene/scene_world.hpp"
#include "scene/simulation.hpp"

namespace firstcontact {

std::string_view status_name(CheckStatus status) { return status == CheckStatus::passed ? "passed" : "failed"; }

Watch watch_of(const Check& check, const Scene& scene) {
  switch (check.kind) {
    case CheckKind::never_overlap:
      return watch_never_overlap(scene);
    case CheckKind::final_at:
      return watch_final_at(check);
    case CheckKind::y_above:
      return watch_y_above(check);
    case CheckKind::x_below:
      return watch_x_below(check);
    case CheckKind::moved_less:
    case CheckKind::moved_more:
      return watch_moved(check);
    case CheckKind::slides:
      return watch_slides(check);
    case CheckKind::coasts:
      return watch_coasts(check);
    case CheckKind::conserved:
      return watch_conserved();
    case CheckKind::energy_never_grows:
      return watch_energy_never_grows();
    case CheckKind::at_rest:
      return watch_at_rest(check);
    case CheckKind::state_hash:
      return watch_state_hash(check);
    case CheckKind::no_time_lost:
      return watch_no_time_lost(check);
    case CheckKind::linked:
      break;
  }
  return watch_linked(check, scene);
}

ExpectationWatch::ExpectationWatch(const Scene& scene) : scene_(&scene) {
  for (const Check& check : scene.expect) {
    watches_.push_back(watch_of(check, scene));
  }
}

void ExpectationWatch::look(const World& world) const {
  for (const Watch& watch : watches_) {
    if (watch.look) {
      watch.look(world);
    }
  }
}

std::vector<CheckResult> ExpectationWatch::results(const World& world) const {
  std::vector<CheckResult> results;
  for (std::size_t i = 0; i < watches_.size(); ++i) {
    Verdict trouble = watches_[i].judge(world);
    const auto status = trouble ? CheckStatus::failed : CheckStatus::passed;
    results.push_back({scene_->expect[i].kind, status, std::move(trouble).value_or("")});
  }
  return results;
}

Result<std::vector<CheckResult>> evaluate_expectations(const Scene& scene) {
  auto made = make_world(scene);
  if (!made) {
    return made.error();
  }
  World world = std::move(made).value();
  const ExpectationWatch watch(scene);
  const auto look_on = [&](const World& present) {
    watch.look(present);
    return RunDecision::go_on;
  };
  (void)run_world(world, step_count(scene.duration, scene.world.time_step), look_on, phase_changes(scene));
  return watch.results(world);
}

}  // namespace firstcontact
