// firstcontact render

#include <array>
#include <set>
#include <utility>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/render_options.hpp"
#include "rivals/rival.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

std::string report_text(const RenderArguments& arguments, const FilmReport& report) {
  const std::string frames = report.frames == 1 ? "1 frame" : std::to_string(report.frames) + " frames";
  return arguments.output + ": " + frames + ", up to " + rounded_text(report.end_time) + " s\n";
}

ExitStatus shoot_shows(std::vector<Show>& shows, const RenderArguments& arguments, const Streams& streams) {
  const auto options = film_options(arguments, shows.front());
  if (!options) {
    return refuse(streams, ExitStatus::bad_input, options.error().message);
  }
  const auto count = static_cast<int>(shows.size());
  const double width = pane_width(options.value().width, count);
  const Show& first = shows.front();
  const double aspect = width / options.value().height;
  if (const auto wrong = place_camera(arguments, shows, aspect)) {
    return refuse(streams, ExitStatus::bad_input, wrong->message);
  }
  const CameraSetting setting{first.stage.get(), first.camera, aspect, first.view ? first.view->follow : ""};
  const auto camera = camera_path(arguments.camera, setting);
  if (!camera) {
    return refuse(streams, ExitStatus::bad_input, "--camera: " + camera.error().message);
  }
  std::vector<FilmPane> panes;
  for (Show& show : shows) {
    const std::string name = show.method.empty() ? std::string(engine_name) : show.method;
    panes.push_back({&show, count > 1 || !show.method.empty() ? name : ""});
  }
  const InterruptWatch interrupt;
  std::optional<ProgressBar> bar;
  const FilmResult film = shoot(panes, camera.value(), options.value(), arguments.output,
                                [&](std::uint64_t done, std::uint64_t all, double time) {
                                  if (!bar && !arguments.quiet) {
                                    bar.emplace(streams.err, all, "frames");
                                  }
                                  if (bar) {
                                    bar->show(done, time);
                                  }
                                  return interrupt.is_interrupted() ? FilmDecision::stop : FilmDecision::go_on;
                                });
  bar.reset();
  if (film.error) {
    return refuse(streams, film.error->is_system ? ExitStatus::system_failed : ExitStatus::bad_input,
                  film.error->message);
  }
  if (film.report.was_stopped) {
    return refuse(streams, ExitStatus::interrupted, "interrupted: nothing is written");
  }
  if (arguments.quiet) {
    return ExitStatus::done;
  }
  const auto error = put_text("-", report_text(arguments, film.report), streams);
  return error ? refuse(streams, ExitStatus::system_failed, error->message) : ExitStatus::done;
}

}  // namespace

CLI::App* declare_render(CLI::App& program, RenderArguments& arguments) {
  CLI::App* const command = program.add_subcommand("render", "Draws a scene or a recording without a window");
  command->add_option("input", arguments.input, "A scene (.json) or a recording (.fcr)")->required()->type_name("FILE");
  command->add_option("-o,--output", arguments.output, "OUT.png (the frame at --time), OUT.mp4 or OUT.gif")
      ->required()
      ->type_name("FILE");
  command->add_option("--size", arguments.size, "Pixels")->capture_default_str()->type_name("WxH")->check(a_size());
  command->add_option("--fps", arguments.frames_per_second, "Frames a second of the film, 60")
      ->check(number_within(0.1, 1000.0, "a number from 0.1 to 1000"));
  command
      ->add_option("--time", arguments.time,
                   "The instant of the picture, or where the film begins; else where the scene wants it, or 0")
      ->type_name("SECONDS")
      ->check(number_within(0.0, longest_duration, "a number of seconds from 0 to 1e9"));
  command->add_option("--until", arguments.end, "Where the film ends, in simulated time")
      ->type_name("SECONDS")
      ->check(number_within(0.0, longest_duration, "a number of seconds from 0 to 1e9"));
  command
      ->add_option("--speed", arguments.speed,
                   "Simulated seconds per second of film: 0.001 is slow motion, exact; else the scene's, or 1")
      ->check(number_within(1e-9, 1e6, "a number from 1e-9 to 1e6"));
  command->add_option(
      "--camera", arguments.camera,
      "still, scene (its keys), orbit, \"orbit SECONDS\" or \"follow NAME\"; else the scene's keys, or still");
  command->add_option("--eye", arguments.eye, "Where the camera stands, m")->type_name("X,Y,Z")->check(a_point());
  command->add_option("--target", arguments.target, "What it looks at, m")->type_name("X,Y,Z")->check(a_point());
  command->add_option("--fov", arguments.field_of_view, "Its field of view, from top to bottom")
      ->type_name("DEGREES")
      ->check(number_within(1.0, 150.0, "a number of degrees from 1 to 150"));
  command
      ->add_option("--stroboscope", arguments.stroboscope,
                   "A picture of several instants: bodies at the last, their ghosts at the others")
      ->type_name("T1,T2,...")
      ->check(rising_times());
  command->add_option("--label", arguments.labels, "names,time,scale: what is written on the picture");
  command->add_option("--background", arguments.background, "sky, white or transparent (a PNG)")
      ->capture_default_str()
      ->check(CLI::IsMember({"sky", "white", "transparent"}));
  command->add_option("--overlay", arguments.overlays,
                      "octree,tracks,hulls,contacts,impulses,events,spin,trails,sleepers or all");
  declare_method(*command, arguments.method, "Of a scene: what keeps the bodies apart");
  declare_compare(*command, arguments.compare);
  command->add_option("--scene", arguments.looks, "Of a recording: the scene, so that bodies look like their meshes")
      ->type_name("FILE");
  command->add_option("--quality", arguments.quality, "draft, good or best")
      ->capture_default_str()
      ->check(CLI::IsMember({"draft", "good", "best"}));
  command->add_option("--threads", arguments.threads, "Threads of the simulation")
      ->capture_default_str()
      ->check(whole_number_within(1, 1024));
  command->add_flag("--quiet", arguments.quiet, "No progress bar and no report");
  declare_no_cache(*command, arguments.no_cache);
  command->footer(
      "Example:\n  firstcontact render scenes/thesis_demo.json -o demo.mp4 --camera orbit --overlay trails,impulses");
  return command;
}

ExitStatus render(const RenderArguments& arguments, const Streams& streams) {
  const std::array inputs{NamedFile{"input", arguments.input}, NamedFile{"--scene", arguments.looks}};
  const std::array outputs{NamedFile{"--output", arguments.output}};
  if (const auto error = clash(inputs, outputs)) {
    return refuse(streams, ExitStatus::bad_input, error->message);
  }
  if (const auto wrong = contradiction_in(arguments)) {
    return refuse(streams, ExitStatus::bad_input, wrong->message);
  }
  std::optional<ProgressBar> bar;
  if (!arguments.quiet) {
    bar.emplace(streams.err, loading_steps);
  }
  std::vector<Show> shows;
  for (const std::string& method : arguments.compare.empty() ? std::vector<std::string>{arguments.method}
                                                             : parts_between_commas(arguments.compare)) {
    auto opened = open_show(arguments.input, {arguments.threads, arguments.looks, cache_unless(arguments.no_cache),
                                              loading_progress(bar), *rival_method_named(method)});
    if (!opened) {
      bar.reset();
      return refuse(streams, ExitStatus::bad_input, opened.error().message);
    }
    shows.push_back(std::move(opened).value());
  }
  bar.reset();
  std::set<std::string> told;
  for (const Show& show : shows) {
    for (const std::string& warning : show.warnings) {
      if (told.insert(warning).second) {
        refuse(streams, ExitStatus::done, "warning: " + warning);
      }
    }
  }
  return shoot_shows(shows, arguments, streams);
}

}  // namespace firstcontact
