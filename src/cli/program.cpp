#include "cli/program.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <optional>
#include <vector>

#include "cli/commands.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

constexpr const char* program_help = "Continuous collision of rigid bodies: nothing ever passes through anything.\n";

constexpr const char* program_examples =
    "Examples:\n"
    "  firstcontact simulate scenes/thesis_demo.json --record run.fcr --summary -\n"
    "  firstcontact view scenes/thesis_demo.json\n"
    "  firstcontact render run.fcr -o film.mp4 --camera orbit --overlay trails\n"
    "  firstcontact export run.fcr -o poses.csv --fps 30\n"
    "  firstcontact decompose models/gear.obj -o gear_hulls.obj --report -\n"
    "  firstcontact toi tests/narrowphase/data/S1.toi --results answers.jsonl\n"
    "  firstcontact lab studies/plates.json -o plates\n"
    "  firstcontact verify run.fcr --report -\n"
    "\n"
    "Exit status: 0 done; 1 the answer is 'no'; 2 bad usage or input; 3 the system failed; 130 interrupted.\n"
    "The manual: docs/program.md";

// The option of the command that a misspelt one most likely was meant for, as a question.
std::string meant_option(const CLI::App& command, const std::vector<std::string>& stray) {
  std::vector<std::string> known;
  for (const CLI::Option* const option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      known.push_back("--" + name);
    }
  }
  const std::vector<std::string_view> names(known.begin(), known.end());
  for (const std::string& word : stray) {
    const auto nearest = word.starts_with("--") ? nearest_name(word.substr(0, word.find('=')), names) : std::nullopt;
    if (nearest) {
      return "\nDid you mean " + *nearest + "?";
    }
  }
  return "";
}

// CLI11 says what was wrong in two sentences of its own; the exit status is ours.
ExitStatus usage_trouble(const CLI::App& program, const CLI::ParseError& trouble, const Streams& streams) {
  if (trouble.get_exit_code() == 0) {  // --help, --version
    program.exit(trouble, streams.out, streams.err);
    streams.out << std::flush;
    return streams.out ? ExitStatus::done : ExitStatus::system_failed;
  }
  const auto chosen = program.get_subcommands();
  const std::string name = chosen.empty() ? "firstcontact" : "firstcontact " + chosen.front()->get_name();
  const std::string meant = meant_option(chosen.empty() ? program : *chosen.front(), program.remaining(true));
  return refuse(streams, ExitStatus::bad_input, std::string(trouble.what()) + meant + "\nRun '" + name + " --help'.");
}

// CLI11 takes a misspelt command for a stray word and then misses the command.
std::optional<std::string> unknown_command(const CLI::App& program, std::span<const std::string> arguments) {
  constexpr std::array<std::string_view, 3> own_options{"--help", "-h", "--version"};
  if (arguments.empty() || std::find(own_options.begin(), own_options.end(), arguments.front()) != own_options.end()) {
    return std::nullopt;
  }
  std::string known;
  std::vector<std::string> names;
  for (const CLI::App* const command : program.get_subcommands({})) {
    if (command->get_name() == arguments.front()) {
      return std::nullopt;
    }
    names.push_back(command->get_name());
    known += (known.empty() ? "" : ", ") + names.back();
  }
  const auto nearest = nearest_name(arguments.front(), std::vector<std::string_view>(names.begin(), names.end()));
  return "found the command \"" + arguments.front() + "\", expected one of: " + known +
         (nearest ? "; did you mean " + *nearest + "?" : "");
}

ExitStatus run(std::span<const std::string> arguments, const Streams& streams) {
  CLI::App program(program_help, "firstcontact");
  program.set_version_flag("--version", "firstcontact " + std::string(program_version()));
  program.require_subcommand(1);
  program.footer(program_examples);
  SimulateArguments simulate_arguments;
  ViewArguments view_arguments;
  RenderArguments render_arguments;
  ExportArguments export_arguments;
  DecomposeArguments decompose_arguments;
  CacheArguments cache_arguments;
  TimeOfImpactArguments time_of_impact_arguments;
  VerifyArguments verify_arguments;
  const CLI::App* const simulate_command = declare_simulate(program, simulate_arguments);
  const CLI::App* const view_command = declare_view(program, view_arguments);
  const CLI::App* const render_command = declare_render(program, render_arguments);
  const CLI::App* const export_command = declare_export(program, export_arguments);
  const CLI::App* const decompose_command = declare_decompose(program, decompose_arguments);
  const CLI::App* const cache_command = declare_cache(program, cache_arguments);
  declare_time_of_impact(program, time_of_impact_arguments);
  LabArguments lab_arguments;
  const LabCommands lab_commands = declare_lab(program, lab_arguments);
  const CLI::App* const verify_command = declare_verify(program, verify_arguments);
  refuse_empty_names(program);
  if (const auto message = unknown_command(program, arguments)) {
    return refuse(streams, ExitStatus::bad_input, *message);
  }
  try {
    program.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 takes them from the back
  } catch (const CLI::ParseError& trouble) {
    return usage_trouble(program, trouble, streams);
  }
  if (simulate_command->parsed()) {
    return simulate(simulate_arguments, streams);
  }
  if (view_command->parsed()) {
    return view(view_arguments, streams);
  }
  if (render_command->parsed()) {
    return render(render_arguments, streams);
  }
  if (decompose_command->parsed()) {
    return decompose_mesh(decompose_arguments, streams);
  }
  if (lab_commands.lab->parsed()) {
    return lab_commands.merge->parsed() ? merge_lab(lab_arguments, streams) : run_lab(lab_arguments, streams);
  }
  if (cache_command->parsed()) {
    return show_cache(cache_arguments, streams);
  }
  if (verify_command->parsed()) {
    return verify_file(verify_arguments, streams);
  }
  return export_command->parsed() ? export_recording(export_arguments, streams)
                                  : answer_queries(time_of_impact_arguments, streams);
}

}  // namespace

std::string_view program_version() { return FIRSTCONTACT_VERSION; }  // a definition of the build: one place to raise it

int run_program(std::span<const std::string> arguments, std::ostream& out, std::ostream& err) {
  const Streams streams{out, err};
  try {
    return static_cast<int>(run(arguments, streams));
  } catch (const std::bad_alloc&) {
    return static_cast<int>(refuse(streams, ExitStatus::system_failed, "out of memory"));
  } catch (const std::exception& trouble) {
    return static_cast<int>(
        refuse(streams, ExitStatus::system_failed, "a mistake of the program itself: " + std::string(trouble.what())));
  }
}

}  // namespace firstcontact
