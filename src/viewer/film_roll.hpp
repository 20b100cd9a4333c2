// Frames of the window on their way to a film.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

#include "render/image.hpp"

namespace firstcontact {

/// The window adds frames, and a thread beside it hands them on to ffmpeg. No frame of the window waits for that: it
/// asks for room before it takes a picture.
class FilmRoll {
 public:
  static constexpr double frames_per_second = 30.0;

  explicit FilmRoll(std::filesystem::path file) : file_(std::move(file)) {}

  /// False while ffmpeg has more than a few frames to go.
  [[nodiscard]] bool has_room() const;
  /// True once no more are taken: it was ended, ffmpeg failed, or a frame came that is not as large as the first.
  [[nodiscard]] bool is_over() const;
  void add(Image frame);
  void end();
  [[nodiscard]] std::uint64_t frames() const;

  /// Writes what comes until the end, which takes as long. What came of it, for people. Once.
  [[nodiscard]] std::string write();

 private:
  [[nodiscard]] std::optional<Image> take();

  std::filesystem::path file_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable wake_;
  std::deque<Image> waiting_;
  std::uint64_t frames_ = 0;
  int width_ = 0, height_ = 0;  // pixels, of the first
  bool is_over_ = false;
};

}  // namespace firstcontact
