// firstcontact lab

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "lab/case_scene.hpp"
#include "lab/lab.hpp"
#include "lab/ranks.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

constexpr double most_parts = 1e6;

// "i/n" with 1 <= i <= n.
std::optional<StudyPart> part_of_text(const std::string& text) {
  const std::size_t slash = text.find('/');
  const ParsedNumber index = parse_number(text.substr(0, slash));
  const ParsedNumber count = parse_number(slash == std::string::npos ? "" : text.substr(slash + 1));
  const bool is_whole = text.find_first_not_of("0123456789/") == std::string::npos;
  if (!is_whole || !index.is_number || !count.is_number || index.value < 1.0 || index.value > count.value ||
      count.value > most_parts) {
    return std::nullopt;
  }
  return StudyPart{static_cast<std::uint64_t>(index.value) - 1, static_cast<std::uint64_t>(count.value)};
}

CLI::Validator shard_text() {
  const auto check = [](const std::string& text) -> std::string {
    return part_of_text(text) ? std::string() : "found " + text + ", expected i/n, a part and how many, 1/3 say";
  };
  return CLI::Validator(check, "", "");
}

ExitStatus finish(const Study& study, const std::vector<std::filesystem::path>& sources,
                  const std::filesystem::path& folder, const Streams& streams) {
  if (const auto error = finish_study(study, sources, folder)) {
    return refuse(streams, *error);
  }
  streams.out << (folder / "report.html").string() << "\n" << std::flush;
  return streams.out ? ExitStatus::done : ExitStatus::system_failed;
}

LabOptions lab_options(const LabArguments& arguments, const Ranks& ranks) {
  LabOptions options;
  options.jobs = arguments.jobs;
  options.part = part_of_text(arguments.shard).value_or(StudyPart{ranks.index(), ranks.count()});
  return options;
}

Result<LabStatus> run_watched(const Study& study, const LabArguments& arguments, LabOptions options,
                              const Streams& streams) {
  const InterruptWatch watch;
  std::optional<ProgressBar> bar;
  if (!arguments.quiet && options.part.index == 0) {
    bar.emplace(streams.err, case_count(study) / options.part.count, "cases");
  }
  options.goes_on = [&](const StudyProgress& progress) {
    if (bar) {
      bar->show(progress.done, std::to_string(progress.done) + "/" + std::to_string(progress.of) + " cases");
    }
    return !watch.is_interrupted();
  };
  return run_part(study, arguments.output, options);
}

// Under mpirun every rank runs its part; when all have, the first makes tables and report.
ExitStatus run(const Study& study, const LabArguments& arguments, const Streams& streams) {
  const Ranks ranks;
  const LabOptions options = lab_options(arguments, ranks);
  const auto status = run_watched(study, arguments, options, streams);
  const bool is_done = status && status.value() == LabStatus::part_done;
  const bool are_all_done = ranks.all_agree(is_done);
  if (!status) {
    return refuse(streams, status.error());
  }
  if (!is_done) {
    return refuse(streams, ExitStatus::interrupted, "interrupted: the same command goes on from here");
  }
  const bool is_finisher = are_all_done && ranks.index() == 0 && arguments.shard.empty();
  return is_finisher ? finish(study, {arguments.output}, arguments.output, streams) : ExitStatus::done;
}

ExitStatus put_case(const Study& study, const LabArguments& arguments, const Streams& streams) {
  const std::uint64_t cases = case_count(study);
  if (*arguments.case_number >= cases) {
    return refuse(streams, ExitStatus::bad_input,
                  "--case: found " + std::to_string(*arguments.case_number) + ", expected less than the study's " +
                      std::to_string(cases) + " cases");
  }
  const auto error = put_text(arguments.output, case_scene_text(study, *arguments.case_number), streams);
  return error ? refuse(streams, ExitStatus::system_failed, error->message) : ExitStatus::done;
}

}  // namespace

LabCommands declare_lab(CLI::App& program, LabArguments& arguments) {
  CLI::App* const command =
      program.add_subcommand("lab", "Studies how often methods tunnel: every case by every method, against the truth");
  command->add_option("study", arguments.study, "The study, .json")->type_name("FILE");
  command->add_option("-o,--output", arguments.output, "Folder for results and report")->type_name("FOLDER");
  command->add_option("--jobs", arguments.jobs, "Threads; 0: as many as there are processors")
      ->capture_default_str()
      ->check(whole_number_within(0, 4096));
  command->add_option("--shard", arguments.shard, "Run part i of n alone; `lab merge` puts the parts together")
      ->type_name("i/n")
      ->check(shard_text());
  command->add_option("--seeds", arguments.seeds, "Seeds per combination of values, instead of the study's")
      ->check(whole_number_within(1, 1000000));
  command
      ->add_option("--case", arguments.case_number, "Run nothing: write that case as a scene file to --output, or to -")
      ->type_name("N")
      ->check(whole_number_within(0, 100000000));
  command->add_flag("--quiet", arguments.quiet, "No progress bar");
  command->footer(
      "Killed at any moment, the same command goes on where it was.\n"
      "Examples:\n"
      "  firstcontact lab studies/plates.json -o plates\n"
      "  firstcontact lab studies/plates.json -o plates --shard 2/3\n"
      "  firstcontact lab merge plates -o plates\n"
      "  firstcontact lab studies/plates.json --case 17 -o case_17.json");
  CLI::App* const merge = command->add_subcommand("merge", "Makes tables and report of parts run apart");
  merge->add_option("folders", arguments.sources, "Folders that hold the parts")->required()->type_name("FOLDER");
  merge->add_option("-o,--output", arguments.output, "Folder for tables and report")->required()->type_name("FOLDER");
  merge->footer("Example:\n  firstcontact lab merge part_1 part_2 part_3 -o whole");
  return {command, merge};
}

ExitStatus run_lab(const LabArguments& arguments, const Streams& streams) {
  if (arguments.study.empty() || arguments.output.empty()) {
    return refuse(streams, ExitStatus::bad_input,
                  "found no study or no --output, expected both\nRun 'firstcontact lab --help'.");
  }
  auto study = read_study(arguments.study);
  if (!study) {
    return refuse(streams, ExitStatus::bad_input, study.error().message);
  }
  Study chosen = std::move(study).value();
  chosen.seeds = arguments.seeds.value_or(chosen.seeds);
  if (arguments.case_number) {
    return put_case(chosen, arguments, streams);
  }
  return run(chosen, arguments, streams);
}

ExitStatus merge_lab(const LabArguments& arguments, const Streams& streams) {
  const auto study = study_of_folder(arguments.sources.front());
  if (!study) {
    return refuse(streams, ExitStatus::bad_input, study.error().message);
  }
  const std::vector<std::filesystem::path> sources(arguments.sources.begin(), arguments.sources.end());
  return finish(study.value(), sources, arguments.output, streams);
}

}  // namespace firstcontact
