// firstcontact simulate

#include <array>
#include <chrono>
#include <utility>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/run_table.hpp"
#include "scene/motion_phases.hpp"
#include "scene/recording.hpp"
#include "scene/scene_world.hpp"

namespace firstcontact {
namespace {

struct LoadedRun {
  Scene scene;
  World world;
  double load_s = 0.0;
};

Result<Scene> with_overrides(Scene scene, const SimulateArguments& arguments) {
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

Result<LoadedRun> load(const SimulateArguments& arguments, const Streams& streams) {
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

// The two files that grow while the run goes on.
class RunFiles {
 public:
  [[nodiscard]] std::optional<Error> open(const SimulateArguments& arguments, const LoadedRun& run) {
    if (!arguments.record.empty()) {
      auto recording = RecordingWriter::create(arguments.record, recording_header(run.world, run.scene));
      if (!recording) {
        return recording.error();
      }
      recording_ = std::move(recording).value();
      keeps_impulses_ = arguments.record_impulses;
    }
    if (!arguments.events.empty()) {
      auto events = OutputFile::create(arguments.events);
      if (!events) {
        return events.error();
      }
      events_ = std::move(events).value();
      events_->write(events_header());
    }
    return std::nullopt;
  }

  void add(const World& world) {
    if (recording_ && keeps_impulses_) {
      recording_->add_impulses(world.impulses());
    }
    if (recording_) {
      recording_->add_step(world.time(), world.segments(), world.events());
    }
    if (events_) {
      events_->write(events_lines(world));
    }
  }

  [[nodiscard]] bool failed() const { return (recording_ && recording_->failed()) || (events_ && events_->failed()); }

  [[nodiscard]] std::optional<Error> finish(RecordingEnding ending, std::uint64_t state_hash) {
    auto error = recording_ ? recording_->finish(ending, state_hash) : std::nullopt;
    return error || !events_ ? error : events_->finish();
  }

 private:
  std::optional<RecordingWriter> recording_;
  bool keeps_impulses_ = false;
  std::optional<OutputFile> events_;
};

// What looks on while the world is stepped, and what it found.
struct Onlookers {
  RunFiles files;
  std::optional<ExpectationWatch> expectations;
};

RunResult run_watched(LoadedRun& run, Onlookers& onlookers, const SimulateArguments& arguments,
                      const Streams& streams) {
  const std::uint64_t steps = step_count(run.scene.duration, run.scene.world.time_step);
  const InterruptWatch interrupt;
  std::optional<ProgressBar> bar;
  if (!arguments.quiet) {
    bar.emplace(streams.err, steps);
  }
  const auto after_step = [&](const World& world) {
    onlookers.files.add(world);
    if (onlookers.expectations) {
      onlookers.expectations->look(world);
    }
    if (bar) {
      bar->show(world.statistics().steps, world.time());
    }
    return interrupt.is_interrupted() || onlookers.files.failed() ? RunDecision::stop : RunDecision::go_on;
  };
  return run_world(run.world, steps, after_step, phase_changes(run.scene));
}

std::optional<Error> report(const SimulateArguments& arguments, const LoadedRun& run, const SummaryFacts& facts,
                            const Streams& streams) {
  if (!arguments.summary.empty()) {
    const auto final_states = arguments.summary_final == "true" ? FinalStates::listed : FinalStates::left_out;
    if (auto error = put_text(arguments.summary, summary_json(run.scene, run.world, facts, final_states), streams)) {
      return error;
    }
  }
  if (arguments.quiet || arguments.summary == "-") {
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

ExitStatus run_loaded(LoadedRun& run, const SimulateArguments& arguments, const Streams& streams) {
  Onlookers onlookers;
  if (const auto error = onlookers.files.open(arguments, run)) {
    return refuse(streams, ExitStatus::system_failed, error->message);
  }
  if (arguments.check) {
    onlookers.expectations.emplace(run.scene);
  }
  SummaryFacts facts{run_watched(run, onlookers, arguments, streams), run.load_s, arguments.threads, std::nullopt};
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
  command->add_option("--events", arguments.events, "Write every impact to a table, OUT.csv")->type_name("FILE");
  command->add_option("--summary", arguments.summary, "Write the summary as JSON to a file, or to standard output: -")
      ->type_name("FILE|-");
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
  const std::array inputs{NamedFile{"scene", arguments.scene}};
  const std::array outputs{NamedFile{"--record", arguments.record}, NamedFile{"--events", arguments.events},
                           NamedFile{"--summary", arguments.summary}};
  if (const auto error = clash(inputs, outputs)) {
    return refuse(streams, ExitStatus::bad_input, error->message);
  }
  auto loaded = load(arguments, streams);
  if (!loaded) {
    return refuse(streams, ExitStatus::bad_input, loaded.error().message);
  }
  LoadedRun run = std::move(loaded).value();
  for (const std::string& warning : run.scene.warnings) {
    refuse(streams, ExitStatus::done, "warning: " + warning);
  }
  return run_loaded(run, arguments, streams);
}

}  // namespace firstcontact
