// What the window remembers from one time to the next.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "render/overlays.hpp"
#include "render/renderer.hpp"

namespace firstcontact {

enum class PictureQuality : std::uint8_t { low, medium, high };

struct Settings {
  int window_width = 1280, window_height = 800;  // screen coordinates
  PictureQuality quality = PictureQuality::medium;
  bool chose_quality = false;  // the person did: where there is no graphics card, else the window does
  OverlayChoice overlays;
  bool shows_names = false;
  bool wireframe = false;
  bool shows_panels = true;
  double throw_speed = 1.0;    // times the scene's size per second
  double throw_spin = 4.0;     // rad/s
  double fly_speed = 0.5;      // times the scene's size per second
  double mouse_speed = 0.003;  // rad per pixel
};

/// The settings as text, one "name value" a line, and back. What is unknown or out of range is passed over, so that a
/// file of another version, or one edited by hand, still serves.
[[nodiscard]] std::string settings_text(const Settings& settings);
[[nodiscard]] Settings parse_settings(std::string_view text);

/// Where they are kept: $XDG_CONFIG_HOME/firstcontact/view.txt, or ~/.config/...; none when neither is known.
[[nodiscard]] std::optional<std::filesystem::path> settings_file();
/// The settings of last time, or the defaults.
[[nodiscard]] Settings load_settings();
/// Keeps them; a disk that will not is no reason to stop.
void save_settings(const Settings& settings);

/// What was opened last, the latest first, at most ten files that are still there; kept beside the settings.
[[nodiscard]] std::vector<std::filesystem::path> recent_files();
/// `file` comes first from now on.
void remember_recent(const std::filesystem::path& file);

/// The quality that draws fifteen pictures a second, or the nearest to it, where one of `quality` takes so long.
[[nodiscard]] PictureQuality quality_that_keeps_up(PictureQuality quality, double frame_ms);

/// How pictures of that quality are drawn.
[[nodiscard]] RenderOptions render_options(PictureQuality quality);

}  // namespace firstcontact
