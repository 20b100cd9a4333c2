// firstcontact render

#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "render/film.hpp"
#include "rivals/rival.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

constexpr int smallest_side = 16, largest_side = 7680;  // pixels

struct Size {
  int width = 0, height = 0;
};

std::optional<Size> parse_size(const std::string& text) {
  const std::size_t cross = text.find('x');
  if (cross == std::string::npos) {
    return std::nullopt;
  }
  const ParsedNumber width = parse_number(text.substr(0, cross));
  const ParsedNumber height = parse_number(text.substr(cross + 1));
  const auto fits = [](const ParsedNumber& side) {
    return side.is_number && side.value == std::floor(side.value) && side.value >= smallest_side &&
           side.value <= largest_side;
  };
  return fits(width) && fits(height)
             ? std::optional(Size{static_cast<int>(width.value), static_cast<int>(height.value)})
             : std::nullopt;
}

CLI::Validator a_size() {
  return {[](const std::string& text) {
            return parse_size(text) ? std::string()
                                    : "found " + text + ", expected WIDTHxHEIGHT, each from 16 to 7680 pixels";
          },
          "", ""};
}

// Times that show nothing.
std::optional<Error> time_trouble(const FilmOptions& options, const Show& show) {
  if (options.end && *options.end < options.start) {
    return Error{"--until: found " + rounded_text(*options.end) + " s, expected a time not before the film begins, " +
                 rounded_text(options.start) + " s"};
  }
  if (show.duration && options.start > *show.duration * (1.0 + 1e-9)) {
    return Error{"--time: found " + rounded_text(options.start) + " s, expected a time within the scene's " +
                 rounded_text(*show.duration) + " s"};
  }
  return std::nullopt;
}

// What is not said is as the scene wants it (`view`), else from the start to the end as fast as time.
Result<FilmOptions> film_options(const RenderArguments& arguments, const Show& show) {
  FilmOptions options;
  const SceneView view = show.view.value_or(SceneView{});
  const auto size = parse_size(arguments.size);
  options.width = size->width;
  options.height = size->height;
  options.frames_per_second = arguments.frames_per_second;
  options.speed = arguments.speed.value_or(view.speed);
  options.start = arguments.time.value_or(view.loop ? view.loop->from : 0.0);
  const bool is_whole_loop = view.loop && !arguments.time;
  options.end = arguments.end || !is_whole_loop ? arguments.end : std::optional(view.loop->to);
  if (const auto wrong = time_trouble(options, show)) {
    return *wrong;
  }
  std::string overlays = arguments.overlays.value_or("");
  for (const std::string& name : arguments.overlays ? std::vector<std::string>() : view.overlays) {
    overlays += (overlays.empty() ? "" : ",") + name;
  }
  const auto chosen = overlays_named(overlays);
  if (!chosen) {
    return Error{"--overlay: " + chosen.error().message};
  }
  options.overlays = chosen.value();
  if (arguments.quality == "draft") {
    options.samples = 1;
    options.looks.shadows = ShadowQuality::quick;
    options.looks.shadow_size = 2048;
  }
  options.finer = arguments.quality == "best" ? 2 : 1;
  return options;
}

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
  const CameraSetting setting{first.stage.get(), first.camera, width / options.value().height,
                              first.view ? first.view->follow : ""};
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

// A recording is of whom it is.
std::optional<Error> method_trouble(const RenderArguments& arguments) {
  const bool is_asked = !arguments.compare.empty() || arguments.method != engine_name;
  if (!arguments.compare.empty() && arguments.method != engine_name) {
    return Error{"--compare and --method: found both, expected one of them"};
  }
  if (is_asked && is_recording(arguments.input)) {
    return Error{(arguments.compare.empty() ? "--method: found " : "--compare: found ") + arguments.input +
                 ", a recording, expected a scene, which any method can run"};
  }
  return std::nullopt;
}

}  // namespace

CLI::App* declare_render(CLI::App& program, RenderArguments& arguments) {
  CLI::App* const command = program.add_subcommand("render", "Draws a scene or a recording without a window");
  command->add_option("input", arguments.input, "A scene (.json) or a recording (.fcr)")->required()->type_name("FILE");
  command->add_option("-o,--output", arguments.output, "OUT.png (the frame at --time), OUT.mp4 or OUT.gif")
      ->required()
      ->type_name("FILE");
  command->add_option("--size", arguments.size, "Pixels")->capture_default_str()->type_name("WxH")->check(a_size());
  command->add_option("--fps", arguments.frames_per_second, "Frames a second of the film")
      ->capture_default_str()
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
  const std::string ending = std::filesystem::path(arguments.output).extension().string();
  if (ending != ".png" && ending != ".mp4" && ending != ".gif") {
    return refuse(streams, ExitStatus::bad_input,
                  "--output: found " + arguments.output + ", expected a file name that ends in .png, .mp4 or .gif");
  }
  const std::array inputs{NamedFile{"input", arguments.input}, NamedFile{"--scene", arguments.looks}};
  const std::array outputs{NamedFile{"--output", arguments.output}};
  if (const auto error = clash(inputs, outputs)) {
    return refuse(streams, ExitStatus::bad_input, error->message);
  }
  if (const auto wrong = method_trouble(arguments)) {
    return refuse(streams, ExitStatus::bad_input, wrong->message);
  }
  std::optional<ProgressBar> bar;
  if (!arguments.quiet) {
    bar.emplace(streams.err, loading_steps);
  }
  std::vector<Show> shows;
  for (const std::string& method :
       arguments.compare.empty() ? std::vector<std::string>{arguments.method} : compared(arguments.compare)) {
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
