#include "scene/expectations.hpp"

#include <utility>

#include "scene/check_watches.hpp"
#include "scene/scene_world.hpp"
#include "scene/simulation.hpp"

namespace firstcontact {
namespace {

std::vector<std::optional<Watch>> watches_of(const Scene& scene) {
  std::vector<std::optional<Watch>> watches;
  for (const Check& check : scene.expect) {
    watches.push_back(watch_of(check, scene));
  }
  return watches;
}

void look(const std::vector<std::optional<Watch>>& watches, const World& world) {
  for (const auto& watch : watches) {
    if (watch && watch->look) {
      watch->look(world);
    }
  }
}

CheckResult judged(const Check& check, const std::optional<Watch>& watch, const World& world) {
  if (!watch) {
    return {check.kind, CheckStatus::unsupported,
            "check '" + std::string(check_name(check.kind)) + "' is not judged yet"};
  }
  Verdict trouble = watch->judge(world);
  if (trouble) {
    return {check.kind, CheckStatus::failed, *std::move(trouble)};
  }
  return {check.kind, CheckStatus::passed, {}};
}

}  // namespace

std::optional<Watch> watch_of(const Check& check, const Scene& scene) {
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
      return watch_moved_less(check);
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
    case CheckKind::linked:
      break;
  }
  return std::nullopt;
}

Result<std::vector<CheckResult>> evaluate_expectations(const Scene& scene) {
  auto made = make_world(scene);
  if (!made) {
    return made.error();
  }
  World world = std::move(made).value();
  const auto watches = watches_of(scene);
  const auto look_on = [&](const World& present) {
    look(watches, present);
    return RunDecision::go_on;
  };
  (void)run_world(world, step_count(scene.duration, scene.world.time_step), look_on);
  std::vector<CheckResult> results;
  for (std::size_t i = 0; i < watches.size(); ++i) {
    results.push_back(judged(scene.expect[i], watches[i], world));
  }
  return results;
}

}  // namespace firstcontact
