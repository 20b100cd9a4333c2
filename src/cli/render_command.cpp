// firstcontact render

#include <array>
#include <cmath>
#include <utility>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "render/film.hpp"
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

Result<FilmOptions> film_options(const RenderArguments& arguments) {
  FilmOptions options;
  const auto size = parse_size(arguments.size);
  options.width = size->width;
  options.height = size->height;
  options.frames_per_second = arguments.frames_per_second;
  options.speed = arguments.speed;
  options.start = arguments.time;
  options.end = arguments.end;
  const auto overlays = overlays_named(arguments.overlays);
  if (!overlays) {
    return Error{"--overlay: " + overlays.error().message};
  }
  options.overlays = overlays.value();
  if (arguments.quality == "draft") {
    options.samples = 1;
    options.looks.shadows = ShadowQuality::quick;
    options.looks.shadow_size = 2048;
  }
  options.samples = arguments.quality == "best" ? 8 : options.samples;
  return options;
}

std::string report_text(const RenderArguments& arguments, const FilmReport& report) {
  const std::string frames = report.frames == 1 ? "1 frame" : std::to_string(report.frames) + " frames";
  return arguments.output + ": " + frames + ", up to " + rounded_text(report.end_time) + " s\n";
}

ExitStatus shoot_show(Show& show, const RenderArguments& arguments, const Streams& streams) {
  const auto options = film_options(arguments);
  if (!options) {
    return refuse(streams, ExitStatus::bad_input, options.error().message);
  }
  const CameraSetting setting{show.stage.get(), show.camera,
                              static_cast<double>(options.value().width) / options.value().height};
  const auto camera = camera_path(arguments.camera, setting);
  if (!camera) {
    return refuse(streams, ExitStatus::bad_input, "--camera: " + camera.error().message);
  }
  const InterruptWatch interrupt;
  std::optional<ProgressBar> bar;
  const FilmResult film = shoot(show, camera.value(), options.value(), arguments.output,
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
  command->add_option("--fps", arguments.frames_per_second, "Frames a second of the film")
      ->capture_default_str()
      ->check(number_within(0.1, 1000.0, "a number from 0.1 to 1000"));
  command->add_option("--time", arguments.time, "The instant of the picture, or where the film begins")
      ->capture_default_str()
      ->type_name("SECONDS")
      ->check(number_within(0.0, longest_duration, "a number of seconds from 0 to 1e9"));
  command->add_option("--until", arguments.end, "Where the film ends, in simulated time")
      ->type_name("SECONDS")
      ->check(number_within(0.0, longest_duration, "a number of seconds from 0 to 1e9"));
  command->add_option("--speed", arguments.speed, "Simulated seconds per second of film: 0.001 is slow motion, exact")
      ->capture_default_str()
      ->check(number_within(1e-9, 1e6, "a number from 1e-9 to 1e6"));
  command->add_option(
      "--camera", arguments.camera,
      "still, scene (its keys), orbit, \"orbit SECONDS\" or \"follow NAME\"; else the scene's keys, or still");
  command->add_option("--overlay", arguments.overlays,
                      "octree,tracks,hulls,contacts,impulses,events,spin,trails,sleepers or all");
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
  std::optional<ProgressBar> bar;
  if (!arguments.quiet) {
    bar.emplace(streams.err, loading_steps);
  }
  auto opened = open_show(
      arguments.input, {arguments.threads, arguments.looks, cache_unless(arguments.no_cache), loading_progress(bar)});
  bar.reset();
  if (!opened) {
    return refuse(streams, ExitStatus::bad_input, opened.error().message);
  }
  Show show = std::move(opened).value();
  for (const std::string& warning : show.warnings) {
    refuse(streams, ExitStatus::done, "warning: " + warning);
  }
  return shoot_show(show, arguments, streams);
}

}  // namespace firstcontact
