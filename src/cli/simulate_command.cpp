// firstcontact simulate

#include <algorithm>
#include <array>
#include <utility>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/loaded_run.hpp"
#include "cli/method_run.hpp"
#include "cli/progress.hpp"
#include "cli/run_files.hpp"
#include "cli/run_table.hpp"
#include "scene/checkpoint.hpp"
#include "scene/motion_phases.hpp"
#include "scene/scene_world.hpp"

namespace firstcontact {
namespace {

// What looks on while the world is stepped, and what it found.
struct Onlookers {
  RunFiles files;
  std::optional<ExpectationWatch> expectations;
  std::optional<Error> error;  // of a checkpoint that could not be written
};

// A simulation on its way.
struct Voyage {
  LoadedRun run;
  std::optional<Checkpoint> begun;  // where it goes on from
  std::uint64_t scene = 0;          // its identity
  Onlookers onlookers;
  RunResult result;

  [[nodiscard]] std::optional<Error> keep(const std::string& file) {
    return onlookers.files.keep(file, run.world, {scene, result, false, std::nullopt, std::nullopt, {}});
  }
};

// Checkpoints fall due every so many steps: the first that reach the interval.
std::uint64_t steps_between_checkpoints(const SimulateArguments& arguments, const Scene& scene) {
  return std::max<std::uint64_t>(1, step_count(arguments.every, scene.world.time_step));
}

void run_watched(Voyage& voyage, const SimulateArguments& arguments, const Streams& streams) {
  const Scene& scene = voyage.run.scene;
  const std::uint64_t steps = step_count(scene.duration, scene.world.time_step);
  const std::uint64_t interval = steps_between_checkpoints(arguments, scene);
  const InterruptWatch interrupt;
  std::optional<ProgressBar> bar;
  if (!arguments.quiet) {
    bar.emplace(streams.err, steps);
  }
  Onlookers& onlookers = voyage.onlookers;
  const auto after_step = [&](const World& world) {
    onlookers.files.add(world);
    if (onlookers.expectations) {
      onlookers.expectations->look(world);
    }
    if (bar) {
      bar->show(world.statistics().steps, world.time());
    }
    const bool must_stop = interrupt.is_interrupted() || onlookers.files.failed();
    const std::uint64_t taken = voyage.result.steps;
    const bool is_due = must_stop || taken == steps || (taken > 0 && taken % interval == 0);
    if (is_due && !arguments.checkpoint.empty() && !onlookers.files.failed()) {
      onlookers.error = voyage.keep(arguments.checkpoint);
    }
    return must_stop || onlookers.error ? RunDecision::stop : RunDecision::go_on;
  };
  if (!voyage.begun) {
    voyage.result.start = voyage.run.world.totals();
    voyage.result.was_stopped = after_step(voyage.run.world) == RunDecision::stop;
  }
  continue_run(voyage.run.world, voyage.result, steps, {after_step, phase_changes(scene)});
}

std::optional<Error> report(const SimulateArguments& arguments, const LoadedRun& run, const SummaryFacts& facts,
                            const Streams& streams) {
  if (!arguments.summary.empty()) {
    const auto final_states = arguments.summary_final == "true" ? FinalStates::listed : FinalStates::left_out;
    if (auto error = put_text(arguments.summary, summary_json(run.scene, run.world, facts, final_states), streams)) {
      return error;
    }
  }
  if (arguments.quiet || arguments.summary == "-" || arguments.events == "-") {
    return std::nullopt;
  }
  return put_text("-", run_table(run.scene, run.world, facts), streams);
}

// Every check that does not hold is a message; a run that was cut short says nothing about them.
ExitStatus judge(const std::vector<CheckResult>& checks, const Streams& streams) {
  auto status = ExitStatus::done;
  for (const CheckResult& check : checks) {
    if (check.status != CheckStatus::passed) {
      status = refuse(streams, ExitStatus::answer_is_no,
                      "check '" + std::string(check_name(check.kind)) + "' failed: " + check.message);
    }
  }
  return status;
}

ExitStatus run_loaded(Voyage& voyage, const SimulateArguments& arguments, const Streams& streams) {
  LoadedRun& run = voyage.run;
  Onlookers& onlookers = voyage.onlookers;
  if (arguments.check) {
    onlookers.expectations.emplace(run.scene);
  }
  run_watched(voyage, arguments, streams);
  if (onlookers.error) {
    return refuse(streams, ExitStatus::system_failed, onlookers.error->message);
  }
  SummaryFacts facts{voyage.result, run.load_s, arguments.threads, std::nullopt};
  const bool was_stopped = facts.run.was_stopped;
  if (onlookers.expectations && !was_stopped) {
    facts.checks = onlookers.expectations->results(run.world);
  }
  const auto ending = was_stopped ? RecordingEnding::interrupted : RecordingEnding::complete;
  if (const auto error = onlookers.files.finish(ending, run.world.state_hash())) {
    return refuse(streams, ExitStatus::system_failed, error->message);
  }
  if (const auto error = report(arguments, run, facts, streams)) {
    return refuse(streams, ExitStatus::system_failed, error->message);
  }
  if (was_stopped) {
    return refuse(streams, ExitStatus::interrupted, "interrupted at " + rounded_text(run.world.time()) + " s");
  }
  return judge(facts.checks.value_or(std::vector<CheckResult>{}), streams);
}

// Files and world as they are at the start, or as the checkpoint has them.
std::optional<Error> begin(Voyage& voyage, const SimulateArguments& arguments, const Streams& streams) {
  LoadedRun& run = voyage.run;
  const RecordingHeader header = recording_header(run.world, run.scene);
  if (!arguments.checkpoint.empty() || !arguments.resume.empty()) {
    voyage.scene = scene_identity(run.world, run.scene);
  }
  if (arguments.resume.empty()) {
    return voyage.onlookers.files.open({arguments, streams}, header, nullptr);
  }
  auto read = read_checkpoint(arguments.resume);
  if (!read) {
    return read.error();
  }
  voyage.begun = std::move(read).value();
  voyage.result = voyage.begun->so_far;
  if (auto error = go_to_checkpoint(run.world, run.scene, *voyage.begun, arguments.resume)) {
    return error;
  }
  return voyage.onlookers.files.open({arguments, streams}, header, &*voyage.begun);
}

// What cannot be said together.
std::optional<Error> contradiction(const SimulateArguments& arguments) {
  if (arguments.check && !arguments.resume.empty()) {
    return Error{"--check and --resume: found both, expected one: checks judge a run from its start"};
  }
  const bool is_kept = !arguments.checkpoint.empty() || !arguments.resume.empty();
  if (arguments.events == "-" && is_kept) {
    return Error{"--events: found standard output and a checkpoint, expected a file that can be gone on with"};
  }
  if (arguments.method != engine_name && (arguments.check || is_kept || arguments.record_impulses)) {
    return Error{"--method: found " + arguments.method +
                 " with --check, --checkpoint, --resume or --record-impulses, which are the engine's alone"};
  }
  return std::nullopt;
}

}  // namespace

CLI::App* declare_simulate(CLI::App& program, SimulateArguments& arguments) {
  CLI::App* const command = program.add_subcommand("simulate", "Runs a scene without a window");
  command->add_option("scene", arguments.scene, "The scene, a .json file")->required()->type_name("FILE");
  command->add_option("--duration", arguments.duration, "Simulated seconds, instead of the scene's")
      ->type_name("SECONDS")
      ->check(number_within(0.0, longest_duration, "a number of seconds from 0 to 1e9"));
  command->add_option("--time-step", arguments.time_step, "Seconds per step, instead of the scene's")
      ->type_name("SECONDS")
      ->check(number_within(shortest_time_step, longest_time_step, "a number of seconds from 1e-9 to 1e3"));
  command->add_option("--threads", arguments.threads, "Threads; never changes a bit of the result")
      ->capture_default_str()
      ->check(whole_number_within(1, 1024));
  command->add_flag("--no-sleeping", arguments.no_sleeping, "Follow bodies at rest, too, step by step");
  command->add_option("--record", arguments.record, "Write a recording, OUT.fcr")->type_name("FILE");
  command->add_flag("--record-impulses", arguments.record_impulses,
                    "Have the recording hold every impulse, for verify to check lasting contact, too");
  command->add_option("--events", arguments.events, "Write every impact to a table, OUT.csv or standard output: -")
      ->type_name("FILE|-");
  declare_method(*command, arguments.method, "What keeps the bodies apart");
  command->add_option("--summary", arguments.summary, "Write the summary as JSON to a file, or to standard output: -")
      ->type_name("FILE|-");
  command->add_option("--checkpoint", arguments.checkpoint, "Keep the run in a file on the way, to --resume from")
      ->type_name("FILE");
  command->add_option("--every", arguments.every, "Simulated seconds between checkpoints")
      ->capture_default_str()
      ->type_name("SECONDS")
      ->check(number_within(shortest_time_step, longest_duration, "a number of seconds from 1e-9 to 1e9"));
  command->add_option("--resume", arguments.resume, "Go on from a checkpoint of this scene, to the same bits")
      ->type_name("FILE");
  command->add_option("--summary-final", arguments.summary_final, "Whether the summary lists every body's final state")
      ->capture_default_str()
      ->check(CLI::IsMember({"true", "false"}));
  command->add_flag("--check", arguments.check,
                    "Judge the scene's `expect`: the exit status is 1 when something in it does not hold");
  command->add_flag("--quiet", arguments.quiet, "No progress bar and no table");
  declare_no_cache(*command, arguments.no_cache);
  command->footer(
      "Example:\n  firstcontact simulate scenes/thesis_demo.json --duration 5 --record run.fcr --summary -");
  return command;
}

ExitStatus simulate(const SimulateArguments& arguments, const Streams& streams) {
  // A checkpoint may be gone on from and written to again: it is replaced whole.
  const std::array inputs{NamedFile{"scene", arguments.scene}};
  const std::array outputs{NamedFile{"--record", arguments.record}, NamedFile{"--events", arguments.events},
                           NamedFile{"--summary", arguments.summary}, NamedFile{"--checkpoint", arguments.checkpoint}};
  auto error = clash(inputs, outputs);
  if (const auto wrong = error ? error : contradiction(arguments)) {
    return refuse(streams, *wrong);
  }
  auto loaded = load_run(arguments, streams);
  if (!loaded) {
    return refuse(streams, loaded.error());
  }
  for (const std::string& warning : loaded.value().scene.warnings) {
    refuse(streams, ExitStatus::done, "warning: " + warning);
  }
  if (arguments.method != engine_name) {
    return simulate_by_method(std::move(loaded).value(), arguments, streams);
  }
  Voyage voyage{std::move(loaded).value(), std::nullopt, 0, {}, {}};
  if (const auto trouble = begin(voyage, arguments, streams)) {
    return refuse(streams, *trouble);
  }
  return run_loaded(voyage, arguments, streams);
}

}  // namespace firstcontact
