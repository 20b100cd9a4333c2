// Pictures and films without a window.
#pragma once

#include <filesystem>
#include <firstcontact/result.hpp>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "render/camera_path.hpp"
#include "render/caption.hpp"
#include "render/overlays.hpp"
#include "render/renderer.hpp"
#include "render/show.hpp"

namespace firstcontact {

struct FilmOptions {
  int width = 1280, height = 720;  // pixels
  double frames_per_second = 60.0;
  double speed = 1.0;         // simulated seconds per second of film: below 1, slow motion
  double start = 0.0;         // s, simulated: the first frame
  std::optional<double> end;  // s, simulated: the last; none: as long as the run is
  int samples = 4;            // to a pixel
  int finer = 1;              // 2: drawn twice as large each way, and halved
  RenderOptions looks;
  OverlayChoice overlays;
  CaptionChoice captions;
  std::vector<double> exposures = {};  // s, simulated, rising, before `start`: a picture's ghosts
  bool must_reach_end = false;         // a run that ends before `end` is an error
};

enum class FilmDecision : std::uint8_t { go_on, stop };

/// Told after every frame: how many are done, of how many (0: nobody knows), and the simulated time.
using FilmProgress = std::function<FilmDecision(std::uint64_t done, std::uint64_t all, double time)>;

/// What a film came to.
struct FilmReport {
  std::uint64_t frames = 0;
  double end_time = 0.0;     // s, simulated, of the last frame
  bool was_stopped = false;  // by `progress`: then nothing is written
};

/// What went wrong, and whether the input or the system is at fault.
struct FilmError {
  std::string message;
  bool is_system = false;
};

/// A run that is shown beside others, and how it is called.
struct FilmPane {
  Show* show = nullptr;
  std::string name;  // empty: nothing is written on it
};

inline constexpr int pane_border = 4;  // pixels between two panes
/// Pixels that each of so many panes has of a film.
[[nodiscard]] int pane_width(int width, int panes);

/// The frame at `options.start` as a PNG, or, by the file's ending, a film as .mp4 or .gif (through ffmpeg).
/// Several panes stand side by side, on one clock, seen by one camera: the first one's. What a method lets through is
/// written on its pane. Nothing is left half-written.
struct FilmResult {
  FilmReport report;
  std::optional<FilmError> error;
};
[[nodiscard]] FilmResult shoot(std::span<const FilmPane> panes, const CameraPath& camera, const FilmOptions& options,
                               const std::filesystem::path& output, const FilmProgress& progress);
/// Of one run.
[[nodiscard]] FilmResult shoot(Show& show, const CameraPath& camera, const FilmOptions& options,
                               const std::filesystem::path& output, const FilmProgress& progress);

}  // namespace firstcontact
