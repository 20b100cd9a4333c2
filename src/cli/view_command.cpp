// firstcontact view

#include <cstdio>
#include <cstdlib>

#include "cli/commands.hpp"
#include "render/show.hpp"
#include "rivals/rival.hpp"
#include "scene/files.hpp"
#include "scene/text.hpp"
#include "viewer/app.hpp"

namespace firstcontact {

namespace {

ExitStatus tell(const ViewerReport& report, const Streams& streams) {
  if (report.refused) {
    return refuse(streams, ExitStatus::bad_input, *report.refused);
  }
  const auto error = put_text("-", report.frame_times, streams);
  return error ? refuse(streams, ExitStatus::system_failed, error->message) : ExitStatus::done;
}

}  // namespace

CLI::App* declare_view(CLI::App& program, ViewArguments& arguments) {
  CLI::App* const command = program.add_subcommand("view", "Opens a window on a scene, or on a recording to scrub");
  command
      ->add_option("input", arguments.input,
                   "A scene (.json) or a recording (.fcr); none: a list of scenes to choose from")
      ->type_name("FILE");
  command->add_option("--scene", arguments.looks, "Of a recording: the scene, so that bodies look like their meshes")
      ->type_name("FILE");
  declare_method(*command, arguments.method, "Of a scene: the method to begin with");
  declare_compare(*command, arguments.compare);
  command->add_option("--threads", arguments.threads, "Threads of the simulation")
      ->capture_default_str()
      ->check(whole_number_within(1, 1024));
  command->add_option("--frames", arguments.frames, "Close after N pictures, and print where the time of one goes")
      ->type_name("N")
      ->check(whole_number_within(1, 1'000'000'000));
  command->add_flag("--paused", arguments.is_paused, "Begin at rest: P goes on");
  declare_no_cache(*command, arguments.no_cache);
  command->add_option("--state", arguments.state, "Keep what the window shows in a JSON file, for scripts")
      ->type_name("FILE");
  command->footer("Example:\n  firstcontact view scenes/thesis_demo.json\nIn the window, F1 lists the keys.");
  return command;
}

ExitStatus view(const ViewArguments& arguments, const Streams& streams) {
  if (arguments.input.empty() && arguments.frames != 0) {
    return refuse(streams, ExitStatus::bad_input, "--frames: found no file, expected one that is drawn so often");
  }
  const auto unreadable = arguments.input.empty() ? std::nullopt : find_unreadable(arguments.input);
  if (unreadable) {
    return refuse(streams, ExitStatus::bad_input, unreadable->message);
  }
  if (!arguments.compare.empty() && (arguments.method != engine_name || is_recording(arguments.input))) {
    return refuse(streams, ExitStatus::bad_input,
                  "--compare: found a recording or --method beside it, expected a scene, which any method can run");
  }
  ViewerOptions options;
  options.open = {arguments.input,
                  *rival_method_named(arguments.method),
                  arguments.looks,
                  arguments.threads,
                  arguments.is_paused,
                  cache_unless(arguments.no_cache),
                  {}};
  if (!arguments.compare.empty()) {
    for (const std::string& name : parts_between_commas(arguments.compare)) {
      options.open.beside.push_back(*rival_method_named(name));
    }
    options.open.method = options.open.beside.front();
    options.open.beside.erase(options.open.beside.begin());
  }
  options.state_file = arguments.state;
  options.frames = static_cast<std::uint64_t>(arguments.frames);
  const auto report = run_viewer(options);
  if (!report) {
    return refuse(streams, ExitStatus::system_failed, report.error().message);
  }
  const ExitStatus status = tell(report.value(), streams);
  if (report.value().leaves_thread) {
    std::fflush(nullptr);
    std::_Exit(static_cast<int>(status));
  }
  return status;
}

}  // namespace firstcontact
