#include "cli/method_run.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/run_files.hpp"
#include "cli/run_table.hpp"
#include "rivals/stepper.hpp"
#include "rivals/tunnel_watch.hpp"
#include "scene/method_summary.hpp"

namespace firstcontact {
namespace {

constexpr std::size_t most_told = 10;  // passages that a person reads one by one

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct MethodRun {
  LoadedRun loaded;
  RecordingHeader header;
  std::unique_ptr<Stepper> stepper;
  RunFiles files;
  MethodFacts facts;

  [[nodiscard]] std::vector<FlowState> states() const {
    std::vector<FlowState> all;
    for (BodyIndex body = 0; body < header.bodies.size(); ++body) {
      all.push_back(stepper->state(body));
    }
    return all;
  }
};

// Says the first passages as they happen.
void tell(MethodRun& run, const RecordedStep& step, bool is_quiet, const Streams& streams) {
  for (const Event& event : step.events) {
    if (event.kind != EventKind::tunnelled) {
      continue;
    }
    run.facts.passages.push_back(event);
    const std::size_t count = run.facts.passages.size();
    if (!is_quiet && count <= most_told) {
      refuse(streams, ExitStatus::done, run.header.method + ": " + passage_text(event, run.header.bodies));
    }
  }
}

void take_step(MethodRun& run) {
  RunResult& result = run.facts.run.run;
  const auto start = std::chrono::steady_clock::now();
  const double processor = processor_seconds();
  run.stepper->step();
  result.cpu_s += processor_seconds() - processor;
  result.wall_s += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ++result.steps;
}

void run_watched(MethodRun& run, const SimulateArguments& arguments, const Streams& streams) {
  const Scene& scene = run.loaded.scene;
  const std::uint64_t steps = step_count(scene.duration, scene.world.time_step);
  const InterruptWatch interrupt;
  std::optional<ProgressBar> bar;
  if (!arguments.quiet) {
    bar.emplace(streams.err, steps);
  }
  RunResult& result = run.facts.run.run;
  result.start = totals_of(run.header, run.states());
  run.files.add(run.stepper->last_step(), run.header.bodies);
  while (result.steps < steps && !run.files.failed()) {
    if (interrupt.is_interrupted()) {
      result.was_stopped = true;
      break;
    }
    take_step(run);
    const RecordedStep step = run.stepper->last_step();
    run.files.add(step, run.header.bodies);
    tell(run, step, arguments.quiet, streams);
    if (bar) {
      bar->show(result.steps, run.stepper->time());
    }
  }
  run.facts.states = run.states();
  result.end = totals_of(run.header, run.facts.states);
  run.facts.simulated_s = run.stepper->time();
  run.facts.impacts = run.stepper->statistics().events;
  run.facts.time_lost = run.stepper->statistics().time_lost;
  run.facts.state_hash = run.stepper->state_hash();
}

std::optional<Error> report(const MethodRun& run, const SimulateArguments& arguments, const Streams& streams) {
  if (!arguments.summary.empty()) {
    const auto final_states = arguments.summary_final == "true" ? FinalStates::listed : FinalStates::left_out;
    const std::string json = method_summary_json(run.loaded.scene, run.header, run.facts, final_states);
    if (auto error = put_text(arguments.summary, json, streams)) {
      return error;
    }
  }
  if (arguments.quiet || arguments.summary == "-" || arguments.events == "-") {
    return std::nullopt;
  }
  return put_text("-", method_table(run.loaded.scene, run.header, run.facts), streams);
}

}  // namespace

ExitStatus simulate_by_method(LoadedRun run, const SimulateArguments& arguments, const Streams& streams) {
  if (const auto impossible = impossible_by(*rival_method_named(arguments.method), run.scene)) {
    return refuse(streams, ExitStatus::bad_input, "--method: " + *impossible);
  }
  RecordingHeader header = recording_header(run.world, run.scene);
  header.method = arguments.method;
  if (const auto left_out = left_out_by_rivals(run.scene)) {
    refuse(streams, ExitStatus::done, "warning: " + *left_out);
  }
  auto stepper = rival_stepper(run.scene, *rival_method_named(arguments.method));
  MethodRun all{std::move(run), std::move(header), std::move(stepper), {}, {}};
  all.facts.run.load_s = all.loaded.load_s;
  all.facts.run.threads = 1;
  if (const auto error = all.files.open({arguments, streams}, all.header, nullptr)) {
    return refuse(streams, *error);
  }
  run_watched(all, arguments, streams);
  const bool was_stopped = all.facts.run.run.was_stopped;
  const auto ending = was_stopped ? RecordingEnding::interrupted : RecordingEnding::complete;
  if (const auto error = all.files.finish(ending, all.facts.state_hash)) {
    return refuse(streams, ExitStatus::system_failed, error->message);
  }
  if (const auto error = report(all, arguments, streams)) {
    return refuse(streams, ExitStatus::system_failed, error->message);
  }
  return was_stopped
             ? refuse(streams, ExitStatus::interrupted, "interrupted at " + rounded_text(all.facts.simulated_s) + " s")
             : ExitStatus::done;
}

}  // namespace firstcontact
