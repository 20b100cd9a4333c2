// Runs a world to its end, and sums up what happened. What a caller wants to do in between (record, draw a progress
// bar, check something) it does in one callback after every step.
#pragma once

#include <cstdint>
#include <firstcontact/world.hpp>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/expectations.hpp"
#include "scene/recording.hpp"
#include "scene/scene_file.hpp"

namespace firstcontact {

enum class RunDecision : std::uint8_t { go_on, stop };

/// Called before the first step (with the initial state) and after every step.
using AfterStep = std::function<RunDecision(const World&)>;
/// Called before every step; may be empty.
using BeforeStep = std::function<void(World&)>;

struct RunResult {
  std::uint64_t steps = 0;   // that were run
  double wall_s = 0.0;       // inside World::step alone
  double cpu_s = 0.0;        // the same, over all threads of the process
  Totals start, end;         // energies and momenta
  bool was_stopped = false;  // the callback ended it early
};

/// Steps `world` `steps` times, or until `after_step` says stop.
[[nodiscard]] RunResult run_world(World& world, std::uint64_t steps, const AfterStep& after_step,
                                  const BeforeStep& before_step = {});

/// What is called on the way.
struct RunHooks {
  AfterStep after_step;
  BeforeStep before_step;  // may be empty
};

/// Goes on with a run of which `result` is known so far, until it has taken `steps` steps, or `after_step` says stop.
/// `result` is up to date whenever a hook is called, but for `end`.
void continue_run(World& world, RunResult& result, std::uint64_t steps, const RunHooks& hooks);

/// What the summary needs to know besides the world.
struct SummaryFacts {
  RunResult run;
  double load_s = 0.0;  // reading files and making the world
  int threads = 1;
  std::optional<std::vector<CheckResult>> checks;  // of `expect`, where it was judged
};

enum class FinalStates : std::uint8_t { listed, left_out };

/// The summary of the contract: one JSON object, with a line break at its end. Numbers read back to the same bits; what
/// is not finite is null.
[[nodiscard]] std::string summary_json(const Scene& scene, const World& world, const SummaryFacts& facts,
                                       FinalStates final_states);

/// The line names of events.csv, with its line break.
[[nodiscard]] std::string_view events_header();
/// One line per event of the last step, in time order.
[[nodiscard]] std::string events_lines(const World& world);
/// The same of any step; `bodies` are a recording's.
[[nodiscard]] std::string events_lines(std::span<const Event> events, std::span<const RecordedBody> bodies);

}  // namespace firstcontact
