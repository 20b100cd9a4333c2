#include "cli/render_options.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "rivals/rival.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

constexpr int smallest_side = 16, largest_side = 7680;  // pixels
constexpr double furthest = 1e9;                        // m, as in a scene

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

// Nothing when a part is no finite number.
std::optional<std::vector<double>> parse_numbers(const std::string& text) {
  std::vector<double> numbers;
  for (const std::string& part : parts_between_commas(text)) {
    const ParsedNumber number = parse_number(part);
    if (!number.is_number || !std::isfinite(number.value)) {
      return std::nullopt;
    }
    numbers.push_back(number.value);
  }
  return numbers;
}

std::optional<Vec3> parse_point(const std::string& text) {
  const auto numbers = parse_numbers(text);
  const bool is_point = numbers && numbers->size() == 3 &&
                        std::all_of(numbers->begin(), numbers->end(), [](double x) { return std::abs(x) <= furthest; });
  return is_point ? std::optional(Vec3((*numbers)[0], (*numbers)[1], (*numbers)[2])) : std::nullopt;
}

std::optional<std::vector<double>> parse_times(const std::string& text) {
  auto times = parse_numbers(text);
  const bool are_rising = times && times->size() >= 2 && times->front() >= 0.0 && times->back() <= longest_duration &&
                          std::adjacent_find(times->begin(), times->end(), std::greater_equal<>()) == times->end();
  return are_rising ? times : std::nullopt;
}

std::string ending_of(const RenderArguments& arguments) {
  return std::filesystem::path(arguments.output).extension().string();
}

Error found_both(const std::string& one, const std::string& other) {
  return Error{one + " and " + other + ": found both, expected one of them"};
}

// A recording is of whom it is, and a scene knows its own looks.
std::optional<Error> input_trouble(const RenderArguments& arguments) {
  const bool compares = !arguments.compare.empty();
  const bool has_method = arguments.method != engine_name;
  if (compares && has_method) {
    return found_both("--compare", "--method");
  }
  const bool is_a_recording = is_recording(arguments.input);
  if ((compares || has_method) && is_a_recording) {
    return Error{(compares ? "--compare: found " : "--method: found ") + arguments.input +
                 ", a recording, expected a scene, which any method can run"};
  }
  if (!arguments.looks.empty() && !is_a_recording && std::filesystem::exists(arguments.input)) {
    return Error{"--scene: found " + arguments.input + ", a scene, expected a recording, which it gives its looks"};
  }
  return std::nullopt;
}

std::optional<Error> film_trouble(const RenderArguments& arguments) {
  const bool is_strobe = !arguments.stroboscope.empty();
  if (ending_of(arguments) != ".png") {
    const bool is_transparent = arguments.background == "transparent";
    return is_strobe || is_transparent
               ? std::optional(Error{std::string(is_strobe ? "--stroboscope" : "--background transparent") +
                                     ": found a film, " + arguments.output + ", expected a picture, OUT.png"})
               : std::nullopt;
  }
  if (arguments.end || arguments.speed) {
    return Error{std::string(arguments.end ? "--until" : "--speed") + ": found a picture, " + arguments.output +
                 ", expected a film, OUT.mp4 or OUT.gif"};
  }
  return is_strobe && arguments.time ? std::optional(found_both("--stroboscope", "--time")) : std::nullopt;
}

// Times that show nothing.
std::optional<Error> time_trouble(const FilmOptions& options, const RenderArguments& arguments, const Show& show) {
  if (options.end && *options.end < options.start) {
    return Error{"--until: found " + rounded_text(*options.end) + " s, expected a time not before the film begins, " +
                 rounded_text(options.start) + " s"};
  }
  const auto is_beyond = [&](double time) { return show.duration && time > *show.duration * (1.0 + 1e-9); };
  const bool starts_late = is_beyond(options.start);
  if (starts_late || (arguments.end && is_beyond(*arguments.end))) {
    const char* const option = !starts_late ? "--until" : arguments.time ? "--time" : "--stroboscope";
    return Error{std::string(option) + ": found " + rounded_text(starts_late ? options.start : *arguments.end) +
                 " s, expected a time within the scene's " + rounded_text(*show.duration) + " s"};
  }
  return std::nullopt;
}

void choose_times(FilmOptions& options, const RenderArguments& arguments, const SceneView& view) {
  options.frames_per_second = arguments.frames_per_second.value_or(options.frames_per_second);
  options.speed = arguments.speed.value_or(view.speed);
  options.start = arguments.time.value_or(view.loop ? view.loop->from : 0.0);
  const bool is_whole_loop = view.loop && !arguments.time;
  options.end = arguments.end || !is_whole_loop ? arguments.end : std::optional(view.loop->to);
  options.must_reach_end = arguments.end.has_value();
  if (auto times = arguments.stroboscope.empty() ? std::nullopt : parse_times(arguments.stroboscope)) {
    options.start = times->back();
    options.end.reset();
    times->pop_back();
    options.exposures = *times;
  }
}

void choose_looks(FilmOptions& options, const RenderArguments& arguments) {
  if (arguments.quality == "draft") {
    options.samples = 1;
    options.looks.shadows = ShadowQuality::quick;
    options.looks.shadow_size = 2048;
  }
  options.finer = arguments.quality == "best" ? 2 : 1;
  options.looks.background = arguments.background == "white"         ? Background::white
                             : arguments.background == "transparent" ? Background::transparent
                                                                     : Background::sky;
}

}  // namespace

CLI::Validator a_size() {
  return {[](const std::string& text) {
            return parse_size(text) ? std::string()
                                    : "found " + text + ", expected WIDTHxHEIGHT, each from 16 to 7680 pixels";
          },
          "", ""};
}

CLI::Validator a_point() {
  return {[](const std::string& text) {
            return parse_point(text) ? std::string() : "found " + text + ", expected X,Y,Z, each from -1e9 to 1e9 m";
          },
          "", ""};
}

CLI::Validator rising_times() {
  return {[](const std::string& text) {
            return parse_times(text) ? std::string()
                                     : "found " + text + ", expected T1,T2,...: two or more rising times from 0 s on";
          },
          "", ""};
}

std::optional<Error> contradiction_in(const RenderArguments& arguments) {
  const std::string ending = ending_of(arguments);
  if (ending != ".png" && ending != ".mp4" && ending != ".gif") {
    return Error{"--output: found " + arguments.output + ", expected a file name that ends in .png, .mp4 or .gif"};
  }
  if (auto wrong = input_trouble(arguments)) {
    return wrong;
  }
  if (arguments.camera == "scene" && (!arguments.eye.empty() || !arguments.target.empty())) {
    return found_both("--camera scene", arguments.eye.empty() ? "--target" : "--eye");
  }
  return film_trouble(arguments);
}

Result<FilmOptions> film_options(const RenderArguments& arguments, const Show& show) {
  FilmOptions options;
  const SceneView view = show.view.value_or(SceneView{});
  const auto size = parse_size(arguments.size);
  options.width = size->width;
  options.height = size->height;
  choose_times(options, arguments, view);
  if (const auto wrong = time_trouble(options, arguments, show)) {
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
  const auto captions = captions_named(arguments.labels);
  if (!captions) {
    return Error{"--label: " + captions.error().message};
  }
  options.captions = captions.value();
  choose_looks(options, arguments);
  return options;
}

std::optional<Error> place_camera(const RenderArguments& arguments, std::span<Show> shows, double aspect) {
  CameraPlace place;
  place.eye = arguments.eye.empty() ? std::nullopt : parse_point(arguments.eye);
  place.target = arguments.target.empty() ? std::nullopt : parse_point(arguments.target);
  place.field_of_view_degrees = arguments.field_of_view;
  if (!place.eye && !place.target && !place.field_of_view_degrees) {
    return std::nullopt;
  }
  const CameraSetting setting{shows.front().stage.get(), shows.front().camera, aspect};
  const auto camera = placed_camera(place, setting);
  if (!camera) {
    return Error{"--eye and --target: " + camera.error().message};
  }
  for (Show& show : shows) {
    show.camera = camera.value();
    if (show.view && (place.eye || place.target)) {
      show.view->follow.clear();  // it stands where it was put
    }
  }
  return std::nullopt;
}

}  // namespace firstcontact
