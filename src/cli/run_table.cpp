#include "cli/run_table.hpp"

#include <algorithm>
#include <array>

#include "cli/command.hpp"
#include "rivals/tunnel_watch.hpp"
#include "scene/scene_world.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

std::string line(std::string name, const std::string& value) {
  constexpr std::size_t column = 18;
  name.resize(column, ' ');
  return name + value + "\n";
}

std::string bodies_text(const Scene& scene, const World& world) {
  std::array<std::size_t, 3> counts{};  // in order of BodyType
  for (BodyIndex i = 0; i < world.body_count(); ++i) {
    ++counts.at(static_cast<std::size_t>(world.type(i)));
  }
  return std::to_string(counts[0]) + " dynamic, " + std::to_string(counts[1]) + " static, " +
         std::to_string(counts[2]) + " kinematic; " + std::to_string(hull_count(scene)) + " convex shapes";
}

std::string cost_text(const SummaryFacts& facts) {
  const double steps = static_cast<double>(std::max<std::uint64_t>(facts.run.steps, 1));
  return rounded_text(facts.run.wall_s) + " s stepping (" + rounded_text(1e3 * facts.run.wall_s / steps) +
         " ms per step, CPU " + rounded_text(1e3 * facts.run.cpu_s / steps) + " ms), " + rounded_text(facts.load_s) +
         " s loading";
}

std::string change_text(double start, double end) { return rounded_text(start) + " -> " + rounded_text(end) + " J"; }

std::size_t removed_count(const World& world) {
  std::size_t count = 0;
  for (BodyIndex i = 0; i < world.body_count(); ++i) {
    count += world.state(i).removed ? 1U : 0U;
  }
  return count;
}

std::string set_apart_text(const SetApart& done) {
  const std::string far = rounded_text(done.furthest) + " m at most, " + rounded_text(done.energy) + " J";
  return std::to_string(done.bodies) + " bodies" + (done.bodies > 0 ? ", " + far : "");
}

std::string checks_line(const std::optional<std::vector<CheckResult>>& checks) {
  if (!checks) {
    return "";
  }
  const auto held = std::count_if(checks->begin(), checks->end(),
                                  [](const CheckResult& check) { return check.status == CheckStatus::passed; });
  return line("expectations", std::to_string(held) + " of " + std::to_string(checks->size()) + " hold");
}

}  // namespace

std::string run_table(const Scene& scene, const World& world, const SummaryFacts& facts) {
  const Statistics& statistics = world.statistics();
  const RunResult& run = facts.run;
  return line("scene", scene.name) + line("bodies", bodies_text(scene, world)) +
         line("simulated", rounded_text(world.time()) + " s in " + std::to_string(run.steps) + " steps") +
         line("time", cost_text(facts)) + line("impacts", std::to_string(statistics.events)) +
         line("removed", std::to_string(removed_count(world)) + " bodies") +
         line("smallest gap", statistics.min_gap ? rounded_text(*statistics.min_gap) + " m" : "none came near") +
         line("initial overlaps", std::to_string(world.initial_overlaps().size())) +
         line("set apart", set_apart_text(statistics.set_apart)) +
         line("time lost", rounded_text(statistics.time_lost) + " s") +
         line("kinetic energy", change_text(run.start.kinetic_energy, run.end.kinetic_energy)) +
         line("potential energy", change_text(run.start.potential_energy, run.end.potential_energy)) +
         checks_line(facts.checks) + line("state hash", hexadecimal_text(world.state_hash()));
}

std::string method_table(const Scene& scene, const RecordingHeader& header, const MethodFacts& facts) {
  const RunResult& run = facts.run.run;
  const std::size_t passages = facts.passages.size();
  const std::string through = passages == 0
                                  ? "nothing"
                                  : std::to_string(passages) + (passages == 1 ? " time, " : " times, first ") +
                                        passage_text(facts.passages.front(), header.bodies);
  return line("scene", scene.name) + line("method", header.method) +
         line("simulated", rounded_text(facts.simulated_s) + " s in " + std::to_string(run.steps) + " steps") +
         line("time", cost_text(facts.run)) + line("impacts", std::to_string(facts.impacts)) +
         line("passed through", through) + line("time lost", rounded_text(facts.time_lost) + " s") +
         line("kinetic energy", change_text(run.start.kinetic_energy, run.end.kinetic_energy)) +
         line("potential energy", change_text(run.start.potential_energy, run.end.potential_energy)) +
         line("state hash", hexadecimal_text(facts.state_hash));
}

}  // namespace firstcontact
