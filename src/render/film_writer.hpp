// Frames into a film file, through the program ffmpeg.
#pragma once

#include <filesystem>
#include <firstcontact/result.hpp>
#include <memory>
#include <optional>

#include "render/image.hpp"

namespace firstcontact {

struct FilmFormat {
  int width = 0, height = 0;  // pixels; odd ones are cut by one, which H.264 needs
  double frames_per_second = 60.0;
};

/// Writes .mp4 (H.264) or .gif (with a palette of its own) beside the target and renames the file when it is whole.
class FilmWriter {
 public:
  /// Error: ffmpeg is missing, or the folder cannot be written.
  [[nodiscard]] static Result<FilmWriter> create(const std::filesystem::path& output, const FilmFormat& format);
  FilmWriter(FilmWriter&&) noexcept;
  FilmWriter& operator=(FilmWriter&&) noexcept;
  /// Unfinished: stops ffmpeg and leaves nothing behind.
  ~FilmWriter();

  /// False when ffmpeg takes no more; `finish` says why.
  [[nodiscard]] bool add(const Image& frame);
  /// Waits for ffmpeg; what went wrong, if anything, in its words.
  [[nodiscard]] std::optional<Error> finish();

 private:
  struct Process;
  explicit FilmWriter(std::unique_ptr<Process> process);
  std::unique_ptr<Process> process_;
};

}  // namespace firstcontact
