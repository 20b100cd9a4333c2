#include "viewer/settings.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <vector>

#include "scene/files.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

constexpr const char* recent_name = "recent.txt";

// A setting by name: how it is read as a number, and written back when the number is within its range.
struct Entry {
  std::string name;
  double low = 0.0, high = 1.0;
  std::function<double()> get;
  std::function<void(double)> set;
};

std::vector<Entry> entries(Settings& settings) {
  const auto number = [](std::string name, double low, double high, auto& value) {
    using Value = std::remove_reference_t<decltype(value)>;
    return Entry{std::move(name), low, high, [&value] { return static_cast<double>(value); },
                 [&value](double given) { value = static_cast<Value>(given); }};
  };
  std::vector<Entry> all{number("window_width", 200, 16384, settings.window_width),
                         number("window_height", 200, 16384, settings.window_height),
                         number("wireframe", 0, 1, settings.wireframe),
                         number("names", 0, 1, settings.shows_names),
                         number("panels", 0, 1, settings.shows_panels),
                         number("throw_speed", 0, 1e3, settings.throw_speed),
                         number("throw_spin", 0, 1e4, settings.throw_spin),
                         number("fly_speed", 1e-3, 1e2, settings.fly_speed),
                         number("mouse_speed", 1e-4, 0.1, settings.mouse_speed)};
  all.push_back({"quality", 0, 2, [&settings] { return static_cast<double>(settings.quality); },
                 [&settings](double given) {
                   settings.quality = static_cast<PictureQuality>(given);
                   settings.chose_quality = true;
                 }});
  const auto names = overlay_names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    all.push_back(number("overlay_" + std::string(names[i]), 0, 1, overlay_switch(settings.overlays, i)));
  }
  return all;
}

}  // namespace

std::string settings_text(const Settings& settings) {
  Settings copy = settings;
  std::string text;
  for (const Entry& entry : entries(copy)) {
    const bool is_kept = entry.name != "quality" || settings.chose_quality;
    text += is_kept ? entry.name + " " + shortest_text(entry.get()) + "\n" : "";
  }
  return text;
}

Settings parse_settings(std::string_view text) {
  Settings settings;
  const std::vector<Entry> known = entries(settings);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t space = std::min(line.find(' '), line.size());
    const ParsedNumber value = parse_number(line.substr(std::min(space + 1, line.size())));
    for (const Entry& entry : known) {
      if (entry.name == line.substr(0, space) && value.is_number && value.value >= entry.low &&
          value.value <= entry.high) {
        entry.set(value.value);
      }
    }
  }
  return settings;
}

std::optional<fs::path> settings_file() {
  const char* const config = std::getenv("XDG_CONFIG_HOME");
  const char* const home = std::getenv("HOME");
  if (config != nullptr && *config != '\0') {
    return fs::path(config) / "firstcontact" / "view.txt";
  }
  return home != nullptr && *home != '\0' ? std::optional(fs::path(home) / ".config" / "firstcontact" / "view.txt")
                                          : std::nullopt;
}

Settings load_settings() {
  const auto file = settings_file();
  const auto text = file ? read_file(*file) : Result<std::string>(Error{});
  return text ? parse_settings(text.value()) : Settings{};
}

void save_settings(const Settings& settings) {
  const auto file = settings_file();
  if (!file) {
    return;
  }
  std::error_code ignored;
  fs::create_directories(file->parent_path(), ignored);
  static_cast<void>(write_file(*file, settings_text(settings)));
}

std::vector<fs::path> recent_files() {
  constexpr std::size_t most = 10;
  const auto settings = settings_file();
  const auto text = settings ? read_file(settings->parent_path() / recent_name) : Result<std::string>(Error{});
  std::vector<fs::path> files;
  std::istringstream lines(text ? text.value() : "");
  for (std::string line; files.size() < most && std::getline(lines, line);) {
    std::error_code ignored;
    if (!line.empty() && fs::is_regular_file(line, ignored)) {
      files.emplace_back(line);
    }
  }
  return files;
}

void remember_recent(const fs::path& file) {
  const auto settings = settings_file();
  std::error_code ignored;
  const fs::path whole = fs::weakly_canonical(file, ignored);
  if (!settings || whole.empty()) {
    return;
  }
  std::string text = whole.string() + "\n";
  for (const fs::path& other : recent_files()) {
    text += other == whole ? "" : other.string() + "\n";
  }
  fs::create_directories(settings->parent_path(), ignored);
  static_cast<void>(write_file(settings->parent_path() / recent_name, text));
}

PictureQuality quality_that_keeps_up(PictureQuality quality, double frame_ms) {
  constexpr double slow = 1e3 / 15.0;  // ms
  const bool may_lower = quality != PictureQuality::low && frame_ms > slow;
  return may_lower ? static_cast<PictureQuality>(static_cast<int>(quality) - 1) : quality;
}

RenderOptions render_options(PictureQuality quality) {
  RenderOptions options;
  if (quality == PictureQuality::low) {
    options.shadows = ShadowQuality::quick;
    options.shadow_size = 1024;
    options.line_width = 0.6F;  // of pixels that are shown twice as large
  } else if (quality == PictureQuality::medium) {
    options.shadows = ShadowQuality::quick;
    options.shadow_size = 2048;
  }
  return options;
}

}  // namespace firstcontact
